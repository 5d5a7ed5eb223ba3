"""What a host reads afterwards: one line a request, as text or as JSON, and no secret in it.

How it is wired: ``serve.py`` calls :func:`configure` in every process; ``metrics.Observe`` calls
:func:`tell_request`. A line names the route and not the address, so that no table, no invitation and no
question can be read from it.
"""

from __future__ import annotations

import json
import logging
import logging.config
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TextIO, TypeAlias

from damier.web.host.settings import Settings

QUIET = ("/healthz", "/readyz", "/metrics")
"""Asked for every few seconds by machines: told at ``debug`` only."""

FEW = 5
"""So many warnings or errors of one kind are written in a period, and the others counted."""
LOG_REPEAT_SECONDS = 60.0
"""Seconds after which what repeats itself is told again."""
MOST_KINDS = 500
"""Kinds that are counted at a time."""

Kind: TypeAlias = tuple[str, str, int, str, str]
"""Where a record comes from and what it says: logger, file, line, its first words, the name of an error."""

NO_HANDSHAKE = "ASGI callable returned without completing handshake"
"""What uvicorn says of a WebSocket that was refused with a status; the line of the request tells it."""


def tell_request(
    log: logging.Logger,
    method: str,
    route: str,
    status: int,
    seconds: float,
    client: str,
    problem: Exception | None,
) -> None:
    """One line for one request; a fault brings its traceback."""
    fields = {
        "method": method,
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
        "client": client,
    }
    level = logging.DEBUG if route in QUIET and status < 500 else logging.INFO
    if problem is not None:
        level = logging.ERROR
        problem.__dict__["told"] = True  # uvicorn would tell it once more
    log.log(level, "request", extra={"fields": fields}, exc_info=problem)


def _once(record: logging.LogRecord) -> bool:
    """Whether it is news: uvicorn tells faults that have been told with their request already."""
    problem = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("uvicorn") and (
        isinstance(problem, UnicodeDecodeError) or record.getMessage().startswith(NO_HANDSHAKE)
    ):
        return False  # no fault of ours: a text that is none, or a WebSocket that was refused
    return record.name == "damier.web" or not getattr(problem, "told", False)


class Written(logging.StreamHandler[TextIO]):
    """Writes to the error stream, and counts what repeats itself instead of writing it again and again.

    Of warnings and errors from one place in the program, FEW are written in LOG_REPEAT_SECONDS; then one
    line tells how many there were besides.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self._kinds: OrderedDict[Kind, Repeated] = OrderedDict()
        """The oldest first."""

    def emit(self, record: logging.LogRecord) -> None:
        now = self.clock()
        while self._kinds and (
            now - next(iter(self._kinds.values())).since > LOG_REPEAT_SECONDS or len(self._kinds) > MOST_KINDS
        ):
            self._sum_up(self._kinds.popitem(last=False)[1])
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        seen = self._kinds.setdefault(_kind(record), Repeated(record, now))
        seen.count += 1
        if seen.count <= FEW:
            super().emit(record)

    def _sum_up(self, seen: Repeated) -> None:
        """Tell what was not written."""
        if seen.count > FEW:
            first = seen.first
            record = logging.LogRecord(
                first.name, first.levelno, first.pathname, first.lineno, "not written again: %s", (), None
            )
            record.args = (first.getMessage().partition("\n")[0],)
            record.fields = {"times": seen.count - FEW}
            super().emit(record)

    def close(self) -> None:
        """What is left to be told is told at the end."""
        while self._kinds:
            self._sum_up(self._kinds.popitem(last=False)[1])
        super().close()


@dataclass(slots=True)
class Repeated:
    """A kind of record that came lately."""

    first: logging.LogRecord
    since: float
    count: int = 0


def _kind(record: logging.LogRecord) -> Kind:
    problem = record.exc_info[0] if record.exc_info else None
    words = str(record.msg).partition("\n")[0]
    return (record.name, record.pathname, record.lineno, words, problem.__name__ if problem else "")


class Lines(logging.Formatter):
    """``2026-11-16T23:03:49.120Z info damier.web request method=GET route=/ status=200 …``"""

    def format(self, record: logging.LogRecord) -> str:
        known = _known(record)
        head = f"{known.pop('time')} {known.pop('level')} {known.pop('logger')} {known.pop('message')}"
        error = known.pop("error", None)
        line = " ".join(
            [_one_line(head), *(f"{name}={_one_line(str(value))}" for name, value in known.items())]
        )
        return f"{line}\n{error}" if error else line


class Objects(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_known(record), ensure_ascii=False)


def _known(record: logging.LogRecord) -> dict[str, Any]:
    """What is told of a record, in order."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    known: dict[str, Any] = {
        "time": when.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
        **getattr(record, "fields", {}),
    }
    if record.exc_info and record.exc_info[0] is not None:
        known["error"] = logging.Formatter().formatException(record.exc_info)
    return known


def _one_line(words: str) -> str:
    """A forwarded address is what somebody wrote: nothing of it may begin a line of its own."""
    return words if words.isprintable() else repr(words)


def configure(settings: Settings) -> None:
    """Everything goes to the error stream; uvicorn's own lines hold addresses, so only its warnings do."""
    formats = {"text": Lines, "json": Objects}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"once": {"()": lambda: _once}},
            "formatters": {"chosen": {"()": formats[settings.log_format]}},
            "handlers": {"errors": {"()": Written, "formatter": "chosen", "filters": ["once"]}},
            "loggers": {
                "damier": {"level": settings.log_level.upper()},
                "uvicorn": {"level": "WARNING"},
            },
            "root": {"level": "WARNING", "handlers": ["errors"]},
        }
    )
