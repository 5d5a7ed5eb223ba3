"""Alpha-beta for any open game with two seats: readable first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from damier.core.engine import Analysis, Limit, Line, Reason, Stopwatch
from damier.core.game import State
from damier.core.text import Text
from damier.core.thinking import Publish, in_background

S = TypeVar("S", bound=State[Any])
M = TypeVar("M")

WIN = 1000.0
"""The value of a won game; each move until then costs one, so that quick wins come first."""

USUAL_DEPTH = 3
"""How far it looks when nothing else limits it."""


def squash(value: float) -> float:
    """Expected points from 0 to 1 for a *value* in which 3 is a clear advantage."""
    return 0.5 + 0.5 * value / (3.0 + abs(value))


class _Pause(Exception):
    """The limit is used up in the middle of an iteration."""


class AlphaBeta(Generic[S, M]):
    """Deepens move by move until the limit or the end of the game is reached.

    *evaluate* gives the standing of a seat in a position that goes on, in units of its own, well within
    ``-WIN / 2`` to ``WIN / 2``.
    """

    def __init__(
        self,
        evaluate: Callable[[S, int], float],
        order: Callable[[S], list[M]] | None = None,
        max_depth: int = 64,
        explain: Callable[[S, M], tuple[Reason, ...]] | None = None,
    ) -> None:
        self.evaluate = evaluate
        self.order = order
        self.max_depth = max_depth
        self.explain = explain
        self.nodes = 0
        self._table: dict[S, tuple[int, float, str, bool]] = {}

    def think(self, view: S, limit: Limit) -> Iterator[Analysis[M]]:
        moves = self._moves(view)
        first = Analysis(move=moves[0], lines=self._lines(view, [(move, 0.0) for move in moves]))
        yield from in_background(lambda publish, stop: self._search(view, limit, publish, stop), first)

    def _search(self, view: S, limit: Limit, publish: Publish[M], stop: threading.Event) -> None:
        self.nodes = 0
        self._table = {}
        self._stop = stop
        self._watch = watch = Stopwatch(limit, view.turn)
        deepest = limit.depth or (self.max_depth if watch.bounded else USUAL_DEPTH)
        moves = self._moves(view)
        for depth in range(1, deepest + 1):
            self._complete = True  # until a leaf is cut by the depth; if none is, deeper is not more
            try:
                scored = [(move, self._after(view, move, depth, -2 * WIN, 2 * WIN)) for move in moves]
            except _Pause:
                return
            scored.sort(key=lambda pair: -pair[1])
            moves = [move for move, _ in scored]
            lines = self._lines(view, scored)[: limit.lines]
            publish(Analysis(move=moves[0], lines=lines, why=lines[0].why, depth=depth, nodes=self.nodes))
            if self._complete or watch.spent(self.nodes):
                return

    def _after(self, state: S, move: M, depth: int, alpha: float, beta: float) -> float:
        """The value of *move* for the seat that makes it: at most alpha or at least beta is a bound."""
        child = state.play(move)
        alpha, beta = _younger(alpha), _younger(beta)
        if child.turn == state.turn:
            return _older(self._value(child, depth - 1, alpha, beta))
        return _older(-self._value(child, depth - 1, -beta, -alpha))

    def _value(self, state: S, depth: int, alpha: float, beta: float) -> float:
        """The value for the seat to move: at most alpha means no better, at least beta means no worse."""
        self.nodes += 1
        if self.nodes & 63 == 0 and (self._stop.is_set() or self._watch.spent(self.nodes)):
            raise _Pause
        outcome = state.outcome()
        if outcome is not None:
            return (2 * outcome.points[state.turn] - 1) * WIN
        if depth <= 0:
            self._complete = False
            return self.evaluate(state, state.turn)
        known = self._table.get(state)
        if known is not None and (known[0] == depth or known[3]):
            _, value, bound, complete = known
            if bound == "=" or (bound == "<" and value <= alpha) or (bound == ">" and value >= beta):
                self._complete = self._complete and complete
                return value
        outside, self._complete = self._complete, True
        best, floor = -2 * WIN, alpha
        for move in self._moves(state):
            best = max(best, self._after(state, move, depth, floor, beta))
            floor = max(floor, best)
            if floor >= beta:
                break
        bound = "<" if best <= alpha else ">" if best >= beta else "="
        self._table[state] = (depth, best, bound, self._complete)
        self._complete = self._complete and outside
        return best

    def _moves(self, state: S) -> list[M]:
        return self.order(state) if self.order else list(state.moves())

    def _lines(self, view: S, scored: list[tuple[M, float]]) -> tuple[Line[M], ...]:
        return tuple(
            Line(
                move=move,
                value=value,
                chance=1.0 if value > WIN / 2 else 0.0 if value < -WIN / 2 else squash(value),
                label=label(value),
                proven=abs(value) > WIN / 2,
                why=self._why(view, move, value),
            )
            for move, value in scored
        )

    def _why(self, view: S, move: M, value: float) -> tuple[Reason, ...]:
        own = self.explain(view, move) if self.explain else ()
        return (Reason(_sentence(value)), *own)


def _younger(value: float) -> float:
    """The value that is *value* when it is one move older: windows are handed down with it."""
    if value > WIN / 2:
        return value + 1
    return value - 1 if value < -WIN / 2 else value


def _older(value: float) -> float:
    """A win or a loss one move further away weighs a little less."""
    if value > WIN / 2:
        return value - 1
    return value + 1 if value < -WIN / 2 else value


def label(value: float) -> Text:
    """A value for the board: ``wins in 5`` counts moves of both sides, this one included."""
    if value > WIN / 2:
        return Text("wins in {n}", n=round(WIN - value))
    if value < -WIN / 2:
        return Text("loses in {n}", n=round(WIN + value))
    return Text.literal(f"{value + 0.0:+.1f}")  # no minus before a zero


def _sentence(value: float) -> Text:
    if value > WIN / 2:
        return Text("this move wins by force, in {n} moves at the latest", n=round(WIN - value))
    if value < -WIN / 2:
        return Text("this move loses against best play, in {n} moves at the earliest", n=round(WIN + value))
    return Text("the search sees no forced end and values the position at {value}", value=f"{value:+.1f}")
