"""Tic-tac-toe and its bigger boards: *line* in a row on width x height (the m,n,k rules).

A longer row wins too: six stones in a row contain five.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from damier.core.game import Outcome, Seat
from damier.core.grid import cell_name, lines
from damier.core.text import IllegalMove, Text

Cell: TypeAlias = tuple[int, int]
"""Column and row from 0, row 0 at the bottom: a1 is (0, 0) and c3 is (2, 2)."""

Stones: TypeAlias = int
"""A set of cells, one bit each. 3x3, as on the screen::

    6 7 8      a3 b3 c3
    3 4 5      a2 b2 c2
    0 1 2      a1 b1 c1
"""

SMALLEST, BIGGEST = 3, 19
"""Least and greatest width, height and line."""

GROUP = 9
"""How many cells of a set are looked up at once: the whole of the small board."""

WHOLE_GROUP = (1 << GROUP) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game; one object per size, so that it compares by identity."""

    width: int
    height: int
    line: int
    """How many in a row win: 3."""
    bits: dict[Cell, Stones] = field(repr=False)
    """Each cell as a set of its own, row by row from a1."""
    lines: tuple[Stones, ...] = field(repr=False)
    """Every winning line as a set of cells."""
    through: dict[Cell, tuple[Stones, ...]] = field(repr=False)
    """The winning lines through each cell."""
    full: Stones = field(repr=False)
    """All cells."""
    groups: tuple[tuple[tuple[Cell, ...], ...], ...] = field(repr=False)
    """For each nine cells from a1 on, their subsets as tuples of cells: looking up beats looping."""
    ends: tuple[Outcome, Outcome, Outcome] = field(repr=False)
    """X has won, O has won, nobody has: made once."""

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.width, self.height, self.line)  # still one object per size when unpickled

    def cells(self, stones: Stones) -> list[Cell]:
        """The cells of a set, row by row from a1."""
        found: list[Cell] = []
        for subsets in self.groups:
            found += subsets[stones & WHOLE_GROUP]
            stones >>= GROUP
        return found


@cache
def board(width: int, height: int, line: int) -> Board:
    """The board of this size."""
    masks = tuple(sum(1 << cell for cell in cells) for cells in lines(width, height, line))
    bits = {(i % width, i // width): 1 << i for i in range(width * height)}
    through = {cell: tuple(mask for mask in masks if mask & bit) for cell, bit in bits.items()}
    cells = list(bits)
    groups = tuple(_subsets(cells[start : start + GROUP]) for start in range(0, len(cells), GROUP))
    ends = (
        Outcome((1.0, 0.0), None, Text("{n} in a row", n=line)),
        Outcome((0.0, 1.0), None, Text("{n} in a row", n=line)),
        Outcome((0.5, 0.5), None, Text("the board is full")),
    )
    return Board(width, height, line, bits, masks, through, (1 << width * height) - 1, groups, ends)


def _subsets(cells: list[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Every subset of *cells*; bit i of its place says whether it holds cell i."""
    subsets: list[tuple[Cell, ...]] = [()]
    for cell in cells:
        subsets += [(*subset, cell) for subset in subsets]
    return tuple(subsets)


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

    def __init__(self, board: Board, stones: tuple[Stones, Stones], turn: Seat, won: bool = False) -> None:
        _set_board(self, board)
        _set_stones(self, stones)
        _set_turn(self, turn)
        _set_won(self, won)

    seats = 2

    def moves(self) -> list[Cell]:
        """The empty cells, row by row from a1; none when the game is over."""
        if self.won:
            return []
        x, o = self.stones
        return self.board.cells(self.board.full ^ x ^ o)

    def play(self, move: Cell) -> Position:
        b = self.board
        x, o = self.stones
        bit = b.bits.get(move, 0)
        if not bit or bit & (x | o) or self.won:
            raise IllegalMove(self._objection(move))
        if self.turn:
            mine = o | bit
            stones = (x, mine)
        else:
            mine = x | bit
            stones = (mine, o)
        for line in b.through[move]:
            if mine & line == line:
                return Position(b, stones, 1 - self.turn, True)
        return Position(b, stones, 1 - self.turn)

    def _objection(self, move: Cell) -> Text:
        if self.outcome() is not None:
            return Text("the game is over")
        if move not in self.board.bits:
            return Text("{cell} is not a cell of this board", cell=str(move)[:40])
        return Text("{cell} is not an empty cell", cell=cell_name(*move))

    def outcome(self) -> Outcome | None:
        b = self.board
        if self.won:
            return b.ends[1 - self.turn]
        x, o = self.stones
        return b.ends[2] if x | o == b.full else None

    def owner(self, cell: Cell) -> Seat | None:
        """Whose stone is on *cell*."""
        bit = self.board.bits[cell]
        return 0 if self.stones[0] & bit else 1 if self.stones[1] & bit else None


# A frozen dataclass fills its fields by name through object.__setattr__, which is half of the time of a
# move; the slots themselves are twice as fast.
_set_board, _set_stones, _set_turn, _set_won = (
    Position.__dict__[name].__set__ for name in ("board", "stones", "turn", "won")
)
