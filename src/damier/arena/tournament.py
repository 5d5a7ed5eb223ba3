"""A tournament as it is played: games go out in batches, come back in any order and are kept in theirs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeAlias

from damier.arena.executors import Executors
from damier.arena.openings import opening_of_pair
from damier.arena.plan import Opening
from damier.arena.play_batch import PreparedPlan, play_batch, play_prepared
from damier.arena.run_folder import Append, Lines, Run, Unkept
from damier.arena.statistics.standings import Standings
from damier.core.record import Record
from damier.core.text import Refusal, Text

Play: TypeAlias = Callable[[Sequence[int], Sequence[Opening]], list[Lines]]
"""Plays the games of these numbers, each from its opening, wherever it is called."""

Hear: TypeAlias = Callable[[Record, list[float]], bool]
"""Is told each game in order, and how long each move took; True ends the tournament after it."""

BATCH = 0.5
"""Seconds that a batch should take: the way to a cluster and back costs about 15 ms."""

FOR_EACH = 0.02
"""Seconds more for each worker, where they are many: arena and scheduler manage some 200 batches a second."""

MOST_IN_BATCH = 256

BATCHES_A_WORKER = 3
"""Batches that are given out for each worker, so that none waits."""

MOST_GAMES_WAITING = 5000
"""Games that may wait for a slower one before them, or twice what is out; no more are given out then."""

MOST_DEATHS = 3
"""How often a game may end its worker before the arena gives up."""


def batch_size(seconds: float, workers: int) -> int:
    """How many games that take so long are given out at once."""
    return max(1, min(MOST_IN_BATCH, round(max(BATCH, FOR_EACH * workers) / seconds)))


@dataclass(slots=True)
class Tournament:
    """The games of a run that are missing, played in order of their numbers as far as workers allow."""

    run: Run | Unkept
    executors: Executors
    hear: Hear = lambda record, seconds: False
    prepared: PreparedPlan | None = None
    """Players whom the plan cannot name, to be played with in this process."""
    next: int = 0
    """The number of the first game that is not kept."""
    _given: int = 0
    """The number of the first game that was never given out."""
    _size: int = 1
    _again: list[tuple[int, ...]] = field(default_factory=list)
    """Batches whose worker died."""
    _deaths: dict[int, int] = field(default_factory=dict)
    _pending: dict[Future[list[Lines]], tuple[tuple[int, ...], float]] = field(default_factory=dict)
    _finished: SimpleQueue[Future[list[Lines]]] = field(default_factory=SimpleQueue)
    """Filled by the futures themselves: to look through thousands for one that is done takes too long."""
    _done: dict[int, Lines] = field(default_factory=dict)

    def play(self, *, kept: int) -> bool:
        """Play what is missing after *kept* games; False if ``hear`` ended it before all was played."""
        self.next = self._given = kept
        plan = self.run.plan
        play: Play = (
            partial(play_prepared, self.prepared)
            if self.prepared is not None
            else partial(play_batch, replace(plan, openings=()).dump())
        )
        opening = opening_of_pair(plan)
        try:
            with self.run.appending(kept) as append:
                while self.next < plan.total:
                    self._give_out(play, opening)
                    self._take_in()
                    if self._keep(append):
                        return False
        finally:
            for future in self._pending:
                future.cancel()
        return True

    def _give_out(self, play: Play, opening: Callable[[int], Opening]) -> None:
        """Give every worker something to do."""
        total = self.run.plan.total
        while len(self._pending) < self._wanted():
            if self._again:
                numbers = self._again.pop(0)
            elif self._given < min(
                total, self.next + max(MOST_GAMES_WAITING, 2 * self._size * self._wanted())
            ):
                # Small ones at the end, so that nobody waits long for the last.
                size = min(self._size, 1 + (total - self._given) // (2 * self.executors.workers))
                numbers = tuple(range(self._given, min(total, self._given + size)))
                self._given += len(numbers)
            else:
                return
            openings = [opening(self.run.plan.slot(number).pair) for number in numbers]
            began = time.perf_counter()
            try:
                future = self.executors.current.submit(play, numbers, openings)
            except RuntimeError:  # the pool broke before we heard of it
                self._again.insert(0, numbers)
                self.executors.renew()
                continue
            self._pending[future] = (numbers, began)
            future.add_done_callback(self._finished.put)

    def _wanted(self) -> int:
        """How many batches should be out: one alone while the first of them is suspected to kill workers."""
        if self.executors.workers == 1:
            return 1
        if self._deaths:
            out = [*self._again[:1], *(numbers for numbers, _ in self._pending.values())]
            if any(self._deaths.get(number, 0) >= MOST_DEATHS for numbers in out for number in numbers):
                return 1
        return self.executors.workers * BATCHES_A_WORKER

    def _take_in(self) -> None:
        """Wait for some batch, and take what has come."""
        finished = [self._finished.get()]
        with suppress(Empty):
            while True:
                finished.append(self._finished.get_nowait())
        broken = False
        for future in finished:
            numbers, began = self._pending.pop(future)
            try:
                lines = future.result()
            except Exception as error:
                # What nobody keeps is played in this process: no worker has died.
                if isinstance(error, Refusal) or not isinstance(self.run, Run):
                    raise
                broken = True
                self._lose(numbers, error, self.run.folder)
                continue
            self._measure(time.perf_counter() - began, len(lines))
            self._done.update(zip(numbers, lines, strict=True))
        if broken and not self._pending:
            self.executors.renew()

    def _measure(self, seconds: float, games: int) -> None:
        """Choose how many games are given out at once, from how long these took."""
        waited = (
            BATCHES_A_WORKER if self.executors.workers > 1 else 1
        )  # most of the time a batch waits for others
        each = max(seconds / waited / games, 1e-6)
        self._size = min(batch_size(each, self.executors.workers), self._size * 2)

    def _lose(self, numbers: Sequence[int], error: Exception, folder: Path) -> None:
        """A worker has died: its games are played again, one by one, to find the one that kills."""
        alone = not self._pending and len(numbers) == 1
        for number in numbers:
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] > MOST_DEATHS and alone:
                raise Refusal(
                    Text(
                        "game {n} ended its worker {times} times ({error}); all before it is kept in {path}",
                        n=number,
                        times=self._deaths[number],
                        error=type(error).__name__,
                        path=str(folder),
                    )
                ) from error
        self._again += [(number,) for number in numbers]
        self._again.sort()

    def _keep(self, append: Append) -> bool:
        """Write down what is next in order; whether ``hear`` ends the tournament."""
        ready: list[Lines] = []
        enough = False
        try:
            while not enough and self.next in self._done:
                ready.append(self._done.pop(self.next))
                self.next += 1
                record, times = ready[-1]
                enough = self.hear(Record.load(record), json.loads(times)["seconds"])
        finally:  # Ctrl-C often comes while the table is made: what was counted is kept
            if ready:
                append(ready)
        return enough


def play_missing(
    run: Run | Unkept,
    standings: Standings,
    executors: Executors,
    show: Callable[[], object] = lambda: None,
    prepared: PreparedPlan | None = None,
) -> None:
    """Play and count what *standings* lack, until the plan's question is answered, or will not be.

    *show* is called after each game. Ctrl-C ends it, and what was played is kept and counted.
    """

    def hear(record: Record, seconds: list[float]) -> bool:
        standings.add(record, seconds)
        show()
        return standings.is_over

    if not standings.is_over:
        Tournament(run, executors, hear, prepared).play(kept=standings.games)
