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
from dataclasses import dataclass, field
from typing import TypeVar

from damier.web.host import metrics
from damier.web.host.client import ASKER, Asker
from damier.web.host.fair_queue import FairLine, Path

T = TypeVar("T")

SLICE = 0.02
"""Seconds after which a piece of work lets others have their turn."""


PATIENCE = 0.25
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
        before = _TICKET.set(ticket)
        self._first.add(ticket)
        self._calm.clear()
        try:
            yield
        finally:
            self._leave(ticket)
            _TICKET.reset(before)

    def step_aside(self) -> None:
        """What is being done here is costly: nobody waits for it."""
        self._leave(_TICKET.get())

    def _leave(self, ticket: object) -> None:
        self._first.discard(ticket)
        if not self._first:
            self._calm.set()

    async def calm(self) -> None:
        """Wait until nothing is being answered; not for long where there is always something."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._calm.wait()


_TICKET: ContextVar[object] = ContextVar("ticket", default=None)
"""Names the request that is being answered."""


class Crowded(Exception):
    """Too many wait for their turn already: come back later."""


@dataclass(eq=False, slots=True)
class Turn:
    """Somebody waits to begin."""

    asker: Asker
    stays: bool
    """Whether it is not sent away, however many wait."""
    granted: asyncio.Event = field(default_factory=asyncio.Event)
    refused: bool = False

    @property
    def path(self) -> Path:
        return (self.asker.address, self.asker.browser)


class Costly:
    """A few threads and a bounded line before them, fair between clients; belongs to one event loop."""

    def __init__(self, threads: int, most_waiting: int, traffic: Traffic) -> None:
        self.threads = threads
        self.traffic = traffic
        self.most_waiting = most_waiting
        self.ending = False
        """Whether the server ends: long work stops where it is."""
        self._free = threads
        self._line: FairLine[Turn] = FairLine()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="costly")

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return len(self._line)

    async def do(self, act: Callable[[], T], *, stays: bool = False) -> T:
        """Call *act* in a thread when it is the asker's turn; raises Crowded where too many wait.

        What *stays* is not sent away: the next piece of a file, for one that breaks off is no use.
        """
        self.traffic.step_aside()
        turn = Turn(ASKER.get(), stays)
        self._line.put(turn.path, turn)
        self._begin()
        self._send_away(turn)
        try:
            await turn.granted.wait()
        except asyncio.CancelledError:
            self._leave(turn)
            raise
        if turn.refused:
            metrics.REFUSED.labels("crowded").inc()
            raise Crowded
        try:
            await self.traffic.calm()
        except asyncio.CancelledError:
            self._give_back()
            raise
        return await self._call(act)

    async def do_all(self, pieces: Iterator[T]) -> T:
        """Go through *pieces*, each in its own turn; the last of them."""
        last = await self.do(lambda: next(pieces))
        while (piece := await self.do(lambda: next(pieces, None), stays=True)) is not None:
            last = piece
        return last

    async def _call(self, act: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            future: Future[T] = self._pool.submit(act)
        except RuntimeError as problem:  # the server ends
            self._give_back()
            raise Crowded from problem

        def done(_: Future[T]) -> None:
            # Not when who waits has left, which leaves the thread at work.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._give_back)

        future.add_done_callback(done)
        return await asyncio.wrap_future(future)

    def _begin(self) -> None:
        """Let as many begin as there are threads."""
        while self._free and (turn := self._line.take(lambda turn: True)) is not None:
            self._free -= 1
            turn.granted.set()

    def _send_away(self, newcomer: Turn) -> None:
        """Somebody goes where too many wait: not who came last, but one of those who ask for most."""
        if self._line.count(_may_go) <= self.most_waiting:
            return
        turn = self._line.last_of_fullest(_may_go, newcomer.path)
        if turn is not None:
            self._line.remove(turn.path, turn)
            turn.refused = True
            turn.granted.set()

    def _leave(self, turn: Turn) -> None:
        """Nobody waits for it any more."""
        if self._line.contains(turn.path, turn):
            self._line.remove(turn.path, turn)
        elif not turn.refused:
            self._give_back()

    def _give_back(self) -> None:
        self._free += 1
        self._begin()

    def close(self) -> None:
        """Begin nothing more; what is at work ends with its piece."""
        self.ending = True
        for turn in self._line.clear():
            turn.refused = True
            turn.granted.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _may_go(turn: Turn) -> bool:
    return not turn.stays
