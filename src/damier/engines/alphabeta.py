"""Alpha-beta for any open game with two seats: readable first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeAlias

from damier.core.engine import Analysis, Limit, Line, Reason
from damier.core.game import M, S
from damier.core.text import Number, Text
from damier.core.verdict import Draw, Loss, Score, Verdict, Win, ending_in
from damier.core.whose_moves import OWN, own_moves
from damier.engines.search import Search

WIN = 1000.0
"""The value of a won game; each move until then costs one, so that quick wins come first."""

USUAL_DEPTH = 3
"""How far it looks when nothing else limits it."""

MOST_ENTRIES = 300_000
"""How many positions the table remembers."""

Entry: TypeAlias = tuple[int, float, str, bool, M]
"""Depth, value, its kind (``=`` exact, ``<`` at most, ``>`` at least), whether no leaf was cut, best move."""

Scored: TypeAlias = tuple[M, float, bool]
"""A move at the root, its value, and whether it was searched to the end: then a draw is one."""


def squash(value: float) -> float:
    """Expected points from 0 to 1 for a *value* in which 3 is a clear advantage."""
    return 0.5 + 0.5 * value / (3.0 + abs(value))


class AlphaBeta(Generic[S, M]):
    """Deepens move by move until the limit or the end of the game is reached.

    *evaluate* gives the standing of a seat in a position that goes on, in units of its own, well within
    ``-WIN / 2`` to ``WIN / 2``. *order* gives the moves, the most promising first; it may leave out moves
    that cannot be better than those it keeps, which are then looked at only where they were asked about.
    """

    def __init__(
        self,
        evaluate: Callable[[S, int], float],
        order: Callable[[S], Sequence[M]] = lambda state: state.moves(),
        max_depth: int = 64,
        explain: Callable[[S, M], tuple[Reason, ...]] = lambda view, move: (),
    ) -> None:
        self.evaluate = evaluate
        self.order = order
        self.max_depth = max_depth
        self.explain = explain
        self._start(Search(Limit()))

    def think(self, view: S, limit: Limit) -> Iterator[Analysis[M]]:
        self._start(Search(Limit()))  # what an earlier position taught must not show in this one
        lines = tuple(self._line(view, (move, 0.0, False)) for move in self._all_moves(view))
        first = Analysis(move=lines[0].move, lines=lines[: limit.lines], why=lines[0].why)
        search = Search[M](limit, view.turn)
        yield from search.run(lambda: self._deepen(view, search), first)

    def value(self, state: S, depth: int, alpha: float = -2 * WIN, beta: float = 2 * WIN) -> float:
        """The value for the seat to move, *depth* moves ahead; outside of alpha and beta it is a bound.

        At most alpha: the true value is no higher than this; at least beta: it is no lower.
        """
        self._start(Search(Limit()))
        return self._value(state, depth, alpha, beta)

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self._search.nodes

    def _start(self, search: Search[M]) -> None:
        self._table: dict[S, Entry[M]] = {}
        self._search = search
        self._complete = True  # until a leaf is cut by the depth; if none is, deeper is not more

    def _deepen(self, view: S, search: Search[M]) -> None:
        limit = search.limit
        self._start(search.limited(Limit()))  # one move ahead whatever the limit: no answer without a look
        deepest = self.max_depth if search.bounded else USUAL_DEPTH
        if limit.depth is not None:
            deepest = max(1, limit.depth)
        moves = self._all_moves(view)
        for depth in range(1, deepest + 1):
            scored = [self._scored(view, move, depth) for move in moves]
            scored.sort(key=lambda entry: -entry[1])
            moves = [move for move, _, _ in scored]
            lines = tuple(self._line(view, entry) for entry in scored)
            search.publish(
                Analysis(
                    move=moves[0],
                    lines=lines[: limit.lines],
                    why=lines[0].why,
                    depth=depth,
                    nodes=self.nodes,
                )
            )
            # Wins and losses within the depth are exact, so when every move is known, deeper is not more.
            search.nodes = self.nodes
            if all(map(_is_known, scored)) or search.is_over():
                return
            self._search = search

    def _scored(self, view: S, move: M, depth: int) -> Scored[M]:
        """The exact value of a move at the root."""
        self._complete = True
        value = self._after(view, move, depth, -2 * WIN, 2 * WIN)
        return move, value, self._complete

    def _after(self, state: S, move: M, depth: int, alpha: float, beta: float) -> float:
        """The value of *move* for the seat that makes it: at most alpha or at least beta is a bound."""
        child = state.play(move)
        alpha, beta = _younger(alpha), _younger(beta)
        if child.turn == state.turn:
            return _older(self._value(child, depth - 1, alpha, beta))
        return _older(-self._value(child, depth - 1, -beta, -alpha))

    def _value(self, state: S, depth: int, alpha: float, beta: float) -> float:
        """The value for the seat to move: at most alpha means no better, at least beta means no worse."""
        self._search.count()
        outcome = state.outcome()
        if outcome is not None:
            return (2 * outcome.points[state.turn] - 1) * WIN
        if depth <= 0:
            self._complete = False
            return self.evaluate(state, state.turn)
        known = self._table.get(state)
        remembered: tuple[M, ...] = ()
        if known is not None:
            at, value, bound, complete, choice = known
            if (at == depth or complete) and (
                bound == "=" or (bound == "<" and value <= alpha) or (bound == ">" and value >= beta)
            ):
                self._complete = self._complete and complete
                return value
            remembered = (choice,)  # what was best one move shallower is likely to be best again
        outside, self._complete = self._complete, True
        best, floor = -3 * WIN, alpha
        for move in dict.fromkeys((*remembered, *self.order(state))):
            value = self._after(state, move, depth, floor, beta)
            if value > best:
                best, choice = value, move
                floor = max(floor, best)
                if floor >= beta:
                    break
        if len(self._table) >= MOST_ENTRIES:
            self._table.clear()  # a long analysis must not fill the memory; the next iteration refills it
        bound = "<" if best <= alpha else ">" if best >= beta else "="
        self._table[state] = depth, best, bound, self._complete, choice
        self._complete = self._complete and outside
        return best

    def _all_moves(self, view: S) -> list[M]:
        """Every legal move, in the order that *order* gives: each gets an opinion."""
        return list(dict.fromkeys((*self.order(view), *view.moves())))

    def _then(self, state: S, move: M, most: int) -> tuple[M, ...]:
        """The best replies on both sides after *move*, as far as the table remembers them."""
        found: list[M] = []
        state = state.play(move)
        while len(found) < most and (entry := self._table.get(state)) is not None and entry[2] == "=":
            found.append(entry[4])
            state = state.play(entry[4])
        return tuple(found)

    def _line(self, view: S, entry: Scored[M]) -> Line[M]:
        move, value, complete = entry
        drawn = complete and value == 0
        verdict = Draw(proven=True) if drawn else verdict_of(value, proven=_is_known(entry))
        return Line(
            move=move,
            value=value,
            chance=1.0 if value > WIN / 2 else 0.0 if value < -WIN / 2 else squash(value),
            verdict=verdict,
            then=self._then(view, move, self.max_depth),
            why=(_outlook(verdict, value), *self.explain(view, move)),
        )


def _is_known(entry: Scored[M]) -> bool:
    """Whether looking further would change nothing: a forced end, or no leaf that was cut."""
    return abs(entry[1]) > WIN / 2 or entry[2]


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


def verdict_of(value: float, *, proven: bool) -> Verdict:
    """What a move of this value comes to."""
    if abs(value) > WIN / 2:
        return ending_in(round(WIN - abs(value)), value, proven=proven)
    return Score(value, proven=proven)


def _outlook(verdict: Verdict, value: float) -> Reason:
    """What the search has seen, in a sentence."""
    match verdict:
        case Win(n):
            return Reason(
                Text("this move wins by force, in {n} {own} at the latest", n=own_moves(n), own=OWN),
                kind="wins",
            )
        case Loss(n):
            worst = Text(
                "this move loses against best play, in {n} {own} at the latest", n=own_moves(n), own=OWN
            )
            return Reason(worst, kind="loses")
        case Draw():
            return Reason(Text("searched to the end: nobody can force a win after it"), kind="draws")
    seen = Text(
        "the search sees no forced end and values the position at {value}", value=Number(value, "+.1f")
    )
    return Reason(seen, kind="value")
