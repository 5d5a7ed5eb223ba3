"""Columns as ``4`` in files, ``d`` for people.

Positions as ``......./......./......./......./...o.../..xx...``: rows from the top.
"""

from __future__ import annotations

import re
from itertools import pairwise

from damier.core.drawn_board import drawn_rows
from damier.core.game import BETWEEN
from damier.core.grid import cell_name
from damier.core.options import Options
from damier.core.text import IllegalMove, Text, Unreadable
from damier.games.connect4.rules import Board, Column, Discs, Position, board, cells, column_name

SIZES = range(4, 13)
"""The widths and heights that can be played."""

_CELLS = re.compile(r"([A-Za-z][0-9])+", re.ASCII)
"""Cells as one word: ``d1d2``."""

EXAMPLE = "......./......./......./......./...o.../..xx..."


def write(move: Column) -> str:
    """``4``."""
    return str(move)


def move_name(written: str) -> Text:
    """``d`` for ``4``."""
    return Text.literal(column_name(int(written)))


def read(typed: str, view: Position) -> Column:
    """A column that can be played: its letter, its number, or the cell on which the disc comes to rest."""
    match = re.fullmatch(r"(?:([0-9]{1,3})|([a-z])([0-9]{1,2})?)", typed.strip().lower(), re.ASCII)
    column = 0
    if match is not None:
        column = int(match[1]) if match[1] else ord(match[2]) - ord("a") + 1
    if match is None or column not in view.board.drops:
        raise Unreadable(
            Text(
                "'{word}' is not a column: write a letter from a to {high}",
                word=typed.strip()[:40],
                high=column_name(view.board.width),
            )
        )
    if column not in view.moves():
        raise view.refusal(column)
    landing = names(view.landing(column), view.board)
    if match[3] and landing != f"{match[2]}{int(match[3])}":
        raise IllegalMove(
            Text("a disc in column {column} falls to {cell}", column=column_name(column), cell=landing)
        )
    return column


def split(moves: str, first: Position) -> list[str]:
    """``4453`` are four columns, where no column has two digits, and so are ``ddec``; ``d3`` is one cell."""
    return [part for word in moves.translate(BETWEEN).split() for part in _columns(word, first.board.width)]


def _columns(word: str, width: int) -> list[str]:
    if re.fullmatch(r"[a-z][0-9]{1,2}", word.lower(), re.ASCII):
        return [word]
    if _CELLS.fullmatch(word):
        return re.findall("..", word)
    if re.fullmatch(f"[a-{column_name(width)}]+", word.lower()):
        return list(word)
    return re.sub(r"[0-9]", r" \g<0> ", word).split() if width < 10 else [word]


SIGNS = {
    **dict.fromkeys(".-_0·⚪⚫ ", "."),
    **dict.fromkeys("xX1yY🟡●", "x"),
    **dict.fromkeys("oO2rR🔴○", "o"),
}
"""What others draw: a free cell, a disc of who began, one of the other."""


def translate(pasted: str, told: Options) -> str | None:
    """A board drawn with characters or printed as an array: rows from the top, or from the bottom."""
    rows = drawn_rows(pasted, SIGNS)
    if rows is not None and len(rows) == 1 and len(rows[0]) == 42:
        rows = [rows[0][i : i + 7] for i in range(0, 42, 7)]
    if rows is None or len(rows) not in SIZES or len(rows[0]) not in SIZES:
        return None
    return "/".join(rows[::-1] if _floats(rows) and not _floats(rows[::-1]) else rows)


def _floats(rows: list[str]) -> bool:
    """Whether a disc has nothing below it, in rows from the top."""
    pairs = (zip(above, below, strict=True) for above, below in pairwise(rows))
    return any(upper != "." and lower == "." for pair in pairs for upper, lower in pair)


def names(discs: Discs, b: Board) -> str:
    """Cells as people say them: ``a1, b2``."""
    return ", ".join(cell_name(*cell) for cell in cells(discs, b))


def text(view: Position) -> str:
    """The position as one line; whose turn it is follows from the number of discs."""
    b = view.board
    signs = {0: "x", 1: "o", None: "."}
    return "/".join(
        "".join(signs[view.owner((column, row))] for column in range(b.width))
        for row in reversed(range(b.height))
    )


def parse(line: str) -> Position:
    """The position of one line; what the rules exclude is refused.

    Not asked is whether the discs can have fallen in this order, one side after the other: ``x`` on top of
    ``o`` with nothing else on the board is taken as it stands.
    """
    return _checked(discs_of(line))


def discs_of(line: str) -> Position:
    """The discs of one line, be they as many as they may; a turn follows only where they can be played on."""
    rows = line.strip().lower().split("/")[::-1]
    width, height = len(rows[0]), len(rows)
    if (
        width not in SIZES
        or height not in SIZES
        or not all(len(row) == width and set(row) <= set("xo.") for row in rows)
    ):
        raise Unreadable(
            Text(
                "'{words}' is not a position: write rows of 4 to 12 cells from the top, as in {example}",
                words=line.strip()[:60],
                example=EXAMPLE,
            )
        )
    for row in range(1, height):
        for column in range(width):
            if rows[row][column] != "." and rows[row - 1][column] == ".":
                raise Unreadable(
                    Text(
                        "the disc on {cell} floats: the cell below it must be taken",
                        cell=cell_name(column, row),
                    )
                )
    flat = "".join(rows)
    first, second = (sum(1 << i for i, sign in enumerate(flat) if sign == seat) for seat in "xo")
    return Position(board(width, height), (first, second), int(first.bit_count() > second.bit_count()))


def _checked(position: Position) -> Position:
    """The position with what follows from its discs: whether it is won, and that it can be."""
    b = position.board
    turn = position.discs[0].bit_count() - position.discs[1].bit_count()
    if turn not in (0, 1):
        raise Unreadable(
            Text(
                "x begins, so there are as many x as o or one more, not {x} and {o}",
                x=position.discs[0].bit_count(),
                o=position.discs[1].bit_count(),
            )
        )
    if any(position.discs[turn] & four == four for four in b.lines):
        raise Unreadable(
            Text("the game went on after a four: {sign} has one and would be to move", sign="xo"[turn])
        )
    # The last disc is the highest of its column.
    last = position.discs[1 - turn] & ~(position.taken >> b.width)
    won = False
    for four in b.lines:
        if position.discs[1 - turn] & four == four:
            won = True
            last &= four
    if won and not last:
        raise Unreadable(Text("the game went on after a four: no single last disc completes all of them"))
    return Position(b, position.discs, turn, won)
