"""The book of Connect Four: what its keys are, what it leaves out, and the one that comes with the game.

A key is ``mine + taken`` in the layout of the kernel, of the position or its mirror image, whichever is
less. A position is left out where the side to move completes a four at once: its score follows from the
number of discs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from damier.core.text import Refusal, Text
from damier.engines.book import Book, read_book
from damier.games.connect4.pack import pack
from damier.games.connect4.rules import Position

SHIPPED = Path(__file__).parent / "data" / "book.bin"


def key(position: Position) -> int:
    """The same number for a position and its mirror image, and for no other."""
    mine, taken, _ = pack(position)
    here, span = mine + taken, position.board.height + 1
    columns = [here >> span * column & (1 << span) - 1 for column in range(position.board.width)]
    mirrored = sum(value << span * column for column, value in enumerate(reversed(columns)))
    return min(here, mirrored)


def wins_at_once(position: Position) -> bool:
    """Whether the side to move completes a four with its next disc."""
    return any(position.fours(move, position.turn) for move in position.moves())


def at_once(position: Position) -> int | None:
    """The score of a position whose side to move completes a four with its next disc; else None."""
    return (position.empty + 1) // 2 if wins_at_once(position) else None


def score_in(book: Book, position: Position) -> int | None:
    """The exact score of a position that goes on; None if it is not in the book."""
    b = position.board
    if f"{b.width}x{b.height}" != book.size or position.taken.bit_count() > book.plies:
        return None
    found = at_once(position)
    return book.value(key(position)) if found is None else found


@cache
def shipped() -> Book | Text | None:
    """The book that comes with the game, None if there is none, or what is wrong with it."""
    if not SHIPPED.exists():
        return None
    try:
        return read_book(SHIPPED, "connect4")
    except Refusal as problem:
        return Text("{problem}; it is not used", problem=problem.text)


def known(position: Position) -> int | None:
    """The exact score of a position that goes on, if the book that comes with the game has it."""
    book = shipped()
    return score_in(book, position) if isinstance(book, Book) else None
