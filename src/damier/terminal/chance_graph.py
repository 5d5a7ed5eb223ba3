"""A small graph of chances in characters: a bar a move, as high as what could be expected."""

from __future__ import annotations

from collections.abc import Sequence

ROWS = 6
"""Lines of the graph; the middle of them is one half."""

WIDEST = 4
"""Characters of a bar in a short game."""

BLOCKS = " ▁▂▃▄▅▆▇█"
"""A character filled from below by so many eighths."""


def chance_graph(points: Sequence[float | None], width: int, *, ascii: bool = False) -> list[str]:
    """The lines of the graph from the top; *points* go from 0 to 1, None leaves a gap.

    Where there are more points than *width* has characters, each bar is the mean of its neighbours.
    """
    bars = _means(points, width) if len(points) > width else list(points)
    wide = max(1, min(WIDEST, width // max(1, len(bars))))
    lines = []
    for row in reversed(range(ROWS)):
        signs = ("" if bar is None else _sign(ROWS * bar - row, ascii) for bar in bars)
        lines.append("".join((sign or " ") * wide for sign in signs))
    return lines


def _sign(height: float, ascii: bool) -> str:
    """What is seen of a bar in a row above which *height* rows of it are left."""
    if ascii:
        return "#" if height >= 0.5 else " "
    return BLOCKS[max(0, min(8, round(8 * height)))]


def _means(points: Sequence[float | None], width: int) -> list[float | None]:
    """*points* put together so that there are *width* of them."""
    means: list[float | None] = []
    for bar in range(width):
        part = points[bar * len(points) // width : (bar + 1) * len(points) // width]
        known = [point for point in part if point is not None]
        means.append(sum(known) / len(known) if known else None)
    return means
