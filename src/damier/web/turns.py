"""Who waits for an engine, and whose turn it is: fair between tables, and moves never behind analysis."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import replace
from typing import TypeAlias

from damier.web.worker_process import Ask, Word

News: TypeAlias = "tuple[str, bool] | Exception"
"""A packed thought and whether it is the last, or why there is none."""


class Thought:
    """Something to think about, and whoever waits for it in an event loop."""

    def __init__(self, ask: Ask, table: str, patience: float) -> None:
        self.ask = ask
        self.table = table
        """Whose turn it uses up."""
        self.patience = patience
        """Seconds over its time after which a worker that has not ended it is taken for hung."""
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
        try:
            self._loop.call_soon_threadsafe(self._hear, news)
        except RuntimeError:
            self.left = True  # the loop is closed

    def _hear(self, news: News) -> None:
        self._newest = news
        self._told.set()

    async def news(self) -> tuple[str, bool]:
        """The newest that has not been read; raises what went wrong."""
        await self._told.wait()
        self._told.clear()
        news = self._newest
        assert news is not None
        if isinstance(news, Exception):
            raise news
        return news


class Turns:
    """Thoughts that wait, and how many are under way."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.running: list[Thought] = []
        """Who began first is first."""
        self._waiting: OrderedDict[str, deque[Thought]] = OrderedDict()
        """By table, the one whose turn is next first."""

    def waiting(self, stream: bool) -> int:
        """How many streams wait, or how many others."""
        return sum(thought.ask.stream == stream for line in self._waiting.values() for thought in line)

    def put(self, thought: Thought) -> None:
        """Wait behind what the same table has asked before."""
        self._waiting.setdefault(thought.table, deque()).append(thought)

    def put_back(self, thought: Thought) -> None:
        """Wait for the very next turn: it had begun already."""
        self._waiting.setdefault(thought.table, deque()).appendleft(thought)
        self._waiting.move_to_end(thought.table, last=False)

    def is_waiting(self, thought: Thought) -> bool:
        """Whether it has not begun."""
        return thought in self._waiting.get(thought.table, ())

    def remove(self, thought: Thought) -> None:
        """Wait no more."""
        line = self._waiting[thought.table]
        line.remove(thought)
        if not line:
            del self._waiting[thought.table]

    def clear(self) -> list[Thought]:
        """Nothing waits any more; what did."""
        thoughts = [thought for line in self._waiting.values() for thought in line]
        self._waiting.clear()
        return thoughts

    def take(self) -> Thought | None:
        """What begins next, if anything may; its table goes to the end of the line."""
        may_stream = self._may_stream()
        for table, line in self._waiting.items():
            for thought in line:
                if may_stream or not thought.ask.stream:
                    self.remove(thought)
                    if table in self._waiting:
                        self._waiting.move_to_end(table)
                    self.running.append(thought)
                    return thought
        return None

    def _may_stream(self) -> bool:
        """Streams leave a worker to moves; where there is only one, they begin when no move waits."""
        if self.processes == 1:
            return not self.waiting(stream=False)
        return len(self._streaming()) < self.processes - 1

    def streams_in_the_way(self) -> list[Thought]:
        """Streams that hold the only worker while somebody waits for a move."""
        return self._streaming() if self.processes == 1 and self.waiting(stream=False) else []

    def streams_to_hurry(self) -> list[Thought]:
        """As many streams as wait, those that began first: they make room when they have had their share."""
        return self._streaming()[: self.waiting(stream=True)]

    def _streaming(self) -> list[Thought]:
        return [thought for thought in self.running if thought.ask.stream]
