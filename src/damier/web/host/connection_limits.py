"""Connections before there is a request: how many, how long they may say nothing, and who has to go.

How it is wired: ``serve.configured`` gives :class:`Connection` and :class:`Watching` to uvicorn, which makes
one for each connection. A connection that is between two requests, or has not sent the whole of one, gives
way to a new one where there are too many, so half-open ones keep nobody out.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
from collections import Counter, OrderedDict
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from damier.core.text import LANGUAGES, Text
from damier.web.host import metrics
from damier.web.host.client import Client, client_of
from damier.web.host.settings import Settings

RESERVE = 200
"""Open files that are left for databases, workers and the page itself."""
MOST_KNOCKING = 2_048
"""Connections that may wait to be accepted, where there are files for them."""
ENDS = "ends"
"""In the application's lifespan state: what to call as soon as the server is told to end."""
CUT = 2.0
"""Seconds that an answer may still be sent, or a request still come, once the server ends."""


def raise_open_files(settings: Settings) -> None:
    """Let this process have as many files open as its connections need, if the machine lets it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (settings.most_connections or 2**16) + MOST_KNOCKING + RESERVE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_files() -> float:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return math.inf
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


def knocking() -> int:
    """How many connections may wait to be accepted: at one stroke all may be, before any is counted."""
    return int(min(MOST_KNOCKING, open_files() / 4))


def room() -> float:
    """How many connections fit under the limit of open files."""
    return max(1, open_files() - knocking() - RESERVE)


class Doorkeeper:
    """The connections of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.most = min(settings.most_connections or math.inf, room())
        self.most_of_one = min(settings.connections_per_address or math.inf, max(1, self.most // 2))
        """Never more than half of all, whatever the settings: nobody shuts others out alone."""
        self._open: dict[asyncio.BaseTransport, Client] = {}
        """By transport, which a WebSocket inherits from the request that it began as."""
        self._of_one: Counter[Client] = Counter()
        self._unfinished: OrderedDict[Connection, None] = OrderedDict()
        """Those by which no request has come, or half of one; the oldest first.

        One that has just come is not the first to go: it may send its request in a moment.
        """
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        """Those between two requests, who has waited longest first."""
        self._proxies = (
            ProxyHeadersMiddleware(_nothing, settings.trusted_proxies).trusted_hosts
            if settings.proxy_headers
            else None
        )

    def __len__(self) -> int:
        return len(self._open)

    def client_of(self, connection: Connection) -> Client:
        """Who is counted; nobody (an empty name) where a trusted proxy connects for everybody."""
        host = connection.client[0] if connection.client else ""
        if self._proxies is not None and host in self._proxies:
            return ""
        return client_of(host) if host else ""

    def enter(self, connection: Connection) -> int:
        """Let a connection in; the status with which it is refused, or 0."""
        client = self.client_of(connection)
        if client and self._of_one[client] >= self.most_of_one and not self._make_room(client):
            return 429
        if len(self) >= self.most and not self._make_room(None):
            return 503
        self._open[connection.transport] = client
        self._of_one[client] += 1
        self._unfinished[connection] = None
        return 0

    def _make_room(self, client: Client | None) -> bool:
        """Close one by which no whole request came, of *client* if one is named; whether there was one."""
        for waiting in (self._unfinished, self._idle):
            for connection in waiting:
                if client is None or self._open[connection.transport] == client:
                    self.leave(connection.transport, connection)
                    connection.transport.abort()
                    return True
        return False

    def busy(self, connection: Connection) -> None:
        """A request is being answered: it does not have to go."""
        for waiting in (self._unfinished, self._idle):
            waiting.pop(connection, None)

    def sending(self, connection: Connection) -> None:
        """The head of a request has come, and a part of its body is awaited."""
        self._wait(connection, self._unfinished)

    def idle(self, connection: Connection) -> None:
        """It has been answered, perhaps before all was sent, and may ask again."""
        self._wait(connection, self._idle)

    def _wait(self, connection: Connection, waiting: OrderedDict[Connection, None]) -> None:
        if connection not in waiting and connection.transport in self._open:
            self.busy(connection)
            waiting[connection] = None

    def leave(self, transport: asyncio.BaseTransport, connection: Connection | None = None) -> None:
        """It is closed."""
        if transport in self._open:
            client = self._open.pop(transport)
            self._of_one[client] -= 1
            if not self._of_one[client]:
                del self._of_one[client]
        if connection is not None:
            self.busy(connection)


def _keep_on() -> None:
    """The application has nothing that would end sooner."""


async def _nothing(*_: Any) -> None:
    """No application: only what a proxy is believed is asked."""


_keepers: WeakKeyDictionary[ServerState, Doorkeeper] = WeakKeyDictionary()
"""One for each server that runs in this process."""


class Connection(H11Protocol):
    """A connection by which requests come, with an end to every wait for the other side."""

    def __init__(
        self,
        settings: Settings,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        if server_state not in _keepers:
            _keepers[server_state] = Doorkeeper(settings)
        self.settings = settings
        self.keeper = _keepers[server_state]
        self._head: asyncio.TimerHandle | None = None
        """Rings when the head of a request has taken too long."""
        self._stalled: asyncio.TimerHandle | None = None
        """Rings when the other side has read nothing for too long."""
        self._handed_on = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        status = self.keeper.enter(self)
        if status:
            metrics.REFUSED.labels("connections").inc()
            self._refuse(status, CROWDED[status])
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop("_head")
        self._stop("_stalled")
        self.keeper.leave(self.transport, self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn leaves it where the connection broke

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # it was refused
        super().data_received(data)
        if self._handed_on or self.transport.is_closing():
            return
        if self._is_answering():
            self._stop("_head")
            (self.keeper.sending if self.cycle.more_body else self.keeper.busy)(self)
        else:
            self._wait_for_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_answering() and not self._handed_on:
            self.keeper.idle(self)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._handed_on = True
        self._stop("_head")
        self.keeper.busy(self)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop("_stalled")
        self._stalled = self.loop.call_later(self.settings.idle_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("_stalled")

    def shutdown(self) -> None:
        """The server ends: what could go on for ever does not."""
        super().shutdown()
        self.app_state.get(ENDS, _keep_on)()
        if self._is_answering() and (self.cycle.response_started or self.cycle.more_body):
            self.loop.call_later(CUT, self.transport.abort)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_head(self) -> None:
        """From the first byte on, not again from each: sending slowly does not help."""
        if self._head is None:
            self._head = self.loop.call_later(self.settings.header_seconds, self._give_up)

    def _give_up(self) -> None:
        self._head = None
        if not self.transport.is_closing():
            metrics.REFUSED.labels("slow").inc()
            self._refuse(408, Text("the request takes too long"))

    def _refuse(self, status: int, text: Text) -> None:
        """Answer without a request, so in every language, and close."""
        words = " / ".join(text.show(language) for language in LANGUAGES)
        body = json.dumps({"detail": words}).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\nretry-after: 5\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _stop(self, timer: str) -> None:
        handle: asyncio.TimerHandle | None = getattr(self, timer)
        if handle is not None:
            handle.cancel()
            setattr(self, timer, None)


class Watching(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket; it counts until it is closed."""

    def __init__(self, config: Config, server_state: ServerState, *given: Any, **named: Any) -> None:
        super().__init__(config, server_state, *given, **named)
        self.keeper = _keepers.get(server_state)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.keeper is not None:
            self.keeper.leave(self.transport)
        super().connection_lost(exc)


CROWDED = {
    429: Text("too many connections come from your address: wait a moment"),
    503: Text("there are too many connections: try again in a moment"),
}
"""By status: why a connection is refused before it could ask."""
