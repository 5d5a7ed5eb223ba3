"""A book: the exact scores of all positions of the first plies, in a file that is checked before it is used.

The file is one line of plain text and then bytes::

    damier-book 1 connect4 7x6 plies 8 entries 113934 sha256 0123...\\n
    zlib of: the keys, as differences of eight bytes; the scores, a byte each

All first bytes of the differences come first, then all second bytes and so on: most of them are zero. The
scores follow in the order of the keys, each plus 64. The checksum is that of everything after the line.

A key is ``mine + taken`` in the layout of the kernel, of the position or its mirror image, whichever is
less. A position is left out where the side to move completes a four at once: its score follows from the
number of discs.
"""

from __future__ import annotations

import hashlib
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from damier.core.os_errors import trouble
from damier.core.text import Refusal, Text
from damier.games.connect4.rules import Board, Position

SHIPPED = Path(__file__).parent / "data" / "book.bin"
HEAD = re.compile(
    rb"damier-book 1 connect4 (\d{1,2})x(\d{1,2}) plies (\d{1,2}) entries (\d{1,9}) sha256 ([0-9a-f]{64})\n"
)
MOST_BYTES = 50_000_000
"""Of a file; and what it may become when it is unpacked is told by its entries."""
WORD = 8
"""Bytes of a key."""
SHIFT = 64
"""What is added to a score, so that it is not negative."""


def key(position: Position) -> int:
    """The same number for a position and its mirror image, and for no other."""
    b = position.board
    mine, taken = position.discs[position.turn], position.discs[0] | position.discs[1]
    span = b.height + 1
    columns = [0] * b.width
    for row in range(b.height):
        for column in range(b.width):
            bit = 1 << row * b.width + column
            if taken & bit:
                columns[column] += (2 if mine & bit else 1) << row
    there = sum(value << span * column for column, value in enumerate(columns))
    mirrored = sum(value << span * column for column, value in enumerate(reversed(columns)))
    return min(there, mirrored)


def wins_at_once(position: Position) -> bool:
    """Whether the side to move completes a four with its next disc."""
    return any(position.fours(move, position.turn) for move in position.moves())


def positions(size: Board, ply: int) -> Iterator[Position]:
    """Every position after so many plies that goes on without a win at once; relatives come together."""
    seen: set[int] = set()

    def below(position: Position, left: int) -> Iterator[Position]:
        found = key(position)
        if found in seen:
            return
        seen.add(found)
        if left > 0:
            for move in position.moves():
                yield from below(position.play(move), left - 1)
        elif not position.won and not wins_at_once(position):
            yield position

    yield from below(Position(size, (0, 0), 0), ply)


def at_once(position: Position) -> int:
    """The score of a position whose side to move completes a four with its next disc."""
    b = position.board
    count = (position.discs[0] | position.discs[1]).bit_count()
    return (b.width * b.height + 1 - count) // 2


def earlier(size: Board, ply: int, last: Mapping[int, int]) -> dict[int, int]:
    """The scores of all plies up to *ply*, from those of the *last* one."""
    scores = dict(last)
    for left in range(ply - 1, -1, -1):
        for position in positions(size, left):
            after = [position.play(move) for move in position.moves()]
            scores[key(position)] = max(
                -at_once(one) if wins_at_once(one) else -scores[key(one)] for one in after
            )
    return scores


@dataclass(frozen=True, slots=True)
class Book:
    """Scores of positions of one size, up to a ply."""

    width: int
    height: int
    plies: int
    keys: array[int]
    """In rising order."""
    scores: bytes

    def score(self, position: Position) -> int | None:
        """The exact score of a position that goes on; None if it is not in the book."""
        b = position.board
        if (b.width, b.height) != (self.width, self.height):
            return None
        if (position.discs[0] | position.discs[1]).bit_count() > self.plies:
            return None
        if wins_at_once(position):
            return at_once(position)
        wanted = key(position)
        place = bisect_left(self.keys, wanted)
        if place == len(self.keys) or self.keys[place] != wanted:
            return None
        return self.scores[place] - SHIFT


def write_book(size: Board, plies: int, scores: Mapping[int, int]) -> bytes:
    """The file of a book."""
    keys = sorted(scores)
    steps = array("Q", [after - before for before, after in zip([0, *keys], keys, strict=False)])
    if sys.byteorder == "big":
        steps.byteswap()
    raw = steps.tobytes()
    planes = b"".join(raw[byte::WORD] for byte in range(WORD))
    body = zlib.compress(planes + bytes(scores[one] + SHIFT for one in keys), 9)
    head = f"damier-book 1 connect4 {size.width}x{size.height} plies {plies} entries {len(keys)}"
    return f"{head} sha256 {hashlib.sha256(body).hexdigest()}\n".encode() + body


def read_book(path: Path) -> Book:
    """The book in a file; refused with a sentence if anything about it is wrong."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=trouble(error))) from error
    found = HEAD.match(raw)
    if found is None or len(raw) > MOST_BYTES:
        raise _damaged(path, Text("it does not begin as a book does"))
    width, height, plies, entries = (int(part) for part in found.groups()[:4])
    body = raw[found.end() :]
    if hashlib.sha256(body).hexdigest().encode() != found[5]:
        raise _damaged(path, Text("its checksum is wrong"))
    length = (WORD + 1) * entries
    try:
        unpacked = zlib.decompressobj().decompress(body, length + 1)
    except zlib.error:
        unpacked = b""
    if len(unpacked) != length:
        raise _damaged(path, Text("its length is wrong"))
    steps = bytearray(WORD * entries)
    for byte in range(WORD):
        steps[byte::WORD] = unpacked[byte * entries : (byte + 1) * entries]
    keys = array("Q", bytes(steps))
    if sys.byteorder == "big":
        keys.byteswap()
    return Book(width, height, plies, array("Q", accumulate(keys)), unpacked[WORD * entries :])


def _damaged(path: Path, problem: Text) -> Refusal:
    return Refusal(Text("the book {path} is damaged: {problem}", path=str(path), problem=problem))


@cache
def shipped() -> Book | Text | None:
    """The book that comes with the game, None if there is none, or what is wrong with it."""
    if not SHIPPED.exists():
        return None
    try:
        return read_book(SHIPPED)
    except Refusal as problem:
        return Text("{problem}; it is not used", problem=problem.text)


def known(position: Position) -> int | None:
    """The exact score of a position that goes on, if the book that comes with the game has it."""
    book = shipped()
    return book.score(position) if isinstance(book, Book) else None
