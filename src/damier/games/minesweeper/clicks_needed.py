"""How many digs a field needs at least: Bechtel's board benchmark value, known as 3BV."""

from __future__ import annotations

from damier.games.minesweeper.rules import Field
from damier.games.minesweeper.visible_board import MINE, Cell, grid


def clicks(state: Field) -> int:
    """One dig for each opening, and one for each number that no opening shows; 0 before the first dig.

    An opening is a group of connected cells with no mine beside them: one dig opens it and its border.
    """
    secret, around = state.map, grid(state.board.width, state.board.height).around
    seen: set[Cell] = set()
    needed = 0
    for start, sign in enumerate(secret):
        if sign != "0" or start in seen:
            continue
        needed += 1
        seen.add(start)
        waiting = [start]
        while waiting:
            for cell in around[waiting.pop()]:
                if cell not in seen:
                    seen.add(cell)
                    if secret[cell] == "0":
                        waiting.append(cell)
    return needed + sum(sign != MINE and cell not in seen for cell, sign in enumerate(secret))
