"""The numbers that a host watches, for Prometheus, and the middleware that counts and logs every request.

How it is wired: ``damier.web.host.middleware`` puts :class:`Observe` around everything; ``create_app`` keeps
``async with metrics.followed(service):`` open while the application lives; the service calls
:func:`created` for a new table and :func:`moved` for every move, once it is durable.

With several processes each writes its numbers into a file of the folder that PROMETHEUS_MULTIPROC_DIR names
(``serve.py`` sets it before this module is imported), and whichever is asked tells the sum.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damier.table import PERSON
from damier.web.host.logs import tell_request

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client is told that several processes count together."""
PULSE = 1.0
"""Seconds between two looks at what the engines do."""
METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"})
"""Any other is counted as one, so that nobody can make us count without end."""
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

# There would be a series for the birth of each series, which nobody reads.
disable_created_metrics()  # type: ignore[no-untyped-call]

REQUESTS = Counter("damier_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("damier_request_seconds", "Time to answer.", ["method", "route"], buckets=BUCKETS)
REFUSED = Counter("damier_refused", "Requests refused before they were looked at.", ["limit"])
MOVES = Counter("damier_moves", "Moves made, each kept in the database.", ["by"])
TABLES = Counter("damier_tables", "Tables created.", ["game"])
WATCHERS = Gauge("damier_watchers", "WebSockets open.", multiprocess_mode="livesum")
WAITING = Gauge("damier_thoughts_waiting", "Thoughts that wait for a worker.", multiprocess_mode="livesum")
BUSY = Gauge("damier_thoughts_busy", "Thoughts that a worker thinks.", multiprocess_mode="livesum")

log = logging.getLogger("damier.web")


class Thinkers(Protocol):
    """What is watched of the workers."""

    @property
    def waiting(self) -> int: ...
    @property
    def busy(self) -> int: ...


def created(game: str) -> None:
    """A table has been created."""
    TABLES.labels(game).inc()


def moved(player: str) -> None:
    """A move has been made by a player of the table: a ``person``, or else some level."""
    MOVES.labels(player if player == PERSON else "level").inc()


def look(workers: Thinkers) -> None:
    """Note how many thoughts wait and how many are being thought."""
    WAITING.set(workers.waiting)
    BUSY.set(workers.busy)


@asynccontextmanager
async def followed(workers: Thinkers) -> AsyncIterator[None]:
    """Look at the workers every second: of several processes, only one hears the question of Prometheus."""

    async def follow() -> None:
        while True:
            look(workers)
            await asyncio.sleep(PULSE)

    task = asyncio.create_task(follow())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def tell() -> bytes:
    """All numbers as Prometheus reads them, of every process."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def template(scope: Scope) -> str:
    """The route that answered: ``/api/v1/tables/{table_id}``; never what stood in its holes."""
    if "endpoint" not in scope:
        return "-"  # refused before, or there is nothing there
    root = scope.get("app_root_path", scope.get("root_path", ""))
    path: str = scope["path"].removeprefix(root)
    if scope.get("root_path", "") != root:  # a folder of files
        return str(scope["root_path"]).removeprefix(root)
    holes = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(holes.get(part, part) for part in path.split("/"))


class Observe:
    """Counts every request and tells it to the log; a fault gets its traceback there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        seen = Seen(scope)

        async def note(message: Message) -> None:
            seen.note(message)
            await send(message)

        problem: Exception | None = None
        try:
            await self.app(scope, receive, note)
        except Exception as error:
            problem = error
            raise
        finally:
            seen.end(problem)


class Seen:
    """One request, or one WebSocket, while it lasts."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.began = time.monotonic()
        self.status = 0
        """What was answered; 0 if nobody was there any more, and of a WebSocket 101."""
        self.open = False

    def note(self, message: Message) -> None:
        """Look at what is answered."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif message["type"] == "websocket.accept":
            self.status, self.open = 101, True
            WATCHERS.inc()
        elif message["type"] == "websocket.close" and not self.open:
            self.status = 403

    def end(self, problem: Exception | None) -> None:
        """Count it, and tell it."""
        seconds = time.monotonic() - self.began
        if problem is not None and not self.open:
            self.status = 500  # as the framework around us will answer
        socket = self.scope["type"] == "websocket"
        method = "WEBSOCKET" if socket else self.scope["method"]
        method = method if socket or method in METHODS else "OTHER"
        route = template(self.scope)
        REQUESTS.labels(method, route, str(self.status)).inc()
        if self.open:
            WATCHERS.dec()
        elif not socket:
            SECONDS.labels(method, route).observe(seconds)
        client = self.scope.get("client")
        tell_request(log, method, route, self.status, seconds, client[0] if client else "-", problem)
