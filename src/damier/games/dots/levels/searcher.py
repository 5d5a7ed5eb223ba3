"""The level ``searcher``: the exact value where it can be had, playouts that give nothing away before."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.text import Number, Text
from damier.core.verdict import Margin
from damier.engines.search import OPINION_REPEAT_SECONDS, Search, Spent
from damier.games.dots.chains import captures, layout, next_capture, sure_capture
from damier.games.dots.levels.document import Hard, completed, gift, judge, places, reason
from damier.games.dots.levels.expected_line import believed_play, best_play
from damier.games.dots.levels.playouts import EXPLORE, Arm, Playouts
from damier.games.dots.notation import text
from damier.games.dots.rules import Edge, Position
from damier.games.dots.scene import at
from damier.games.dots.solver import Solver

USUAL_NODES = 20_000
"""How many positions it looks at when nothing limits it: about a second on 5x5.

Larger boards get fewer in proportion, because each takes longer.
"""

MOST_SAFE = 20
"""With more safe edges than this the exact value is out of reach."""

LONG_THINK_SECONDS = 5.0
"""With so many seconds it speaks early: a short try to prove, some playouts, and only then the long ones."""

BRIEF, SOON = Limit(time=0.3), Limit(time=1.0)
"""How long that try and those playouts take."""

TELLING = 8
"""How many lines say what is expected after them: finding that takes time."""


class Searcher(Seeded):
    """Thinks afresh about every position, so that its answer depends on nothing else."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Edge]]:
        search = Search[Edge](limit, view.turn)
        if not search.bounded:
            usual = replace(limit, nodes=min(USUAL_NODES, 60 * USUAL_NODES // len(view.board.edges)))
            search = Search(usual, view.turn)
        first = next(Hard(self.seed).think(view, search.limit))
        yield from search.run(lambda: _Thought(self.seed, view, search, first).run(), first)


class _Thought:
    """One position, thought about once."""

    def __init__(
        self,
        seed: int,
        view: Position,
        search: Search[Edge],
        first: Analysis[Edge],
    ) -> None:
        self.seed, self.view, self.first = seed, view, first
        self.search, self.limit = search, search.limit
        self.patience = search.part(0.5)  # for the proof; the rest is for the playouts
        self.g = layout(view.board)
        self.drawn = self.g.pack(view)
        self.bits = {edge: bit for bit, edge in self.g.edges.items()}
        mine, theirs = view.score[view.turn], view.score[1 - view.turn]
        self.lead = mine - theirs
        # As hard would, and from the centre outwards: where all else is equal this is the order of choice.
        central = {edge: i for i, edge in enumerate(map(self.g.edges.__getitem__, self.g.central))}
        self.order = sorted(view.moves(), key=lambda edge: (-judge(view, edge), central[edge]))
        self.solver = Solver(self.g, self._pause)
        self.playouts = Playouts(self.g, self.lead, dice(seed, text(view)))
        self.forced = self.g.edges.get(sure_capture(self.g, self.drawn))
        """A capture that is right in any case."""
        self.arms: dict[Edge, Arm] = {}
        self.waiting: list[Arm] = []
        """Those that were not tried yet, the most promising last."""
        self.tried: list[Arm] = []

    def run(self) -> None:
        if self.limit.nodes is None and self.limit.time is not None and self.limit.time >= LONG_THINK_SECONDS:
            patience, self.patience = self.patience, self.search.limited(BRIEF)
            if self._solved():
                return
            self._judged(self.search.limited(SOON))
            self.patience = patience
        if not self._solved():
            self._judged(self.search)

    def _pause(self, nodes: int) -> None:
        cap = self.patience.limit.nodes
        if nodes % 32 == 0 or (cap is not None and nodes > cap):
            self.patience.look(nodes)

    # The exact value

    def _solved(self) -> bool:
        """Try to prove the best move, then the value of all others; whether the first came about."""
        rest = captures(self.g, self.drawn).rest
        if self.g.safe(rest, self.g.sets(rest)[0]).bit_count() > MOST_SAFE:
            return False
        try:
            total = self.solver.value(self.drawn)
            best = next(edge for edge in self.order if self._exact(edge, total - 1, total) >= total)
        except Spent:
            if self.search.stopped:
                raise
            return False
        values = {best: total}
        self._publish_proof(best, values)
        if self.limit.lines <= 1:
            return True
        self.patience, said = self.search, time.perf_counter()
        try:
            for edge in self.order:
                if edge not in values:
                    values[edge] = self._exact(edge)
                if time.perf_counter() - said > 5 * OPINION_REPEAT_SECONDS:
                    self._publish_proof(best, values)
                    said = time.perf_counter()
            self._exact(best)  # for what is expected after it
        except Spent:
            pass
        self._publish_proof(best, values)
        return True

    def _exact(self, edge: Edge, alpha: int = -1000, beta: int = 1000) -> int:
        """The margin of the boxes still open after drawing *edge*, for the side that draws it."""
        # The solver looks now and then, but a long chain costs much and is one node.
        self.patience.look(0)
        after, won = self.drawn | self.bits[edge], len(completed(self.view, edge))
        if won:
            return won + self.solver.value(after, alpha - won, beta - won)
        return -self.solver.value(after, -beta, -alpha)

    def _publish_proof(self, best: Edge, values: dict[Edge, int]) -> None:
        ranked = sorted(values, key=lambda edge: (-values[edge], edge != best))
        lines = tuple(
            self._proven(edge, values[edge], place < TELLING)
            for place, edge in enumerate(ranked[: max(1, self.limit.lines)])
        )
        why = list(lines[0].why)
        worse = [values[best] - values[edge] for edge in values if values[edge] < values[best]]
        if len(values) == len(self.view.moves()) and len(worse) == len(values) - 1 and worse:
            only = Text("every other edge ends at least {n} boxes worse", n=min(worse))
            why.append(Reason(only, kind="only"))
        opinions = lines[: self.limit.lines]
        self.search.publish(Analysis(move=best, lines=opinions, why=tuple(why), nodes=self.solver.nodes))

    def _proven(self, edge: Edge, value: int, telling: bool) -> Line[Edge]:
        view = self.view
        left = self.g.open(self.drawn)
        mine, theirs = view.score[view.turn], view.score[1 - view.turn]
        end = Reason(
            Text(
                "proven: with best play from here the side to move ends with {mine} to {theirs}",
                mine=mine + (left + value) // 2,
                theirs=theirs + (left - value) // 2,
            ),
            kind="end",
        )
        final = self.lead + value
        return Line(
            move=edge,
            value=float(value),
            chance=0.5 + 0.5 * ((final > 0) - (final < 0)),
            verdict=Margin(value, self.lead, proven=True),
            then=self._then(edge, value) if telling else (),
            why=(self._plan(edge), end),
        )

    def _then(self, edge: Edge, value: int | None = None) -> tuple[Edge, ...]:
        """What is expected after *edge*: by its exact *value*, or by the playouts."""
        after, won = self.drawn | self.bits[edge], len(completed(self.view, edge))
        if value is None:
            found = believed_play(self.playouts, after)
        else:
            found = best_play(self.solver, after, value - won if won else -value)
        return tuple(self.g.edges[bit] for bit in found)

    def _plan(self, edge: Edge) -> Reason:
        """What the move does: the double-cross has a sentence of its own."""
        view, ends = self.view, next_capture(self.g, self.drawn, *self.g.sets(self.drawn))[2]
        if all(end.leave != self.bits[edge] for end in ends):
            return reason(view, edge)
        given = gift(view, edge)
        return Reason(
            Text("leaves {n} boxes, after which the other side must move", n=len(given)),
            (at(edge, view.board), *places(view, given)),
            kind="sacrifice",
        )

    # The judgement

    def _judged(self, search: Search[Edge]) -> None:
        """Playouts of every move, more of those that fare well, until this part of the search is over."""
        if not self.arms:
            self.arms = self._arms()
            self.waiting = list(dict.fromkeys(self.arms.values()))[::-1]
        playouts, waiting, tried = self.playouts, self.waiting, self.tried
        enough = 3 * len(set(self.arms.values())) if self.forced else None  # right whatever the numbers say
        while not (search.is_over(self.solver.nodes + playouts.nodes) if tried else search.stopped):
            games = sum(arm.visits for arm in tried)
            if games == enough:
                break
            if waiting:
                tried.append(waiting.pop())
                arm = tried[-1]
            else:
                bonus = EXPLORE * math.sqrt(math.log(games))
                arm = max(tried, key=lambda a: a.points / a.visits + bonus / math.sqrt(a.visits))
            playouts.try_arm(arm)
            if games % 64 == 63:
                self._publish_judgement()
        if tried:
            self._publish_judgement()

    def _arms(self) -> dict[Edge, Arm]:
        """What every move leads to, those first that look best; what leads to the same shares an arm."""
        found: dict[object, Arm] = {}
        arms = {}
        for edge in self.order:
            self.search.look(0)
            won = len(completed(self.view, edge))
            taken = captures(self.g, self.drawn | self.bits[edge])
            taken = taken._replace(rest=self.g.normal(taken.rest))
            arms[edge] = found.setdefault((won, taken), Arm(won, taken))
        return arms

    def _publish_judgement(self) -> None:
        seen = {edge: arm for edge, arm in self.arms.items() if arm.visits}
        best = self.forced or max(seen, key=lambda edge: (seen[edge].visits, seen[edge].points))
        ranked = sorted(seen, key=lambda edge: (edge != best, -seen[edge].points / seen[edge].visits))
        lines = [self._believed(edge, seen[edge], place < TELLING) for place, edge in enumerate(ranked)]
        if self.forced is not None:
            lines = [lines[0], *(_no_better(line, lines[0]) for line in lines[1:])]
        # There was no time for these: what hard says of them is no chance in the same sense.
        lines += [replace(line, error=1.0) for line in self.first.lines if line.move not in seen]
        why = lines[0].why
        if self.forced is not None:
            first = Text("to take this first is right whatever comes next")
            why = (Reason(first, lines[0].why[0].cells, kind="forced"),)
        self.search.publish(
            Analysis(
                move=best,
                lines=tuple(lines[: self.limit.lines]),
                why=(self._plan(best), *why),
                nodes=self.solver.nodes + self.playouts.nodes,
            )
        )

    def _believed(self, edge: Edge, arm: Arm, telling: bool) -> Line[Edge]:
        share = min(max(arm.points / arm.visits, 0.0), 1.0)
        return Line(
            move=edge,
            value=arm.margin / arm.visits,
            chance=share,
            error=arm.error,
            verdict=Margin(arm.margin / arm.visits, self.lead),
            then=self._then(edge) if telling else (),
            why=(
                Reason(
                    Text(
                        "{share} of the points in {n} random games in which nobody gives a box away early",
                        share=Number(share, ".0%"),
                        n=arm.visits,
                    ),
                    (at(edge, self.view.board),),
                    kind="playouts",
                ),
            ),
        )


def _no_better(line: Line[Edge], best: Line[Edge]) -> Line[Edge]:
    """*line* beside the one that is right in any case: what a few games found better was luck."""
    return replace(line, chance=min(line.chance, best.chance), verdict=min(line.verdict, best.verdict))
