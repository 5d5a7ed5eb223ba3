"""A small graph of chances in characters: a bar a move, as high as what could be expected."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

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
    bars = _means(points, width) if len(points) > width else points
    wide = max(1, min(WIDEST, width // max(1, len(bars))))
    return ["".join(_sign(bar, row, ascii) * wide for bar in bars) for row in reversed(range(ROWS))]


def _sign(bar: float | None, row: int, ascii: bool) -> str:
    """What is seen of a bar in a row, counted from the bottom."""
    height = 0.0 if bar is None else ROWS * bar - row
    if ascii:
        return "#" if height >= 0.5 else " "
    return BLOCKS[max(0, min(8, round(8 * height)))]


def _means(points: Sequence[float | None], width: int) -> list[float | None]:
    """*points* put together so that there are *width* of them."""
    ends = [bar * len(points) // width for bar in range(width + 1)]
    parts = ([point for point in points[start:end] if point is not None] for start, end in pairwise(ends))
    return [sum(part) / len(part) if part else None for part in parts]
