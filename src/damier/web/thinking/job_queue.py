"""The queue of jobs for engines: fair between clients, and moves never behind analysis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from damier.web.host.client import ASKER
from damier.web.host.fair_queue import FairLine, Path
from damier.web.thinking.worker_process import Command, JobRequest, Opinion

SECONDS_OVERDUE = 5.0
"""Seconds over its time after which a worker is ended: its engine does not obey."""

JobNews: TypeAlias = Opinion | Exception
"""An opinion, or why there is none."""


class Job:
    """Something to think about, and whoever waits for it in an event loop."""

    def __init__(
        self,
        request: JobRequest,
        table: str,
        patience: float,
        late: float = SECONDS_OVERDUE,
        *,
        alone: bool = False,
    ) -> None:
        self.request = request
        self.alone = alone
        """Whether engines play among themselves: no person waits for it."""
        self.path: Path = (*ASKER.get(), table)
        """Where it waits: addresses take turns, then browsers, then tables; the turn of whoever asks."""
        self.patience = patience
        """Seconds that a worker may take to start, and a compiler to work for it."""
        self.late = late
        """Seconds over its time, or after it was told to stop, after which an engine is taken for hung."""
        self.commands: set[Command] = set()
        """What the worker has been told since, or will be told with the request."""
        self.left = False
        """Whether nobody waits any more."""
        self._loop = asyncio.get_running_loop()
        self._told = asyncio.Event()
        self._newest: JobNews | None = None  # a slow reader misses the older

    def tell(self, report: JobNews) -> None:
        """Hand something to whoever waits; called in the worker's thread."""
        if isinstance(report, Opinion):
            self.request = replace(self.request, depth=max(self.request.depth, report.depth))
        self._call(lambda: self._hear(report))

    def prepare(self) -> None:
        """Tell whoever waits that a compiler works; called in the worker's thread."""
        self._call(self._told.set)

    def _call(self, callback: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(callback)
        except RuntimeError:
            self.left = True  # the loop is closed

    def _hear(self, report: JobNews) -> None:
        self._newest = report
        self._told.set()

    async def report(self) -> Opinion | None:
        """The newest that has not been read, None if a compiler works; raises what went wrong."""
        await self._told.wait()
        self._told.clear()
        report, self._newest = self._newest, None
        if isinstance(report, Exception):
            raise report
        return report


class JobQueue:
    """Jobs that wait, and those under way."""

    def __init__(self, processes: int, share: int | None = None) -> None:
        self.processes = processes
        self.shares = (processes - 1, share) if share is not None and share < processes else ()
        """How many workers one address may have at a time, and one browser: the others are for others."""
        self.running: list[Job] = []
        """The one that began first is first."""
        self._waiting: FairLine[Job] = FairLine()

    def waiting(self, stream: bool) -> int:
        """How many streams wait, or how many others."""
        return self._waiting.count(_kind(stream))

    def is_full(self, most: int) -> bool:
        """Whether a move of somebody new would be refused: *most* wait, and nobody has two to lose one of."""
        return self.waiting(stream=False) >= most and self._waiting.longest(_kind(stream=False)) <= 1

    def put(self, job: Job) -> None:
        """Wait behind what the same table has asked before."""
        self._waiting.put(job.path, job)

    def put_back(self, job: Job) -> None:
        """Wait for the very next turn: it had begun already."""
        self._waiting.put_first(job.path, job)

    def is_waiting(self, job: Job) -> bool:
        """Whether it has not begun."""
        return job in self._waiting

    def remove(self, job: Job) -> None:
        """Take a job out that has not begun."""
        self._waiting.remove(job.path, job)

    def send_away(self, newcomer: Job) -> Job:
        """Where too many wait since *newcomer* came, one has to go: of those of the address that has most."""
        last = self._waiting.last_of_fullest(_kind(newcomer.request.stream), newcomer.path) or newcomer
        self.remove(last)
        return last

    def clear(self) -> list[Job]:
        """Empty the queue; returns what was in it."""
        return self._waiting.clear()

    def take(self) -> Job | None:
        """What begins next, if anything may; its address, browser and table go to the end of their lines.

        Of one address, what a person waits for goes before engines alone, however many browsers those have.
        """
        taken = self._waiting.take(self._may_begin, lambda job: not job.alone)
        if taken is not None:
            self.running.append(taken)
        return taken

    def _may_begin(self, job: Job) -> bool:
        for depth, share in enumerate(self.shares, 1):
            if len(self._running_beside(job, depth)) >= share:
                return False
        return not job.request.stream or self._may_stream(job)

    def _may_stream(self, job: Job) -> bool:
        """Streams leave a worker to moves, in all and of each client; the only one if no move waits."""
        if self.processes == 1:
            return not self.waiting(stream=False)
        return not self._streams_before(job)

    def _streams_before(self, job: Job) -> list[Job]:
        """The streams for one of which another has to wait: all, or those of its address or browser."""
        for depth, share in enumerate((self.processes, *self.shares)):
            streams = [other for other in self._running_beside(job, depth) if other.request.stream]
            if len(streams) >= max(1, share - 1):
                return streams
        return []

    def streams_in_the_way(self) -> list[Job]:
        """Streams that hold the only worker while somebody waits for a move."""
        return self._streaming() if self.processes == 1 and self.waiting(stream=False) else []

    def streams_to_hurry(self) -> list[Job]:
        """As many streams as wait, those that began first: they make room when they have had their share."""
        hurried: list[Job] = []
        for job in self._waiting:
            if job.request.stream:
                before = self._streams_before(job) or self._streaming()
                hurried += [other for other in before if other not in hurried][:1]
        return hurried

    def _streaming(self) -> list[Job]:
        return [job for job in self.running if job.request.stream]

    def _running_beside(self, job: Job, depth: int) -> list[Job]:
        """What is under way of all (0), of the same address (1), of the same browser there (2)."""
        return [other for other in self.running if other.path[:depth] == job.path[:depth]]


def _kind(stream: bool) -> Callable[[Job], bool]:
    return lambda job: job.request.stream == stream
