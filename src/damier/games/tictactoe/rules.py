"""Tic-tac-toe and its bigger boards: *line* in a row on width x height (the m,n,k rules)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from damier.core.game import Outcome, Seat
from damier.core.grid import cell_name, lines
from damier.core.text import IllegalMove, Text

Cell: TypeAlias = tuple[int, int]
"""Column and row from 0, row 0 at the bottom: a1 is (0, 0) and c3 is (2, 2)."""

Stones: TypeAlias = int
"""A set of cells, one bit each."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game; one object per size, so that it compares by identity."""

    width: int
    height: int
    line: int
    """How many in a row win: 3."""
    bits: dict[Cell, Stones]
    """Each cell as a set of its own, row by row from a1."""
    lines: tuple[Stones, ...]
    """Every winning line as a set of cells."""
    through: dict[Cell, tuple[Stones, ...]]
    """The winning lines through each cell."""
    full: Stones
    """All cells."""

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.width, self.height, self.line)  # still one object per size when unpickled


@cache
def board(width: int, height: int, line: int) -> Board:
    """The board of this size."""
    masks = tuple(sum(1 << cell for cell in cells) for cells in lines(width, height, line))
    bits = {(i % width, i // width): 1 << i for i in range(width * height)}
    through = {cell: tuple(mask for mask in masks if mask & bit) for cell, bit in bits.items()}
    return Board(width, height, line, bits, masks, through, (1 << width * height) - 1)


@dataclass(frozen=True, slots=True)
class Position:
    """Frozen and readable: the reference."""

    board: Board
    stones: tuple[Stones, Stones]
    """The cells of X and of O."""
    turn: Seat
    """Who moves: X is 0 and begins."""
    won: bool = False
    """Whether the last move completed a line."""

    @property
    def seats(self) -> int:
        return 2

    def moves(self) -> list[Cell]:
        """The empty cells in order; none when the game is over."""
        if self.won:
            return []
        taken = self.stones[0] | self.stones[1]
        return [cell for cell, bit in self.board.bits.items() if not taken & bit]

    def play(self, move: Cell) -> Position:
        if self.won:
            raise IllegalMove(Text("the game is over"))
        x, o = self.stones
        bit = self.board.bits.get(move, 0)
        if bit == 0 or bit & (x | o):
            raise IllegalMove(Text("{cell} is not an empty cell", cell=cell_name(*move)))
        mine = (o if self.turn else x) | bit
        won = any(mine & line == line for line in self.board.through[move])
        return Position(self.board, (x, mine) if self.turn else (mine, o), 1 - self.turn, won)

    def outcome(self) -> Outcome | None:
        if self.won:
            points = (1.0, 0.0) if self.turn else (0.0, 1.0)
            return Outcome(points, None, Text("{n} in a row", n=self.board.line))
        if self.stones[0] | self.stones[1] == self.board.full:
            return Outcome((0.5, 0.5), None, Text("the board is full: a draw"))
        return None

    def owner(self, cell: Cell) -> Seat | None:
        """Whose stone is on *cell*."""
        bit = self.board.bits[cell]
        return 0 if self.stones[0] & bit else 1 if self.stones[1] & bit else None
