"""Tools whose work is shared out: what takes long is done in parts, anywhere and in any order."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from damier.core.game import Tool
from damier.core.record_files import check_writable, write_whole
from damier.core.text import Refusal, Text, Unreadable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Solving(Tool):
    """Gives the exact score of positions that are written one a line."""

    check: Callable[[str], str]
    """The position on a line, as it will be printed; empty where there is none; refuses what is not one."""
    answer: Callable[[str], str]
    """The exact score of such a position; called in other processes, so a function of a module."""


def solving_tool(about: Text, read: Callable[[str], Any], solve: Callable[[str], int]) -> Solving:
    """The tool of a game that solves positions in bulk: *read* and *solve* are functions of a module."""
    check, answer = partial(_check, read), partial(_answer, solve)
    return Solving(about, partial(_solve_some, check, answer), check, answer)


def _check(read: Callable[[str], Any], line: str) -> str:
    """The position on a line of a file; the words after it are no part of it."""
    words = line.split()
    if not words:
        return ""
    if read(words[0]).outcome() is not None:
        raise Refusal(Text("the game is over after these moves"))
    return words[0]


def _answer(solve: Callable[[str], int], position: str) -> str:
    return str(solve(position))


def _solve_some(
    check: Callable[[str], str],
    answer: Callable[[str], str],
    words: Sequence[str],
    say: Callable[[Text], None],
) -> None:
    """Say the exact value of every position among *words*."""
    for word in words:
        if position := check(word):
            say(Text.literal(f"{position} {answer(position)}"))


@dataclass(frozen=True, slots=True)
class Making(Tool):
    """Makes a file from the results of many parts."""

    plies: range
    """How far it may go."""
    parts: Callable[[int], Iterator[str]]
    """For so many plies, what is to be done: a word each, the same ones in the same order every time."""
    do: Callable[[str], str]
    """The result of a part, as a word; called in other processes, so a function of a module."""
    join: Callable[[int, Iterable[tuple[str, str]]], bytes]
    """The file, from so many plies and all parts with their results."""
    usual: Callable[[int], Path]
    """The name of the file for so many plies."""


def make_or_count(
    make: Callable[[], Sequence[T]],
    stored: Callable[[], Sequence[T]],
    dump: Callable[[Sequence[T]], str],
    told: Callable[[int], Text],
    kinds: Mapping[str, Text],
    kinds_of: Callable[[T], Iterable[str]],
    words: Sequence[str],
    say: Callable[[Text], None],
) -> None:
    """Make a set of positions anew, into the file that *words* name; without one, count what is stored."""
    if len(words) > 1:
        raise Unreadable(Text("'{word}' is too much: name one file to write to, or none", word=words[1][:40]))
    if words:
        check_writable(Path(words[0]))
        found = make()
        write_whole(Path(words[0]), dump(found))
    else:
        found = stored()
    say(told(len(found)))
    counts = Counter(kind for one in found for kind in kinds_of(one))
    for kind, title in kinds.items():
        say(Text("  {kind}: {count}", kind=title, count=counts[kind]))


def data_file(tool: str, name: str) -> Path:
    """The file *name* among the data of the game to whose tools the module *tool* belongs."""
    return Path(os.path.abspath(tool)).parents[1] / "data" / name


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let new processes calculate with one thread: more would round differently and fight for the cores.

    This process does so too if it has calculated nothing yet.
    """
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
