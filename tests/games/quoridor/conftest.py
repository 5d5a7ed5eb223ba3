"""A naive Quoridor that shares nothing with ours but the names of moves: sets and breadth-first search."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import pytest

from damier.games.quoridor.rules import Move, Position, board

Cell: TypeAlias = tuple[int, int]


class Naive:
    """A position as an explicit graph of cells."""

    def __init__(self, position: Position) -> None:
        self.width, self.height = position.board.width, position.board.height
        self.pawns = [(pawn % self.width, pawn // self.width) for pawn in position.pawns]
        self.left = position.left
        self.turn = position.turn
        slots = [(c, r) for c in range(self.width - 1) for r in range(self.height - 1)]
        self.walls = {
            Move(c, r, way)
            for way, bits in (("h", position.horizontal), ("v", position.vertical))
            for c, r in slots
            if bits >> (r * self.width + c) & 1
        }

        self._closed = {side for wall in self.walls for side in sides(wall)}
        """The pairs of cells that a wall stands between."""

    def build(self, wall: Move) -> None:
        self.walls.add(wall)
        self._closed |= set(sides(wall))

    def remove(self, wall: Move) -> None:
        self.walls.remove(wall)
        self._closed -= set(sides(wall))

    def around(self, cell: Cell) -> dict[Cell, Cell]:
        """The open neighbours of a cell by direction."""
        closed, (c, r) = self._closed, cell
        found = {}
        for dc, dr in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            other = (c + dc, r + dr)
            inside = 0 <= other[0] < self.width and 0 <= other[1] < self.height
            if inside and frozenset((cell, other)) not in closed:
                found[dc, dr] = other
        return found

    def distance(self, seat: int) -> int | None:
        """Steps to the far row."""
        goal = self.height - 1 if seat == 0 else 0
        known = {self.pawns[seat]: 0}
        queue = deque(known)
        while queue:
            cell = queue.popleft()
            if cell[1] == goal:
                return known[cell]
            for other in self.around(cell).values():
                if other not in known:
                    known[other] = known[cell] + 1
                    queue.append(other)
        return None

    def routes(self, seat: int) -> int:
        """How many shortest ways, by trying all of them."""
        goal, length = self.height - 1 if seat == 0 else 0, self.distance(seat)
        around = {(c, r): self.around((c, r)) for c in range(self.width) for r in range(self.height)}

        def count(cell: Cell, steps: int) -> int:
            if steps == 0:
                return int(cell[1] == goal)
            return sum(count(other, steps - 1) for other in around[cell].values())

        assert length is not None
        return count(self.pawns[seat], length)

    def steps(self, seat: int) -> set[Move]:
        """Where the pawn can go: the rule as it is printed, the border counting as a wall."""
        mine, theirs = self.pawns[seat], self.pawns[1 - seat]
        found = set()
        for (dc, dr), cell in self.around(mine).items():
            if cell != theirs:
                found.add(cell)
                continue
            behind = self.around(theirs)
            if (dc, dr) in behind:
                found.add(behind[dc, dr])
            else:
                found |= {behind[side] for side in ((dr, dc), (-dr, -dc)) if side in behind}
        return {Move(*cell) for cell in found}

    def fits(self, wall: Move) -> bool:
        """Whether a wall covers no side that is covered, and no middle that is taken."""
        taken = any((wall.column, wall.row) == (other.column, other.row) for other in self.walls)
        return not taken and not self._closed & set(sides(wall))

    def legal(self) -> set[Move]:
        """Every legal move of a game that goes on."""
        found = self.steps(self.turn)
        for c in range(self.width - 1):
            for r in range(self.height - 1):
                for way in "hv":
                    wall = Move(c, r, way)
                    if self.left[self.turn] and self.fits(wall):
                        self.build(wall)
                        if self.distance(0) is not None and self.distance(1) is not None:
                            found.add(wall)
                        self.remove(wall)
        return found


def sides(wall: Move) -> list[frozenset[Cell]]:
    c, r = wall.column, wall.row
    if wall.wall == "h":
        return [frozenset(((c, r), (c, r + 1))), frozenset(((c + 1, r), (c + 1, r + 1)))]
    return [frozenset(((c, r), (c + 1, r))), frozenset(((c, r + 1), (c + 1, r + 1)))]


def arbitrary(rng: random.Random, low: int = 3, high: int = 9, most_walls: int = 30) -> Position:
    """Any position that goes on, most of them none that sensible play would reach."""
    b = board(rng.randint(low, high), rng.randint(low, high))
    cells = b.width * b.height
    while True:
        pawns = (rng.randrange(cells), rng.randrange(cells))
        # Pawns that meet are rare by chance, and the most interesting.
        if rng.random() < 0.5:
            pawns = (pawns[0], pawns[0] + rng.choice((1, -1, b.width, -b.width)))
        if pawns[0] != pawns[1] and 0 <= pawns[1] < cells:
            position = Position(
                b, pawns, (rng.randint(0, 4), rng.randint(0, 4)), plies=40 + rng.randint(0, 1)
            )
            if position.winner() is None:
                break
    naive = Naive(position)
    for _ in range(rng.randint(0, most_walls)):
        wall = Move(rng.randrange(b.width - 1), rng.randrange(b.height - 1), rng.choice("hv"))
        if not naive.fits(wall):
            continue
        naive.build(wall)
        if naive.distance(0) is None or naive.distance(1) is None:
            naive.remove(wall)
            continue
        bit = 1 << wall.row * b.width + wall.column
        plies = position.plies
        position = position.with_walls(bit if wall.wall == "h" else 0, bit if wall.wall == "v" else 0)
        position = Position(b, pawns, position.left, position.horizontal, position.vertical, plies)
    return position


@pytest.fixture(scope="session", name="naive")
def naive_fixture() -> Callable[[Position], Naive]:
    return Naive


@pytest.fixture(scope="session", name="arbitrary")
def arbitrary_fixture() -> Callable[..., Position]:
    return arbitrary
