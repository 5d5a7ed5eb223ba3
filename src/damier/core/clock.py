"""The clock of a game, and how a record keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from damier.core.game import Seat
from damier.core.record import Record, read_seconds


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock a game is played with: ``Timing(300, 3)`` is five minutes and three seconds a move."""

    main: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class ClockOnPaper:
    """The clock as a record keeps it."""

    timing: Timing
    spent: tuple[float, ...]
    """Seconds of each move."""
    running: float
    """Seconds that whoever moves had thought when it was written."""


def read_clock(record: Record) -> ClockOnPaper | None:
    """The clock of a recorded game; None where it has none, or nonsense in its place."""
    paper = record.more.get("clock")
    if not isinstance(paper, dict) or not isinstance(paper.get("spent"), list):
        return None
    times = [paper.get("main"), paper.get("increment"), paper.get("running", 0.0), *paper["spent"]]
    seconds = [None if isinstance(value, bool) else read_seconds(value) for value in times]
    if None in seconds or len(paper["spent"]) != len(record.moves) or not seconds[0]:
        return None
    main, increment, running, *spent = (value or 0.0 for value in seconds)
    return ClockOnPaper(Timing(main, increment), tuple(spent), running)


def write_clock(timing: Timing, spent: Sequence[float], running: float) -> dict[str, Any]:
    """The clock as :func:`read_clock` reads it."""
    return {
        "main": timing.main,
        "increment": timing.increment,
        "spent": [round(seconds, 3) for seconds in spent],
        "running": round(running, 3),
    }


def time_left(timing: Timing, spent: Sequence[float], turns: Sequence[Seat], seats: int) -> list[float]:
    """What each seat has left, from the turns so far and what each move took."""
    left = [timing.main] * seats
    for turn, seconds in zip(turns, spent, strict=False):
        left[turn] += timing.increment - seconds
    return left
