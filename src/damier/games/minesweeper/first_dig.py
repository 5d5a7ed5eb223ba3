"""Where the levels that know the odds dig first: nothing is known there, yet some cells win more games."""

from __future__ import annotations

from damier.games.minesweeper.starts import OPENING, SAFE
from damier.games.minesweeper.visible_board import Board, Cell

BEST = {OPENING: (3, 3), SAFE: (0, 0)}
"""Column and row of the best first cell, from 0, by what the start promises. An opening at the fourth soon
meets two edges, and reaches them rarely too early: measured at Expert, docs/games/minesweeper.md. Where only
the cell is safe, a corner opens a region most often."""


def first_cell(view: Board) -> Cell:
    """The first dig on a covered board: no farther than the middle of a small one, and where it may begin."""
    x, y = BEST[view.start]
    x, y = min(x, (view.width - 1) // 2), min(y, (view.height - 1) // 2)

    def far(cell: Cell) -> tuple[int, Cell]:
        return (cell % view.width - x) ** 2 + (cell // view.width - y) ** 2, cell

    best = y * view.width + x
    return best if view.begins(best) else min(filter(view.begins, range(len(view.cells))), key=far)
