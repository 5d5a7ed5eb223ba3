"""The level ``perfect`` of any game that can be solved: scores first, then how it goes on, and why."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Generic

from damier.core.engine import Analysis, Engine, Limit, Line, Reason, think
from damier.core.game import M, S
from damier.core.text import Text
from damier.core.tools.batch_tools import cores
from damier.engines.exact import (
    SLICE,
    Solver,
    SolverQuestion,
    Value,
    is_less,
    principal,
    question_of_best,
    side,
)
from damier.engines.search import Search

LONG_THINK_SECONDS = 10.0
"""Seconds: with so much time it does not look for the solution alone."""

BRIEF = Limit(time=2.0)

FIRST_OPINION_LIMIT = Limit(nodes=60)
"""How far one looks for the first opinion."""

FALLBACK = 2000
"""Nodes for an opinion where a limit in nodes was not enough: each takes it a thousand times longer."""

THREADS = 4
"""At most so many moves are solved at once."""

LINE_NODES = 200_000
"""What the continuation of a move may cost before all scores are known."""

LINES_SHARE = 0.2
"""What of the time may go into continuations that were cut, all together, when all scores are known."""

FOR_A_MOVE = 1.0
"""Seconds at most of which that share is, where nobody waits so long: a move need not wait for lines."""

HELD = 10.0
"""Seconds for a position that may take hours, where no limit was given."""

UNCOUNTED = 2**62
"""More nodes than anybody waits for: the time is what ends the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact(Generic[S, M]):
    """What a game brings to its level ``perfect``."""

    solver: Callable[[S, bool], Solver[S, M]]
    """The solver for a position's board; a fresh one that remembers nothing where that is asked."""
    is_soon: Callable[[S], bool]
    """Whether a position is solved after some seconds at most."""
    guesser: Callable[[int], Engine[S, M]]
    """By seed, the engine that has an opinion where the time is too short to solve."""
    line: Callable[[S, M, Value], Line[M]]
    """What a move of this value comes to, in words."""
    explain: Callable[[Any, S, M, Mapping[M, Value], tuple[M, ...]], tuple[Reason, ...]]
    """Why a move has its value: by the solver, the values of the moves and how it goes on."""
    depth: Callable[[S], int]
    """How many moves ahead a solved position was looked at."""
    notes: Callable[[], tuple[Reason, ...]] = lambda: ()
    """What to say with every answer: that a book is damaged."""


class Perfect(Generic[S, M]):
    """Solves the position; where its limit is too short for that it plays as it guesses and says so."""

    def __init__(self, seed: int, exact: Exact[S, M]) -> None:
        self.seed = seed
        self.exact = exact

    def think(self, view: S, limit: Limit) -> Iterator[Analysis[M]]:
        """Without a limit it thinks until it knows; a limit that was given holds."""
        if limit.depth is None and not Search(limit).bounded and not self.exact.is_soon(view):
            limit = replace(limit, time=HELD)
        first = _unproven(think(self.exact.guesser(self.seed), view, FIRST_OPINION_LIMIT), limit)
        search = Search[M](limit, view.turn)
        yield from search.run(lambda: ExactSearch(self.exact, view, search, first).run(), first)


class ExactSearch(Generic[S, M]):
    """One position, solved move by move."""

    def __init__(self, exact: Exact[S, M], view: S, search: Search[M], first: Analysis[M]) -> None:
        self.exact = exact
        self.view = view
        self.whole = search
        self.limit = search.limit
        self.guess = first
        # A limit in nodes must give the same answer every time, whatever was asked before.
        self.solver = exact.solver(view, self.limit.nodes is not None)
        self.order = self.solver.ordered(view)
        self._asked: SolverQuestion | None = None
        self.best: Value | None = None
        """The value of the position, once it is known: a move that has it is as good as any."""
        self.values: dict[M, Value] = {}
        self.lines: dict[M, Line[M]] = {}
        self._told = first.depth, first.nodes
        self._lock = threading.Lock()

    def run(self) -> None:
        """Publish what is known, ever more of it."""
        value = None
        if self.limit.nodes is None and self.limit.time is not None and self.limit.time >= LONG_THINK_SECONDS:
            value = self._value(self.whole.limited(BRIEF))
            if value is None:
                self._believe(BRIEF)  # who waits long is not left with a glance meanwhile
        if value is None:
            value = self._value(self.whole.part(0.6))
        if value is not None:
            self.best = value
            self._solve(value)
            self._explain_all()
            self._lengthen()
        else:
            self._believe(self.limit if self.limit.endless else self.limit.part(0.4))

    def _believe(self, limit: Limit) -> None:
        """What one guesses of a position that is not solved."""
        if limit.nodes is not None:
            limit = replace(limit, nodes=min(limit.nodes, FALLBACK))
        left = self.whole.seconds_left()
        if left is not None and limit.time is not None:
            limit = replace(limit, time=min(limit.time, left))
        if self.whole.stopped or left == 0.0:
            return
        for analysis in self.exact.guesser(0).think(self.view, limit):
            self.guess = _unproven(analysis, self.limit)
            self.whole.publish(self._analysis())
            if self.whole.stopped:
                return

    def _value(self, part: Search[M]) -> Value | None:
        """The value of the position itself: what it needs is needed for its moves as well.

        Asked again, it goes on where it stopped.
        """
        found = self.solver.known(self.view)
        if found is not None:
            return found
        if self._asked is None:
            self.solver.relatives_of(None)
            self._asked = self.solver.question(self.view)
        found = self._ask(self._asked, part, lambda question: False)
        self.solver.relatives_of(self._asked)
        return found

    def _solve(self, value: Value) -> None:
        """Find the values that were asked for: of one best move, or of all."""
        moves = [line.move for line in self.guess.lines]
        moves += [move for move in self.order if move not in moves]
        if self.limit.lines == 1:
            moves.sort(key=lambda move: not self._is_known(move, value))  # what the book has is at hand
            for move in moves:
                if self._settle(move, value) and self.values[move] == value:
                    return
        threads = 1 if self.limit.nodes is not None else min(THREADS, cores(), len(moves))
        if threads == 1:
            for move in moves:
                self._settle(move)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(self._settle, moves))

    def _is_known(self, move: M, value: Value) -> bool:
        """Whether a move is known at once to have this value."""
        after = self.view.play(move)
        return self.solver.known(after) == side(self.view, after) * value

    def _settle(self, move: M, best: Value | None = None) -> bool:
        """Find the value of a move, and publish it; with *best*, only whether it is the best."""
        after = self.view.play(move)
        value = self._value_after(after, best)
        if value is None:
            return False
        line = self.exact.line(self.view, move, value)
        with self._lock:
            self.values[move] = value
            self.lines[move] = line
            # How it goes on and why takes longer than to know it from the book.
            self.whole.publish(self._analysis())
            values = dict(self.values)
        line = self._continued(line, after, values)
        with self._lock:
            self.lines[move] = line
            self.whole.publish(self._analysis())
        return True

    def _value_after(self, after: S, best: Value | None) -> Value | None:
        """The value of a move that leads there; None where it is not found, or not the *best*."""
        if after.outcome() is not None:
            return self.solver.over(after)
        sign = side(self.view, after)
        found = self.solver.known(after)
        if found is None:
            if self.whole.is_over(0):  # by time: without this each of the moves would take one more slice
                return None
            if best is None:
                found = self._ask(self.solver.question(after), self.whole, lambda asked: False)
            else:
                asked = question_of_best(self.solver, self.view, after, best)
                found = self._ask(asked, self.whole, lambda asked: is_less(asked, best, sign))
        return None if found is None else sign * found

    def _ask(
        self, question: SolverQuestion, part: Search[M], enough: Callable[[SolverQuestion], bool]
    ) -> Value | None:
        """The value, or None where the limit ends the search or it is *enough*."""
        before = question.nodes
        most = SLICE if self.limit.nodes is None else max(1, min(SLICE, self.limit.nodes))
        while not question.advance(most):
            with self._lock:
                self.whole.nodes += question.nodes - before
            before = question.nodes
            if enough(question) or part.is_over(self.whole.nodes) or self.whole.is_over():
                return None
            if self.limit.depth is not None and not part.bounded:
                return None  # to look so many moves ahead is to solve nothing that is not solved at a glance
        with self._lock:
            self.whole.nodes += question.nodes - before
        return question.low

    def _continued(self, line: Line[M], after: S, values: dict[M, Value]) -> Line[M]:
        """The same opinion with how it goes on, and why."""
        value = side(self.view, after) * values[line.move]
        if self.limit.nodes is None:
            then = principal(self.solver, after, value, LINE_NODES, self.whole.is_over)
        else:
            then = principal(self.solver, after, value, min(LINE_NODES, self.limit.nodes))
        return replace(
            line, then=then, why=self.exact.explain(self.solver, self.view, line.move, values, then)
        )

    def _explain_all(self) -> None:
        """Give the reasons once more: what a move costs is known only when the others are."""
        if len(self.lines) < 2 or self.whole.stopped:
            return
        for move, line in list(self.lines.items()):
            self._explain(move, line.then)
        self.whole.publish(self._analysis())

    def _explain(self, move: M, then: tuple[M, ...]) -> None:
        values = {move: self.values[move] for move in self.order if move in self.values}
        why = self.exact.explain(self.solver, self.view, move, values, then)
        self.lines[move] = replace(self.lines[move], then=then, why=why)

    def _lengthen(self) -> None:
        """Go on with the continuations that were cut, best move first."""
        if self.limit.nodes is not None or self.limit.depth is not None or self.limit.lines == 1:
            return  # a limit in nodes leaves none for this, and who asks for a move does not wait for more
        for move in sorted(self.lines, key=lambda move: -self.values[move]):
            self._go_on(move)

    def _go_on(self, move: M) -> None:
        """Find more of the continuation of a move, if there is more; every move has the same time for it."""
        then = self.lines[move].then
        end = self.view.play(move)
        for reply in then:
            end = end.play(reply)
        limit, time = self.limit, self.limit.time
        if time is None or time <= LONG_THINK_SECONDS:
            limit = replace(limit, time=FOR_A_MOVE if time is None else min(time, FOR_A_MOVE))
        own = self.whole.limited(limit.part(LINES_SHARE / len(self.lines)))
        value = side(self.view, end) * self.values[move]
        more = principal(self.solver, end, value, UNCOUNTED, lambda: self.whole.is_over() or own.is_over())
        if more:
            self._explain(move, (*then, *more))
            self.whole.publish(self._analysis())

    def _rank(self, line: Line[M]) -> float:
        """A move with the value of the position comes first, then what may have it, then what has not."""
        value = self.values.get(line.move)
        if value is None:
            return line.chance
        return 2.0 if value == self.best else value - 100.0

    def _analysis(self) -> Analysis[M]:
        """What is known and, of the other moves, what is believed; best first."""
        believed = [line for line in self.guess.lines if line.move not in self.lines]
        lines = [*self.lines.values(), *believed]
        if not lines:  # nobody wants opinions, but a move
            return self.guess
        order = {move: place for place, move in enumerate(self.order)}
        lines.sort(key=lambda line: (-self._rank(line), order[line.move]))
        depth, nodes = self._told
        self._told = (
            max(depth, self.guess.depth if believed else self.exact.depth(self.view)),
            max(nodes, self.guess.nodes + self.whole.nodes),
        )
        return Analysis(
            move=lines[0].move,
            lines=tuple(lines[: self.limit.lines]),
            why=(*lines[0].why, *self.exact.notes()),
            depth=self._told[0],
            nodes=self._told[1],
        )


def _unproven(analysis: Analysis[M], limit: Limit) -> Analysis[M]:
    """A guess: its wins and losses are known, the rest is not proven."""
    note = Reason(Text("not proven: there was not enough time to solve this position"), kind="unproven")
    lines = tuple(line if line.proven else replace(line, why=(*line.why, note)) for line in analysis.lines)
    return replace(analysis, lines=lines[: limit.lines], why=(*analysis.why, note))
