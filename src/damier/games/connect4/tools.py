"""Solving positions in bulk, and making a book; nothing heavy is imported before it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.core.work import Making, Solving
from damier.games.connect4.book import earlier, key, known, positions, write_book
from damier.games.connect4.rules import Position, board

if TYPE_CHECKING:
    from damier.games.connect4.engine import Solver

USUAL = 7, 6
BOOK_MEGABYTES = 256
"""Relatives come one after the other, so a large table remembers much of what the next one needs."""


def from_columns(words: str, width: int = 7, height: int = 6) -> Position:
    """The position after columns from 1, as in ``4453``; refused with the place of what is wrong."""
    position = Position(board(width, height), (0, 0), 0)
    if not re.fullmatch(r"[0-9]*", words) or not words.isascii():
        raise Unreadable(
            Text("'{word}' is not a position: write the columns from 1, as in 4453", word=words[:60])
        )
    for place, sign in enumerate(words, 1):
        try:
            position = position.play(int(sign))
        except IllegalMove as problem:
            raise IllegalMove(
                Text("disc {n} of '{word}': {problem}", n=place, word=words[:60], problem=problem.text)
            ) from None
    return position


def solve(columns: str, *, book: bool = True, width: int = 7, height: int = 6) -> int:
    """The exact score after these columns: ``solve("4453")``; without the *book* it is searched.

    0 is a draw; else how many discs the winner has left, plus one, negative if the side to move loses.
    """
    position = from_columns(columns, width, height)
    if position.outcome() is not None:
        raise Refusal(Text("the game is over after these moves"))
    found = known(position) if book else None
    if found is not None:
        return found
    from damier.games.connect4.engine import Solver, solver

    if book:
        return solver(width, height).score(position)
    return Solver(position.board).score(position)


def check(line: str) -> str:
    """The position on a line of a file; the words after it are no part of it."""
    words = line.split()
    if not words:
        return ""
    if from_columns(words[0]).outcome() is not None:
        raise Refusal(Text("the game is over after these moves"))
    return words[0]


def answer(columns: str) -> str:
    """The exact score of a position that was checked."""
    return str(solve(columns))


def solve_some(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """Say the exact score of every position among *words*."""
    for word in words:
        if columns := check(word):
            say(Text.literal(f"{columns} {answer(columns)}"))


SOLVE = Solving(
    Text("the exact scores of positions; damier solve reads them from a file"), solve_some, check, answer
)


def parts(ply: int) -> Iterator[str]:
    """The positions of a ply: the discs of both sides, as two numbers."""
    for position in positions(board(*USUAL), ply):
        yield f"{position.discs[0]:x}-{position.discs[1]:x}"


def _position(word: str) -> Position:
    first, second = (int(part, 16) for part in word.split("-"))
    return Position(board(*USUAL), (first, second), first.bit_count() - second.bit_count())


def do(word: str) -> str:
    """The score of one position of the last ply."""
    return str(_solver().score(_position(word)))


@cache
def _solver() -> Solver:
    from damier.games.connect4.engine import Solver

    return Solver(board(*USUAL), BOOK_MEGABYTES)


def join(ply: int, results: Iterable[tuple[str, str]]) -> bytes:
    """The book."""
    last = {key(_position(word)): int(score) for word, score in results}
    return write_book(board(*USUAL), ply, earlier(board(*USUAL), ply, last))


def how(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """Making a book takes hours, shows how far it is and goes on where it was stopped: that is a command."""
    raise Refusal(Text("write: {command}", command="damier book connect4 --ply 8"))


BOOK = Making(
    Text("makes a book of the exact scores of all positions of the first plies: damier book connect4"),
    how,
    range(13),
    parts,
    do,
    join,
    lambda ply: Path(f"connect4-{ply}.book"),
)
