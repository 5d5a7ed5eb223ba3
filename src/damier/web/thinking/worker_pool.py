"""Engines think in processes of their own: the server stays awake."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeAlias

from damier.core.engine import Clock
from damier.web.host.client import Asker
from damier.web.host.costly_pool import step_aside
from damier.web.thinking.job_queue import LATE, News, Thought, Turns
from damier.web.thinking.worker import Busy, EngineFault, Overrun, Worker
from damier.web.thinking.worker_process import Ask

__all__ = ["Busy", "EngineFault", "Overrun", "Workers"]

PATIENCE = 120.0
"""Seconds after which a worker that does not start, or compiles without end, is ended."""

Preparing: TypeAlias = Callable[[], Awaitable[None]]
"""Called when a compiler begins to work for who waits."""


async def _nobody_cares() -> None:
    """Nobody wants to know that a compiler works."""


class Workers:
    """A bounded queue before processes that are started when they are first needed.

    It belongs to no event loop: each thought is told to the loop that asked for it.
    """

    def __init__(
        self,
        processes: int | None = None,
        most_waiting: int = 64,
        most_seconds: float = 10.0,
        patience: float = PATIENCE,
        spare: int = 0,
        late: float = LATE,
    ) -> None:
        share = processes or max(2, os.cpu_count() or 1)
        self.processes = share + spare
        """How many there are; one browser's thoughts take *spare* fewer, so that others find one free."""
        self.most_waiting = most_waiting
        """So many moves may wait, and as many streams; beyond that one of who has most goes."""
        self.most_seconds = most_seconds
        self.patience = patience
        self.late = late
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        """Held for moments: around all that follows."""
        self._turns = Turns(self.processes, share)
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        """Who worked last is last, and is asked first: it has everything in memory."""
        self._at: dict[Thought, Worker] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a worker."""
        with self._lock:
            return self._turns.waiting(stream=False) + self._turns.waiting(stream=True)

    @property
    def full(self) -> bool:
        """Whether a move of somebody new would be refused."""
        with self._lock:
            return self._turns.is_full(self.most_waiting)

    @property
    def busy(self) -> int:
        """How many workers think."""
        with self._lock:
            return len(self._at)

    def is_preparing(self, asker: Asker) -> bool:
        """Whether a compiler works for somebody who waits."""
        with self._lock:
            return any(thought.preparing and thought.asker == asker for thought in self._at)

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
    ) -> str:
        """The last word of a level, packed, after its usual time at most; who is *patient* waits longer.

        Engines *alone* at a table wait behind what people of the same address wait for.

        Raises Busy where too many wait or no worker answers, EngineFault where it fails, Overrun where it
        does not keep to its time.
        """
        ask = Ask(
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
        thought = Thought(ask, table, self.patience, self.late, alone=alone)
        self._put(thought)
        step_aside()
        try:
            while (news := await thought.news()) is None:
                await preparing()
            return news[0]
        finally:
            self._leave(thought)

    async def stream(
        self,
        key: str,
        position: str,
        level: str,
        *,
        table: str = "",
        seconds: float = 20.0,
        lines: int = 600,
    ) -> AsyncGenerator[tuple[str, bool], None]:
        """Ever better opinions, packed, and whether it is the last; raises as ``ponder`` does.

        Where others wait, it ends sooner. Closing it (``contextlib.aclosing``, or cancelling who reads)
        stops the engine and frees its worker.
        """
        ask = Ask(
            number=next(self._numbers),
            key=key,
            position=position,
            level=level,
            seed=0,
            lines=lines,
            seconds=seconds,
            stream=True,
        )
        thought = Thought(ask, table, self.patience, self.late)
        self._put(thought)
        try:
            final = False
            while not final:
                if (news := await thought.news()) is not None:
                    yield news
                    final = news[1]
        finally:
            self._leave(thought)

    def _put(self, thought: Thought) -> None:
        """Begin, or wait; refuse if too many do."""
        with self._lock:
            if self._closed:
                raise Busy
            self._hire()
            self._turns.put(thought)
            self._assign()
            if (
                self._turns.is_waiting(thought)
                and self._turns.waiting(thought.ask.stream) > self.most_waiting
            ):
                gone = self._turns.send_away(thought)
                if gone is thought:
                    raise Busy
                gone.tell(Busy())

    def _leave(self, thought: Thought) -> None:
        """Nobody waits for it any more, if anybody still did."""
        with self._lock:
            thought.left = True
            if self._turns.is_waiting(thought):
                self._turns.remove(thought)
            elif thought in self._at:
                self._at[thought].say(thought, "stop")

    def _assign(self) -> None:
        """Give what may begin to who is free, and let streams make room for who waits; under the lock."""
        while self._idle and (thought := self._turns.take()) is not None:
            self._at[thought] = self._idle.pop()
            self._at[thought].give(thought)
        for thought in self._turns.streams_in_the_way():
            self._at[thought].say(thought, "stop")
        for thought in self._turns.streams_to_hurry():
            self._at[thought].say(thought, "hurry")

    def _hire(self) -> None:
        """All of them, when the first thought comes: each starts its process when it is first needed."""
        if not self._workers:
            atexit.register(
                self.close
            )  # multiprocessing would end the processes as well, but as if they died
        while len(self._workers) < self.processes:
            self._workers.append(Worker(self._done))
            self._idle.append(self._workers[-1])

    def _done(self, worker: Worker, thought: Thought, news: News | None) -> None:
        """A worker is free; called in its thread."""
        with self._lock:
            del self._at[thought]
            self._turns.running.remove(thought)
            if self._closed:
                return
            if news is None and not thought.left:
                thought.said.clear()
                self._turns.put_back(thought)  # it made room for a move, and goes on later
            self._idle.append(worker)
            self._assign()
        if news is not None:
            thought.tell(news)  # last, so that whoever asks again at once finds the worker free

    def close(self) -> None:
        """End every thought and wait for nobody but the processes to be gone."""
        with self._lock:
            self._closed = True
            unanswered = [*self._at, *self._turns.clear()]
        for thought in unanswered:
            thought.tell(Busy())
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()
        with self._lock:
            self._at.clear()  # what a worker was given and had not begun
            self._turns.running.clear()
        atexit.unregister(self.close)

    async def aclose(self) -> None:
        """The same, while the event loop goes on."""
        await asyncio.to_thread(self.close)
