"""The exact scores of moves, one by one from those of the positions that they lead to."""

from __future__ import annotations

from damier.games.connect4.rules import Column, Position
from damier.games.connect4.solver import Score, Solver


def scores_of(solver: Solver, position: Position) -> dict[Column, Score]:
    """The exact score of every move, for the side that makes it."""
    return {move: score_after(solver, position, move) for move in position.moves()}


def score_after(solver: Solver, position: Position, move: Column) -> Score:
    """The exact score of a move, for the side that makes it."""
    after = position.play(move)
    if after.outcome() is None:
        return -solver.score(after)
    return solver.over(after)
