"""Engines think in processes of their own: the server stays awake."""

from __future__ import annotations

import atexit
import itertools
import os
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeAlias

from damier.core.engine import Clock
from damier.web.host.costly_pool import step_aside
from damier.web.thinking.job_queue import SECONDS_OVERDUE, Job, JobNews, JobQueue
from damier.web.thinking.worker_process import JobRequest, Opinion
from damier.web.thinking.worker_thread import Busy, EngineFault, Overrun, Worker

__all__ = ["Busy", "EngineFault", "Opinion", "Overrun", "Workers"]

SECONDS_TO_START = 120.0
"""Seconds after which a worker that does not start, or compiles without end, is ended."""

Preparing: TypeAlias = Callable[[], Awaitable[None]]
"""Called when a compiler begins to work for a job that somebody waits for."""


async def _nobody_cares() -> None:
    """Nobody wants to know that a compiler works."""


class Workers:
    """A bounded queue before processes that are started when they are first needed.

    It belongs to no event loop: each job reports to the loop that asked for it.
    """

    def __init__(
        self,
        processes: int | None = None,
        most_waiting: int = 64,
        most_seconds: float = 10.0,
        patience: float = SECONDS_TO_START,
        spare: int = 0,
        late: float = SECONDS_OVERDUE,
    ) -> None:
        share = processes or max(2, os.cpu_count() or 1)
        self.processes = share + spare
        """How many there are; one browser's jobs take *spare* fewer, so that others find one free."""
        self.most_waiting = most_waiting
        """So many moves may wait, and as many streams; beyond that, the client with most loses one."""
        self.most_seconds = most_seconds
        self.patience = patience
        self.late = late
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        """Held for moments: around all that follows."""
        self._queue = JobQueue(self.processes, share)
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        """The one that worked last is last, and is asked first: it has everything in memory."""
        self._at: dict[Job, Worker] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        with self._lock:
            return self._queue.waiting(stream=False) + self._queue.waiting(stream=True)

    @property
    def full(self) -> bool:
        """Whether a move of somebody new would be refused."""
        with self._lock:
            return self._queue.is_full(self.most_waiting)

    @property
    def busy(self) -> int:
        """How many workers think."""
        with self._lock:
            return len(self._at)

    async def ponder(
        self,
        key: str,
        position: str,
        level: str,
        seed: int,
        lines: int,
        *,
        table: str = "",
        clock: Clock | None = None,
        patient: bool = False,
        alone: bool = False,
        preparing: Preparing = _nobody_cares,
    ) -> Opinion:
        """The last opinion of a level, after its usual time at most, or longer for the *patient*.

        Engines *alone* at a table wait behind what people of the same address wait for. Raises Busy where too
        many wait or no worker answers, EngineFault where it fails, Overrun where it takes too long.
        """
        request = JobRequest(
            number=next(self._numbers),
            key=key,
            position=position,
            level=level,
            seed=seed,
            lines=lines,
            seconds=self.most_seconds,
            clock=clock,
            patient=patient,
        )
        job = self._put(Job(request, table, self.patience, self.late, alone=alone))
        step_aside()
        try:
            while (report := await job.report()) is None:
                await preparing()
            return report
        finally:
            self._leave(job)

    async def stream(
        self,
        key: str,
        position: str,
        level: str,
        *,
        table: str = "",
        seconds: float = 20.0,
        lines: int = 600,
        most_depth: int | None = None,
    ) -> AsyncGenerator[Opinion, None]:
        """Ever better opinions; raises as ``ponder`` does.

        Where others wait, it ends sooner. Closing it (``contextlib.aclosing``, or cancelling its reader)
        stops the engine and frees its worker.
        """
        request = JobRequest(
            number=next(self._numbers),
            key=key,
            position=position,
            level=level,
            seed=0,
            lines=lines,
            seconds=seconds,
            stream=True,
            most_depth=most_depth,
        )
        job = self._put(Job(request, table, self.patience, self.late))
        try:
            final = False
            while not final:
                if (report := await job.report()) is not None:
                    yield report
                    final = report.final
        finally:
            self._leave(job)

    def _put(self, job: Job) -> Job:
        """Begin, or wait; refuse if too many do."""
        with self._lock:
            if self._closed:
                raise Busy
            self._hire()
            self._queue.put(job)
            self._assign()
            if self._queue.is_waiting(job) and self._queue.waiting(job.request.stream) > self.most_waiting:
                gone = self._queue.send_away(job)
                if gone is job:
                    raise Busy
                gone.tell(Busy())
        return job

    def _leave(self, job: Job) -> None:
        """Nobody waits for it any more, if anybody still did."""
        with self._lock:
            job.left = True
            if self._queue.is_waiting(job):
                self._queue.remove(job)
            elif job in self._at:
                self._at[job].say(job, "stop")

    def _assign(self) -> None:
        """Start waiting jobs on idle workers, and let streams make room for the others; under the lock."""
        while self._idle and (job := self._queue.take()) is not None:
            self._at[job] = self._idle.pop()
            self._at[job].give(job)
        for job in self._queue.streams_in_the_way():
            self._at[job].say(job, "stop")
        for job in self._queue.streams_to_hurry():
            self._at[job].say(job, "hurry")

    def _hire(self) -> None:
        """All of them, when the first job comes: each starts its process when it is first needed."""
        if not self._workers:
            # multiprocessing would end the processes as well, but as if they died
            atexit.register(self.close)
        while len(self._workers) < self.processes:
            self._workers.append(Worker(self._done))
            self._idle.append(self._workers[-1])

    def _done(self, worker: Worker, job: Job, report: JobNews | None) -> None:
        """A worker is free; called in its thread."""
        with self._lock:
            del self._at[job]
            self._queue.running.remove(job)
            if self._closed:
                return
            if report is None and not job.left:
                job.commands.clear()
                self._queue.put_back(job)  # it made room for a move, and goes on later
            self._idle.append(worker)
            self._assign()
        if report is not None:
            job.tell(report)  # last, so that whoever asks again at once finds the worker free

    def close(self) -> None:
        """End every job and wait for nobody but the processes to be gone."""
        with self._lock:
            self._closed = True
            unanswered = [*self._at, *self._queue.clear()]
        for job in unanswered:
            job.tell(Busy())
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()
        with self._lock:
            self._at.clear()  # what a worker was given and had not begun
            self._queue.running.clear()
        atexit.unregister(self.close)
