"""Quoridor: race a pawn across the board, and put up walls in the other's way.

Sets of cells are integers with one bit a cell, a1 first and row by row::

    18 19 20 ...      rank 3        a step north is a shift by the width, a step east a shift by one
     9 10 11 ...      rank 2
     0  1  2 ...      rank 1 (9 cells wide)

A wall is known by the cell at its south-west, the touched cell nearest a1, so walls are sets of cells too:
a horizontal wall at e3 lies on the north side of e3 and f3, a vertical one on the east side of e3 and e4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from damier.core.game import Outcome, Seat
from damier.core.grid import cell_name
from damier.core.text import IllegalMove, Text

Cell: TypeAlias = int
"""A cell by its number: on 9x9, a1 is 0, i1 is 8 and a2 is 9."""

Cells: TypeAlias = int
"""A set of cells, one bit each."""

REPEATS = 3
"""A position that occurs this often is a draw: our house rule, the printed rules know no draw."""

MOST_PLIES = 250
"""After so many moves of both together it is a draw: our house rule too."""


class Move(NamedTuple):
    """A step of the pawn or a wall: ``Move(4, 1)`` is e2, ``Move(4, 2, "h")`` is e3h."""

    column: int
    row: int
    """From 0, row 0 at the bottom: where the pawn goes, or the cell south-west of the wall."""
    wall: str = ""
    """``h`` or ``v`` for a wall, empty for a step."""

    def __str__(self) -> str:
        return cell_name(self.column, self.row) + self.wall


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game; one object per size, so that it compares by identity."""

    width: int
    height: int
    cells: Cells
    """All cells."""
    corners: Cells
    """The cells that can be south-west of a wall: all but the last column and the top row."""
    goals: tuple[Cells, ...]
    """Where each seat wants to go: the top row for seat 0, the bottom row for seat 1."""
    starts: tuple[Cell, ...]
    """Where each seat begins: in the middle of its own row."""
    steps: tuple[Move, ...]
    """The step to each cell."""
    walls: dict[Move, Cells]
    """Every wall and the cell it goes by as a set, horizontal ones first, each in the order of the cells."""
    first_column: Cells
    last_column: Cells
    bottom_row: Cells
    top_row: Cells

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.width, self.height)  # still one object per size when unpickled


@cache
def board(width: int, height: int) -> Board:
    """The board of this size, for two seats.

    On an even width seat 0 starts left of the middle and seat 1 right of it: half a turn of the board
    exchanges the two, as it does on an odd width.
    """
    row = (1 << width) - 1
    numbers = [(cell % width, cell // width) for cell in range(width * height)]
    slots = [(c, r) for c, r in numbers if c < width - 1 and r < height - 1]
    return Board(
        width=width,
        height=height,
        cells=(1 << width * height) - 1,
        corners=sum(1 << r * width + c for c, r in slots),
        goals=(row << width * (height - 1), row),
        starts=((width - 1) // 2, width * (height - 1) + width // 2),
        steps=tuple(Move(c, r) for c, r in numbers),
        walls={Move(c, r, way): 1 << r * width + c for way in "hv" for c, r in slots},
        first_column=sum(1 << r * width for r in range(height)),
        last_column=sum(1 << r * width + width - 1 for r in range(height)),
        bottom_row=row,
        top_row=row << width * (height - 1),
    )


class Ways(NamedTuple):
    """Which cells can be left to the north and to the east; south and west follow from the neighbour."""

    north: Cells
    east: Cells


@dataclass(frozen=True, slots=True)
class Position:
    """Frozen and readable: the reference. Nothing here but the board's data says that two play."""

    board: Board
    pawns: tuple[Cell, ...]
    """Where each seat's pawn stands."""
    left: tuple[int, ...]
    """How many walls each seat still has."""
    horizontal: Cells = 0
    """The horizontal walls, each by the cell south-west of it."""
    vertical: Cells = 0
    """The vertical walls, likewise."""
    plies: int = 0
    """How many moves have been made, all seats together."""
    past: tuple[tuple[Cell, ...], ...] = ()
    """The pawns before each move since the last wall, oldest first: what was before a wall cannot recur."""

    @property
    def seats(self) -> int:
        return len(self.pawns)

    @property
    def turn(self) -> Seat:
        return self.plies % len(self.pawns)

    def moves(self) -> list[Move]:
        """The steps in the order of the cells, then the horizontal, then the vertical walls."""
        if self.over():
            return []
        steps = self.board.steps
        found = [steps[cell] for cell in sorted(self.reachable(self.turn))]
        if self.left[self.turn]:
            horizontal, vertical = self._placeable()
            found += [
                move
                for move, bit in self.board.walls.items()
                if bit & (horizontal if move.wall == "h" else vertical)
            ]
        return found

    def play(self, move: Move) -> Position:
        if self.over():
            raise IllegalMove(Text("the game is over"))
        seat = self.turn
        if move.wall:
            return self._build(move, seat)
        cell = move.row * self.board.width + move.column
        targets = self.reachable(seat)
        if cell not in targets or self.board.steps[cell] != move:
            choices = ", ".join(str(self.board.steps[target]) for target in sorted(targets))
            raise IllegalMove(
                Text("the pawn cannot go to {cell}: it can go to {choices}", cell=str(move), choices=choices)
            )
        pawns = (*self.pawns[:seat], cell, *self.pawns[seat + 1 :])
        past = (*self.past, self.pawns)
        return Position(self.board, pawns, self.left, self.horizontal, self.vertical, self.plies + 1, past)

    def outcome(self) -> Outcome | None:
        winner = self.winner()
        if winner is not None:
            points = tuple(float(seat == winner) for seat in range(self.seats))
            return Outcome(points, None, Text("the pawn has reached the other side"))
        even = (1 / self.seats,) * self.seats
        if self.repeats() >= REPEATS:
            return Outcome(even, None, Text("the same position for the third time"))
        if self.plies >= MOST_PLIES:
            return Outcome(even, None, Text("{n} moves without a winner", n=MOST_PLIES))
        return None

    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner() is not None or self.plies >= MOST_PLIES or self.repeats() >= REPEATS

    def winner(self) -> Seat | None:
        """The seat whose pawn has arrived: nobody else's can be on its goal, it would have ended there."""
        for seat, (pawn, goal) in enumerate(zip(self.pawns, self.board.goals, strict=True)):
            if goal >> pawn & 1:
                return seat
        return None

    def repeats(self) -> int:
        """How often this position, with this seat to move, has occurred, now included."""
        same_turn = self.past[len(self.past) % self.seats :: self.seats]
        return 1 + same_turn.count(self.pawns)

    # -- pawns --------------------------------------------------------------------------------------------

    def ways(self) -> Ways:
        """Where walls and the border leave a way open."""
        width, cells = self.board.width, self.board.cells
        return Ways(
            cells & ~(self.horizontal | self.horizontal << 1 | self.board.top_row),
            cells & ~(self.vertical | self.vertical << width | self.board.last_column),
        )

    def neighbours(self, cell: Cell, ways: Ways) -> Iterator[tuple[int, Cell]]:
        """Direction and cell of every open side: north, east, south, west by the shift they are."""
        width = self.board.width
        if ways.north >> cell & 1:
            yield width, cell + width
        if ways.east >> cell & 1:
            yield 1, cell + 1
        if cell >= width and ways.north >> (cell - width) & 1:
            yield -width, cell - width
        if cell and ways.east >> (cell - 1) & 1:
            yield -1, cell - 1

    def reachable(self, seat: Seat) -> list[Cell]:
        """Where the pawn of *seat* can go.

        One step; or straight over a pawn that stands there; or, where a wall, the border or a third pawn is
        behind that pawn, to its side. With two seats a pawn always has a move: if all of that were closed,
        the two pawns would be shut in on two cells, and a goal would be cut off.
        """
        ways = self.ways()
        found = []
        for direction, cell in self.neighbours(self.pawns[seat], ways):
            if cell not in self.pawns:
                found.append(cell)
                continue
            beyond = dict(self.neighbours(cell, ways))
            straight = beyond.pop(direction, None)
            beyond.pop(-direction)
            landings = beyond.values() if straight is None or straight in self.pawns else (straight,)
            found += [landing for landing in landings if landing not in self.pawns and landing not in found]
        return found

    # -- walls --------------------------------------------------------------------------------------------

    def _build(self, move: Move, seat: Seat) -> Position:
        """The position after a wall."""
        if not self.left[seat]:
            raise IllegalMove(Text("you have no walls left: move the pawn"))
        bit, flat = self.board.walls.get(move, 0), move.wall == "h"
        if not bit & self.free()[0 if flat else 1]:
            raise IllegalMove(
                Text("{wall} does not fit: it crosses or overlaps a wall or the border", wall=str(move))
            )
        left = (*self.left[:seat], self.left[seat] - 1, *self.left[seat + 1 :])
        after = Position(
            self.board,
            self.pawns,
            left,
            self.horizontal | (bit if flat else 0),
            self.vertical | (0 if flat else bit),
            self.plies + 1,
        )
        if not after.connected():
            raise IllegalMove(Text("{wall} would cut a pawn off from its goal", wall=str(move)))
        return after

    def walls(self) -> list[Move]:
        """The walls that stand, in the order of the board."""
        horizontal, vertical = self.horizontal, self.vertical
        return [m for m, bit in self.board.walls.items() if bit & (horizontal if m.wall == "h" else vertical)]

    def free(self) -> tuple[Cells, Cells]:
        """Where a horizontal and a vertical wall neither crosses nor overlaps another."""
        h, v, corners, width = self.horizontal, self.vertical, self.board.corners, self.board.width
        return corners & ~(h | h << 1 | h >> 1 | v), corners & ~(v | v << width | v >> width | h)

    def connected(self) -> bool:
        """Whether every pawn has a way to its goal; pawns are not in the way."""
        ways = self.ways()
        return all(
            flood(ways, self.board, 1 << pawn, goal)[-1] & goal
            for pawn, goal in zip(self.pawns, self.board.goals, strict=True)
        )

    def _placeable(self) -> tuple[Cells, Cells]:
        """Every legal wall.

        Most need no search: a wall shuts something in only if it touches others or the border at two of
        its three points, and it concerns a pawn only if it lies across a way that the pawn could take.
        """
        horizontal, vertical = self.free()
        touching = self._touching()
        doubtful = horizontal & touching[0], vertical & touching[1]
        if not any(doubtful):
            return horizontal, vertical
        crossing = self._across_a_way()
        for bit in _bits(doubtful[0] & crossing[0]):
            if not self.with_walls(bit, 0).connected():
                horizontal ^= bit
        for bit in _bits(doubtful[1] & crossing[1]):
            if not self.with_walls(0, bit).connected():
                vertical ^= bit
        return horizontal, vertical

    def with_walls(self, horizontal: Cells, vertical: Cells) -> Position:
        """This position with more walls, to look at."""
        return Position(
            self.board, self.pawns, self.left, self.horizontal | horizontal, self.vertical | vertical
        )

    def _touching(self) -> tuple[Cells, Cells]:
        """Horizontal and vertical walls that would touch walls or the border at two points or more."""
        b, h, v, width = self.board, self.horizontal, self.vertical, self.board.width
        # The point at the north-east of a cell goes by that cell: walls cover their middle and both ends.
        points = (h | h << 1 | h >> 1 | v | v << width | v >> width) & b.corners
        return (
            _two_of(points << 1 | b.first_column, points, points >> 1 | b.last_column >> 1),
            _two_of(points << width | b.bottom_row, points, points >> width | b.top_row >> width),
        )

    def _across_a_way(self) -> tuple[Cells, Cells]:
        """Horizontal and vertical walls that would lie across a shortest way of some pawn."""
        ways, width = self.ways(), self.board.width
        north = east = 0  # the cells whose north and whose east side the ways cross
        for pawn, goal in zip(self.pawns, self.board.goals, strict=True):
            path = shortest_path(self, ways, pawn, goal)
            for one, two in pairwise(path):
                if abs(one - two) == 1:
                    east |= 1 << min(one, two)
                else:
                    north |= 1 << min(one, two)
        return north | north >> 1, east | east >> width


def _two_of(one: Cells, two: Cells, three: Cells) -> Cells:
    """What is in at least two of three sets."""
    return one & two | two & three | one & three


def _bits(cells: Cells) -> Iterator[Cells]:
    """The members of a set, as sets of one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def flood(ways: Ways, board: Board, start: Cells, goal: Cells) -> list[Cells]:
    """What is within 0, 1, 2, ... steps of *start*, until *goal* is met or there is no more."""
    (north, east), width = ways, board.width
    layers = [start]
    while not start & goal:
        grown = (
            start
            | (start & north) << width
            | (start >> width) & north
            | (start & east) << 1
            | (start >> 1) & east
        )
        if grown == start:
            break
        layers.append(grown)
        start = grown
    return layers


def shortest_path(position: Position, ways: Ways, pawn: Cell, goal: Cells) -> Sequence[Cell]:
    """A shortest way from *pawn* to *goal*, both ends included."""
    layers = flood(ways, position.board, goal, 1 << pawn)
    path = [pawn]
    for layer in reversed(layers[:-1]):
        path.append(next(c for _, c in position.neighbours(path[-1], ways) if layer >> c & 1))
    return path
