"""Tools whose work is shared out: what takes long is done in parts, anywhere and in any order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from damier.core.game import Tool


@dataclass(frozen=True, slots=True)
class Solving(Tool):
    """Gives the exact score of positions that are written one a line."""

    check: Callable[[str], str]
    """The position on a line, as it will be printed; empty where there is none; refuses what is not one."""
    answer: Callable[[str], str]
    """The exact score of such a position; called in other processes, so a function of a module."""


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


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
