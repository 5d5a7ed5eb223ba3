"""Minesweeper, whose mines a test knows."""

from __future__ import annotations

from typing import Any

from damier.games import game as find_game

GAME = find_game("minesweeper")


def dug(seed: int, setup: str | None = None, first: str = "d5,5") -> Any:
    """The truth after the first dig."""
    state = GAME.begin(setup, seed=seed)
    return state.play(GAME.read(first, state.board))


def digs(state: Any, *, mined: bool) -> list[str]:
    """The digs that can be made on a mine, or on none."""
    width = state.board.width
    found = (move for move in state.moves() if move.act == "dig")
    return [GAME.write(move) for move in found if (move.y * width + move.x in state.mined()) == mined]


def winning_digs(seed: int) -> list[str]:
    """All digs of a beginner's game that is won without a flag."""
    state, made = dug(seed), ["d5,5"]
    while state.outcome() is None:
        made.append(digs(state, mined=False)[0])
        state = state.play(GAME.read(made[-1], state.board))
    return made
