"""The choice index of the document: a number for every cell of the 3x3 board, made in ten steps.

The document: "the steps are applied one after the other and add up unless it says otherwise". Every step
below is one function of its own, in the document's order, so that each can be read, shown and tested alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from damier.core.game import Seat
from damier.games.tictactoe.rules import Cell, Position

CORNERS: tuple[Cell, ...] = ((0, 0), (2, 0), (0, 2), (2, 2))
CENTER: Cell = (1, 1)
CELLS: tuple[Cell, ...] = tuple((column, row) for row in range(3) for column in range(3))
LINES: tuple[tuple[Cell, ...], ...] = (
    *(tuple((column, row) for column in range(3)) for row in range(3)),
    *(tuple((column, row) for row in range(3)) for column in range(3)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 2), (1, 1), (2, 0)),
)
"""The rows from the bottom, the columns from the left, the two diagonals."""

TAKEN, BLOCKS, WINS, FORKS = -10, 15, 20, 10


@dataclass(frozen=True, slots=True)
class Step:
    """That one of the ten steps spoke of a cell."""

    number: int
    """Which of the ten: 4."""
    because: tuple[Cell, ...] = ()
    """The cells that made it speak: the line that wins, the rival's stones beside the center."""
    ignored: bool = False
    """Whether its number was not used: a win or a block stays what it is."""


@dataclass(slots=True)
class Index:
    """The choice index of one cell."""

    value: int = 0
    steps: list[Step] = field(default_factory=list)
    """The steps that spoke of it, in order."""

    @property
    def decided(self) -> bool:
        """Whether it wins or blocks: steps 3 and 4 set it."""
        return any(step.number in (3, 4) for step in self.steps)


class _Sheet:
    """The board as the AI sees it, and the index of every cell so far."""

    def __init__(self, position: Position, literal: bool) -> None:
        self.owner: dict[Cell, Seat | None] = {cell: position.owner(cell) for cell in CELLS}
        self.me: Seat = position.turn
        self.rival: Seat = 1 - position.turn
        self.literal = literal
        self.index = {cell: Index() for cell in CELLS}

    def empty(self, cell: Cell) -> bool:
        return self.owner[cell] is None

    def held(self, seat: Seat) -> list[Cell]:
        return [cell for cell in CELLS if self.owner[cell] == seat]

    def put(self, cell: Cell, value: int, step: Step) -> None:
        """``CI = value``. Occupied cells keep their -10: "permanently".

        Taken literally, steps 5, 6 and 10 would lower the 15 and the 20 that steps 3 and 4 have set, and
        the AI would fork, or take the center, instead of winning. The author cannot have meant that.
        """
        index = self.index[cell]
        if not self.empty(cell):
            return
        if index.decided and value < index.value and not self.literal:
            index.steps.append(Step(step.number, step.because, ignored=True))
            return
        index.value = value
        index.steps.append(step)

    def add(self, cell: Cell, value: int, step: Step) -> None:
        """``CI = CI + value``."""
        if self.empty(cell):
            self.index[cell].value += value
            self.index[cell].steps.append(step)

    def remaining(self, seat: Seat) -> list[tuple[Cell, tuple[Cell, ...]]]:
        """The cells that complete a line of *seat*, each with its line."""
        found = []
        for line in LINES:
            free = [cell for cell in line if self.empty(cell)]
            if len(free) == 1 and all(self.owner[cell] in (None, seat) for cell in line):
                found.append((free[0], line))
        return found


def choice_index(position: Position, literal: bool = False) -> dict[Cell, Index]:
    """The choice index of every cell for the seat to move; the highest is the ideal cell.

    *literal* lets steps 5, 6 and 10 lower what steps 3 and 4 have set.
    """
    sheet = _Sheet(position, literal)
    for step in (_step1, _step2, _step3, _step4, _step5, _step6, _step7, _step8, _step9, _step10):
        step(sheet)
    return sheet.index


def _step1(sheet: _Sheet) -> None:
    """On an empty board every cell has 0, but the corners and the center, which have 1."""
    if all(sheet.empty(cell) for cell in CELLS):
        good = (*CORNERS, CENTER)
        for cell in good:
            sheet.put(cell, 1, Step(1, good))


def _step2(sheet: _Sheet) -> None:
    """Occupied cells have -10, permanently."""
    for cell in CELLS:
        if not sheet.empty(cell):
            sheet.index[cell] = Index(TAKEN, [Step(2)])


def _step3(sheet: _Sheet) -> None:
    """A cell that would complete a line of the rival has 15."""
    for cell, line in sheet.remaining(sheet.rival):
        sheet.put(cell, BLOCKS, Step(3, line))


def _step4(sheet: _Sheet) -> None:
    """A cell that completes a line of the AI has 20."""
    for cell, line in sheet.remaining(sheet.me):
        sheet.put(cell, WINS, Step(4, line))


def _step5(sheet: _Sheet) -> None:
    """The center has 3 when at least one stone of the rival is around it."""
    around = tuple(cell for cell in sheet.held(sheet.rival) if cell != CENTER)
    if around:
        sheet.put(CENTER, 3, Step(5, around))


def _step6(sheet: _Sheet) -> None:
    """The rival has the center and the AI one corner only: the opposite corner has 3."""
    corners = [cell for cell in CORNERS if sheet.owner[cell] == sheet.me]
    if sheet.owner[CENTER] == sheet.rival and len(corners) == 1:
        column, row = corners[0]
        sheet.put((2 - column, 2 - row), 3, Step(6, (corners[0], CENTER)))


def _step7(sheet: _Sheet) -> None:
    """With a stone of the rival on the board, a corner whose row and column have none of them gains 1."""
    theirs = sheet.held(sheet.rival)
    for corner in CORNERS:
        if theirs and all(cell[0] != corner[0] and cell[1] != corner[1] for cell in theirs):
            sheet.add(corner, 1, Step(7, tuple(theirs)))


def _step8(sheet: _Sheet) -> None:
    """A corner gains 3 in a row whose other corner is the AI's and whose edge stands in an empty column."""
    for column, row in CORNERS:
        other, edge = (2 - column, row), (1, row)
        if sheet.owner[other] == sheet.me and all(sheet.empty((1, y)) for y in range(3)):
            sheet.add((column, row), 3, Step(8, (other, edge)))


def _step9(sheet: _Sheet) -> None:
    """A corner gains 3 in a column whose other corner is the AI's and whose edge stands in an empty row."""
    for column, row in CORNERS:
        other, edge = (column, 2 - row), (column, 1)
        if sheet.owner[other] == sheet.me and all(sheet.empty((x, 1)) for x in range(3)):
            sheet.add((column, row), 3, Step(9, (other, edge)))


def _step10(sheet: _Sheet) -> None:
    """A corner with which the AI would have two lines to complete at its next turn has 10."""
    for corner in CORNERS:
        if not sheet.empty(corner):
            continue
        lines = [line for line in LINES if corner in line and _would_threaten(sheet, line, corner)]
        if len(lines) >= 2:
            ends = tuple(cell for line in lines for cell in line if cell != corner and sheet.empty(cell))
            sheet.put(corner, FORKS, Step(10, ends))


def _would_threaten(sheet: _Sheet, line: tuple[Cell, ...], corner: Cell) -> bool:
    """Whether with *corner* the AI has two of this line and the third is empty."""
    others = [sheet.owner[cell] for cell in line if cell != corner]
    return sheet.me in others and None in others
