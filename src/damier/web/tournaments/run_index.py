"""The tournaments in a folder: their names, a glance at each, and those that were read last.

Only names that listing the folder gives are ever opened. All of it blocks: ``tournament_view.py`` calls it in
threads of its own.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from cachetools import LRUCache

from damier.arena.plan import Plan
from damier.arena.run_reader import (
    GAMES,
    PLAN,
    TIMES,
    RunReader,
    Stamp,
    last_game,
    load_plan,
    stamp,
)
from damier.core.os_errors import trouble
from damier.core.text import Text, Unreadable
from damier.web.refusals import NotFound

MOST_KEPT = 40
"""Tournaments whose table is kept in memory: that of 100,000 games takes a few megabytes."""
MOST_GLANCES = 1000
MOST_NAME = 200


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
        self._readers: LRUCache[str, tuple[Stamp | None, RunReader]] = LRUCache(most)
        self._glances: LRUCache[str, Glance] = LRUCache(MOST_GLANCES)
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

    def reader(self, name: str) -> RunReader:
        """The run of that name, as it was read last; a new one where another lies there now."""
        plan = stamp(self.find(name) / PLAN)
        with self._lock:
            known = self._readers.get(name)
            if known is None or known[0] != plan or known[1].is_replaced:
                known = (plan, RunReader(self.folder / name, open_plan(self.folder / name)))
            self._readers[name] = known
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
            known = Glance(plan, last_game(folder) + 1, stamps)
        with self._lock:
            self._glances[name] = known
        return known


def open_plan(folder: Path) -> Plan:
    """The plan of a run; whatever is wrong with it is one sentence."""
    try:
        return load_plan(folder)
    except OSError as error:
        raise Unreadable(Text("this plan cannot be read: {error}", error=trouble(error))) from None


def _can_be_told(name: str) -> bool:
    """Whether a folder's name can stand in an answer and in an address."""
    return (
        0 < len(name) <= MOST_NAME and name.isprintable() and name[0] != "." and not {"/", "\\"} & set(name)
    )
