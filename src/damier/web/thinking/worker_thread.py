"""One worker process, seen from the server: a thread asks it, hears it out, and replaces it when it dies."""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from damier.web.thinking.job_queue import Job, JobNews
from damier.web.thinking.worker_process import Answer, Command, Opinion, Stage, run

TRIES = 2
"""A job whose worker died is tried once more; after that it may well be what kills them."""

log = logging.getLogger("damier.web")

_starting = threading.Lock()
"""multiprocessing keeps a list of its children that several threads had better not change at once."""


class Busy(Exception):
    """Too many are waiting already, or the engine does not answer: come back later."""


class EngineFault(Exception):
    """An engine raised an error; the text is its traceback."""


class Overrun(Exception):
    """An engine did not keep to its time, and its process was ended."""


class Overdue(Exception):
    """A worker does not answer."""


SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between two looks at whether an engine was told to stop."""


class Worker:
    """A thread with a process.

    It is given one job at a time and reads until the process has ended it, so that an answer
    that comes late is never taken for one to the next question.
    """

    def __init__(self, done: Callable[[Worker, Job, JobNews | None], None]) -> None:
        self._done = done
        self._inbox: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        """Held for moments, to send or to change what follows."""
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._job: Job | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
        self._thread.start()

    def give(self, job: Job) -> None:
        """Begin with it, as soon as the last one has ended."""
        self._inbox.put(job)

    def say(self, job: Job, command: Command) -> None:
        """Send a command to a job under way, once."""
        with self._lock:
            if command in job.commands:
                return
            job.commands.add(command)  # if it has not begun yet, the command goes with the request
            if self._job is job and self._pipe is not None:
                with suppress(OSError):  # it has just died, which the thread will see
                    self._pipe.send((job.request.number, command))

    def close(self) -> None:
        """End the process at once; the thread then ends by itself."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self._inbox.put(None)

    def join(self) -> None:
        """Wait for the thread, which takes the process with it."""
        self._thread.join()

    def _work(self) -> None:
        while not self._closed and (job := self._inbox.get()) is not None:
            self._done(self, job, self._try(job))
        self._end()

    def _try(self, job: Job) -> JobNews | None:
        """The last that there is to say, or None if it was stopped before."""
        for _ in range(TRIES):
            if self._closed or "stop" in job.commands:
                return None
            try:
                return self._converse(job)
            except Exception as problem:  # it died, hangs, cannot be started or talks nonsense
                self._end()
                if not self._closed:
                    log.warning(
                        "a worker is replaced: %r while %s thought at %s",
                        problem,
                        job.request.level,
                        job.request.key,
                    )
                if isinstance(problem, Overrun):  # it would do so again
                    return None if "stop" in job.commands else problem
        return Busy()

    def _converse(self, job: Job) -> JobNews | None:
        """JobRequest, and hear it out; raises if it does not end."""
        pipe = self._ready()
        with self._lock:
            pipe.send(job.request)
            for command in job.commands:
                pipe.send((job.request.number, command))
            self._job = job
        deadline = Deadline(job)
        while True:
            while not pipe.poll(deadline.glance()):
                deadline.look()
            answer: Answer = pipe.recv()
            if isinstance(answer, Opinion) and not answer.final:
                job.tell(answer)
            elif not isinstance(answer, Opinion) and answer[0] in ("begun", "preparing", "prepared"):
                deadline.enter(answer[0])
            else:
                break
        with self._lock:
            self._job = None
        if isinstance(answer, Opinion):
            return answer
        return EngineFault(answer[1]) if answer[0] == "fault" else None

    def _ready(self) -> Connection:
        """The pipe to a process that lives."""
        if self._process is not None and not self._process.is_alive():
            self._end()
        if self._pipe is None:
            # Spawned, not forked: a copy of a server with threads may hang.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=run, args=(theirs,), name="damier-worker", daemon=True)
            with theirs, _starting:
                process.start()
            with self._lock:
                self._process, self._pipe = process, ours
                if self._closed:
                    process.kill()
        return self._pipe

    def _end(self) -> None:
        """No process, no pipe."""
        with self._lock:
            process, pipe, self._job = self._process, self._pipe, None
            self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            with _starting:
                process.kill()
                process.join()
                with suppress(ValueError):  # somebody else has just been told that it is dead
                    process.close()


class Deadline:
    """Until when a worker has to answer: a start and a compiler take long, an engine keeps to its time."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.running = False
        """Whether the time of the engine runs."""
        self._until = time.monotonic() + job.patience

    def enter(self, stage: Stage) -> None:
        """The worker has said how far it is."""
        self.running = stage != "preparing"
        own = self.job.request.seconds + self.job.late
        self._until = time.monotonic() + (own if self.running else self.job.patience)
        if not self.running:
            self.job.prepare()

    def glance(self) -> float:
        """How many seconds to wait before looking again."""
        return max(0.0, min(SECONDS_BETWEEN_LOOKS, self._until - time.monotonic()))

    def look(self) -> None:
        """Raise if it is too late; a job that was told to stop has less time."""
        now = time.monotonic()
        if self.running and "stop" in self.job.commands:
            self._until = min(self._until, now + self.job.late)
        if now >= self._until:
            raise Overrun if self.running else Overdue
