"""A book: the exact values of all positions of the first plies, in a file that is checked before it is used.

The file is one line of plain text, which names the game and the size, and then bytes::

    damier-book 1 connect4 7x6 plies 8 entries 113934 sha256 0123...\\n
    zlib of: the keys, as differences of eight bytes; the values, a byte each

All first bytes of the differences come first, then all second bytes and so on: most of them are zero. The
values follow in the order of the keys, each plus 64. The checksum is that of everything after the line.
"""

from __future__ import annotations

import hashlib
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Generic

from damier.core.game import M, S
from damier.core.record_files import check_writable, read_bytes, write_whole
from damier.core.text import Refusal, Text, Unreadable
from damier.core.tools.batch_tools import Making
from damier.engines.exact import Solver, Value, is_worth, side, value_of

HEAD = re.compile(
    rb"damier-book 1 ([a-z0-9_]{1,40}) ([a-z0-9]{1,20}) plies (\d{1,2}) entries (\d{1,9}) "
    rb"sha256 ([0-9a-f]{64})\n"
)
MOST_BYTES = 50_000_000
"""Of a file; and what it may become when it is unpacked is told by its entries."""
WORD = 8
"""Bytes of a key."""
SHIFT = 64
"""What is added to a value, so that it is not negative."""


@dataclass(frozen=True, slots=True)
class Book:
    """Values of positions of one size, up to a ply."""

    game: str
    size: str
    """``7x6``."""
    plies: int
    keys: array[int]
    """In rising order."""
    values: bytes

    def value(self, key: int) -> Value | None:
        """The exact value of the position with this key; None if it is not in the book."""
        place = bisect_left(self.keys, key)
        if place == len(self.keys) or self.keys[place] != key:
            return None
        return self.values[place] - SHIFT


def write_book(game: str, size: str, plies: int, values: Mapping[int, Value]) -> bytes:
    """The file of a book."""
    keys = sorted(values)
    steps = array("Q", [after - before for before, after in zip([0, *keys], keys, strict=False)])
    if sys.byteorder == "big":
        steps.byteswap()
    raw = steps.tobytes()
    planes = b"".join(raw[byte::WORD] for byte in range(WORD))
    body = zlib.compress(planes + bytes(values[one] + SHIFT for one in keys), 9)
    head = f"damier-book 1 {game} {size} plies {plies} entries {len(keys)}"
    return f"{head} sha256 {hashlib.sha256(body).hexdigest()}\n".encode() + body


def read_book(path: Path, game: str) -> Book:
    """The book of a game in a file; refused with a sentence if anything about it is wrong."""
    raw = read_bytes(path, MOST_BYTES + 1)
    found = HEAD.match(raw)
    if found is None or len(raw) > MOST_BYTES or found[1].decode() != game:
        raise _damaged(path, Text("it does not begin as a book does"))
    plies, entries = int(found[3]), int(found[4])
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
    return Book(game, found[2].decode(), plies, array("Q", accumulate(keys)), unpacked[WORD * entries :])


def _damaged(path: Path, problem: Text) -> Refusal:
    return Refusal(Text("the book {path} is damaged: {problem}", path=str(path), problem=problem))


# Making one


@dataclass(frozen=True, slots=True, kw_only=True)
class Openings(Generic[S, M]):
    """What a game brings so that books of it are made; its functions are those of a module."""

    game: str
    """Its key."""
    size: str
    """``7x6``: that of the positions."""
    begin: Callable[[], S]
    """The position before the first move."""
    key: Callable[[S], int]
    """The same number for a position and its mirror images, and for no other."""
    at_once: Callable[[S], Value | None]
    """The value of a position that is no entry of a book, because it follows from the rules; else None."""
    write: Callable[[S], str]
    """A position as a word, for a list of work."""
    read: Callable[[str], S]
    solver: Callable[[], Solver[S, M]]
    """One for all positions of this process."""
    plies: int
    """How far the book goes that perfect play needs."""

    def positions(self, ply: int) -> Iterator[S]:
        """Every position after so many plies that is an entry; relatives come together."""
        seen: set[int] = set()

        def below(position: S, left: int) -> Iterator[S]:
            found = self.key(position)
            if found in seen:
                return
            seen.add(found)
            if left > 0:
                for move in position.moves():
                    yield from below(position.play(move), left - 1)
            elif position.outcome() is None and self.at_once(position) is None:
                yield position

        yield from below(self.begin(), ply)

    def earlier(self, ply: int, last: Mapping[int, Value]) -> dict[int, Value]:
        """The values of all plies up to *ply*, from those of the *last* one."""
        values = dict(last)
        for left in range(ply - 1, -1, -1):
            for position in self.positions(left):
                after = [position.play(move) for move in position.moves()]
                values[self.key(position)] = max(
                    side(position, one) * self._value(one, values) for one in after
                )
        return values

    def _value(self, position: S, values: Mapping[int, Value]) -> Value:
        at_once = self.at_once(position)
        return values[self.key(position)] if at_once is None else at_once

    def needed(
        self, ply: int, hear: Callable[[int, int], None] = lambda ply, count: None
    ) -> dict[int, Value]:
        """The values that perfect play needs up to a ply, whichever side it plays, against any replies."""
        values: dict[int, Value] = {}
        empty = self.begin()
        for seat in (0, 1):
            asked = [empty] if seat == 0 else [empty.play(move) for move in empty.moves()]
            for count in range(seat, ply + 1, 2):
                answers = self._unlike(self._best(position, values) for position in asked)
                hear(count, len(asked))
                replies = [after.play(move) for after in answers for move in after.moves()]
                asked = self._unlike(
                    one for one in replies if one.outcome() is None and self.at_once(one) is None
                )
        return values

    def _best(self, position: S, values: dict[int, Value]) -> S:
        """The position after the best move, with its value and the one before noted."""
        solver = self.solver()
        value = values[self.key(position)] = value_of(solver, position)
        for move in solver.ordered(position):
            if is_worth(solver, position, move, value, by_book=False)[0]:
                after = position.play(move)
                values[self.key(after)] = side(position, after) * value
                return after
        raise AssertionError("some move has the value of the position")

    def _unlike(self, positions: Iterable[S]) -> list[S]:
        """Of positions that are mirror images of each other, one."""
        return list({self.key(position): position for position in positions}.values())


def book_tool(about: Text, openings: Openings[S, M], plies: range) -> Making:
    """The tool that makes a book of what perfect play needs, or by ``damier book`` of all positions."""
    return Making(
        about,
        partial(_make_small, openings),
        plies,
        partial(_parts, openings),
        partial(_do, openings),
        partial(_join, openings),
        lambda ply: Path(f"{openings.game}-{ply}.book"),
    )


def _parts(openings: Openings[S, M], ply: int) -> Iterator[str]:
    return map(openings.write, openings.positions(ply))


def _do(openings: Openings[S, M], word: str) -> str:
    return str(value_of(openings.solver(), openings.read(word)))


def _join(openings: Openings[S, M], ply: int, results: Iterable[tuple[str, str]]) -> bytes:
    last = {openings.key(openings.read(word)): int(value) for word, value in results}
    return write_book(openings.game, openings.size, ply, openings.earlier(ply, last))


def _make_small(openings: Openings[S, M], words: Sequence[str], say: Callable[[Text], None]) -> None:
    """Write the book of what perfect play needs to a file; minutes, where the whole book takes hours."""
    if len(words) != 1:
        example = f"damier tool {openings.game} book small.book"
        raise Unreadable(Text("name the file to be written, as in: {example}", example=example))

    def hear(ply: int, count: int) -> None:
        say(Text("ply {ply}: {n} positions", ply=ply, n=count))

    check_writable(Path(words[0]))
    values = openings.needed(openings.plies, hear)
    # The best move of the last ply leads one further.
    write_whole(Path(words[0]), write_book(openings.game, openings.size, openings.plies + 1, values))
    say(Text("{path}: {n} positions", path=words[0], n=len(values)))
