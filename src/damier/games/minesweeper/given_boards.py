"""Boards that are given whole, one a line: ``width height mines x y list``.

x and y are the first cell to be dug, from 0; the list has the cells with a mine as ``y*width+x``, with commas
between them: ``9 9 10 3 3 0,8,17,20,41,55,62,70,71,80``. What stands behind it is no part of the board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from damier.core.text import Text, Unreadable
from damier.games.minesweeper.rules import Field, generate_map
from damier.games.minesweeper.visible_board import COVERED, LARGEST, Board, Cell

NUMBERS_BEFORE = 5
"""Width, height, mines, x and y stand before the list."""

LONGEST_NUMBER = 4
"""Figures of the greatest number on a line: 3599, the last cell of the largest board."""


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A board with its mines and the first cell to be dug."""

    width: int
    height: int
    first: Cell
    mined: frozenset[Cell]

    def write(self) -> str:
        """The board as a line."""
        y, x = divmod(self.first, self.width)
        numbers = f"{self.width} {self.height} {len(self.mined)} {x} {y}"
        return f"{numbers} {','.join(map(str, sorted(self.mined)))}".rstrip()

    def field(self) -> Field:
        """The game before its first dig, with mines that lie already."""
        cells = self.width * self.height
        board = Board(self.width, self.height, len(self.mined), COVERED * cells)
        return Field(board, 0, generate_map(self.height, self.width, self.mined))


def check_line(line: str) -> str:
    """The board on a line, written our way; empty for an empty line."""
    return read_board(line).write() if line.strip() else ""


def read_board(line: str) -> GivenBoard:
    """The board on a line; refused with what would be right."""
    words = line.split()
    if len(words) < NUMBERS_BEFORE:
        raise Unreadable(
            Text(
                "a board is written {form}, as in {example}",
                form="width height mines x y list",
                example=EXAMPLE,
            )
        )
    width, height = (_number(word, 1, LARGEST) for word in words[:2])
    mines = _number(words[2], 0, width * height - 1)
    x, y = _number(words[3], 0, width - 1), _number(words[4], 0, height - 1)
    listed = words[NUMBERS_BEFORE] if mines and len(words) > NUMBERS_BEFORE else ""
    mined = [_number(word, 0, width * height - 1) for word in listed.split(",")] if listed else []
    _check_mines(mines, mined, y * width + x)
    return GivenBoard(width, height, y * width + x, frozenset(mined))


EXAMPLE = "3 3 1 0 0 8"


def _number(word: str, low: int, high: int) -> int:
    if re.fullmatch(rf"[0-9]{{1,{LONGEST_NUMBER}}}", word) is None or not low <= int(word) <= high:
        raise Unreadable(
            Text(
                "'{word}' is not possible here: write a whole number from {low} to {high}",
                word=word[:40],
                low=low,
                high=high,
            )
        )
    return int(word)


def _check_mines(mines: int, mined: list[Cell], first: Cell) -> None:
    if len(mined) != mines:
        raise Unreadable(Text("{mines} mines are announced and {n} are listed", mines=mines, n=len(mined)))
    if len(set(mined)) != mines:
        twice = next(cell for cell in mined if mined.count(cell) > 1)
        raise Unreadable(Text("the mine {cell} is listed twice: list each once", cell=twice))
    if first in mined:
        raise Unreadable(
            Text("the first cell, {cell}, has a mine: it must be safe, so choose another", cell=first)
        )
