"""The exam of Connect Four: positions of sensible games from the opening to the end, solved."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.text import Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.exam import RESULT, RESULTS, Question, examiner, result_kind
from damier.engines.exact import points_of, worths
from damier.games.connect4.book import key, wins_at_once
from damier.games.connect4.levels.searcher import order
from damier.games.connect4.notation import text, write
from damier.games.connect4.rules import Column, Position, begin, board
from damier.games.connect4.solver import Solver

SIZE = 7, 6
EMPTY = {
    "opening": (34, 39),
    "early": (27, 33),
    "middle": (21, 26),
    "far": (17, 20),
    "near": (13, 16),
    "end": (8, 12),
}
"""How many cells are empty, at least and at most, by kind."""

QUESTIONS_EACH = 25
"""How many questions there are of each result, for every range of empty cells."""


def reached(rng: random.Random, empty: int) -> tuple[Position, list[str]] | None:
    """A position with so many empty cells, and the moves to it; None if the game was over before.

    Who plays completes a four, blocks one, and else plays at random what does not lose at once.
    """
    width, height = SIZE
    position, moves = begin(width, height), []
    for _ in range(width * height - empty):
        move = rng.choice(_sensible(position))
        position = position.play(move)
        moves.append(write(move))
        if position.outcome() is not None:
            return None
    return position, moves


def _sensible(position: Position) -> list[Column]:
    """The moves that do not lose at once, if there are any; a four to complete or block is the only one."""
    moves = list(order(position))
    return [move for move in moves if not wins_at_once(position.play(move))] or moves


def make() -> Iterator[Question]:
    """The set: so many of each kind, no two of them the same or mirrored."""
    rng = random.Random("connect4 exam")
    solver = Solver(board(*SIZE))
    for phase, (low, high) in EMPTY.items():
        wanted = dict.fromkeys(RESULTS, QUESTIONS_EACH)
        seen: set[int] = set()
        while any(wanted.values()):
            found = reached(rng, rng.randint(low, high))
            if found is None or key(found[0]) in seen:
                continue
            position, moves = found
            seen.add(key(position))
            best = points_of(solver, position)
            result = result_kind(best)
            if best == 0 or not wanted[result]:
                continue
            question = Question(
                text(position), (result, phase), worths(solver, position, write), ("7x6", *moves)
            )
            if question.asks:
                wanted[result] -= 1
                yield question


EXAM = examiner(
    Text("positions of all phases, solved: how often does a player keep the exact result?"),
    game="connect4",
    kinds={
        **RESULTS,
        **{
            phase: Text("{low} to {high} empty cells", low=low, high=high)
            for phase, (low, high) in EMPTY.items()
        },
    },
    scale=RESULT,
    make=make,
    stored=data_file(__file__, "exam.txt"),
)
