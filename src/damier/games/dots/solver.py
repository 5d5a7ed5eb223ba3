"""The exact value of a position: search of quiet positions only, captures are resolved by their value."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from damier.games.dots.chains import ChainOrLoop, Drawn, Layout, alone_value, captures, pieces

EDGES_TO_ASK_THE_TABLE = 10
"""From so many free edges on it pays to ask the table about all children before searching one."""


class Solver:
    """Knows what it has solved; *pause* is called with the number of nodes and may raise to stop it."""

    def __init__(self, g: Layout, pause: Callable[[int], None] = lambda nodes: None) -> None:
        self.g = g
        self.pause = pause
        self.nodes = 0
        self._table: dict[Drawn, tuple[int, int]] = {}

    def value(self, drawn: Drawn, alpha: int = -1000, beta: int = 1000) -> int:
        """The margin of the boxes still open for the side to move, with best play of both.

        At most alpha means no better than the answer, at least beta no worse; between them it is exact.
        """
        sure, choice, rest = captures(self.g, drawn)
        if choice == 0:
            return sure + self._quiet(rest, alpha - sure, beta - sure)
        top = beta - sure
        if top <= 0:
            return sure
        return sure + abs(choice + self._quiet(rest, -top - choice, top - choice))

    def bounds(self, drawn: Drawn) -> tuple[int, int]:
        """At least and at most how much :meth:`value` would say, by what is known already."""
        sure, choice, rest = captures(self.g, drawn)
        low, high = self._known(rest)
        if choice == 0:
            return sure + low, sure + high
        low, high = choice + low, choice + high
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        return sure + least, sure + max(abs(low), abs(high))

    def _known(self, drawn: Drawn) -> tuple[int, int]:
        """The same for a quiet position; all open boxes to one side are the widest bounds."""
        g = self.g
        drawn = g.normal(drawn)
        if (known := self._table.get(drawn)) is not None:
            return known
        two, _ = g.sets(drawn)
        if not g.safe(drawn, two):
            found = pieces(g, drawn, two)
            if all(piece.alone for piece in found):
                return alone(found), alone(found)
        return -g.open(drawn), g.open(drawn)

    def _quiet(self, drawn: Drawn, alpha: int, beta: int) -> int:
        """The same for a quiet position."""
        g = self.g
        drawn = g.normal(drawn)
        left = g.open(drawn)
        low, high = self._table.get(drawn, (-left, left))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        self.nodes += 1
        self.pause(self.nodes)
        two, _ = g.sets(drawn)
        safe = g.safe(drawn, two)
        found = pieces(g, drawn, two)
        if not safe and all(piece.alone for piece in found):
            best = low = high = alone(found)
        else:
            best = self._best(drawn, safe, found, alpha, beta)
            low, high = (low, best) if best <= alpha else (best, high) if best >= beta else (best, best)
        self._table[drawn] = low, high
        return best

    def _best(self, drawn: Drawn, safe: Drawn, found: list[ChainOrLoop], alpha: int, beta: int) -> int:
        g = self.g
        children = [drawn | edge for edge in g.central if edge & safe]
        if len(children) >= EDGES_TO_ASK_THE_TABLE:
            for child in children:
                known = self._table.get(g.normal(child))
                if known is not None and -known[1] >= beta:
                    return -known[1]
        best, floor = -1000, alpha
        for child in children:
            best = max(best, -self._quiet(child, -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                return best
        left = g.open(drawn)
        for piece in openings(found):
            # At most this: a long piece leaves the choice to the other side, a short one all the rest to us.
            most = -piece.sure if piece.long else left - 2 * piece.sure
            if most <= floor:
                best = max(best, most)
                continue
            best = max(best, -self.value(drawn | piece.opening, -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                return best
        return best


def openings(found: list[ChainOrLoop]) -> Iterator[ChainOrLoop]:
    """The pieces worth opening, cheapest first: of those that stand alone the shortest of each class."""
    seen = set()
    for piece in sorted(found, key=lambda piece: (piece.sure, piece.length, piece.opening)):
        kind = piece.loop, min(piece.length, 3)
        if piece.alone:
            if kind in seen:
                continue
            seen.add(kind)
        yield piece


def alone(found: list[ChainOrLoop]) -> int:
    """The exact value when pieces that stand alone are all that is left."""
    chains = tuple(sorted(piece.length for piece in found if not piece.loop))
    return alone_value(chains, tuple(sorted(piece.length for piece in found if piece.loop)))
