"""When a game was played: ``began`` and ``date`` in the ``more`` of a record, as ISO 8601 writes them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from damier.core.record import Record

Moment = float
"""Seconds since 1970; 0 where nothing is known."""

NOON = time(12, tzinfo=UTC)
"""When a game was played of which only the day is known: it is the same day nearly everywhere."""


def write_dates(began: Moment, ended: Moment) -> dict[str, Any]:
    """When a game began and was last changed: ``{"began": "2026-11-18T09:30:00.250+00:00", …}``."""
    return {"began": _write(began), "date": _write(ended)}


def read_dates(record: Record, now: Moment) -> tuple[Moment, Moment]:
    """What :func:`write_dates` wrote, or a day that somebody wrote by hand; 0 for what cannot be.

    No game began after it ended, and none was played after *now*.
    """
    ended = _read(record.more.get("date"), now)
    began = _read(record.more.get("began"), ended or now)
    return began or ended, ended or began


def _write(moment: Moment) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")


def _read(written: object, latest: Moment) -> Moment:
    try:
        text = str(written) if isinstance(written, str) else ""
        is_day = len(text) == len("2026-11-18")
        found = datetime.combine(date.fromisoformat(text), NOON) if is_day else datetime.fromisoformat(text)
        moment = (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return 0.0
    # Of today's games the clock may not have come to noon.
    return min(moment, latest) if 0 < moment < latest + 24 * 3600 else 0.0
