"""Levels that play like people: they see what is near, and a beginner not even every diagonal.

How they err is :mod:`damier.engines.humanlike`; here is what Connect Four fills in. The solver's kernel finds
forced ends further ahead, on boards that it fits.
"""

from __future__ import annotations

import math
from functools import cache

from damier.core.engine import Level
from damier.core.game import Seat
from damier.core.text import Text
from damier.engines.alphabeta import WIN, AlphaBeta
from damier.engines.humanlike import Habits, Manner, humanlike_level
from damier.engines.search import Search
from damier.games.connect4.levels.searcher import LEGEND, OPEN, evaluate, explain, order
from damier.games.connect4.notation import text
from damier.games.connect4.rules import Board, Column, Discs, Position, column_name, fits
from damier.games.connect4.solver import Solver, SolverQuestion
from damier.games.connect4.tactics import playable

MEGABYTES = 1
"""The table for counting out; it is empty before every move, so that the same is found again."""

SLICE = 10_000
"""Nodes of the kernel between two looks at whether to stop: a hundredth of a second or so."""

MIDDLE = 0.5
"""How much more the middle column is liked than the borders, in doubts: decides between what seems equal."""


def half_blind(view: Position, seat: Seat) -> float:
    """The standing of *seat* as seen by who does not look along the diagonals.

    A four that the next disc can complete counts as alpha-beta counts it: it is as good as done.
    """
    mine, theirs = view.discs[seat], view.discs[1 - seat]
    value, now = 0.0, playable(view)
    for four in _straight(view.board):
        a, b = four & mine, four & theirs
        if a and b:
            continue
        n = (a | b).bit_count()
        if n == 3 and (four ^ (a | b)) & now and (view.turn == seat) == bool(a):
            return WIN - 1 if a else 1 - WIN
        value += OPEN[n] if a else -OPEN[n]
    return value


@cache
def _straight(b: Board) -> tuple[Discs, ...]:
    """The fours along rows and columns."""
    row, column = 0b1111, 1 | 1 << b.width | 1 << 2 * b.width | 1 << 3 * b.width
    return tuple(four for four in b.lines if four // (four & -four) in (row, column))


def _off_centre(view: Position, column: Column) -> float:
    middle = (view.board.width + 1) / 2
    return MIDDLE * abs(column - middle) / middle


class _Counting:
    """Asks the kernel which moves of a position lead to a forced end."""

    def __init__(self, view: Position, search: Search[Column], nodes: int) -> None:
        self.view = view
        self.empty = view.empty
        self.nodes = nodes
        self.is_out = False
        """Whether the limit ended it."""
        self._search = search
        self._solver = Solver(view.board, MEGABYTES)
        self._solver.question(view).advance(0)  # compiles if need be, whatever the limit

    def value(self, move: Column, look: int) -> float | None:
        """The value of a move after which the game goes on, as alpha-beta counts.

        None if no end lies within *look* moves, or the limit is used up.
        """
        after = self.view.play(move)
        whole = look >= self.empty
        near = self._score(look - look % 2)  # the other side's latest win in sight
        found = self._solver.question(after, low=None if whole else near - 1)
        if not self._is_answered(found):
            return None
        if whole or found.low >= near:
            return self._value(-found.low)
        near = self._score(look - 1 + look % 2)  # the same of one's own
        found = self._solver.question(after, high=1 - near)
        return self._value(-found.high) if self._is_answered(found) and found.high <= -near else None

    def _is_answered(self, question: SolverQuestion) -> bool:
        before, most = self.nodes, self._search.limit.nodes
        while not self.is_out and not self._search.stopped:
            done = question.advance(SLICE if most is None else min(SLICE, most - self.nodes))
            self.nodes = before + question.nodes
            if done:
                return True
            self.is_out = self._search.is_over(self.nodes)
        return False

    def _score(self, ahead: int) -> int:
        """The score of who wins with the disc that is so many moves ahead."""
        return (self.empty + 2 - ahead) // 2

    def _value(self, score: int) -> float:
        """What alpha-beta calls a *score* of the side to move: by moves until the end."""
        if score == 0:
            return 0.0
        ahead = self.empty + 2 - 2 * abs(score)
        ahead -= ahead % 2 != (score > 0)  # one's own discs are the odd ones
        return math.copysign(WIN - ahead, score)


MANNER: Manner[Position, Column] = Manner(
    text=text,
    left=lambda view: view.empty,
    eyes=lambda blind: AlphaBeta(half_blind if blind else evaluate, order, explain=explain),
    taste=_off_centre,
    unsure=lambda best: Text(
        "column {column} seemed a little better, but it was not sure", column=column_name(best)
    ),
    unseen=Text("it did not look along the diagonals this time"),
    counter=_Counting,
    can_count=lambda view: fits(view.board),
)


def _level(
    title: Text, about: Text, flaw: Text, habits: Habits, *, extra: bool = False
) -> Level[Position, Column]:
    return humanlike_level(title, about, habits, MANNER, flaw=flaw, legend=LEGEND, extra=extra)


PEOPLE: dict[str, Level[Position, Column]] = {
    "beginner": _level(
        Text("Beginner"),
        Text("completes and blocks fours; may overlook a diagonal"),
        Text("overlooks diagonals in three positions out of ten"),
        Habits((2,), doubt=0.11, blind=0.3),
    ),
    "learner": _level(
        Text("Learner"),
        Text("blocks every four, and begins to judge positions"),
        Text("does not see a double threat coming"),
        Habits((2,), doubt=0.075),
        extra=True,
    ),
    "amateur": _level(
        Text("Amateur"),
        Text("looks 2 or 3 moves ahead, is often unsure"),
        Text("plays a worse move now and then; a plan of four moves catches it"),
        Habits((2, 3), doubt=0.04),
    ),
    "regular": _level(
        Text("Regular"),
        Text("looks 3 or 4 moves ahead, is sometimes unsure"),
        Text("a plan of five moves catches it"),
        Habits((3, 4), doubt=0.018),
        extra=True,
    ),
    "expert": _level(
        Text("Expert"),
        Text("counts out threats 7 to 11 moves ahead"),
        Text("has no plan for the opening; a trap longer than eleven moves catches it"),
        Habits((7, 9, 11), doubt=0.009, quiet=5, late=12),
    ),
    "master": _level(
        Text("Master"),
        Text("counts out threats 17 to 19 moves ahead"),
        Text("has no plan for the opening, where the end is too far to count"),
        Habits((17, 19), doubt=0.002, quiet=5, late=28),
    ),
}
"""Each scores at least 65 % against the one before: ``bench/connect4_people.py``."""
