"""The threads by which moves are made, tables shown and the database asked: clients take turns."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from damier.web.host.client import ASKER, Asker
from damier.web.host.fair_queue import FairLine


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """Something to be called for somebody."""

    asker: Asker
    function: Callable[[], Any]
    result: Future[Any]


class FairThreads(ThreadPoolExecutor):
    """An event loop's own threads (``asyncio.to_thread``), fair between addresses, then browsers.

    One address has half of them at a time, so that somebody else finds one free.
    """

    def __init__(self, threads: int = 0) -> None:
        threads = threads or min(32, (os.cpu_count() or 1) + 4)  # as many as Python has
        super().__init__(threads, thread_name_prefix="fair")
        self.share = max(1, threads // 2)
        self._waiting: FairLine[Call] = FairLine()
        self._running: list[Call] = []
        self._guard = threading.Lock()
        """Held for moments: around the two above."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call *fn* for whoever asks in this context, when it is their turn."""
        call = Call(ASKER.get(), lambda: fn(*args, **kwargs), Future())
        with self._guard:
            self._waiting.put(call.asker, call)
        super().submit(self._work)
        return call.result

    def _work(self) -> None:
        """Do what is next, and go on as long as something may begin: who found no turn has left it to us."""
        done: Call | None = None
        while (done := self._next(done)) is not None:
            if done.result.set_running_or_notify_cancel():
                try:
                    done.result.set_result(done.function())
                except BaseException as problem:
                    done.result.set_exception(problem)

    def _next(self, done: Call | None) -> Call | None:
        with self._guard:
            if done is not None:
                self._running.remove(done)
            call = self._waiting.take(self._may_begin)
            if call is not None:
                self._running.append(call)
            return call

    def _may_begin(self, call: Call) -> bool:
        address = call.asker.address
        return sum(other.asker.address == address for other in self._running) < self.share
