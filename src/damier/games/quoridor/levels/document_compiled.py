"""Packs a position, drives the compiled search, and explains what it found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from damier.core.engine import Analysis, Limit, Reason, dice
from damier.core.text import Text
from damier.engines.search import Search
from damier.games.quoridor.kernel import board as layout
from damier.games.quoridor.kernel import search as kernel
from damier.games.quoridor.kernel.board import ROOM, Array
from damier.games.quoridor.levels.document import (
    INFINITY,
    WIN,
    ValuedMove,
    best_of,
    compare,
    find_best_moves,
    nearest_home,
)
from damier.games.quoridor.notation import text
from damier.games.quoridor.paths import ALL_ON, Switches
from damier.games.quoridor.reasons import Explainer
from damier.games.quoridor.rules import MOST_PLIES, Board, Move, Position

TELLING = 8
"""How many lines say what is expected after them."""

TABLE_BITS = 18
"""The table has so many bits of entries: 4 MB, more than a search to depth 5 fills."""


@cache
def _blank(board: Board) -> Array:
    """The array of an empty board: sizes, goals, borders and the random numbers of the table."""
    width, cells = board.width, board.width * board.height
    d = np.zeros(layout.SIZE, np.int64)
    d[layout.WIDTH], d[layout.CELLS] = width, cells
    d[layout.STEPS : layout.STEPS + 4] = width, 1, -width, -1
    for cell in range(cells):
        for seat, goal in enumerate(board.goals):
            d[layout.GOALS + ROOM * seat + cell] = goal >> cell & 1
        borders = (board.top_row, board.last_column, board.bottom_row, board.first_column)
        for side, border in enumerate(borders):
            d[layout.SHUT + 4 * cell + side] = border >> cell & 1
    rng = random.Random(0)
    d[layout.SIGNS : layout.MOVES] = [rng.getrandbits(62) for _ in range(layout.MOVES - layout.SIGNS)]
    return d


def pack(position: Position, switches: Switches = ALL_ON, into: Array | None = None) -> Array:
    """The kernel's array for *position*; *into* an array whose counters and limits are kept."""
    d = np.zeros(layout.SIZE, np.int64) if into is None else into
    if into is None:
        d[layout.MOST_NODES] = np.iinfo(np.int64).max
    d[layout.WIDTH :] = _blank(position.board)[layout.WIDTH :]
    d[layout.ORDERING : layout.ORDERING + len(switches)] = switches
    d[layout.PAWNS : layout.PAWNS + 2] = position.pawns
    d[layout.LEFT : layout.LEFT + 2] = position.left
    for wall in position.walls():
        layout.build(d, "-hv".index(wall.wall) * ROOM + wall.row * position.board.width + wall.column, 1)
    return d


def new_table(bits: int = TABLE_BITS) -> Array:
    """An empty table."""
    return np.zeros(2 << bits, np.int64)


def value_of(d: Array, table: Array, position: Position, depth: int, alpha: int, beta: int) -> int:
    """The value of a packed *position* for the seat to move, as the kernel's search gives it."""
    key = kernel.key_of(d, position.turn)
    return int(kernel.search(d, table, depth, 0, position.turn, key, alpha, beta))


def draw_near(view: Position, depth: int) -> bool:
    """Whether the rules may end the game in a draw within *depth* moves, which the search does not see."""
    return view.plies + depth > MOST_PLIES or any(view.past.count(pawns) > 1 for pawns in view.past)


def expected(
    view: Position, opinion: ValuedMove, d: Array, table: Array, depth: int, switches: Switches, again: bool
) -> tuple[Move, ...]:
    """The best moves after that of *opinion*, by the table of the search to *depth* that gave it.

    With *again* it searches once more where the table has forgotten.
    """
    state = view.play(opinion.move)
    pack(state, switches, d)
    turn, value = state.turn, -opinion.value
    key = kernel.key_of(d, turn)
    found: list[Move] = []
    for left in range(depth - 1, 0, -1):
        number = int(kernel.reply(d, table, left, turn, key, value))
        if number < 0 and again:
            table[2 * (int(key ^ d[kernel.DEEP + left]) & (table.size // 2 - 1))] = (
                0  # or it looks no further
            )
            kernel.search(d, table, left, 0, turn, key, value - 1, value + 1)
            number = int(kernel.reply(d, table, left, turn, key, value))
        if number < 0 or state.outcome() is not None:  # a draw by the rules, which the search does not see
            break
        kind, cell = divmod(number, ROOM)
        step = view.board.steps[cell]
        found.append(step._replace(wall=("", "h", "v")[kind]))
        state = state.play(found[-1])
        key ^= kernel.make(d, turn, number)
        turn, value = 1 - turn, -value
    return tuple(found)


class _Said(NamedTuple):
    """What was found out at one depth."""

    opinions: list[ValuedMove]
    depth: int
    then: dict[Move, tuple[Move, ...]]
    """What is expected after the best few moves."""


class Document:
    """The document's AI at one depth.

    It looks one move ahead, then two and so on, to have an opinion early; because table entries hold for
    their own depth only, its last word is that of a search to its depth alone.
    """

    def __init__(self, seed: int, depth: int, switches: Switches = ALL_ON) -> None:
        self.seed = seed
        self.depth = depth
        self.switches = switches

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Move]]:
        search = Search[Move](replace(limit, nodes=None), view.turn)  # the kernel counts nodes itself
        deepest = self.depth if limit.depth is None else max(1, min(self.depth, limit.depth))
        proves = (not self.switches.strategic or not any(view.left)) and not draw_near(view, deepest)
        explainer = Explainer(view, proves)
        opinions, work = find_best_moves(view, 1, self.switches, every=True)
        first = self._analysis(view, explainer, _Said(opinions, 1, {}), limit, work.nodes)
        if abs(opinions[0].value) >= WIN:
            yield first
            return

        def run() -> None:
            d = pack(view)

            def end() -> None:
                d[layout.STOP] = 1

            d[layout.NODES] = work.nodes
            if limit.nodes is not None:
                d[layout.MOST_NODES] = limit.nodes
            with search.guarded(end, lambda: int(d[layout.NODES])):
                for said in self._deepen(view, d, limit, opinions, deepest, search):
                    search.publish(self._analysis(view, explainer, said, limit, int(d[layout.NODES])))

        yield from search.run(run, first)

    def _deepen(
        self,
        view: Position,
        d: Array,
        limit: Limit,
        opinions: list[ValuedMove],
        deepest: int,
        search: Search[Move],
    ) -> Iterator[_Said]:
        """Opinions at depth 1, 2 and so on; at the last, with a value for every move if that is asked."""
        table = new_table()

        def at(depth: int) -> Callable[[Position, int], int]:
            def value(child: Position, alpha: int) -> int:
                # Not every system lets the guard read our processor time.
                if search.is_over(int(d[layout.NODES])):
                    d[layout.STOP] = 1
                pack(child, self.switches, d)
                return -value_of(d, table, child, depth - 1, -INFINITY, -alpha)

            return value

        for depth in range(1, deepest + 1):
            moves = [opinion.move for opinion in opinions]
            opinions = compare(view, moves, at(depth))
            if d[layout.STOP]:
                return
            yield _Said(opinions, depth, self._expected(view, d, table, opinions[:1], depth))
            if abs(opinions[0].value) >= WIN:
                break  # a quicker end cannot be found any more, and nothing else is better
        if limit.lines > 1:
            moves = [opinion.move for opinion in opinions]
            opinions = compare(view, moves, at(depth), every=True)
            if not d[layout.STOP]:
                yield _Said(opinions, depth, self._expected(view, d, table, opinions[:TELLING], depth, 3))

    def _expected(
        self, view: Position, d: Array, table: Array, opinions: list[ValuedMove], depth: int, sure: int = 0
    ) -> dict[Move, tuple[Move, ...]]:
        """How the game goes on after each of the moves; what was forgotten is searched again for *sure*."""
        return {
            opinion.move: expected(view, opinion, d, table, depth, self.switches, place < sure)
            for place, opinion in enumerate(opinions)
            if opinion.exact and not opinion.drawn
        }

    def _analysis(
        self,
        view: Position,
        explainer: Explainer,
        said: _Said,
        limit: Limit,
        nodes: int,
    ) -> Analysis[Move]:
        """The opinions in words, and the choice: at random among the truly best that get on most."""
        opinions, depth, then = said
        best = best_of(opinions)
        near = nearest_home(view, best)
        move = dice(self.seed, text(view)).choice(near)
        # The chosen one first among equals, then those that it was chosen from.
        ranked = sorted(opinions, key=lambda o: (-o.value, o.move != move, o.move not in near))
        lines = tuple(
            explainer.line(opinion, depth, then.get(opinion.move, ()))
            for opinion in ranked[: max(1, limit.lines)]
        )
        why = (*lines[0].why, *_choice(len(best), len(near)))
        return Analysis(move=move, lines=lines[: limit.lines], why=why, depth=depth, nodes=nodes)


def _choice(best: int, near: int) -> Iterator[Reason]:
    """How one of *near* moves was chosen, which leave the shortest way of the *best* ones."""
    if near < best:
        yield Reason(
            Text("of {n} moves that are equally good it leaves the shortest way to its goal", n=best),
            kind="tie",
        )
    if near > 1:
        yield Reason(
            Text("chosen at random among {n} moves that are equally good", n=near)
            if near == best
            else Text("chosen at random among the {n} of them that do", n=near),
            kind="tie",
        )
