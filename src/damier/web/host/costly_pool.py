"""What takes long has threads of its own: the ones by which moves are made stay free.

Exports, imports, searches, long games that are played through and tournaments come here, in pieces of
some hundredths of a second; whoever asks for many waits behind whoever asks for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TypeVar

from damier.web.host.fair_gate import Crowded, FairGate, may_go

T = TypeVar("T")

SLICE = 0.02
"""Seconds after which a piece of work lets others have their turn."""


MOST_SECONDS_WAITING = 0.25
"""Seconds that a piece of costly work waits at most while others are being answered."""


class Traffic:
    """What is being answered and is not costly: it goes first, for one thread computes at a time."""

    def __init__(self) -> None:
        self._first: set[object] = set()
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Costly work waits a little meanwhile, until this turns out to be costly itself."""
        ticket = object()
        before = _STEP_ASIDE.set(lambda: self._leave(ticket))
        self._first.add(ticket)
        self._calm.clear()
        try:
            yield
        finally:
            self._leave(ticket)
            _STEP_ASIDE.reset(before)

    def _leave(self, ticket: object) -> None:
        self._first.discard(ticket)
        if not self._first:
            self._calm.set()

    async def calm(self) -> None:
        """Wait until nothing is being answered; not for long where there is always something."""
        with suppress(TimeoutError):
            async with asyncio.timeout(MOST_SECONDS_WAITING):
                await self._calm.wait()


def _stay() -> None:
    """Nothing is being answered here."""


_STEP_ASIDE: ContextVar[Callable[[], None]] = ContextVar("step aside", default=_stay)
"""Lets costly work go on while the request of this context is being answered."""


def step_aside() -> None:
    """What is being answered here is costly, or waits for something else: nobody waits for it."""
    _STEP_ASIDE.get()()


def work_apart() -> None:
    """What is done in this task from here on is no part of the request that began it."""
    _STEP_ASIDE.set(_stay)


class Ending(Crowded):
    """The server is about to end: another may be there in a moment."""


class Costly:
    """A few threads and a bounded line before them, fair between clients; belongs to one event loop."""

    def __init__(self, threads: int, most_waiting: int, traffic: Traffic) -> None:
        self.traffic = traffic
        self.ending = False
        """Whether the server ends: long work stops where it is, and none begins."""
        self._gate = FairGate(threads, most_waiting)
        self._large = FairGate(threads)
        """Before what takes much memory while it is half done."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="costly")

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return self._gate.waiting

    async def do(self, act: Callable[[], T], *, stays: bool = False) -> T:
        """Call *act* in a thread when it is the asker's turn; raises Crowded where too many wait.

        What *stays* is not sent away: the next piece of a file, for one that breaks off is no use.
        Once the server ends, whatever else has not begun is.
        """
        step_aside()
        if self.ending and not stays:
            raise Ending
        try:
            await self._gate.enter(stays=stays)
        except Crowded as problem:
            raise Ending if self.ending else problem from None
        try:
            await self.traffic.calm()
        except asyncio.CancelledError:
            self._gate.leave()
            raise
        return await self._call(act)

    async def do_all(self, pieces: Iterator[T], *, stays: bool = False) -> T:
        """Go through *pieces*, each in its own turn; the last of them."""
        last = await self.do(lambda: next(pieces), stays=stays)
        while (piece := await self.do(lambda: next(pieces, None), stays=True)) is not None:
            last = piece
        return last

    async def do_large(self, pieces: Iterator[T]) -> T:
        """The same where much memory is held between two pieces: as many at a time as there are threads."""
        step_aside()
        await self._large.enter(stays=True)
        try:
            return await self.do_all(pieces, stays=True)
        finally:
            self._large.leave()

    async def _call(self, act: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            future: Future[T] = self._pool.submit(act)
        except RuntimeError as problem:  # the server ends
            self._gate.leave()
            raise Ending from problem

        def done(_: Future[T]) -> None:
            # Not when who waits has left, which leaves the thread at work.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._gate.leave)

        future.add_done_callback(done)
        return await asyncio.wrap_future(future)

    def end(self) -> None:
        """The server is about to end: whatever has not begun is sent away, and long work stops."""
        self.ending = True
        self._gate.refuse(may_go)

    def close(self) -> None:
        """Begin nothing more; what is at work ends with its piece."""
        self.ending = True
        for gate in (self._gate, self._large):
            gate.refuse(lambda turn: True)
        self._pool.shutdown(wait=False, cancel_futures=True)
