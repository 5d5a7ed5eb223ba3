"""Solving positions in bulk, and making a book."""

from __future__ import annotations

import re
from functools import cache, partial

from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.core.tools.batch_tools import solving_tool
from damier.engines.book import Openings, book_tool
from damier.games.connect4.book import at_once, key, known
from damier.games.connect4.rules import Position, begin, board
from damier.games.connect4.solver import Solver, solver

USUAL = 7, 6
PLIES = 8
"""Of the book that ships."""
BOOK_MEGABYTES = 256
"""Relatives come one after the other, so a large table remembers much of what the next one needs."""
BOOK_ROOM = 19
"""They begin in the same part of it, 4 MB: what one found the next finds again, in fast memory."""


def from_columns(columns: str, width: int = 7, height: int = 6) -> Position:
    """The position after columns from 1, as in ``4453``; refused with the place of what is wrong."""
    position = begin(width, height)
    if not re.fullmatch(r"[0-9]*", columns) or not columns.isascii():
        raise Unreadable(
            Text("'{word}' is not a position: write the columns from 1, as in 4453", word=columns[:60])
        )
    for place, sign in enumerate(columns, 1):
        try:
            position = position.play(int(sign))
        except IllegalMove as problem:
            raise IllegalMove(
                Text("disc {n} of '{word}': {problem}", n=place, word=columns[:60], problem=problem.text)
            ) from None
    return position


def solve(
    columns: str, *, book: bool = True, width: int = 7, height: int = 6, megabytes: int | None = None
) -> int:
    """The exact score after these columns: ``solve("4453")``; without the *book* it is searched.

    0 is a draw; else how many discs the winner has left, plus one, negative if the side to move loses.
    *megabytes* is the size of the table, if it is not to be the usual one.
    """
    position = from_columns(columns, width, height)
    if position.outcome() is not None:
        raise Refusal(Text("the game is over after these moves"))
    found = known(position) if book else None
    if found is not None:
        return found
    if book and megabytes is None:
        return solver(width, height).score(position)
    return Solver(position.board, megabytes).score(position)


SOLVE = solving_tool(
    Text("the exact scores of positions; damier solve reads them from a file"), from_columns, solve
)


def _write(position: Position) -> str:
    """The discs of both sides, as two numbers."""
    return f"{position.discs[0]:x}-{position.discs[1]:x}"


def _read(word: str) -> Position:
    first, second = (int(part, 16) for part in word.split("-"))
    return Position(board(*USUAL), (first, second), first.bit_count() - second.bit_count())


@cache
def _solver() -> Solver:
    large = Solver(board(*USUAL), BOOK_MEGABYTES)
    large.room = BOOK_ROOM
    return large


OPENINGS: Openings[Position, int] = Openings(
    game="connect4",
    size="7x6",
    begin=partial(begin, *USUAL),
    key=key,
    at_once=at_once,
    write=_write,
    read=_read,
    solver=_solver,
    plies=PLIES,
)

BOOK = book_tool(
    Text("makes a book of what perfect play needs; damier book makes one of all positions"),
    OPENINGS,
    range(13),
)
