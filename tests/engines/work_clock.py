"""A clock that is driven by work instead of time, so that a test can tell how an engine keeps its limit.

On it a line of Python takes a tenth of a microsecond and a position of a compiled search a whole one, as on a
slow machine; linear algebra takes as long as its matrices are large. A loaded machine changes nothing.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from damier.core import engine as module
from damier.core.engine import Engine, Limit, Stopwatch

LINE = 1e-7
"""Seconds for a line of Python."""

NODE = 1e-6
"""Seconds for a position that an engine says it has looked at: kernels are not made of lines."""

ALGEBRA = 2e-9
"""Seconds for a number of a matrix, times its shorter side."""

ALGEBRAIC = ("det", "eig", "eigh", "inv", "lstsq", "matrix_rank", "pinv", "qr", "solve", "svd")
"""The functions of numpy that take so long."""

Trace = Callable[..., Any]
"""What Python calls for every line that is run."""


class Kept(NamedTuple):
    """How an engine kept its limit, in seconds of work."""

    late: float
    """From the end of its time until it had ended."""
    unwatched: float
    """The most work, from its beginning to its end, without a look at a watch with a limit."""


class Clock:
    """Counts the work of this thread and of all that are started while it runs."""

    def __init__(self) -> None:
        self._lines: dict[int, list[int]] = {}
        self._tracers: dict[int, Trace] = {}
        self._other: dict[int, float] = {}
        """Seconds of each thread for what is not made of lines."""
        self._nodes = 0
        self._looked = 0.0
        self.unwatched = 0.0

    def now(self) -> float:
        """Seconds of work so far, of all threads."""
        return sum(map(self.of, list(self._lines)))

    def own(self) -> float:
        """Seconds of work of this thread."""
        return self.of(threading.get_ident())

    def of(self, thread: int) -> float:
        """Seconds of work of a thread."""
        return self._lines.get(thread, [0])[0] * LINE + self._other.get(thread, 0.0)

    def look(self, nodes: int = 0) -> None:
        """Somebody looks at a watch, after so many nodes."""
        if nodes > self._nodes:
            self._add((nodes - self._nodes) * NODE)
            self._nodes = nodes
        now = self.now()
        self.unwatched = max(self.unwatched, now - self._looked)
        self._looked = now

    def _add(self, seconds: float) -> None:
        me = threading.get_ident()
        self._lines.setdefault(me, [0])
        self._other[me] = self._other.get(me, 0.0) + seconds

    def trace(self, *frame: object) -> Trace:
        """What Python calls for every function that begins."""
        me = threading.get_ident()
        if me not in self._tracers:
            self._tracers[me] = _tracer(self._lines.setdefault(me, [0]))
        return self._tracers[me]

    def weighed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of linear algebra whose work counts."""

        def weigh(matrix: Any, *more: Any, **named: Any) -> Any:
            sides = np.shape(matrix)
            self._add(ALGEBRA * float(np.prod(sides)) * min(sides, default=0))
            return function(matrix, *more, **named)

        return weigh


def _tracer(lines: list[int]) -> Trace:
    def trace(*line: object) -> Trace:
        lines[0] += 1
        return trace

    return trace


@contextmanager
def driven_by_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Let every stopwatch run by work, in time and in processor time."""
    clock = Clock()
    spent = Stopwatch.spent

    def look(watch: Stopwatch, nodes: int = 0) -> bool:
        if watch.limit.time is not None or watch.limit.cpu is not None:
            clock.look(nodes)
        return spent(watch, nodes)

    times = SimpleNamespace(
        perf_counter=clock.now,
        thread_time=clock.own,
        pthread_getcpuclockid=lambda thread: thread,
        clock_gettime=clock.of,
    )
    with monkeypatch.context() as patch:
        patch.setattr(Stopwatch, "spent", look)
        patch.setattr(module, "_time", times)
        for name in ALGEBRAIC:
            patch.setattr(np.linalg, name, clock.weighed(getattr(np.linalg, name)))
        before = sys.gettrace()
        threading.settrace(clock.trace)
        sys.settrace(clock.trace)
        try:
            yield clock
        finally:
            sys.settrace(before)
            threading.settrace(before)


def think_by_work(monkeypatch: pytest.MonkeyPatch, engine: Engine[Any, Any], view: Any, limit: Limit) -> Kept:
    """Let *engine* think for so many seconds of work, in time or in processor time."""
    with driven_by_work(monkeypatch) as clock:
        for _ in engine.think(view, limit):
            pass
        clock.look()
        seconds = limit.time if limit.time is not None else limit.cpu
        assert seconds is not None
        return Kept(clock.now() - seconds, clock.unwatched)


def stop_by_work(
    monkeypatch: pytest.MonkeyPatch, engine: Engine[Any, Any], view: Any, seconds: float
) -> float:
    """How many seconds of work it takes to stop *engine*, with no limit to speak of, after so many."""
    with driven_by_work(monkeypatch) as clock:
        thoughts = engine.think(view, Limit(time=1e6))
        for _ in thoughts:
            if clock.now() >= seconds:
                break
        asked = clock.now()
        thoughts.close()  # type: ignore[attr-defined]
        return clock.now() - asked
