"""Who waits for an engine, and whose turn it is: fair between clients, and moves never behind analysis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from damier.web.host.client import ASKER
from damier.web.host.fair_queue import FairLine, Path
from damier.web.thinking.worker_process import Ask, Word

LATE = 5.0
"""Seconds over its time after which a worker is ended: its engine does not obey."""

News: TypeAlias = "tuple[str, bool] | Exception"
"""A packed thought and whether it is the last, or why there is none."""


class Thought:
    """Something to think about, and whoever waits for it in an event loop."""

    def __init__(
        self, ask: Ask, table: str, patience: float, late: float = LATE, *, alone: bool = False
    ) -> None:
        self.ask = ask
        self.alone = alone
        """Whether engines play among themselves: no person waits for it."""
        self.asker = ASKER.get()
        """Who waits for it, or let an engine play: whose turn it uses up."""
        self.path: Path = (self.asker.address, self.asker.browser, table)
        """Where it waits: addresses take turns, then browsers, then tables."""
        self.patience = patience
        """Seconds that a worker may take to start, and a compiler to work for it."""
        self.late = late
        """Seconds over its time, or after it was told to stop, after which an engine is taken for hung."""
        self.preparing = False
        """Whether a compiler works for it."""
        self.said: set[Word] = set()
        """What the worker has been told since, or will be told with the question."""
        self.left = False
        """Whether nobody waits any more."""
        self._loop = asyncio.get_running_loop()
        self._told = asyncio.Event()
        self._newest: News | None = None  # who reads slowly misses the older

    def tell(self, news: News, depth: int = 0) -> None:
        """Hand something to whoever waits; called in the worker's thread."""
        self.ask = replace(self.ask, depth=max(self.ask.depth, depth))
        self._call(lambda: self._hear(news))

    def prepare(self) -> None:
        """Tell whoever waits that a compiler works; called in the worker's thread."""
        self.preparing = True
        self._call(self._told.set)

    def _call(self, act: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:
            self.left = True  # the loop is closed

    def _hear(self, news: News) -> None:
        self._newest = news
        self._told.set()

    async def news(self) -> tuple[str, bool] | None:
        """The newest that has not been read, None if a compiler works; raises what went wrong."""
        await self._told.wait()
        self._told.clear()
        news, self._newest = self._newest, None
        if isinstance(news, Exception):
            raise news
        return news


class Turns:
    """Thoughts that wait, and how many are under way."""

    def __init__(self, processes: int, share: int | None = None) -> None:
        self.processes = processes
        self.shares = (processes - 1, share) if share is not None and share < processes else ()
        """How many workers one address may have at a time, and one browser: the others are for others."""
        self.running: list[Thought] = []
        """Who began first is first."""
        self._waiting: FairLine[Thought] = FairLine()

    def waiting(self, stream: bool) -> int:
        """How many streams wait, or how many others."""
        return self._waiting.count(_kind(stream))

    def is_full(self, most: int) -> bool:
        """Whether a move of somebody new would be refused: *most* wait, and nobody has two to lose one of."""
        return self.waiting(stream=False) >= most and self._waiting.longest(_kind(stream=False)) <= 1

    def put(self, thought: Thought) -> None:
        """Wait behind what the same table has asked before."""
        self._waiting.put(thought.path, thought)

    def put_back(self, thought: Thought) -> None:
        """Wait for the very next turn: it had begun already."""
        self._waiting.put_first(thought.path, thought)

    def is_waiting(self, thought: Thought) -> bool:
        """Whether it has not begun."""
        return self._waiting.contains(thought.path, thought)

    def remove(self, thought: Thought) -> None:
        """Wait no more."""
        self._waiting.remove(thought.path, thought)

    def send_away(self, newcomer: Thought) -> Thought:
        """Where too many wait since *newcomer* came, one has to go: of those of the address that has most."""
        last = self._waiting.last_of_fullest(_kind(newcomer.ask.stream), newcomer.path) or newcomer
        self.remove(last)
        return last

    def clear(self) -> list[Thought]:
        """Nothing waits any more; what did."""
        return self._waiting.clear()

    def take(self) -> Thought | None:
        """What begins next, if anything may; its address, browser and table go to the end of their lines.

        Of one address, what a person waits for goes before engines alone, however many browsers those have.
        """
        taken = self._waiting.take(self._may_begin, lambda thought: not thought.alone)
        if taken is not None:
            self.running.append(taken)
        return taken

    def _may_begin(self, thought: Thought) -> bool:
        for depth, share in enumerate(self.shares, 1):
            if len(self._running_beside(thought, depth)) >= share:
                return False
        return not thought.ask.stream or self._may_stream(thought)

    def _may_stream(self, thought: Thought) -> bool:
        """Streams leave a worker to moves, in all and of each client; the only one if no move waits."""
        if self.processes == 1:
            return not self.waiting(stream=False)
        return not self._streams_before(thought)

    def _streams_before(self, thought: Thought) -> list[Thought]:
        """The streams for one of which another has to wait: all, or those of its address or browser."""
        for depth, share in enumerate((self.processes, *self.shares)):
            streams = [other for other in self._running_beside(thought, depth) if other.ask.stream]
            if len(streams) >= max(1, share - 1):
                return streams
        return []

    def streams_in_the_way(self) -> list[Thought]:
        """Streams that hold the only worker while somebody waits for a move."""
        return self._streaming() if self.processes == 1 and self.waiting(stream=False) else []

    def streams_to_hurry(self) -> list[Thought]:
        """As many streams as wait, those that began first: they make room when they have had their share."""
        hurried: list[Thought] = []
        for thought in self._waiting:
            if thought.ask.stream:
                before = self._streams_before(thought) or self._streaming()
                hurried += [other for other in before if other not in hurried][:1]
        return hurried

    def _streaming(self) -> list[Thought]:
        return [thought for thought in self.running if thought.ask.stream]

    def _running_beside(self, thought: Thought, depth: int) -> list[Thought]:
        """What is under way of all (0), of the same address (1), of the same browser there (2)."""
        return [other for other in self.running if other.path[:depth] == thought.path[:depth]]


def _kind(stream: bool) -> Callable[[Thought], bool]:
    return lambda thought: thought.ask.stream == stream
