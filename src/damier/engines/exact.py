"""Exact knowledge: what a solver of any game offers, and what follows from it for all of them.

A value is a whole number for the side to move, 0 for a draw, greater for what is better. It is that of the
whole game: with best play a move keeps it, seen from the other side where the turn passes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from damier.core.game import M, S, State

P = TypeVar("P", bound=State[Any], contravariant=True)
T = TypeVar("T", covariant=True)

Value: TypeAlias = int

SLICE = 30_000
"""Nodes between two looks at whether to stop: some hundredths of a second on a slow machine."""

A_LITTLE = 1000
"""Nodes between two looks at the clock while a line of best play is found."""


class SolverQuestion(Protocol):
    """The value of one position, narrowed down step by step."""

    low: Value
    """At least this."""
    high: Value
    """At most this; what is known lies between."""
    nodes: int
    """Positions looked at so far."""

    def advance(self, nodes: int) -> bool:
        """Search on for about so many nodes; whether the value is known now."""


class Solver(Protocol[P, T]):
    """What a game knows exactly about boards of one size."""

    def known(self, position: P) -> Value | None:
        """The value of a position that goes on, where it is known at once: from a book."""

    def question(self, position: P, low: Value | None = None, high: Value | None = None) -> Any:
        """A question about a position that goes on; given *low* and *high*, its value lies there."""

    def over(self, after: P) -> Value:
        """The value of the move that led to a position that is over, for the side that made it."""

    def ordered(self, position: P) -> Sequence[T]:
        """All moves, the most promising first: the order of choice among equals."""

    def relatives_of(self, question: Any) -> None:
        """What is asked from now on is about relatives of this question's position; None: about any."""


def value_of(solver: Solver[S, M], position: S, low: Value | None = None, high: Value | None = None) -> Value:
    """The value of a position that goes on, searched however long it takes.

    It is exact, but for those who give *low* and *high*: values beyond one of them are not told apart.
    """
    question: SolverQuestion = solver.question(position, low, high)
    while not question.advance(SLICE):
        pass
    return question.low


def points_of(solver: Solver[S, M], position: S) -> float:
    """What the side to move gets when both play their best: 1, 0.5 or 0."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.points[position.turn]
    value = value_of(solver, position, low=-1, high=1)  # by how much one wins costs more to know
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5


def side(position: S, after: S) -> int:
    """1 where who moves *after* a move is who made it, and -1 where it is the other: values change sign."""
    return 1 if after.turn == position.turn else -1


def worths(solver: Solver[S, M], position: S, write: Callable[[M], str]) -> dict[str, float]:
    """For every move, as written, the points of who makes it."""
    found = {}
    for move in position.moves():
        after = position.play(move)
        found[write(move)] = 0.5 + side(position, after) * (points_of(solver, after) - 0.5)
    return found


def question_of_best(solver: Solver[S, M], position: S, after: S, best: Value) -> Any:
    """A question about a position *after* a move, whose value for who made it is *best* at most."""
    if side(position, after) > 0:
        return solver.question(after, high=best)
    return solver.question(after, low=-best)


def is_less(question: SolverQuestion, value: Value, side: int) -> bool:
    """Whether what is asked about is known to be worth less than *value* to who moves, or to the other."""
    return (question.high if side > 0 else -question.low) < value


def is_worth(
    solver: Solver[S, M],
    position: S,
    move: M,
    best: Value,
    go_on: Callable[[SolverQuestion], bool] = lambda question: True,
    by_book: bool = True,
) -> tuple[bool, int]:
    """Whether a move has the *best* value, which none exceeds; and how many nodes that took.

    False where that is not known, because it shall not *go_on*. What is known at once is asked *by_book*.
    """
    after = position.play(move)
    if after.outcome() is not None:
        return solver.over(after) == best, 0
    sign = side(position, after)
    known = solver.known(after) if by_book else None
    if known is not None:
        return sign * known == best, 0
    question = question_of_best(solver, position, after, best)
    while question.low < question.high and not is_less(question, best, sign) and go_on(question):
        question.advance(A_LITTLE)
    return question.low == question.high == sign * best, question.nodes


def principal(
    solver: Solver[S, M],
    position: S,
    value: Value,
    most: int,
    spent: Callable[[], bool] = lambda: False,
) -> tuple[M, ...]:
    """Moves of best play from a position with this *value*.

    As many as are found within *most* nodes and before the time is *spent*; what a book knows costs nothing,
    and where a table remembers the search little is needed.
    """
    found: list[M] = []
    while position.outcome() is None:
        for move in _known_first(solver, position, value):

            def go_on(question: SolverQuestion, most: int = most) -> bool:
                return question.nodes < most and not spent()

            has_it, nodes = is_worth(solver, position, move, value, go_on)
            most -= nodes
            if has_it:
                break
        else:
            return tuple(found)  # not enough nodes to tell
        if most <= 0:
            return tuple(found)
        found.append(move)
        after = position.play(move)
        position, value = after, side(position, after) * value
    return tuple(found)


def _known_first(solver: Solver[S, M], position: S, value: Value) -> list[M]:
    """The moves in the order of choice, but first those that are known at once to have this *value*."""

    def unknown(move: M) -> bool:
        after = position.play(move)
        return after.outcome() is not None or solver.known(after) != side(position, after) * value

    return sorted(solver.ordered(position), key=unknown)
