"""The heat map: how good each move is, as one number that a screen turns into a colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from damier.core.engine import Line
from damier.core.verdict import Margin

WORST_LOSS = 4.0
"""Boxes: an edge that gives so many away is as bad as any."""


def warmth(lines: Sequence[Line[Any]]) -> list[float]:
    """From 0 (bad) to 1 (good) for each line: its chance, or what it gives away where boxes are counted.

    Whoever is far behind has no chance with any edge, and still wants to see which one loses least.
    """
    best = max((line.verdict.final for line in lines if isinstance(line.verdict, Margin)), default=0.0)
    return [
        max(0.0, 1.0 - (best - line.verdict.final) / WORST_LOSS)
        if isinstance(line.verdict, Margin)
        else line.chance
        for line in lines
    ]
