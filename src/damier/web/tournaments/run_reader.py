"""Tournaments in a folder, read while they grow: what was read once is never parsed again.

Only names that listing the folder gives are ever opened. All of it blocks: ``tournament_view.py`` calls it in
threads of its own.
"""

from __future__ import annotations

import json
import os
import threading
import time
from array import array
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, TypeAlias

from damier.arena.plan import Plan
from damier.arena.run_folder import GAMES, PLAN, TIMES
from damier.arena.standings import Standings
from damier.core.os_errors import trouble
from damier.core.record import Record
from damier.core.text import Refusal, Text, Unreadable
from damier.web.refusals import NotFound

MOST_KEPT = 40
"""Tournaments whose table is kept in memory: that of 100,000 games takes a few megabytes."""
MOST_GLANCES = 1000
MOST_PLAN = 64_000_000
"""Bytes of a plan: a million openings."""
MOST_LINE = 8_000_000
"""Bytes of one game: what is longer was not written by an arena."""
CHUNK = 1 << 20
MOST_NAME = 200

Stamp: TypeAlias = tuple[int, int, int]
"""Tells that a file is another one, or has changed: its node, its size, when it was written."""


def stamp(path: Path) -> Stamp | None:
    """None where there is no such file; a folder or a pipe of that name is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if os.path.isfile(path) else None


def open_plan(folder: Path) -> Plan:
    """The plan of a run; refused with a sentence that names no folder of this machine."""
    try:
        with (folder / PLAN).open("rb") as file:
            raw = file.read(MOST_PLAN + 1)
        if len(raw) > MOST_PLAN:
            raise Unreadable(Text("this plan cannot be read: {error}", error=Text("it is too long")))
        return Plan.load(raw.decode("utf-8"))
    except OSError as error:
        raise Unreadable(Text("this plan cannot be read: {error}", error=trouble(error))) from None
    except UnicodeDecodeError:
        raise Unreadable(Text("this plan cannot be read: {error}", error=Text("it is not text"))) from None


def open_game(line: bytes, number: int) -> Record:
    """The record of a game from its line; refused with the number of the line."""
    try:
        record = Record.load(line.decode("utf-8", "replace"))
        if _number(record.more) != number:
            raise Unreadable(Text("it is not the game that belongs there"))
    except Refusal as problem:
        raise Unreadable(
            Text("line {n} of {path} is broken: {problem}", n=number + 1, path=GAMES, problem=problem.text)
        ) from None
    return record


def _number(more: Any) -> int | None:
    arena = more.get("arena")
    number = arena.get("game") if isinstance(arena, dict) else None
    return number if isinstance(number, int) else None


class Followed:
    """A run, its table, and where each of its games stands in the file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = open_plan(folder)
        self.standings = Standings(self.plan)
        self._starts = array("Q", [0])
        """Where each game begins, and where the next one will."""
        self._seconds: dict[int, float] = {}
        """How long the games took that are not counted yet; for a game for one only."""
        self._times = 0
        """How far the file of times was read."""
        self._all_found = False
        """Whether the last look came to the end of the file."""
        self._problem: Refusal | None = None
        self.lock = threading.Lock()

    @property
    def games(self) -> int:
        """How many games were found; ``standings.games`` of them are counted."""
        return len(self._starts) - 1

    @property
    def is_read(self) -> bool:
        """Whether every game was counted that the last look could find."""
        return self._all_found and self.standings.games == self.games

    @property
    def begun_anew(self) -> bool:
        """Whether the file is shorter than it was: then it is another one."""
        now = stamp(self.folder / GAMES)
        return (now[1] if now is not None else 0) < self._starts[-1]

    def advance(self, until: float) -> None:
        """Read what has come meanwhile; not longer than *until*, by ``time.monotonic``."""
        with self.lock:
            if self._problem is not None:
                raise self._problem
            try:
                self._find(until)
                self._count(until)
            except Refusal as problem:
                self._problem = problem
                raise

    def _find(self, until: float) -> None:
        """Find where games begin: whole lines only, the rest of one will come."""
        self._all_found = True
        if stamp(self.folder / GAMES) is None:
            return
        with (self.folder / GAMES).open("rb") as file:
            place = file.seek(self._starts[-1])
            while chunk := file.read(CHUNK):
                at = chunk.find(b"\n")
                while at >= 0:
                    self._starts.append(place + at + 1)
                    at = chunk.find(b"\n", at + 1)
                place += len(chunk)
                if place - self._starts[-1] > MOST_LINE:
                    raise Unreadable(
                        Text(
                            "line {n} of {path} is broken: {problem}",
                            n=self.games + 1,
                            path=GAMES,
                            problem=Text("it is too long"),
                        )
                    )
                if time.monotonic() > until:
                    self._all_found = False
                    break

    def _count(self, until: float) -> None:
        """Count games; at least one, so that a slow disk comes to an end too."""
        if self.standings.games == self.games:
            return
        self._read_times()
        with (self.folder / GAMES).open("rb") as file:
            while self.standings.games < self.games:
                number = self.standings.games
                seconds = self._seconds.pop(number, None)
                record = open_game(self._line(file, number), number)
                self.standings.add(record, [seconds] if seconds else None)
                if time.monotonic() > until:
                    break

    def _read_times(self) -> None:
        """Times are wanted for a game for one: there they tell how fast a board was solved."""
        if not self.plan.alone or stamp(self.folder / TIMES) is None:
            return
        with (self.folder / TIMES).open("rb") as file:
            file.seek(self._times)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._times += len(line)
                try:
                    content = json.loads(line)
                    self._seconds[int(content["game"])] = sum(map(float, content["seconds"]))
                except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
                    continue  # times are no more than a comment on the games

    def _line(self, file: IO[bytes], number: int) -> bytes:
        file.seek(self._starts[number])
        return file.read(self._starts[number + 1] - self._starts[number])

    def records(self, numbers: list[int]) -> list[Record]:
        """Some games, each parsed now; only those that were found may be asked for."""
        if not numbers:
            return []
        with (self.folder / GAMES).open("rb") as file:
            return [open_game(self._line(file, number), number) for number in numbers]


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list tells of a run: it costs its plan and its last line, not its games."""

    plan: Plan
    """Without its openings."""
    played: int
    stamps: tuple[Stamp | None, Stamp | None]


class Runs:
    """The runs in a folder, those that were looked at last in memory."""

    def __init__(self, folder: Path, most: int = MOST_KEPT) -> None:
        self.folder = folder
        self.most = most
        self._followed: OrderedDict[str, tuple[Stamp | None, Followed]] = OrderedDict()
        self._glances: OrderedDict[str, Glance] = OrderedDict()
        self._lock = threading.Lock()

    def names(self) -> list[tuple[str, float]]:
        """Every run with the time of its last sign of life, newest first; no folder, no runs."""
        try:
            found = [name for name in os.listdir(self.folder) if _can_be_told(name)]
        except OSError:
            return []
        aged = [(name, self.updated(name)) for name in found if stamp(self.folder / name / PLAN)]
        return sorted(aged, key=lambda one: (-one[1], one[0]))

    def updated(self, name: str) -> float:
        """When something was written last, in seconds since 1970."""
        stamps = [stamp(self.folder / name / file) for file in (PLAN, GAMES, TIMES)]
        return max((known[2] for known in stamps if known is not None), default=0) / 1e9

    def follow(self, name: str) -> Followed:
        """The run of that name, as it was read last; a new one where another lies there now."""
        plan = stamp(self.find(name) / PLAN)
        with self._lock:
            known = self._followed.get(name)
            if known is None or known[0] != plan or known[1].begun_anew:
                known = (plan, Followed(self.folder / name))
            self._followed[name] = known
            self._followed.move_to_end(name)
            while len(self._followed) > self.most:
                self._followed.popitem(last=False)
        return known[1]

    def find(self, name: str) -> Path:
        """The folder of a run: of a name that is listed, never of a path."""
        try:
            there = _can_be_told(name) and name in os.listdir(self.folder)
        except OSError:
            there = False
        if not there or stamp(self.folder / name / PLAN) is None:
            raise NotFound(Text("there is no such tournament"))
        return self.folder / name

    def glance(self, name: str) -> Glance:
        """Plan and number of games, from the last line; looked at again only where the files have changed."""
        folder = self.folder / name
        stamps = (stamp(folder / PLAN), stamp(folder / GAMES))
        with self._lock:
            known = self._glances.get(name)
        if known is None or known.stamps != stamps:
            plan = replace(open_plan(folder), openings=())  # there may be half a million
            known = Glance(plan, _last(folder / GAMES) + 1, stamps)
        with self._lock:
            self._glances[name] = known
            self._glances.move_to_end(name)
            while len(self._glances) > MOST_GLANCES:
                self._glances.popitem(last=False)
        return known


def _can_be_told(name: str) -> bool:
    """Whether a folder's name can stand in an answer and in an address."""
    return (
        0 < len(name) <= MOST_NAME and name.isprintable() and name[0] != "." and not {"/", "\\"} & set(name)
    )


def _last(path: Path) -> int:
    """The number of the last game in the file; -1 where there is none."""
    line = _last_line(path)
    if line is None:
        return -1
    try:
        number = _number(Record.load(line.decode("utf-8", "replace")).more)
        if number is None:
            raise Unreadable(Text("it is not the game that belongs there"))
    except Refusal as problem:
        raise Unreadable(
            Text("the last line of {path} is broken: {problem}", path=GAMES, problem=problem.text)
        ) from None
    return number


def _last_line(path: Path) -> bytes | None:
    """The last line that is whole, found from the end."""
    known = stamp(path)
    if known is None:
        return None
    length = 1 << 16
    with path.open("rb") as file:
        while True:
            start = max(0, known[1] - length)
            file.seek(start)
            lines = file.read(known[1] - start).split(b"\n")
            whole = lines[:-1] if start == 0 else lines[1:-1]
            if whole or start == 0:
                return whole[-1] if whole else None
            if length > MOST_LINE:
                return b""
            length *= 4
