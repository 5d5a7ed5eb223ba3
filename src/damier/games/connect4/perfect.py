"""``perfect``: never worse than the exact score; the quickest win, the longest loss."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from damier.core.engine import Analysis, Clock, Limit, Line, Reason, Stopwatch, think
from damier.core.text import Text
from damier.core.thinking import Publish, in_background
from damier.games.connect4.book import known, shipped
from damier.games.connect4.rules import Board, Column, Position
from damier.games.connect4.searcher import searcher

if TYPE_CHECKING:
    from damier.games.connect4.engine import Question, Score, Solver

MOST_BITS = 64
"""Columns times (height + 1): what the kernel takes."""

SMALL = 8
"""Megabytes of a table that begins empty, so that a limit in nodes gives the same answer every time."""

GLANCE = Limit(nodes=60)
"""How far the searcher looks for the first opinion."""

FALLBACK = 2000
"""Nodes for the searcher where a limit in nodes was not enough: each takes it a thousand times longer."""

THREADS = 4
"""At most so many moves are solved at once."""

LINE_NODES = 200_000
"""What the continuation of a move may cost."""


def fits(board: Board) -> bool:
    """Whether boards of this size can be solved, given the time."""
    return board.width * (board.height + 1) <= MOST_BITS


class Perfect:
    """Solves the position; where its limit is too short for that it plays like ``searcher`` and says so."""

    def __init__(self, seed: int) -> None:
        self.seed = seed  # plays without chance

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        first = _unproven(think(searcher(self.seed), view, GLANCE), limit)
        yield from in_background(lambda publish, stop: Search(view, limit, publish, stop, first).run(), first)


class Search:
    """One position, solved move by move."""

    def __init__(
        self,
        view: Position,
        limit: Limit,
        publish: Publish[Column],
        stop: threading.Event,
        first: Analysis[Column],
    ) -> None:
        from damier.games.connect4.engine import Solver, solver

        self.view = view
        self.limit = limit
        self.publish = publish
        self.stop = stop
        self.guess = first
        b = view.board
        # A limit in nodes must give the same answer every time, whatever was asked before.
        self.solver: Solver = solver(b.width, b.height) if limit.nodes is None else Solver(b, SMALL)
        self.best: Score | None = None
        """The score of the position, once it is known: a move that has it is as good as any."""
        self.scores: dict[Column, Score] = {}
        self.lines: dict[Column, Line[Column]] = {}
        self.nodes = 0
        self._told = first.depth, first.nodes
        self._lock = threading.Lock()

    def run(self) -> None:
        """Publish what is known, ever more of it."""
        whole = Stopwatch(self.limit, self.view.turn)
        score = self._score(Stopwatch(_part(self.limit, 0.6), self.view.turn))
        if score is not None:
            self.best = score
            self._solve(score, whole)
            self._explain_all()
        elif not self.stop.is_set():
            rest = _part(self.limit, 0.4)
            if rest.nodes is not None:
                rest = replace(rest, nodes=min(rest.nodes, FALLBACK))
            for analysis in searcher(0).think(self.view, rest):
                self.guess = _unproven(analysis, self.limit)
                self.publish(self._analysis())
                if self.stop.is_set():
                    return

    def _solve(self, score: Score, watch: Stopwatch) -> None:
        """Find the scores that were asked for: of one best move, or of all."""
        moves = [line.move for line in self.guess.lines]
        moves += [move for move in _outwards(self.view) if move not in moves]
        if self.limit.lines == 1:
            moves.sort(key=lambda move: known(self.view.play(move)) != -score)  # what the book has is at hand
            for move in moves:
                if self._settle(move, watch, score) and self.scores[move] == score:
                    return
        threads = 1 if self.limit.nodes is not None else min(THREADS, cores(), len(moves))
        if threads == 1:
            for move in moves:
                self._settle(move, watch)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda move: self._settle(move, watch), moves))

    def _score(self, watch: Stopwatch) -> Score | None:
        """The score of the position itself: what it needs is needed for its moves as well."""
        found = known(self.view)
        if found is not None:
            return found
        self.solver.room = 0
        question = self.solver.question(self.view)
        found = self._ask(question, watch, lambda question: False)
        self.solver.room = question.room  # its moves are relatives
        return found

    def _settle(self, move: Column, watch: Stopwatch, best: Score | None = None) -> bool:
        """Find the score of a move, and publish it; with *best*, only whether it is the best."""
        after = self.view.play(move)
        if after.outcome() is not None:
            score: Score | None = self.solver.over(after)
        else:
            score = known(after)
            if score is None:
                low = None if best is None else -best
                question = self.solver.question(after, low=low)
                score = self._ask(question, watch, lambda asked: low is not None and asked.low > low)
            score = None if score is None else -score
        if score is None:
            return False
        line = self._line(move, after, score)
        with self._lock:
            self.scores[move] = score
            self.lines[move] = line
            self.publish(self._analysis())
        return True

    def _ask(self, question: Question, watch: Stopwatch, enough: Callable[[Question], bool]) -> Score | None:
        """The score, or None where the limit ends the search or it is *enough*."""
        from damier.games.connect4.engine import SLICE

        before = 0
        most = SLICE if self.limit.nodes is None else max(1, min(SLICE, self.limit.nodes))
        while not question.advance(most):
            with self._lock:
                self.nodes += question.nodes - before
            before = question.nodes
            if self.stop.is_set() or enough(question) or watch.spent(self.nodes):
                return None
            if self.limit.depth is not None and not watch.bounded:
                return None  # to look so many moves ahead is to solve nothing that is not solved at a glance
        with self._lock:
            self.nodes += question.nodes - before
        return question.low

    def _line(self, move: Column, after: Position, score: Score) -> Line[Column]:
        from damier.games.connect4.engine import principal
        from damier.games.connect4.reasons import explain, label

        with self._lock:
            scores = {**self.scores, move: score}
        most = LINE_NODES if self.limit.nodes is None else min(LINE_NODES, self.limit.nodes)
        then = principal(self.solver, after, -score, most)
        return Line(
            move=move,
            value=score,
            chance=1.0 if score > 0 else 0.5 if score == 0 else 0.0,
            label=label(score, self.view),
            proven=True,
            then=then,
            why=explain(self.solver, self.view, move, scores, then),
        )

    def _explain_all(self) -> None:
        """Give the reasons once more: what a move costs is known only when the others are."""
        from damier.games.connect4.reasons import explain

        if len(self.lines) < 2 or self.stop.is_set():
            return
        scores = {move: self.scores[move] for move in _outwards(self.view) if move in self.scores}
        for move, line in list(self.lines.items()):
            why = explain(self.solver, self.view, move, scores, line.then)
            self.lines[move] = replace(line, why=why)
        self.publish(self._analysis())

    def _rank(self, line: Line[Column]) -> float:
        """A move with the score of the position comes first, then what may have it, then what has not."""
        score = self.scores.get(line.move)
        if score is None:
            return line.chance
        return 2.0 if score == self.best else score - 100.0

    def _analysis(self) -> Analysis[Column]:
        """What is known and, of the other moves, what is believed; best first."""
        believed = [line for line in self.guess.lines if line.move not in self.lines]
        lines = [*self.lines.values(), *believed]
        if not lines:  # nobody wants opinions, but a move
            return self.guess
        order = {move: place for place, move in enumerate(_outwards(self.view))}
        lines.sort(key=lambda line: (-self._rank(line), order[line.move]))
        whole = self.view.board.width * self.view.board.height
        depth, nodes = self._told
        self._told = (
            max(depth, self.guess.depth if believed else whole),
            max(nodes, self.guess.nodes + self.nodes),
        )
        damaged = shipped()
        more = (Reason(damaged),) if isinstance(damaged, Text) else ()
        return Analysis(
            move=lines[0].move,
            lines=tuple(lines[: self.limit.lines]),
            why=(*lines[0].why, *more),
            depth=self._told[0],
            nodes=self._told[1],
        )


def _outwards(view: Position) -> list[Column]:
    middle = (view.board.width + 1) / 2
    return sorted(view.moves(), key=lambda move: abs(move - middle))


def _unproven(analysis: Analysis[Column], limit: Limit) -> Analysis[Column]:
    """An opinion of the searcher: its wins and losses are known, the rest is not proven."""
    note = Reason(Text("not proven: there was not enough time to solve this position"))
    lines = tuple(line if line.proven else replace(line, why=(*line.why, note)) for line in analysis.lines)
    return replace(analysis, lines=lines[: limit.lines], why=(*analysis.why, note))


def _part(limit: Limit, share: float) -> Limit:
    """A share of a limit."""
    clock = limit.clock
    return replace(
        limit,
        time=None if limit.time is None else share * limit.time,
        cpu=None if limit.cpu is None else share * limit.cpu,
        nodes=None if limit.nodes is None else max(1, round(share * limit.nodes)),
        clock=None
        if clock is None
        else Clock(tuple(share * left for left in clock.left), share * clock.increment),
    )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
