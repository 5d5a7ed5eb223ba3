"""The exam of Connect Four: late positions of sensible games, solved to the end by plain search."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.exam import RESULT, RESULTS, Question, examiner, here, result_kind
from damier.core.text import Text
from damier.games.connect4.endgame import Endgame
from damier.games.connect4.notation import text, write
from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.searcher import order

SIZE = 7, 6
EMPTY = {"far": (17, 20), "near": (13, 16), "end": (8, 12)}
"""How many cells are empty, at least and at most, by kind."""

EACH = {"won": 60, "drawn": 25}
"""How many questions there are of each result, for every range of empty cells."""

KINDS = {
    **RESULTS,
    "far": Text("17 to 20 empty cells"),
    "near": Text("13 to 16 empty cells"),
    "end": Text("8 to 12 empty cells"),
}


def late(rng: random.Random, empty: int) -> tuple[Position, list[str]] | None:
    """A position with so many empty cells, and the moves to it; None if the game was over before.

    Who plays completes a four, blocks one, and else plays at random what does not lose at once.
    """
    width, height = SIZE
    position, moves = Position(board(width, height), (0, 0), 0), []
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
    return [move for move in moves if not _loses(position.play(move))] or moves


def _loses(after: Position) -> bool:
    """Whether the seat to move can complete a four."""
    return any(after.fours(move, after.turn) for move in after.moves())


def make() -> Iterator[Question]:
    """The set: so many of each kind, no two of them the same or mirrored."""
    rng = random.Random("connect4 exam")
    solver = Endgame(board(*SIZE))
    wanted = {(result, phase): EACH[result] for result in RESULTS for phase in EMPTY}
    seen: set[str] = set()
    while any(wanted.values()):
        for phase, (low, high) in EMPTY.items():
            found = late(rng, rng.randint(low, high))
            if found is None or not any(wanted[result, phase] for result in RESULTS):
                continue
            position, moves = found
            words = text(position)
            mirrored = "/".join(row[::-1] for row in words.split("/"))
            worths = {write(move): worth for move, worth in solver.worths(position).items()}
            kinds = result_kind(max(worths.values())), phase
            if words in seen or not wanted.get(kinds) or len(set(worths.values())) == 1:
                continue
            seen |= {words, mirrored}
            wanted[kinds] -= 1
            yield Question(words, kinds, worths, ("7x6", *moves))


EXAM = examiner(
    Text("late positions, solved: how often does a player keep the exact result?"),
    game="connect4",
    kinds=KINDS,
    scale=RESULT,
    make=make,
    stored=here(__file__),
)
