"""Connect Four: discs fall to the lowest free cell of a column; four in a row win."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from damier.core.game import Outcome, Seat
from damier.core.grid import file_name, lines
from damier.core.text import IllegalMove, Text

Column: TypeAlias = int
"""A move: the column from the left, from 1."""

Cell: TypeAlias = tuple[int, int]
"""Column and row from 0, row 0 at the bottom: a1 is (0, 0), d3 is (3, 2)."""

Discs: TypeAlias = int
"""A set of cells, one bit each; cell (column, row) is bit ``row * width + column``.

On 7x6::

    35 36 37 38 39 40 41      the top row
    ...
     7  8  9 10 11 12 13
     0  1  2  3  4  5  6      the bottom row
"""

Landing: TypeAlias = tuple[Discs, tuple[Discs, ...]]
"""The cell where a disc comes to rest, and what must be there already for each four that it completes."""

FOUR = 4
"""How many in a row win."""

MOST_BITS = 64
"""Columns times (height + 1) of the largest board that can be solved: the kernel keeps it in one word."""

WINS: tuple[Outcome, Outcome] = (
    Outcome((1.0, 0.0), None, Text("four in a row")),
    Outcome((0.0, 1.0), None, Text("four in a row")),
)
DRAW = Outcome((0.5, 0.5), None, Text("the board is full: nobody has won"))


def column_name(column: Column) -> str:
    """What people call a column, as in the names of its cells: ``d``."""
    return file_name(column - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game; one object per size, so that it compares by identity."""

    width: int
    height: int
    lines: tuple[Discs, ...]
    """Every four: 69 of them on 7x6."""
    drops: dict[Column, tuple[Discs, dict[Discs, Landing]]]
    """For each column its cells, and by which of them are taken where the next disc lands; full: nowhere."""
    choices: dict[Discs, tuple[Column, ...]]
    """By which cells of the top row are taken, the columns that are not full."""
    top: Discs
    """The top row."""
    full: Discs
    """All cells."""

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.width, self.height)  # still one object per size when unpickled


@cache
def board(width: int, height: int) -> Board:
    """The board of this size."""
    fours = tuple(sum(1 << cell for cell in cells) for cells in lines(width, height, FOUR))
    drops = {column + 1: _drop(width, height, column, fours) for column in range(width)}
    above = (height - 1) * width
    choices = {
        taken << above: tuple(c + 1 for c in range(width) if not taken >> c & 1)
        for taken in range(1 << width)
    }
    top = (1 << width) - 1 << above
    return Board(width, height, fours, drops, choices, top, (1 << width * height) - 1)


def _drop(
    width: int, height: int, column: int, fours: tuple[Discs, ...]
) -> tuple[Discs, dict[Discs, Landing]]:
    cells = [1 << row * width + column for row in range(height)]
    landings: dict[Discs, Landing] = {}
    below = 0
    for bit in cells:
        empty = sum(cells) ^ below ^ bit  # a four through these cannot be complete yet
        landings[below] = bit, tuple(four ^ bit for four in fours if four & bit and not four & empty)
        below |= bit
    return sum(cells), landings


@dataclass(frozen=True, slots=True)
class Position:
    """Frozen and readable: the reference."""

    board: Board
    discs: tuple[Discs, Discs]
    """The cells of the first player and of the second."""
    turn: Seat = field(compare=False)
    """Who moves; it follows from the discs, so comparing it would only cost time."""
    won: bool = field(default=False, compare=False)
    """Whether the last move completed a four."""

    seats = 2

    def moves(self) -> tuple[Column, ...]:
        """The columns that are not full, from the left; none when the game is over."""
        if self.won:
            return ()
        b = self.board
        first, second = self.discs
        return b.choices[(first | second) & b.top]

    def play(self, move: Column) -> Position:
        b = self.board
        first, second = self.discs
        drop = b.drops.get(move)
        if drop is None or self.won:
            raise self.refusal(move)
        column, landings = drop
        landing = landings.get((first | second) & column)
        if landing is None:
            raise self.refusal(move)
        bit, rests = landing
        turn = self.turn
        mine = second if turn else first
        won = False
        for rest in rests:  # any() with a generator would cost more than all the rest of this method
            if mine & rest == rest:
                won = True
                break
        mine |= bit
        after = _new(Position)
        _set_board(after, b)
        _set_discs(after, (first, mine) if turn else (mine, second))
        _set_turn(after, 1 - turn)
        _set_won(after, won)
        return after

    def refusal(self, move: Column) -> IllegalMove:
        """Why *move* cannot be made here."""
        if self.outcome() is not None:
            return IllegalMove(Text("the game is over"))
        if move in self.board.drops:
            return IllegalMove(Text("column {column} is full", column=column_name(move)))
        return IllegalMove(
            Text("there is no such column: choose one from a to {high}", high=column_name(self.board.width))
        )

    def outcome(self) -> Outcome | None:
        if self.won:
            return WINS[1 - self.turn]
        first, second = self.discs
        return DRAW if first | second == self.board.full else None

    @property
    def taken(self) -> Discs:
        """The cells of both players."""
        return self.discs[0] | self.discs[1]

    @property
    def empty(self) -> int:
        """How many cells are free: ``42`` before the first move on 7x6."""
        return self.board.width * self.board.height - self.taken.bit_count()

    def owner(self, cell: Cell) -> Seat | None:
        """Whose disc is on *cell*."""
        bit = 1 << cell[1] * self.board.width + cell[0]
        return 0 if self.discs[0] & bit else 1 if self.discs[1] & bit else None

    def landing(self, move: Column) -> Discs:
        """The cell where a disc in this column, which is not full, comes to rest."""
        column, landings = self.board.drops[move]
        return landings[self.taken & column][0]

    def fours(self, move: Column, seat: Seat) -> tuple[Discs, ...]:
        """The fours that *seat* would complete with a disc in this column."""
        column, landings = self.board.drops[move]
        bit, rests = landings.get(self.taken & column, (0, ()))
        mine = self.discs[seat]
        return tuple(rest | bit for rest in rests if mine & rest == rest)


# A frozen dataclass fills its fields by name through object.__setattr__; that took longer than all the rest
# of a move. The slots' own setters do the same directly, for a new position that nobody has seen yet.
_new = object.__new__
_set_board, _set_discs, _set_turn, _set_won = (
    vars(Position)[name].__set__ for name in ("board", "discs", "turn", "won")
)


def begin(width: int, height: int) -> Position:
    """The empty board of this size."""
    return Position(board(width, height), (0, 0), 0)


def cells(discs: Discs, b: Board) -> tuple[Cell, ...]:
    """The cells of a set, row by row from a1."""
    return tuple((i % b.width, i // b.width) for i in range(discs.bit_length()) if discs >> i & 1)


def fits(b: Board) -> bool:
    """Whether boards of this size can be solved, given the time."""
    return b.width * (b.height + 1) <= MOST_BITS


def outwards(position: Position) -> tuple[Column, ...]:
    """The moves from the middle outwards."""
    return around((position.board.width + 1) / 2, position.moves())


@cache
def around(middle: float, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Columns by how near they are to the *middle*, the left one first where two are as near."""
    return tuple(sorted(columns, key=lambda column: abs(column - middle)))
