"""Solving positions in bulk, and making a book; nothing heavy is imported before it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from damier.core.batch_tools import Making, Solving
from damier.core.record_files import check_writable, write_whole
from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.games.connect4.book import earlier, key, known, positions, wins_at_once, write_book
from damier.games.connect4.rules import Position, board, outwards

if TYPE_CHECKING:
    from damier.games.connect4.solver import Solver

USUAL = 7, 6
PLIES = 8
"""Of the book that ships."""
EXAMPLE = "damier tool connect4 book small.book"
BOOK_MEGABYTES = 256
"""Relatives come one after the other, so a large table remembers much of what the next one needs."""
BOOK_ROOM = 19
"""They begin in the same part of it, 4 MB: what one found the next finds again, in fast memory."""


def from_columns(columns: str, width: int = 7, height: int = 6) -> Position:
    """The position after columns from 1, as in ``4453``; refused with the place of what is wrong."""
    position = Position(board(width, height), (0, 0), 0)
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
    from damier.games.connect4.solver import Solver, solver

    if book and megabytes is None:
        return solver(width, height).score(position)
    return Solver(position.board, megabytes).score(position)


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
    from damier.games.connect4.solver import Solver

    solver = Solver(board(*USUAL), BOOK_MEGABYTES)
    solver.room = BOOK_ROOM
    return solver


def join(ply: int, results: Iterable[tuple[str, str]]) -> bytes:
    """The book."""
    last = {key(_position(word)): int(score) for word, score in results}
    return write_book(board(*USUAL), ply, earlier(board(*USUAL), ply, last))


def needed(ply: int, hear: Callable[[int, int], None] = lambda ply, count: None) -> dict[int, int]:
    """The scores that perfect play needs up to a ply, whichever side it plays, against any replies."""
    scores: dict[int, int] = {}
    empty = Position(board(*USUAL), (0, 0), 0)
    for seat in (0, 1):
        asked = [empty] if seat == 0 else [empty.play(move) for move in empty.moves()]
        for count in range(seat, ply + 1, 2):
            answers = _unlike(_best(position, scores) for position in asked)
            hear(count, len(asked))
            replies = [after.play(move) for after in answers for move in after.moves()]
            asked = _unlike(one for one in replies if one.outcome() is None and not wins_at_once(one))
    return scores


def _best(position: Position, scores: dict[int, int]) -> Position:
    """The position after the best move, with its score and the one before noted."""
    solver = _solver()
    score = scores[key(position)] = solver.score(position)
    for move in outwards(position):
        after = position.play(move)
        question = solver.question(after, low=-score)
        while question.high > -score >= question.low:
            question.advance(100_000)
        if question.high <= -score:
            scores[key(after)] = -score
            return after
    raise AssertionError("some move has the score of the position")


def _unlike(positions: Iterable[Position]) -> list[Position]:
    """Of positions that are mirror images of each other, one."""
    return list({key(position): position for position in positions}.values())


def make_small(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """Write the book of what perfect play needs to a file; minutes, where the whole book takes hours."""
    if len(words) != 1:
        raise Unreadable(Text("name the file to be written, as in: {example}", example=EXAMPLE))

    def hear(ply: int, count: int) -> None:
        say(Text("ply {ply}: {n} positions", ply=ply, n=count))

    check_writable(Path(words[0]))
    scores = needed(PLIES, hear)
    # The best move of the last ply leads one further.
    write_whole(Path(words[0]), write_book(board(*USUAL), PLIES + 1, scores))
    say(Text("{path}: {n} positions", path=words[0], n=len(scores)))


BOOK = Making(
    Text("makes a book of what perfect play needs; damier book makes one of all positions"),
    make_small,
    range(13),
    parts,
    do,
    join,
    lambda ply: Path(f"connect4-{ply}.book"),
)
