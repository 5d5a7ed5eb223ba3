"""The log does not repeat itself: what comes again and again is counted."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable

import pytest

from damier.web.host import logs
from damier.web.host.logs import FEW, LOG_REPEAT_SECONDS, Lines, Written


class Watch:
    """A clock that goes when it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def told(watch: Watch) -> tuple[Callable[..., None], Callable[[], list[str]], Written]:
    """What writes a record, what was written since, and the handler."""
    handler = Written(watch)
    handler.stream = stream = io.StringIO()
    handler.setFormatter(Lines())

    def say(words: str, *given: object, level: int = logging.ERROR, error: Exception | None = None) -> None:
        where = (type(error), error, None) if error else None
        handler.handle(logging.LogRecord("asyncio", level, "file.py", 7, words, given, where))

    def written() -> list[str]:
        found = stream.getvalue().splitlines()
        stream.seek(0)
        stream.truncate()
        return [line.partition(" ")[2] for line in found]

    return say, written, handler


Told = tuple[Callable[..., None], Callable[[], list[str]], Written]


def test_what_repeats_itself_is_written_a_few_times_and_then_counted(told: Told, watch: Watch) -> None:
    say, written, _ = told
    for number in range(1000):
        say("socket.accept() out of system resource\nsocket: <fd=%d>", number)
    assert len([line for line in written() if "out of system resource" in line]) == FEW
    watch.now += LOG_REPEAT_SECONDS + 1
    say("something else")
    summed, other = written()
    assert (
        summed
        == f"error asyncio not written again: socket.accept() out of system resource times={1000 - FEW}"
    )
    assert other == "error asyncio something else"
    say("socket.accept() out of system resource\nsocket: <fd=%d>", 1)
    assert len(written()) >= 1, "after a while it is told again"


def test_what_comes_seldom_is_written_whole(told: Told, watch: Watch) -> None:
    say, written, _ = told
    for _ in range(FEW * 3):
        say("once in a while")
        watch.now += LOG_REPEAT_SECONDS + 1
    assert written() == ["error asyncio once in a while"] * FEW * 3


def test_kinds_are_counted_apart_and_requests_not_at_all(told: Told) -> None:
    say, written, _ = told
    for _ in range(FEW + 1):
        say("a fault", error=ValueError("a"))
        say("a fault", error=KeyError("b"))
        say("a fault")
    assert sum(line.startswith("error asyncio a fault") for line in written()) == 3 * FEW
    for number in range(100):
        say("request %d", number, level=logging.INFO)
    assert len(written()) == 100


def test_what_was_counted_is_told_at_the_end(told: Told) -> None:
    say, written, handler = told
    for _ in range(FEW + 3):
        say("again")
    written()
    handler.close()
    assert written() == ["error asyncio not written again: again times=3"]


def test_memory_is_bounded_whatever_is_said(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    say, _, handler = told
    monkeypatch.setattr(logs, "MOST_KINDS", 10)
    for number in range(100):
        say(f"kind {number}")
    assert len(handler._kinds) <= 11
