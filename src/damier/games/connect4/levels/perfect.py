"""``perfect``: never worse than the exact score; the quickest win, the longest loss."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from damier.core.batch_tools import cores
from damier.core.engine import Analysis, Limit, Line, Reason, think
from damier.core.text import Text
from damier.engines.search import Search
from damier.games.connect4.book import known, shipped
from damier.games.connect4.levels.searcher import searcher
from damier.games.connect4.rules import Column, Position, outwards

if TYPE_CHECKING:
    from damier.games.connect4.solver import Question, Score, Solver

SMALL = 8
"""Megabytes of a table that begins empty, so that a limit in nodes gives the same answer every time."""

LONG = 10.0
"""Seconds: with so much time it does not look for the solution alone."""

BRIEF = Limit(time=2.0)

GLANCE = Limit(nodes=60)
"""How far the searcher looks for the first opinion."""

FALLBACK = 2000
"""Nodes for the searcher where a limit in nodes was not enough: each takes it a thousand times longer."""

THREADS = 4
"""At most so many moves are solved at once."""

LINE_NODES = 200_000
"""What the continuation of a move may cost before all scores are known."""

LINES_SHARE = 0.2
"""What of the time may go into continuations that were cut, all together, when all scores are known."""

FOR_A_MOVE = 1.0
"""Seconds at most of which that share is, where nobody waits LONG: a move need not wait for whole lines."""

SOON = 36
"""Free cells at most of which every position is solved in seconds; the standard board has its book before."""

HELD = 10.0
"""Seconds for a position of a larger board that may take hours, where no limit was given."""

UNCOUNTED = 2**62
"""More nodes than anybody waits for: the time is what ends the search."""


class Perfect:
    """Solves the position; where its limit is too short for that it plays like ``searcher`` and says so."""

    def __init__(self, seed: int) -> None:
        self.seed = seed  # plays without chance

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        """Without a limit it thinks until it knows; a limit that was given holds."""
        if is_unlimited(limit) and not is_solved_soon(view):
            limit = replace(limit, time=HELD)
        first = _unproven(think(searcher(self.seed), view, GLANCE), limit)
        search = Search[Column](limit, view.turn)
        yield from search.run(lambda: Solving(view, search, first).run(), first)


def is_unlimited(limit: Limit) -> bool:
    """Whether nobody said when to end."""
    return limit.depth is None and not Search(limit).bounded


def is_solved_soon(view: Position) -> bool:
    """Whether its score is known after some seconds at most."""
    taken = (view.discs[0] | view.discs[1]).bit_count()
    return known(view) is not None or view.board.width * view.board.height - taken <= SOON


class Solving:
    """One position, solved move by move."""

    def __init__(self, view: Position, search: Search[Column], first: Analysis[Column]) -> None:
        from damier.games.connect4.solver import Solver, solver

        self.view = view
        self.whole = search
        self.limit = limit = search.limit
        self.guess = first
        b = view.board
        # A limit in nodes must give the same answer every time, whatever was asked before.
        self.solver: Solver = solver(b.width, b.height) if limit.nodes is None else Solver(b, SMALL)
        self._asked: Question | None = None
        self.best: Score | None = None
        """The score of the position, once it is known: a move that has it is as good as any."""
        self.scores: dict[Column, Score] = {}
        self.lines: dict[Column, Line[Column]] = {}
        self._told = first.depth, first.nodes
        self._lock = threading.Lock()

    def run(self) -> None:
        """Publish what is known, ever more of it."""
        score = None
        if self.limit.nodes is None and self.limit.time is not None and self.limit.time >= LONG:
            score = self._score(self.whole.limited(BRIEF))
            if score is None:
                self._believe(BRIEF)  # who waits long is not left with a glance meanwhile
        if score is None:
            score = self._score(self.whole.part(0.6))
        if score is not None:
            self.best = score
            self._solve(score, self.whole)
            self._explain_all()
            self._lengthen(self.whole)
        else:
            self._believe(self.limit if self.limit.endless else self.limit.part(0.4))

    def _believe(self, limit: Limit) -> None:
        """What the searcher thinks of a position that is not solved."""
        if limit.nodes is not None:
            limit = replace(limit, nodes=min(limit.nodes, FALLBACK))
        left = self.whole.seconds_left()
        if left is not None and limit.time is not None:
            limit = replace(limit, time=min(limit.time, left))
        if self.whole.stopped or left == 0.0:
            return
        for analysis in searcher(0).think(self.view, limit):
            self.guess = _unproven(analysis, self.limit)
            self.whole.publish(self._analysis())
            if self.whole.stopped:
                return

    def _solve(self, score: Score, part: Search[Column]) -> None:
        """Find the scores that were asked for: of one best move, or of all."""
        moves = [line.move for line in self.guess.lines]
        moves += [move for move in outwards(self.view) if move not in moves]
        if self.limit.lines == 1:
            moves.sort(key=lambda move: known(self.view.play(move)) != -score)  # what the book has is at hand
            for move in moves:
                if self._settle(move, part, score) and self.scores[move] == score:
                    return
        threads = 1 if self.limit.nodes is not None else min(THREADS, cores(), len(moves))
        if threads == 1:
            for move in moves:
                self._settle(move, part)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda move: self._settle(move, part), moves))

    def _score(self, part: Search[Column]) -> Score | None:
        """The score of the position itself: what it needs is needed for its moves as well.

        Asked again, it goes on where it stopped.
        """
        found = known(self.view)
        if found is not None:
            return found
        if self._asked is None:
            self.solver.room = 0
            self._asked = self.solver.question(self.view)
        found = self._ask(self._asked, part, lambda question: False)
        self.solver.room = self._asked.room  # its moves are relatives
        return found

    def _settle(self, move: Column, part: Search[Column], best: Score | None = None) -> bool:
        """Find the score of a move, and publish it; with *best*, only whether it is the best."""
        after = self.view.play(move)
        if after.outcome() is not None:
            score: Score | None = self.solver.over(after)
        else:
            score = known(after)
            if score is None:
                if part.is_over(0):  # by time: without this each of the moves would take one more slice of it
                    return False
                low = None if best is None else -best
                question = self.solver.question(after, low=low)
                score = self._ask(question, part, lambda asked: low is not None and asked.low > low)
            score = None if score is None else -score
        if score is None:
            return False
        line = self._line(move, score)
        with self._lock:
            self.scores[move] = score
            self.lines[move] = line
            # How it goes on and why takes longer than to know it from the book.
            self.whole.publish(self._analysis())
            scores = dict(self.scores)
        line = self._continued(line, after, scores, part)
        with self._lock:
            self.lines[move] = line
            self.whole.publish(self._analysis())
        return True

    def _ask(
        self, question: Question, part: Search[Column], enough: Callable[[Question], bool]
    ) -> Score | None:
        """The score, or None where the limit ends the search or it is *enough*."""
        from damier.games.connect4.solver import SLICE

        before = question.nodes
        most = SLICE if self.limit.nodes is None else max(1, min(SLICE, self.limit.nodes))
        while not question.advance(most):
            with self._lock:
                self.whole.nodes += question.nodes - before
            before = question.nodes
            if enough(question) or self._over(part) or self._over(self.whole):
                return None
            if self.limit.depth is not None and not part.bounded:
                return None  # to look so many moves ahead is to solve nothing that is not solved at a glance
        with self._lock:
            self.whole.nodes += question.nodes - before
        return question.low

    def _line(self, move: Column, score: Score) -> Line[Column]:
        from damier.games.connect4.reasons import label

        words = label(score, self.view)
        chance = 1.0 if score > 0 else 0.5 if score == 0 else 0.0
        return Line(move=move, value=score, chance=chance, label=words, proven=True, why=(Reason(words),))

    def _continued(
        self, line: Line[Column], after: Position, scores: dict[Column, Score], part: Search[Column]
    ) -> Line[Column]:
        """The same opinion with how it goes on, and why."""
        from damier.games.connect4.reasons import explain
        from damier.games.connect4.solver import principal

        score = scores[line.move]
        if self.limit.nodes is None:
            then = principal(self.solver, after, -score, LINE_NODES, lambda: self._over(part))
        else:
            then = principal(self.solver, after, -score, min(LINE_NODES, self.limit.nodes))
        return replace(line, then=then, why=explain(self.solver, self.view, line.move, scores, then))

    def _over(self, part: Search[Column]) -> bool:
        return part.is_over(self.whole.nodes)

    def _explain_all(self) -> None:
        """Give the reasons once more: what a move costs is known only when the others are."""
        if len(self.lines) < 2 or self.whole.stopped:
            return
        for move, line in list(self.lines.items()):
            self._explain(move, line.then)
        self.whole.publish(self._analysis())

    def _explain(self, move: Column, then: tuple[Column, ...]) -> None:
        from damier.games.connect4.reasons import explain

        scores = {move: self.scores[move] for move in outwards(self.view) if move in self.scores}
        why = explain(self.solver, self.view, move, scores, then)
        self.lines[move] = replace(self.lines[move], then=then, why=why)

    def _lengthen(self, part: Search[Column]) -> None:
        """Go on with the continuations that were cut, best move first."""
        if self.limit.nodes is not None or self.limit.depth is not None or self.limit.lines == 1:
            return  # a limit in nodes leaves none for this, and who asks for a move does not wait for more
        for move in sorted(self.lines, key=lambda move: -self.scores[move]):
            self._go_on(move, part)

    def _go_on(self, move: Column, part: Search[Column]) -> None:
        """Find more of the continuation of a move, if there is more; every move has the same time for it."""
        from damier.games.connect4.solver import principal

        then = self.lines[move].then
        end, score = self.view.play(move), -self.scores[move]
        for reply in then:
            end, score = end.play(reply), -score
        limit, time = self.limit, self.limit.time
        if time is None or time <= LONG:
            limit = replace(limit, time=FOR_A_MOVE if time is None else min(time, FOR_A_MOVE))
        own = self.whole.limited(limit.part(LINES_SHARE / len(self.lines)))
        more = principal(self.solver, end, score, UNCOUNTED, lambda: self._over(part) or own.is_over())
        if more:
            self._explain(move, (*then, *more))
            self.whole.publish(self._analysis())

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
        order = {move: place for place, move in enumerate(outwards(self.view))}
        lines.sort(key=lambda line: (-self._rank(line), order[line.move]))
        whole = self.view.board.width * self.view.board.height
        depth, nodes = self._told
        self._told = (
            max(depth, self.guess.depth if believed else whole),
            max(nodes, self.guess.nodes + self.whole.nodes),
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


def _unproven(analysis: Analysis[Column], limit: Limit) -> Analysis[Column]:
    """An opinion of the searcher: its wins and losses are known, the rest is not proven."""
    note = Reason(Text("not proven: there was not enough time to solve this position"))
    lines = tuple(line if line.proven else replace(line, why=(*line.why, note)) for line in analysis.lines)
    return replace(analysis, lines=lines[: limit.lines], why=(*analysis.why, note))
