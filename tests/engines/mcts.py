"""Monte-Carlo tree search (UCT) for any open game: a rival that needs nothing but the rules."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from damier.core.engine import Analysis, Limit, Line, Reason, Stopwatch, dice
from damier.core.game import State
from damier.core.text import Number, Text
from damier.core.verdict import Chance
from damier.engines.search import OPINION_REPEAT_SECONDS

S = TypeVar("S", bound=State[Any])
M = TypeVar("M")

USUAL_PLAYOUTS = 1000
"""How many games it plays to the end when nothing limits it."""


class _Node(Generic[S, M]):
    """A position in the tree; its points are those of the seat that moved into it."""

    __slots__ = ("children", "mover", "points", "state", "untried", "visits")

    def __init__(self, state: S, mover: int) -> None:
        self.state = state
        self.mover = mover
        self.untried: list[M] = list(state.moves())
        self.children: list[tuple[M, _Node[S, M]]] = []
        self.visits = 0
        self.points = 0.0


class Mcts(Generic[S, M]):
    """Plays random games from the position, more of them where they go well.

    *text* writes a position, so that chance depends on the seed and the position alone.
    """

    def __init__(self, seed: int, text: Callable[[S], str], explore: float = 1.0) -> None:
        self.seed = seed
        self.text = text
        self.explore = explore

    def think(self, view: S, limit: Limit) -> Iterator[Analysis[M]]:
        watch = Stopwatch(limit, view.turn)
        rng = dice(self.seed, self.text(view))
        root: _Node[S, M] = _Node(view, view.turn)
        rng.shuffle(root.untried)
        playouts, said = 0, time.perf_counter()
        while not (watch.spent(playouts) if watch.bounded else playouts >= USUAL_PLAYOUTS):
            self._playout(root, rng)
            playouts += 1
            if time.perf_counter() - said >= OPINION_REPEAT_SECONDS:
                yield self._opinion(root, playouts, limit)
                said = time.perf_counter()
        if playouts == 0:
            self._playout(root, rng)
        yield self._opinion(root, max(playouts, 1), limit)

    def _playout(self, root: _Node[S, M], rng: random.Random) -> None:
        node, path = root, [root]
        while not node.untried and node.children:
            node = self._select(node)
            path.append(node)
        if node.untried:
            move = node.untried.pop()
            child: _Node[S, M] = _Node(node.state.play(move), node.state.turn)
            rng.shuffle(child.untried)
            node.children.append((move, child))
            path.append(child)
            node = child
        state = node.state
        while (outcome := state.outcome()) is None:
            state = state.play(rng.choice(state.moves()))
        for node in path:
            node.visits += 1
            node.points += outcome.points[node.mover]

    def _select(self, node: _Node[S, M]) -> _Node[S, M]:
        """The child with the best mean, raised where there were few visits (UCB1)."""
        bonus = self.explore * math.sqrt(math.log(node.visits))
        return max(
            (child for _, child in node.children),
            key=lambda child: child.points / child.visits + bonus / math.sqrt(child.visits),
        )

    def _opinion(self, root: _Node[S, M], playouts: int, limit: Limit) -> Analysis[M]:
        ranked = sorted(root.children, key=lambda pair: -pair[1].visits)
        lines = tuple(
            Line(
                move=move,
                value=child.visits,
                chance=child.points / child.visits,
                verdict=Chance(child.points / child.visits),
                why=(
                    Reason(
                        Text(
                            "{share} of the points in {n} games played to the end at random",
                            share=Number(child.points / child.visits, ".0%"),
                            n=child.visits,
                        ),
                        kind="playouts",
                    ),
                ),
            )
            for move, child in ranked
        )
        return Analysis(move=lines[0].move, lines=lines[: limit.lines], why=lines[0].why, nodes=playouts)
