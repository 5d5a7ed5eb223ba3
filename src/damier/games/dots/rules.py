"""Dots and Boxes: draw an edge; who completes a box owns it and draws again."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from damier.core.game import Outcome, Seat
from damier.core.text import IllegalMove, Text

Edge: TypeAlias = tuple[int, int]
"""A place on the lattice counted from the bottom left dot: (1, 0) lies below a1, (2, 1) to its right.

One odd and one even number: x is even for an upright edge and y for a level one. The same edge is the
same pair on every board, which is why a move says what it is without its board.
"""

Edges: TypeAlias = int
"""A set of edges, one bit each in the order of :attr:`Board.edges`."""

Boxes: TypeAlias = int
"""A set of boxes, one bit each, row by row from the top left."""

STARTS: tuple[str, ...] = ("empty", "swedish", "icelandic")
"""What is drawn before the first move: nothing, the outer border, or its top and left side."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game; one object per size, so that it compares by identity.

    Bits of the edges of a board of 3x2, and of its boxes::

        +- 0-+- 1-+- 2-+
        9   10   11   12      boxes 0 1 2
        +- 3-+- 4-+- 5-+
        13  14   15   16            3 4 5
        +- 6-+- 7-+- 8-+
    """

    width: int
    """Boxes across: 5."""
    height: int
    """Boxes down: 5."""
    edges: tuple[Edge, ...] = field(repr=False)
    """Every edge: the level ones row by row from the top, then the upright ones."""
    bits: tuple[tuple[Edge, Edges], ...] = field(repr=False)
    """Each edge with its bit, in the same order."""
    sides: tuple[Edges, ...] = field(repr=False)
    """The four edges of every box."""
    beside: dict[Edge, tuple[Edges, tuple[tuple[Edges, Boxes], ...]]] = field(repr=False)
    """For each edge its bit, and the four edges and the bit of the one or two boxes beside it."""
    full: Edges = field(repr=False)
    """All edges."""
    free: tuple[tuple[tuple[Edge, ...], ...], ...] = field(repr=False)
    """For every eight edges, and every byte that says which of them are drawn, the others.

    Listing the moves is most of the work of a random game; eight at a time take a quarter of it.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.width, self.height)  # still one object per size when unpickled

    def box(self, number: int) -> tuple[int, int]:
        """Column and row of a box by its bit's number, from 0 with row 0 at the bottom."""
        return number % self.width, self.height - 1 - number // self.width

    def around(self, number: int) -> tuple[Edge, Edge, Edge, Edge]:
        """The edges of a box in the order bottom, right, top, left."""
        column, row = self.box(number)
        return _around(2 * column + 1, 2 * row + 1)


@cache
def board(width: int, height: int) -> Board:
    """The board of this size."""
    level = [(2 * x + 1, 2 * y) for y in reversed(range(height + 1)) for x in range(width)]
    upright = [(2 * x, 2 * y + 1) for y in reversed(range(height)) for x in range(width + 1)]
    edges = (*level, *upright)
    bits = {edge: 1 << i for i, edge in enumerate(edges)}
    cells = [(2 * x + 1, 2 * y + 1) for y in reversed(range(height)) for x in range(width)]
    sides = [sum(bits[edge] for edge in _around(x, y)) for x, y in cells]
    pairs = [(mask, 1 << i) for i, mask in enumerate(sides)]
    beside = {edge: (bit, tuple(pair for pair in pairs if pair[0] & bit)) for edge, bit in bits.items()}
    eights = [edges[i : i + 8] for i in range(0, len(edges), 8)]
    free = tuple(
        tuple(tuple(edge for i, edge in enumerate(eight) if not byte >> i & 1) for byte in range(256))
        for eight in eights
    )
    full = (1 << len(edges)) - 1
    return Board(width, height, edges, tuple(bits.items()), tuple(sides), beside, full, free)


def _around(x: int, y: int) -> tuple[Edge, Edge, Edge, Edge]:
    """The edges at the bottom, right, top and left of a place."""
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


@dataclass(frozen=True, slots=True)
class Position:
    """Frozen and readable: the reference."""

    board: Board
    drawn: Edges
    """The edges that are drawn; nobody owns an edge."""
    boxes: tuple[Boxes, Boxes]
    """The boxes of each seat; a box that was complete before the game began is nobody's."""
    turn: Seat
    """Who draws: the seat that has just completed a box, otherwise the other."""

    seats = 2

    @property
    def score(self) -> tuple[int, int]:
        """The boxes of each seat, counted: ``(13, 12)``."""
        return self.boxes[0].bit_count(), self.boxes[1].bit_count()

    def moves(self) -> list[Edge]:
        """The edges that are not drawn, in the order of the board."""
        free = self.board.free
        found: list[Edge] = []
        for eight, byte in zip(free, self.drawn.to_bytes(len(free), "little"), strict=True):
            found += eight[byte]
        return found

    def play(self, move: Edge) -> Position:
        bit, beside = self.board.beside.get(move, (0, ()))
        if bit == 0 or bit & self.drawn:
            raise IllegalMove(Text("this edge is not free: choose one that is not drawn yet"))
        drawn = self.drawn | bit
        won = 0
        for mask, box in beside:
            if drawn & mask == mask:
                won |= box
        if won == 0:
            return Position(self.board, drawn, self.boxes, 1 - self.turn)
        first, second = self.boxes
        boxes = (first, second | won) if self.turn else (first | won, second)
        return Position(self.board, drawn, boxes, self.turn)

    def outcome(self) -> Outcome | None:
        if self.drawn != self.board.full:
            return None
        first, second = score = self.score
        if first == second:
            return Outcome((0.5, 0.5), score, Text("{n} boxes each", n=first))
        points = (1.0, 0.0) if first > second else (0.0, 1.0)
        return Outcome(points, score, Text("{n} boxes to {other}", n=max(score), other=min(score)))

    def owner(self, number: int) -> Seat | None:
        """Whose box this is."""
        bit = 1 << number
        return 0 if self.boxes[0] & bit else 1 if self.boxes[1] & bit else None


def start(width: int, height: int, kind: str) -> Position:
    """The first position; *kind* is one of STARTS."""
    b = board(width, height)
    top, left = {2 * height}, {0}
    level, upright = {
        "empty": (set(), set()),
        "swedish": (top | {0}, left | {2 * width}),
        "icelandic": (top, left),
    }[kind]
    drawn = sum(bit for (x, y), bit in b.bits if (y in level if x % 2 else x in upright))
    return Position(b, drawn, (0, 0), 0)
