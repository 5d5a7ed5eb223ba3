"""A judgement where the exact value is out of reach: random games that give nothing away (UCT).

A playout draws safe edges at random until there are none; what is left are chains and loops, and who then
has to open them is what the game is about. The tree holds safe edges only.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from damier.games.dots.chains import Drawn, Layout, Taken, captures, pieces
from damier.games.dots.solver import alone, openings

EXPLORE = 0.7
"""How much rarely tried moves are preferred."""

OFTEN = 12
"""Visits from which on it means something that an edge was tried most often."""


def settled(taken: Taken, value: float) -> float:
    """The value for the side that takes, when the rest is worth *value* to whoever moves first in it."""
    return taken.sure + (abs(taken.choice + value) if taken.choice else value)


@dataclass(slots=True, eq=False)
class Arm:
    """A move at the root: what it leads to and how it fared."""

    won: int
    """Boxes that the move itself completes; then the same side goes on."""
    taken: Taken
    """What whoever goes on can take."""
    visits: int = 0
    points: float = 0.0
    margin: float = 0.0

    @property
    def error(self) -> float:
        """The standard error of its mean points, as if one more game had been half won."""
        share = (self.points + 0.5) / (self.visits + 1)
        return math.sqrt(share * (1.0 - share) / (self.visits + 1))

    @property
    def sign(self) -> int:
        """1 where the same side goes on, -1 where the other does."""
        return 1 if self.won else -1


@dataclass(slots=True, eq=False)
class Node:
    """A quiet position; its points are those of the side that moves in it."""

    untried: list[Drawn]
    children: list[Drawn] = field(default_factory=list)
    visits: int = 0
    points: float = 0.0


class Playouts:
    """Plays random games, more of them where they go well."""

    def __init__(self, g: Layout, lead: int, rng: random.Random) -> None:
        self.g = g
        self.lead = lead
        """Boxes that the side to move at the root is ahead."""
        self.rng = rng
        self.nodes = 0
        """Positions in the tree and chains valued; random edges are cheap and do not count."""
        self._tree: dict[Drawn, Node] = {}
        self._rough: dict[Drawn, int] = {}

    def try_arm(self, arm: Arm) -> None:
        """One more playout of a move."""
        margin = self.lead + arm.won + arm.sign * settled(arm.taken, self._descend(arm))
        arm.visits += 1
        arm.margin += margin - self.lead
        arm.points += _points(margin)

    def favourite(self, drawn: Drawn) -> Drawn:
        """The edge that was tried most often in a quiet position, 0 where none was tried often."""
        node = self._tree.get(drawn)
        tried = node.children if node else []
        visits = {edge: self._tree[drawn | edge].visits for edge in tried if drawn | edge in self._tree}
        best = max(visits, key=visits.__getitem__, default=0)
        return best if best and visits[best] >= OFTEN else 0

    def _descend(self, arm: Arm) -> float:
        """The margin of the rest for the side that moves first in it, by one playout."""
        drawn, path = arm.taken.rest, []
        while True:
            node = self._tree.get(drawn)
            if node is None:
                node = self._tree[drawn] = Node(self._safe(drawn))
                self.rng.shuffle(node.untried)
                path.append(node)
                break
            path.append(node)
            if node.untried:
                edge = node.untried.pop()
                node.children.append(edge)
            elif node.children:
                edge = self._select(drawn, node)
            else:
                break
            drawn |= edge
        drawn, flips = self._fill(drawn)
        value = self._opened(drawn) * (1 if (flips + len(path)) % 2 else -1)
        # With a choice it is open who moves first in the rest, so there only the rest counts.
        ahead = arm.sign * (self.lead + arm.won) + arm.taken.sure
        points = _points(value + (arm.taken.choice or ahead))
        for node in path:
            node.visits += 1
            node.points += points
            points = 1.0 - points
        self.nodes += len(path)
        return value

    def _select(self, drawn: Drawn, node: Node) -> Drawn:
        """The edge with the best mean, raised where there were few visits (UCB1)."""
        bonus = EXPLORE * math.sqrt(math.log(node.visits + 1))
        best, choice = -1.0, 0
        for edge in node.children:
            child = self._tree[drawn | edge]
            worth = 1.0 - child.points / child.visits + bonus / math.sqrt(child.visits)
            if worth > best:
                best, choice = worth, edge
        return choice

    def _safe(self, drawn: Drawn) -> list[Drawn]:
        safe = self.g.safe(drawn, self.g.sets(drawn)[0])
        return [edge for edge in self.g.central if edge & safe]

    def _fill(self, drawn: Drawn) -> tuple[Drawn, int]:
        """Safe edges at random until there are none, and how many they were."""
        g, order, count = self.g, self._safe(drawn), 0
        self.rng.shuffle(order)
        safe = g.safe(drawn, g.sets(drawn)[0])
        for edge in order:
            if edge & safe:
                drawn |= edge
                count += 1
                safe = g.safe(drawn, g.sets(drawn)[0])
                if not safe:
                    break
        return drawn, count

    def _opened(self, drawn: Drawn) -> int:
        """The margin for the side to move without a safe edge when each opens the cheapest piece.

        Exact when all pieces stand alone, a rough guess where chains meet in joints.
        """
        g = self.g
        known = self._rough.get(drawn)
        if known is not None:
            return known
        self.nodes += 1
        found = pieces(g, drawn, g.sets(drawn)[0])
        if all(piece.alone for piece in found):
            value = alone(found)
        else:
            taken = captures(g, drawn | next(openings(found)).opening)
            value = -int(settled(taken, self._opened(taken.rest)))
        self._rough[drawn] = value
        return value


def _points(margin: float) -> float:
    """1 for a win, 0.5 for a draw, 0 for a loss, and a little for every box, so that losers fight on."""
    return 0.5 + 0.49 * ((margin > 0) - (margin < 0)) + 0.01 * margin / (2.0 + abs(margin))
