"""Puzzles of Connect Four: one column wins, found and checked by the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from damier.core.text import Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.puzzle import Puzzle, puzzler
from damier.engines.exact import points_of
from damier.games.connect4.book import key, wins_at_once
from damier.games.connect4.notation import write
from damier.games.connect4.reasons import betrays, distance
from damier.games.connect4.rules import Column, Position
from damier.games.connect4.solver import Solver, solver
from damier.games.connect4.tools.exam import SIZE, reached

PUZZLES_EACH = 30
"""So many of each grade are stored."""
SAFE = 3
"""At least so many moves do not lose at once, so that there is something to choose."""

GRADES = {
    "easy": (Text("Easy"), range(3, 4)),
    "medium": (Text("Medium"), range(5, 6)),
    "tricky": (Text("Tricky"), range(7, 10)),
    "hard": (Text("Hard"), range(11, 16)),
    "harder": (Text("Very hard"), range(17, 24)),
    "hardest": (Text("Hardest"), range(25, 42)),
}
"""What people call a grade, and in how many moves of both sides it is won."""

DISCS = range(12, 29)
"""How many discs are on the board; with fewer it would take too long to judge every move."""
FEWER = {"hardest": range(12, 17)}
"""With more there is hardly room for so long a win."""


def make(grade: str, seed: int) -> Iterator[Puzzle]:
    """New puzzles of a grade, no two of them alike."""
    rng = random.Random(f"connect4 puzzle {grade} {seed}")
    seen: set[int] = set()
    while True:
        width, height = SIZE
        found = reached(rng, width * height - rng.choice(FEWER.get(grade, DISCS)))
        if found is None:
            continue
        position, moves = found
        puzzle = judge(solver(width, height), grade, position, moves)
        if puzzle is not None and key(position) not in seen:
            seen.add(key(position))
            yield puzzle


def judge(exact: Solver, grade: str, position: Position, moves: Sequence[str]) -> Puzzle | None:
    """The puzzle that a position is, if it is one of this grade."""
    depths = GRADES[grade][1]
    if len(_choices(position)) < SAFE:
        return None
    width, height = SIZE
    # The score of who wins in the most moves of this grade: distance() the other way round.
    least = (width * height - len(moves) + 3) // 2 - (depths[-1] + 1) // 2
    question = exact.question(position, low=max(least, 1) - 1)  # asks first whether it is won in time
    question.advance(1 << 60)
    if question.high < max(least, 1) or distance(question.high, position) not in depths:
        return None
    depth = distance(question.high, position)
    winning = [move for move in position.moves() if points_of(exact, position.play(move)) == 0]
    return Puzzle(grade, tuple(moves), write(winning[0]), depth) if len(winning) == 1 else None


def _choices(position: Position) -> list[Column]:
    """The moves that do not lose at once; none where a four can be completed or must be blocked."""
    moves = position.moves()
    if any(position.fours(move, seat) for move in moves for seat in (0, 1)):
        return []
    return [move for move in moves if not wins_at_once(position.play(move))]


PUZZLES = puzzler(
    Text("positions in which one move wins; damier puzzles lets you solve them"),
    game="connect4",
    level="perfect",
    grades={grade: title for grade, (title, _) in GRADES.items()},
    make=make,
    stored=data_file(__file__, "puzzles.txt"),
    each=PUZZLES_EACH,
    betrays=betrays,
)
