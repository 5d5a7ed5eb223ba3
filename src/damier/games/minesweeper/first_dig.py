"""Where a level digs first: nothing is known there, and yet some cells win more games than others."""

from __future__ import annotations

from damier.games.minesweeper.visible_board import Cell

FOURTH = 3
"""Column and row, from 0, of the best first cell where its neighbours are clear: its opening soon meets two
edges, and reaches them rarely too early. Measured at Expert: docs/games/minesweeper.md."""


def first_cell(width: int, height: int, start: str = "opening") -> Cell:
    """The first dig: near a corner where its neighbours are clear, else in the corner, which has fewest."""
    if start != "opening":
        return 0
    x, y = min(FOURTH, (width - 1) // 2), min(FOURTH, (height - 1) // 2)
    return y * width + x
