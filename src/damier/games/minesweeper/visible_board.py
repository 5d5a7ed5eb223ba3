"""What a player sees of a mine field, and which moves that allows: no mine, no seed, nothing to leak."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from damier.core.game import Outcome
from damier.core.grid import cell_name, no_cell
from damier.core.text import IllegalMove, Text
from damier.games.minesweeper.no_guess_starts import can_begin
from damier.games.minesweeper.starts import OPENING

Cell: TypeAlias = int
"""A cell counted row by row from the top left: ``y * width + x``, both from 0."""

Act: TypeAlias = Literal["dig", "flag", "unflag", "chord"]
"""What can be done to a cell; the first three are the document's, a chord digs around a number."""

LARGEST = 60
"""The greatest width and height."""

COVERED, FLAG, MINE, EXPLODED, WRONG = ".", "F", "m", "*", "x"
"""What a cell shows if not a number; the last three after the end only. A wrong flag stood on no mine."""

COVERS = COVERED + FLAG
"""What a cell shows that is not open."""

NUMBERS = "012345678"
"""What an open cell shows: how many mines are beside it."""


class Move(NamedTuple):
    """An act on a cell, x and y from 0: ``Move("dig", 2, 3)`` is written ``d3,4``."""

    act: Act
    x: int
    y: int


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """What follows from the size alone; one object per size."""

    around: tuple[tuple[Cell, ...], ...]
    """The neighbours of each cell, three to eight of them on a usual board."""
    names: tuple[str, ...]
    """What people call each cell: ``c4`` is the third from the left in the fourth row from the top."""
    acts: dict[str, tuple[Move, ...]]
    """Each act on each cell, made once: lists of moves are asked for often."""


@lru_cache(maxsize=64)
def grid(width: int, height: int) -> Grid:
    """The grid of this size."""
    places = [(x, y) for y in range(height) for x in range(width)]
    return Grid(
        tuple(
            tuple(c for c in get_surrounding_cells(height, width, place) if c != y * width + x)
            for place in places
            for x, y in [place]
        ),
        tuple(cell_name(x, y) for x, y in places),
        {act: tuple(Move(act, x, y) for x, y in places) for act in ("dig", "flag", "unflag", "chord")},
    )


def get_surrounding_cells(height: int, width: int, place: tuple[int, int]) -> tuple[Cell, ...]:
    """The document's FS3.1: the cells up to one step away, the cell at *place* (x, y) itself among them."""
    x, y = place
    return tuple(
        row * width + column
        for row in range(max(y - 1, 0), min(y + 2, height))
        for column in range(max(x - 1, 0), min(x + 2, width))
    )


@dataclass(frozen=True, slots=True)
class Board:
    """The view: all that a player or an engine may know."""

    width: int
    height: int
    mines: int
    """How many mines there are in all: 10."""
    cells: str
    """What each cell shows, row by row from the top: ``..F11`` and so on."""
    covered: int = field(default=-1, compare=False, repr=False)
    """How many cells are not open, with a flag or without; it follows from the cells and is counted once."""
    before: str = field(default="", compare=False, repr=False)
    """After the end, what the player's own board showed: it is drawn with the mines on top."""
    start: str = OPENING
    """One of STARTS: everybody knows before the first dig how safe it is."""
    no_guess: bool = False
    """Whether it is promised that the board can be won without a guess."""

    def __post_init__(self) -> None:
        if self.covered < 0:
            count = self.cells.count(COVERED) + self.cells.count(FLAG)
            object.__setattr__(self, "covered", count)

    seats = 1
    turn = 0

    @property
    def grid(self) -> Grid:
        return grid(self.width, self.height)

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet; there may be flags."""
        return self.covered == len(self.cells)

    @property
    def lost(self) -> bool:
        return EXPLODED in self.cells

    @property
    def won(self) -> bool:
        """Whether every cell without a mine is open; the mines may still be covered on a pasted board."""
        return self.covered in (0, self.mines) and not self.lost

    @property
    def over(self) -> bool:
        return self.lost or self.won

    def moves(self) -> list[Move]:
        """Dig and flag for every covered cell, then unflag, then chord; none when the game is over."""
        if self.over:
            return []
        cells, acts = self.cells, self.grid.acts
        digs, flags = acts["dig"], acts["flag"]
        found = [act[i] for i, sign in enumerate(cells) if sign == COVERED for act in (digs, flags)]
        if self.no_guess and self.untouched:
            found = [move for move in found if move.act != "dig" or self.begins(move.y * self.width + move.x)]
        if FLAG in cells:
            found += [acts["unflag"][i] for i, sign in enumerate(cells) if sign == FLAG]
            found += [acts["chord"][i] for i in range(len(cells)) if self.satisfied(i) and self.opens(i)]
        return found

    def satisfied(self, cell: Cell) -> bool:
        """Whether *cell* shows a number from 1 and just as many flags are beside it."""
        sign = self.cells[cell]
        return sign in "12345678" and self.flags(cell) == int(sign)

    def flags(self, cell: Cell) -> int:
        """How many flags are beside *cell*."""
        return sum(self.cells[i] == FLAG for i in self.grid.around[cell])

    def opens(self, cell: Cell) -> list[Cell]:
        """The covered cells without a flag beside *cell*: what a chord digs."""
        return [i for i in self.grid.around[cell] if self.cells[i] == COVERED]

    def check(self, move: Move) -> Cell:
        """The cell of *move*; raises IllegalMove, by what can be seen alone: a refusal tells nothing."""
        if self.over:
            raise IllegalMove(Text("the game is over"))
        act, x, y = move
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IllegalMove(no_cell(f"{x + 1},{y + 1}", self.width, self.height))
        cell = y * self.width + x
        sign, name = self.cells[cell], self.grid.names[cell]
        if act == "chord":
            self._check_chord(cell)
        elif act == "unflag":
            if sign != FLAG:
                raise IllegalMove(Text("there is no flag on {cell} to take away", cell=name))
        elif sign == FLAG:
            if act == "dig":
                raise IllegalMove(Text("{cell} has a flag: take it away before you dig", cell=name))
            raise IllegalMove(Text("{cell} has a flag already", cell=name))
        elif sign != COVERED:
            raise IllegalMove(Text("{cell} is open already: choose a covered cell", cell=name))
        elif act == "dig" and not self.begins(cell):
            raise IllegalMove(
                Text(
                    "begun at {cell} this board would need a guess: begin at {other}, for one",
                    cell=name,
                    other=next(self.grid.names[i] for i in range(len(self.cells)) if self.begins(i)),
                )
            )
        return cell

    def _check_chord(self, cell: Cell) -> None:
        sign, name = self.cells[cell], self.grid.names[cell]
        if sign not in "12345678":
            raise IllegalMove(Text("{cell} shows no number: dig around a number from 1 to 8", cell=name))
        if self.flags(cell) != int(sign):
            raise IllegalMove(
                Text(
                    "the {number} at {cell} needs as many flags around it as it says, and has {n}",
                    number=int(sign),
                    cell=name,
                    n=self.flags(cell),
                )
            )
        if not self.opens(cell):
            raise IllegalMove(
                Text("nothing is left to dig around the {number} at {cell}", number=int(sign), cell=name)
            )

    def outcome(self) -> Outcome | None:
        """The document's ``win`` and ``lose``, by what can be seen."""
        if self.lost:
            return Outcome((0.0,), None, Text("a mine went off"))
        if self.won:
            return Outcome((1.0,), None, Text("every cell without a mine is open"))
        return None

    def showing(self, cell: Cell, sign: str) -> Board:
        """The same board where *cell* shows *sign*."""
        cells = self.cells[:cell] + sign + self.cells[cell + 1 :]
        covered = self.covered + (sign in COVERS) - (self.cells[cell] in COVERS)
        return self.with_cells(cells, covered=covered)

    def with_cells(self, cells: str, before: str = "", covered: int = -1) -> Board:
        """The same board where everything may look different."""
        return Board(self.width, self.height, self.mines, cells, covered, before, self.start, self.no_guess)

    def begins(self, cell: Cell) -> bool:
        """Whether *cell* may be dug first: where no guess may be needed, not every cell can be."""
        y, x = divmod(cell, self.width)
        promised = self.no_guess and self.untouched
        return not promised or can_begin(self.width, self.height, self.mines, self.start, x, y)
