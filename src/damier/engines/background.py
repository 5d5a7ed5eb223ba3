"""Thinking in a thread, so that whoever asks gets an opinion every 50 ms and stops it by asking no more."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from damier.core.engine import Analysis

M = TypeVar("M")

Publish: TypeAlias = Callable[[Analysis[M]], None]
"""Hands an opinion to whoever asked."""

PERIOD = 0.04
"""Seconds after which the last opinion is repeated."""


def in_background(
    search: Callable[[Publish[M], threading.Event], None], first: Analysis[M]
) -> Iterator[Analysis[M]]:
    """Run *search* in a thread and yield *first*, then what it publishes, repeated when nothing is new.

    *search* ends soon after the event is set; an error in it is raised here.
    """
    news: queue.SimpleQueue[Analysis[M] | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def run() -> None:
        try:
            search(news.put, stop)
            news.put(None)
        except BaseException as error:
            news.put(error)

    thread = threading.Thread(target=run, name="thinking", daemon=True)
    thread.start()
    last = first
    try:
        yield first
        while True:
            try:
                item = news.get(timeout=PERIOD)
            except queue.Empty:
                yield last
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            last = item
            yield last
    finally:
        stop.set()
        thread.join()
