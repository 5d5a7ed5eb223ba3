"""One search: in a thread, within its limit, stopped by asking no more, and told as it goes on.

An engine writes what it does with a position as a function that has a :class:`Search`, and lets it run::

    def think(self, view, limit):
        search = Search(limit, view.turn)
        yield from search.run(lambda: self._deepen(view, search), first)

There, ``search.count()`` for every position keeps the limit, and ``search.publish(...)`` tells an opinion.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, TypeAlias, TypeVar

from damier.core.engine import Analysis, Limit, Stopwatch

M = TypeVar("M")

Publish: TypeAlias = Callable[[Analysis[M]], None]
"""Hands an opinion to whoever asked."""

OPINION_REPEAT_SECONDS = 0.04
"""Seconds after which the last opinion is repeated."""

POSITIONS_BETWEEN_LOOKS = 16
"""Positions between two looks at the clock."""

GUARD = 0.01
"""Seconds between two looks at the clock while a kernel works that looks at none itself."""


class Spent(Exception):
    """The limit is used up, or nobody listens any more."""


class Search(Generic[M]):
    """The limit of a search, how much it has looked at, and whom it tells."""

    def __init__(self, limit: Limit, seat: int = 0, told: Publish[M] = lambda analysis: None) -> None:
        self.limit = limit
        self.seat = seat
        self.nodes = 0
        """Positions looked at."""
        self._watch = Stopwatch(limit, seat)
        self._whole = self
        """Who is told and whether anybody listens is known there."""
        self._told = told
        self._stop = threading.Event()

    @property
    def bounded(self) -> bool:
        """Whether anything but the depth ends it."""
        return self._watch.bounded

    @property
    def stopped(self) -> bool:
        """Whether nobody listens any more."""
        return self._whole._stop.is_set()

    def seconds_left(self) -> float | None:
        """By the clock on the wall, never below 0; None where nothing limits them."""
        return self._watch.seconds_left()

    def limited(self, limit: Limit) -> Search[M]:
        """A part of this search that has another *limit*, from now on, and counts its own positions."""
        part = Search[M](limit, self.seat)
        part._whole = self._whole
        return part

    def part(self, share: float) -> Search[M]:
        """A part of this search that has a share of its limit."""
        return self.limited(self.limit.part(share))

    def publish(self, analysis: Analysis[M]) -> None:
        """Tell an opinion to whoever asked."""
        self._whole._told(analysis)

    def is_over(self, nodes: int | None = None) -> bool:
        """Whether to end, after so many *nodes*: those that were counted, where they are not given."""
        return self.stopped or self._watch.spent(self.nodes if nodes is None else nodes)

    def look(self, nodes: int | None = None) -> None:
        """End the search where it is over."""
        if self.is_over(nodes):
            raise Spent

    def count(self) -> None:
        """One more position is looked at; now and then, look whether to end."""
        self.nodes += 1
        if self.nodes % POSITIONS_BETWEEN_LOOKS == 0:
            self.look()

    def run(self, work: Callable[[], None], first: Analysis[M]) -> Iterator[Analysis[M]]:
        """The opinion *first*, then what *work* publishes, repeated when nothing is new.

        It works in a thread; that it is Spent ends it, and any other error in it is raised here.
        """
        news: queue.SimpleQueue[Analysis[M] | BaseException | None] = queue.SimpleQueue()
        self._told = news.put

        def search() -> None:
            try:
                with suppress(Spent):
                    work()
                news.put(None)
            except BaseException as error:
                news.put(error)

        thread = threading.Thread(target=search, name="thinking", daemon=True)
        thread.start()
        last: Analysis[M] | BaseException | None = first
        try:
            while last is not None:
                if isinstance(last, BaseException):
                    raise last
                yield last
                with suppress(queue.Empty):
                    last = news.get(timeout=OPINION_REPEAT_SECONDS)
        finally:
            self._stop.set()
            thread.join()

    @contextmanager
    def guarded(self, end: Callable[[], None], nodes: Callable[[], int]) -> Iterator[None]:
        """Call *end* when the search is over, after so many *nodes*: a busy kernel looks at no clock."""
        done = threading.Event()

        def guard() -> None:
            while not done.wait(GUARD):
                if self.is_over(nodes()):
                    end()

        thread = threading.Thread(target=guard, name="guard", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
