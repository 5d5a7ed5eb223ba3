"""The ways of the pawns to their goals, and what a wall would do to them: for the document's AI."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from damier.core.game import Seat
from damier.games.quoridor.rules import Cell, Cells, Move, Position, flood

MOST_ROUTES = 6
"""More shortest ways than this are not safer."""

Side: TypeAlias = tuple[Cell, Cell]
"""What lies between two neighbouring cells, the lower number first."""


class Switches(NamedTuple):
    """The document's five optimisations, in the order of the kernel's array."""

    ordering: bool = True
    """Look at promising moves first, so that more is cut off."""
    table: bool = True
    """Remember positions that were looked at before."""
    lazy: bool = True
    """Search a way after a new wall only for a pawn whose known way the wall lies across."""
    inverse: bool = True
    """Find the distances of all cells in one search that begins at the goal."""
    strategic: bool = True
    """Look only at about 20 walls near the ways of the pawns: the only one that changes values."""


ALL_ON = Switches()


@dataclass(slots=True)
class Work:
    """What was done, counted."""

    nodes: int = 0
    """Positions looked at."""
    floods: int = 0
    """Searches through the cells of the board."""


class Way:
    """How far a seat is from its goal in one position; pawns are not in the way."""

    def __init__(self, position: Position, seat: Seat, inverse: bool, work: Work) -> None:
        self.position, self.work = position, work
        self.pawn: Cell = position.pawns[seat]
        self.goal: Cells = position.board.goals[seat]
        self.ways = position.ways()
        self._layers: list[Cells] | None = None
        if inverse:
            work.floods += 1
            self._layers = flood(self.ways, position.board, self.goal, 0)

    def distance(self, cell: Cell) -> int:
        """Steps from *cell*, which is not shut in, to the goal."""
        if self._layers is not None:
            return next(steps for steps, cells in enumerate(self._layers) if cells >> cell & 1)
        self.work.floods += 1
        return len(flood(self.ways, self.position.board, 1 << cell, self.goal)) - 1

    def path(self) -> list[Cell]:
        """A shortest way from the pawn to the goal: at each step north before east, south, west."""
        path = [self.pawn]
        for rest in reversed(range(self.distance(self.pawn))):
            neighbours = self.position.neighbours(path[-1], self.ways)
            path.append(next(cell for _, cell in neighbours if self.distance(cell) == rest))
        return path

    def routes(self) -> int:
        """How many shortest ways there are, MOST_ROUTES at most."""
        counts = {self.pawn: 1}
        for rest in reversed(range(self.distance(self.pawn))):
            ahead: dict[Cell, int] = {}
            for cell, count in counts.items():
                for _, neighbour in self.position.neighbours(cell, self.ways):
                    if self.distance(neighbour) == rest:
                        ahead[neighbour] = ahead.get(neighbour, 0) + count
            counts = ahead
        return min(sum(counts.values()), MOST_ROUTES)


class Survey:
    """The ways of both seats in one position."""

    def __init__(self, position: Position, switches: Switches, work: Work) -> None:
        self.position, self.switches, self.work = position, switches, work
        self.ways = [Way(position, seat, switches.inverse, work) for seat in range(2)]
        self.paths = [way.path() for way in self.ways]
        self._crossed: list[dict[Side, int]] = [
            {(min(pair), max(pair)): step for step, pair in enumerate(pairwise(path))} for path in self.paths
        ]

    def cut(self, wall: Move, seat: Seat) -> int | None:
        """The first step of the way of *seat* that *wall* lies across, counted from 0."""
        steps = [self._crossed[seat][side] for side in self.sides(wall) if side in self._crossed[seat]]
        return min(steps, default=None)

    def near(self, wall: Move) -> int | None:
        """How far along its way some pawn passes a cell that *wall* touches."""
        touched = {cell for side in self.sides(wall) for cell in side}
        steps = [path.index(cell) for path in self.paths for cell in path if cell in touched]
        return min(steps, default=None)

    def sides(self, wall: Move) -> tuple[Side, Side]:
        """The two sides of cells that *wall* covers."""
        width = self.position.board.width
        cell = wall.row * width + wall.column
        if wall.wall == "h":
            return (cell, cell + width), (cell + 1, cell + 1 + width)
        return (cell, cell + 1), (cell + width, cell + width + 1)

    def legal(self, wall: Move) -> bool:
        """Whether *wall*, which fits, leaves both pawns a way: lazily, a way not cut needs no search."""
        seats = [s for s in range(2) if not self.switches.lazy or self.cut(wall, s) is not None]
        if not seats:
            return True
        after = built(self.position, wall)
        ways = after.ways()
        for seat in seats:
            self.work.floods += 1
            goal = after.board.goals[seat]
            if not flood(ways, after.board, 1 << after.pawns[seat], goal)[-1] & goal:
                return False
        return True


def built(position: Position, wall: Move) -> Position:
    """*position* with one more wall, nothing checked and nobody's turn changed."""
    bit, flat = position.board.walls[wall], wall.wall == "h"
    return position.with_walls(bit if flat else 0, 0 if flat else bit)
