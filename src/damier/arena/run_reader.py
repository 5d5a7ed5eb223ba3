"""A tournament's folder, read while it grows: what was read once is never parsed again.

It is for whoever shows or goes on with a tournament. All of it blocks.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TypeAlias

from damier.arena.game_notes import number_of
from damier.arena.plan import Plan
from damier.arena.statistics.standings import Standings
from damier.core.record import Record
from damier.core.text import Refusal, Text, Unreadable

PLAN, GAMES, TIMES = "run.json", "games.jsonl", "times.jsonl"

MOST_PLAN = 64_000_000
"""Bytes of a plan: a million openings."""
MOST_LINE = 8_000_000
"""Bytes of one game: what is longer was not written by an arena."""
CHUNK = 1 << 20

Stamp: TypeAlias = tuple[int, int, int]
"""Tells that a file is another one, or has changed: its node, its size, when it was written."""


def stamp(path: Path) -> Stamp | None:
    """None where there is no such file; a folder or a pipe of that name is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if os.path.isfile(path) else None


def load_plan(folder: Path) -> Plan:
    """The plan of a run; refused with a sentence that names no folder of this machine, or OSError."""
    with (folder / PLAN).open("rb") as file:
        raw = file.read(MOST_PLAN + 1)
    if len(raw) > MOST_PLAN:
        raise Unreadable(Text("this plan cannot be read: {error}", error=Text("it is too long")))
    try:
        return Plan.load(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unreadable(Text("this plan cannot be read: {error}", error=Text("it is not text"))) from None


def broken_line(number: int, path: str, problem: Text) -> Unreadable:
    """What is said of a line that is not game *number*."""
    return Unreadable(
        Text("line {n} of {path} is broken: {problem}", n=number + 1, path=path, problem=problem)
    )


class RunReader:
    """A run, its table, and where each of its games stands in the file."""

    def __init__(self, folder: Path, plan: Plan, path: str = GAMES) -> None:
        self.folder = folder
        self.plan = plan
        self.path = path
        """What sentences call the file of games."""
        self.standings = Standings(plan)
        self.lock = threading.Lock()
        self._starts = array("Q", [0])
        """Where each game begins, and where the next one will."""
        self._seconds: dict[int, list[float]] = {}
        """How long the moves of games took that are not counted yet; for a game for one only."""
        self._times = 0
        """How far the file of times was read."""
        self._all_found = False
        """Whether the last look came to the end of the file."""
        self._problem: Refusal | None = None

    @property
    def games(self) -> int:
        """How many games were found; ``standings.games`` of them are counted."""
        return len(self._starts) - 1

    @property
    def is_read(self) -> bool:
        """Whether every game was counted that the last look could find."""
        return self._all_found and self.standings.games == self.games

    @property
    def is_replaced(self) -> bool:
        """Whether the file is shorter than it was: then it is another one."""
        now = stamp(self.folder / GAMES)
        return (now[1] if now is not None else 0) < self._starts[-1]

    def advance(self, until: float = math.inf) -> None:
        """Find and count what has come meanwhile; not longer than *until*, by ``time.monotonic``."""
        with self.lock:
            if self._problem is not None:
                raise self._problem
            try:
                self.find(until)
                self._count(until)
            except Refusal as problem:
                self._problem = problem
                raise

    def find(self, until: float = math.inf) -> int:
        """Find where games begin: whole lines only, the rest of one will come. How many there are."""
        self._all_found = True
        if stamp(self.folder / GAMES) is None:
            return self.games
        with (self.folder / GAMES).open("rb") as file:
            place = file.seek(self._starts[-1])
            while chunk := file.read(CHUNK):
                at = chunk.find(b"\n")
                while at >= 0:
                    self._starts.append(place + at + 1)
                    at = chunk.find(b"\n", at + 1)
                place += len(chunk)
                if place - self._starts[-1] > MOST_LINE:
                    raise broken_line(self.games, self.path, Text("it is too long"))
                if time.monotonic() > until:
                    self._all_found = False
                    break
        return self.games

    def _count(self, until: float) -> None:
        """Count games; at least one, so that a slow disk comes to an end too."""
        if self.standings.games == self.games:
            return
        if self.plan.alone:  # where times tell how fast a board was solved
            self._seconds.update(self.new_times())
        for record in self.records(range(self.standings.games, self.games)):
            self.standings.add(record, self._seconds.pop(self.standings.games, None))
            if time.monotonic() > until:
                break

    def new_times(self) -> Iterator[tuple[int, list[float]]]:
        """How long the moves of games took, as far as nobody has asked yet; openings took no time."""
        if stamp(self.folder / TIMES) is None:
            return
        with (self.folder / TIMES).open("rb") as file:
            file.seek(self._times)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._times += len(line)
                try:
                    content = json.loads(line)
                    yield int(content["game"]), [float(seconds) for seconds in content["seconds"]]
                except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
                    continue  # times are no more than a comment on the games

    def records(self, numbers: Sequence[int]) -> Iterator[Record]:
        """Some of the games that were found, each parsed now; a broken line is refused with its number."""
        if not numbers:
            return
        with (self.folder / GAMES).open("rb") as file:
            for number in numbers:
                file.seek(self._starts[number])
                line = file.read(self._starts[number + 1] - self._starts[number])
                try:
                    record = Record.load(line.decode("utf-8", "replace"))
                    if number_of(record) != number:
                        raise Unreadable(Text("it is not the game that belongs there"))
                except Refusal as problem:
                    raise broken_line(number, self.path, problem.text) from None
                yield record


def last_game(folder: Path) -> int:
    """The number of the last game of a run, from its line alone; -1 where there is none."""
    line = _last_line(folder / GAMES)
    if line is None:
        return -1
    try:
        number = number_of(Record.load(line.decode("utf-8", "replace")))
        if number is None:
            raise Unreadable(Text("it is not the game that belongs there"))
    except Refusal as problem:
        raise Unreadable(
            Text("the last line of {path} is broken: {problem}", path=GAMES, problem=problem.text)
        ) from None
    return number


def _last_line(path: Path) -> bytes | None:
    """The last line that is whole."""
    known = stamp(path)
    if known is None:
        return None
    with path.open("rb") as file:
        end = start_of_line(file, known[1], MOST_LINE)
        start = start_of_line(file, end - 1, MOST_LINE)
        file.seek(start)
        return file.read(end - start) if end else None


def start_of_line(file: IO[bytes], end: int, most: int) -> int:
    """Where the line begins that goes up to *end*; not more than *most* bytes before it are looked at."""
    first = max(0, end - most)
    while end > first:
        start = max(first, end - CHUNK)
        file.seek(start)
        newline = file.read(end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return first
