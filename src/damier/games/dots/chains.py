"""Chains, loops and captures on a second layout of the board, in which all boxes are looked at at once.

Level and upright edges have the same stride of width + 1, so that the four sides of every box come to
lie over each other by shifting; here for 3x2, where boxes have the numbers of their top edges::

    +- 0-+- 1-+- 2-+       bits 3, 7, 11 are not used
    12  13   14   15
    +- 4-+- 5-+- 6-+
    16  17   18   19
    +- 8-+- 9-+-10-+

*Chains* are boxes with two sides drawn, joined through their open sides; the ends are open to the ground
outside the board or to a *joint*, a box with less than two sides drawn. A *loop* has no ends. *Quiet* is
a position without a box of three sides, in which there is nothing to take.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from damier.games.dots.rules import Board, Edge, Position

Drawn: TypeAlias = int
"""A set of edges in the layout above."""

Number: TypeAlias = int
"""A box in the layout above: ``row * (width + 1) + column`` from the top left."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """What never changes; one object per size."""

    board: Board
    stride: int
    """From one row to the next: width + 1."""
    upright: int
    """The number of the first upright edge, and of the ground: 12."""
    boxes: int
    """All boxes."""
    full: Drawn
    """All edges."""
    bits: tuple[tuple[int, Drawn], ...]
    """Each edge as a bit of the rules and as a bit of this layout."""
    edges: dict[Drawn, Edge]
    """The edge of each bit."""
    sides: dict[Number, tuple[tuple[Drawn, Number], ...]]
    """Each side of a box, and the box beyond it or the ground."""
    central: tuple[Drawn, ...]
    """The edges from the centre outwards: the order in which a search tries them."""
    corners: tuple[tuple[Drawn, Drawn], ...]
    """The sides of each box with two outer ones, as in a corner: it matters only how many are drawn."""

    def pack(self, view: Position) -> Drawn:
        """The drawn edges of *view* in this layout."""
        return sum(there for here, there in self.bits if view.drawn & here)

    def sets(self, drawn: Drawn) -> tuple[int, int]:
        """The boxes with exactly two and with exactly three sides drawn."""
        top, left = drawn & ((1 << self.upright) - 1), drawn >> self.upright
        bottom, right = top >> self.stride, left >> 1
        one_level, both_level = top ^ bottom, top & bottom
        one_upright, both_upright = left ^ right, left & right
        two = one_level & one_upright | both_level & ~(left | right) | both_upright & ~(top | bottom)
        three = one_level & both_upright | both_level & one_upright
        return two & self.boxes, three & self.boxes

    def open(self, drawn: Drawn) -> int:
        """How many boxes are not complete."""
        top, left = drawn & ((1 << self.upright) - 1), drawn >> self.upright
        return (self.boxes & ~(top & top >> self.stride & left & left >> 1)).bit_count()

    def safe(self, drawn: Drawn, two: int) -> Drawn:
        """The free edges, in a quiet position, after which there is still nothing to take."""
        beside = (two | two << self.stride) | (two | two << 1) << self.upright
        return self.full & ~(drawn | beside)

    def exit(self, box: Number, drawn: Drawn) -> tuple[Drawn, Number]:
        """The first open side of a box and what lies beyond it."""
        for side in self.sides[box]:
            if not drawn & side[0]:
                return side
        raise ValueError("a complete box has no open side")

    def normal(self, drawn: Drawn) -> Drawn:
        """One of the equal positions that differ in which outer side of a box is drawn."""
        for one, other in self.corners:
            if drawn & other and not drawn & one:
                drawn ^= one | other
        return drawn


@cache
def layout(b: Board) -> Layout:
    """The layout of a board."""
    width, height, stride = b.width, b.height, b.width + 1
    upright = (height + 1) * stride

    def number(edge: Edge) -> int:
        x, y = edge
        row = height - (y + 1) // 2  # of the box below a level edge, or to the right of an upright one
        return row * stride + x // 2 + (0 if x % 2 else upright)

    bits = tuple((bit, 1 << number(edge)) for edge, bit in b.bits)
    edges = {1 << number(edge): edge for edge in b.edges}
    numbers = [row * stride + column for row in range(height) for column in range(width)]
    sides: dict[int, tuple[tuple[int, int], ...]] = {}
    for box in numbers:
        beyond = {box: box - stride, box + stride: box + stride}
        beyond |= {upright + box: box - 1, upright + box + 1: box + 1}
        sides[box] = tuple((1 << e, n if n in numbers else upright) for e, n in beyond.items())
    central = sorted(edges, key=lambda e: ((edges[e][0] - width) ** 2 + (edges[e][1] - height) ** 2, e))
    outer = {box: [e for e, n in sides[box] if n == upright] for box in numbers}
    corners = tuple((pair[0], pair[1]) for pair in outer.values() if len(pair) == 2)
    return Layout(
        board=b,
        stride=stride,
        upright=upright,
        boxes=sum(1 << box for box in numbers),
        full=sum(edges),
        bits=bits,
        edges=edges,
        sides=sides,
        central=tuple(central),
        corners=corners,
    )


class End(NamedTuple):
    """The last boxes of a chain or a loop that lies open: the one choice worth thinking of."""

    boxes: int
    """How many: 2 of a chain, 4 of a loop."""
    take: Drawn
    """The edges that take them all."""
    first: Drawn
    """The one of these to begin with."""
    leave: Drawn
    """The one that leaves them to the other side."""


class Taken(NamedTuple):
    """What the side to move can take.

    The value for it is ``sure + value(rest)`` without a choice, else ``sure + abs(choice + value(rest))``:
    it takes the last boxes and moves on, or leaves them to the other side, who takes them and must move on.
    """

    sure: int
    """Boxes that it is always right to take."""
    choice: int
    """Boxes that may better be left: the last 2 of a chain, the last 4 of a loop; 0 if none."""
    rest: Drawn
    """What is drawn when all have been taken: a quiet position."""


def captures(g: Layout, drawn: Drawn) -> Taken:
    """Take all that is surely right: free boxes, short pieces, then loops, then all chains but one."""
    sure = 0
    while True:
        two, three = g.sets(drawn)
        if not three:
            return Taken(sure, 0, drawn)
        step, won, ends = next_capture(g, drawn, two, three)
        if not step:
            end = ends[0]
            if len(ends) == 1:
                return Taken(sure, end.boxes, drawn | end.take)
            step, won = end.take, end.boxes
        drawn |= step
        sure += won


def next_capture(g: Layout, drawn: Drawn, two: int, three: int) -> tuple[Drawn, int, list[End]]:
    """An edge that is surely right and the boxes it wins; or 0, 0 and the ends, in the order to take them.

    Loops come before chains: what is left of a chain is the cheaper gift to keep for the end.
    """
    ends: list[End] = []
    seen, rest = 0, three
    while rest:
        low = rest & -rest
        rest ^= low
        if low & seen:
            continue  # the other end of the last four of a loop
        first, second_box = g.exit(low.bit_length() - 1, drawn)
        if three >> second_box & 1:
            return first, 2, []
        if not two >> second_box & 1:
            return first, 1, []
        second, third_box = g.exit(second_box, drawn | first)
        if not (two | three) >> third_box & 1:
            ends.append(End(2, first | second, first, second))
            continue
        if three >> third_box & 1:
            return first, 1, []
        third, fourth_box = g.exit(third_box, drawn | second)
        if not three >> fourth_box & 1:
            return first, 1, []
        seen |= 1 << fourth_box
        ends.append(End(4, first | second | third, first, second))
    return 0, 0, sorted(ends, key=lambda end: -end.boxes)


def sure_capture(g: Layout, drawn: Drawn) -> Drawn:
    """An edge that is right to take first, whatever comes next; 0 where there is none, or a choice."""
    step, _, ends = next_capture(g, drawn, *g.sets(drawn))
    return step or (ends[0].first if len(ends) > 1 else 0)


class ChainOrLoop(NamedTuple):
    """A chain or a loop of a quiet position."""

    length: int
    """How many boxes: 3."""
    loop: bool
    alone: bool
    """Whether nothing else hangs on it: a loop, or a chain with both ends at the ground."""
    edges: Drawn
    """Its open sides."""
    opening: Drawn
    """The edge that opens it at the least cost: in a chain of two the middle one, which leaves no choice."""
    boxes: int

    @property
    def long(self) -> bool:
        """Whether the other side can take it and have the choice of who moves next."""
        return self.length > 2

    @property
    def sure(self) -> int:
        """What the other side takes for certain when it is opened."""
        return self.length - 4 if self.loop else self.length - 2 if self.long else self.length


def pieces(g: Layout, drawn: Drawn, two: int) -> list[ChainOrLoop]:
    """The chains and loops of a quiet position, where *two* are its boxes with two sides drawn."""
    found = []
    todo = two
    while todo:
        start = (todo & -todo).bit_length() - 1
        edges = boxes = ends = 0
        alone, loop = True, False
        for _ in range(2):  # to one side, then to the other
            box, last = start, 0
            while two >> box & 1 and not (loop := box == start and last != 0):
                boxes |= 1 << box
                last, box = g.exit(box, drawn | (edges if box == start else last))
                edges |= last
            if loop:
                break
            ends |= last
            alone = alone and box == g.upright
        length = boxes.bit_count()
        opening = edges & ~ends if length == 2 else edges & -edges
        found.append(ChainOrLoop(length, loop, alone, edges, opening, boxes))
        todo &= ~boxes
    return found


@lru_cache(maxsize=1 << 16)
def alone_value(chains: tuple[int, ...], loops: tuple[int, ...]) -> int:
    """The margin for the side to move when chains and loops of these lengths, sorted, are all that is left.

    Within each class (one box, two, long chains, loops) the shortest is opened first.
    """
    best = -sum(chains) - sum(loops)
    seen = set()
    for i, length in enumerate(chains):
        kind = min(length, 3)
        if kind not in seen:
            seen.add(kind)
            rest = alone_value(chains[:i] + chains[i + 1 :], loops)
            best = max(best, -length - rest if length < 3 else 2 - length - abs(2 + rest))
    if loops:
        best = max(best, 4 - loops[0] - abs(4 + alone_value(chains, loops[1:])))
    return best
