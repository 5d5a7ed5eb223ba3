"""A tournament in a folder: its plan, its games and its times, whole after a kill at any moment.

``run.json``     the plan, written once
``games.jsonl``  a record a line, in the order of the plan; only ever appended to
``times.jsonl``  how long each move of a game took, a line each: what no seed can repeat is kept apart
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from io import FileIO
from itertools import chain, count
from pathlib import Path
from typing import TypeAlias

from filelock import FileLock, Timeout

from damier.arena.plan import Plan
from damier.arena.run_reader import GAMES as GAMES
from damier.arena.run_reader import PLAN as PLAN
from damier.arena.run_reader import TIMES as TIMES
from damier.arena.run_reader import RunReader, load_plan, start_of_line
from damier.arena.statistics.standings import Standings
from damier.core.os_errors import reading, trouble, writing
from damier.core.record import Record
from damier.core.record_files import write_whole
from damier.core.text import Refusal, Text
from damier.store.user_files import runs_folder

LOCK = ".lock"

Lines: TypeAlias = tuple[str, str]
"""A game that was played: its record and its times, as they are written."""

Append: TypeAlias = Callable[[Sequence[Lines]], None]
"""Keeps games and their times, each a line."""


def resume_command(folder: Path) -> str:
    """What goes on with a tournament or a match that is kept, as it is typed."""
    return shlex.join(["damier", "arena", "--resume", str(folder)])


@dataclass(frozen=True, slots=True)
class Run:
    """A tournament's folder."""

    folder: Path
    plan: Plan

    @classmethod
    def create(cls, folder: Path, plan: Plan) -> Run:
        """A new folder for *plan*; refused where there is a run already, for games are never written over."""
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            taken = any((folder / name).exists() for name in (PLAN, GAMES))
        if taken:
            raise Refusal(
                Text(
                    "{path} holds a tournament already: go on with {command}, or name another folder",
                    path=str(folder),
                    command=resume_command(folder),
                )
            )
        write_whole(folder / PLAN, plan.dump())
        return cls(folder, plan)

    @classmethod
    def open(cls, folder: Path) -> Run:
        """The run in *folder*."""
        try:
            return cls(folder, load_plan(folder))
        except OSError as error:
            raise Refusal(
                Text("there is no tournament in {path}: {error}", path=str(folder), error=trouble(error))
            ) from error

    def reader(self) -> RunReader:
        """To read what is kept, from the first game on."""
        return RunReader(self.folder, self.plan, str(self.folder / GAMES))

    def records(self) -> Iterator[Record]:
        """The games that are kept, in order; a broken line is refused with its number."""
        reader = self.reader()
        with reading(self.folder / GAMES):
            yield from reader.records(range(reader.find()))

    def times(self) -> dict[int, list[float]]:
        """How long each move of each game took, as far as it is known."""
        with reading(self.folder / TIMES):
            return dict(self.reader().new_times())

    def counted(self) -> Standings:
        """The standings after the games that are kept."""
        reader = self.reader()
        with reading(self.folder / GAMES):
            reader.advance()
        return reader.standings

    @contextmanager
    def appending(self, kept: int) -> Iterator[Append]:
        """The right to append after *kept* games, for one at a time; what a kill left of a line goes."""
        lock = FileLock(self.folder / LOCK, timeout=0)
        with writing(self.folder):
            try:
                lock.acquire()
            except Timeout:
                raise Refusal(
                    Text("another arena is playing in {path}: wait for it, or end it", path=str(self.folder))
                ) from None
        try:
            _mend(self.folder / GAMES)
            _mend(self.folder / TIMES)
            if self.reader().find() != kept:  # somebody played between our look and our turn
                raise Refusal(
                    Text("another arena has played in {path} meanwhile: try again", path=str(self.folder))
                )
            # Unbuffered, so that nothing is left to be written when they are closed.
            with (
                (self.folder / GAMES).open("ab", buffering=0) as games,
                (self.folder / TIMES).open("ab", buffering=0) as times,
            ):

                def append(played: Sequence[Lines]) -> None:
                    # The times first: those of a game that is not there are passed over, a game without
                    # times is poorer.
                    _append(times, (seconds for _, seconds in played))
                    _append(games, (record for record, _ in played))

                yield append
        finally:
            lock.release()


@dataclass(frozen=True, slots=True)
class Unkept:
    """A plan whose games are counted and not kept, as those of a match."""

    plan: Plan

    def appending(self, kept: int) -> AbstractContextManager[Append]:
        """As a run's folder does; lets them go."""
        return nullcontext(lambda played: None)


def _append(file: FileIO, lines: Iterable[str]) -> None:
    """Write lines; they are on the disk when this returns."""
    try:
        rest = memoryview("".join(f"{line}\n" for line in lines).encode())
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
    except OSError as error:
        raise Refusal(
            Text(
                "cannot write {path}: {error}; what was kept before goes on with {command}",
                path=str(file.name),
                error=trouble(error),
                command=resume_command(Path(file.name).parent),
            )
        ) from error


def new_folder(game: str) -> Path:
    """A folder that is not there yet, named after the game and the time, where ``damier serve`` looks."""
    folder = runs_folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    others = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
    return next(path for path in chain([folder], others) if not path.exists())


def _mend(path: Path) -> None:
    """Take away what a kill has left of a line."""
    if not path.exists():
        return
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        whole = start_of_line(file, end, end)
        if whole != end:
            file.truncate(whole)
