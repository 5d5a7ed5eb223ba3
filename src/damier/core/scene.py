"""The board as marks on a lattice: one renderer for every game.

::

    (0,0)  (1,0)  (2,0)  (3,0)  (4,0)      even, even: a corner
    (0,1)  (1,1)  (2,1)  (3,1)  (4,1)      odd, odd:   a cell
    (0,2)  (1,2)  (2,2)  (3,2)  (4,2)      mixed:      the edge between two cells

x runs to the right and y runs down, as on a screen; a board of w x h cells has a lattice of
2w+1 by 2h+1 places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias

from damier.core.game import M, Seat
from damier.core.grid import read_cell
from damier.core.text import Text

At: TypeAlias = tuple[int, int]
"""A place on the lattice, x and y: ``(1, 1)`` is the top left cell."""


def cell(column: int, row: int) -> At:
    """The place of a cell, both counted from 0, rows from the top."""
    return 2 * column + 1, 2 * row + 1


def named(cells: str, height: int) -> tuple[At, ...]:
    """The places of cells by the names people say, on a board *height* cells high: ``named("a1 b2", 3)``."""
    places = (read_cell(word, 26, height) for word in cells.split())
    return tuple(cell(column, height - 1 - row) for column, row in places)


Click: TypeAlias = Literal["plain", "second", "double", "shift"]
"""A click or tap, one with the right button or a long press, a double one, one with the Shift key held."""

Arm: TypeAlias = Literal["", "flat", "upright"]
"""Which of the two lines that cross at a corner is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gesture:
    """How one kind of move is made by hand, as data, so that no screen knows a game's gestures by name."""

    title: Text | None = None
    """Its name, for menus and sentences that also name the place: ``Dig``; None: the move as written."""
    click: Click = "plain"
    """The click that makes it. A move that a slip must not make has another one than ``plain``."""
    key: str = ""
    """The letter that makes it: ``f``. Enter and Space make the first move that a mark offers."""
    about: Text | None = None
    """What help says of the key, where it has no title: ``builds a flat wall``."""
    ghost: str = ""
    """The kind of mark that the pointer shows beforehand: ``disc``; empty: a frame."""
    arm: Arm = ""
    """At a corner, the line that a pointer must be on: a wall lies ``flat`` or stands ``upright``."""
    digits: bool = False
    """Whether a digit makes it in the column of that number, counted from the left: ``4``."""
    written: str = "{name}"
    """How it is written at a place, so that the rules say why it is forbidden: ``{name}h``, ``{column}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Generic[M]):
    """One thing on the board."""

    at: At
    kind: str
    """What it is, for its style: ``disc``, ``pawn``, ``wall``, ``edge``, ``box``, ``mine``, ``cover``."""
    glyph: str = ""
    """How a terminal draws it: ``●``, ``🚩``."""
    ascii: str = ""
    """How a terminal without Unicode draws it, one character: ``X``."""
    name: str = ""
    """The coordinate people say: ``d3``."""
    seat: Seat | None = None
    """Whose it is."""
    moves: Mapping[str, M] = field(default_factory=dict)
    """Which gesture makes which move: ``{"dig": ..., "flag": ...}``, described in ``Game.gestures``."""
    tags: frozenset[str] = frozenset()
    """More for its style: ``win`` on a winning line, ``hole`` where a disc will be seen.

    ``goal0`` is where seat 0 wants to be.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(Generic[M]):
    """A board to draw."""

    width: int
    """Cells across."""
    height: int
    """Cells down."""
    marks: tuple[Mark[M], ...]
    """At most one mark a place; where a move is offered at several, its own place comes first."""
    columns: tuple[str, ...]
    """Labels of the columns from the left: ``("a", "b", "c")``."""
    rows: tuple[str, ...]
    """Labels of the rows from the top: ``("3", "2", "1")``; empty where rows have none."""
    grid: str = "lines"
    """What lies between the cells: ``lines``, ``dots`` at the corners, ``gaps`` for walls, ``none``."""
    status: tuple[tuple[Seat, Text], ...] = ()
    """What is counted beside each seat: ``(0, Text("{n} walls", n=10))``."""

    def at(self, place: At) -> Mark[M] | None:
        """The mark at *place*, if there is one."""
        return next((mark for mark in self.marks if mark.at == place), None)

    def where(self, move: M) -> At | None:
        """The first place where *move* can be made."""
        return next((mark.at for mark in self.marks if move in mark.moves.values()), None)
