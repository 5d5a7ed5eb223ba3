"""Cells and lines of rectangular boards, and the names people give to cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_

from damier.core.text import Text, Unreadable


@lru_cache(maxsize=1024)
def file_name(column: int) -> str:
    """The letters of a column counted from 0: ``a``, ``z``, then ``aa``."""
    letters = ""
    column += 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def cell_name(column: int, row: int) -> str:
    """The name of a cell, both counted from 0 with row 0 at the bottom: ``a1``."""
    return f"{file_name(column)}{row + 1}"


def read_cell(cell: str, width: int, height: int) -> tuple[int, int]:
    """Column and row, from 0 with row 0 at the bottom, of a cell such as ``b3``."""
    match = re.fullmatch(r"\s*([a-z]{1,2})\s*([0-9]{1,3})\s*", cell.lower(), re.ASCII)
    if match is not None:
        column = 0
        for letter in match[1]:
            column = 26 * column + ord(letter) - ord("a") + 1
        row = int(match[2])
        if column <= width and 1 <= row <= height:
            return column - 1, row - 1
    raise Unreadable(no_cell(cell, width, height))


def no_cell(typed: str, width: int, height: int) -> Text:
    """What would be right for a cell that is not on a board of this size."""
    return Text(
        "'{word}' is not a cell: write {low} to {high}",
        word=typed.strip()[:40],
        low=cell_name(0, 0),
        high=cell_name(width - 1, height - 1),
    )


def union(sets: Iterable[int]) -> int:
    """All that is in any of these sets, which have a bit for each cell."""
    return reduce(or_, sets, 0)


@lru_cache(maxsize=64)
def lines(width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every straight line of *length* cells; a cell is ``row * width + column``."""
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for row in range(height):
            for column in range(width):
                last_column, last_row = column + (length - 1) * dx, row + (length - 1) * dy
                if last_column < width and 0 <= last_row < height:
                    found.append(tuple((row + i * dy) * width + column + i * dx for i in range(length)))
    return tuple(found)
