"""A board that is wider than the screen: drawn in parts, where there is something to read.

Away from what is known all places are alike: the label that most of them share is told once, in words,
and the parts drawn are those with other labels on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from damier.core.scene import At, Scene
from damier.terminal.draw_board import DrawnBoard, Look


@dataclass(frozen=True, slots=True)
class Narrow:
    """What is drawn of a wide board."""

    boards: tuple[DrawnBoard, ...]
    """Its parts from the left, each as wide as the screen at most."""
    common: str | None
    """The label that is not drawn, because most places share it: ``21%``."""
    figures: Mapping[At, str]
    """The labels that lost their per cent sign, so that more of them fit: ``12``."""


def narrowed(scene: Scene[Any], look: Look, width: int) -> Narrow:
    """The board in parts of at most *width* characters."""
    common = _common(look.labels)
    labels = {at: word for at, word in look.labels.items() if word and word != common}
    figures: dict[At, str] = {}
    if labels and all(word.endswith("%") for word in labels.values()):
        labels = figures = {at: word.removesuffix("%").rstrip() for at, word in labels.items()}
    whole = replace(look, labels=labels, roomy=bool(labels))
    places = [*labels, *([look.chosen] if look.chosen is not None else [])] if labels else []
    parts = _parts(DrawnBoard(scene, whole), _columns(scene, places, look.flip), width)
    return Narrow(tuple(DrawnBoard(scene, replace(whole, part=part)) for part in parts), common, figures)


def _common(labels: Mapping[At, str]) -> str | None:
    """The label on more than half of the places, if there is one."""
    for word, count in Counter(labels.values()).most_common(1):
        if 2 * count > len(labels) and word:
            return word
    return None


def _columns(scene: Scene[Any], places: Iterable[At], flip: bool) -> range:
    """The columns of cells from the first to the last of *places*, as shown; all of them without places."""
    shown = [min(x // 2, scene.width - 1) for x, _ in places]
    if flip:
        shown = [scene.width - 1 - column for column in shown]
    return range(min(shown), max(shown) + 1) if shown else range(scene.width)


def _parts(board: DrawnBoard, columns: range, width: int) -> list[range]:
    """*columns* in as few parts as fit, all about as wide; where one does, with as much beside it as fits."""
    room = max(1, (width - board.margin - board.edge) // (board.cell + board.edge))
    count = -(-len(columns) // room)
    if count == 1:
        spare = min(room, board.scene.width) - len(columns)
        first = min(max(0, columns.start - spare // 2), board.scene.width - len(columns) - spare)
        return [range(first, first + len(columns) + spare)]
    ends = [columns.start + len(columns) * number // count for number in range(count + 1)]
    return [range(start, stop) for start, stop in pairwise(ends)]
