"""How much one client may ask for: buckets of tokens, and a number of open WebSockets.

How it is wired: ``middleware.py`` puts :class:`Limits` around the application, inside of whatever
finds out who the client is. Each server process counts for itself.
"""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from damier.core.text import Text
from damier.web.host import metrics
from damier.web.host.client import ASKER, Client, asker_of
from damier.web.host.request_guard import local_path, refuse
from damier.web.host.settings import Settings

MOST_CLIENTS = 10_000
"""So many are remembered; beyond that, whoever was quiet longest begins anew."""
BREATH = 10.0
"""Seconds' worth of requests that may come all at once: a page is ten files, a class opens it together."""
LONG_BREATH = 30.0
"""The same for what costs more: thirty pupils begin a game at one word."""
SHARE = 0.1
"""What costs more may be asked for so much less often."""
COSTLY = {
    "POST": re.compile(
        r"/api/v1/(tables|positions|archive|tables/[^/]+/(hint|review|rematch)|games/.+/puzzles/.+)"
    ),
    "GET": re.compile(r"/api/v1/(tables|archive|tournaments(/[^/]+)?)"),
}
"""Thoughts of engines, whole files, searches, and whatever leaves something behind; by method."""
FREE = frozenset({"/healthz", "/readyz"})
"""A host's own questions are never refused."""


class Buckets:
    """A bucket of tokens for each client; every request takes one, and time fills them up again."""

    def __init__(
        self,
        rate: float,
        seconds: float,
        most: int = MOST_CLIENTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rate = rate
        self.full = max(1.0, rate * seconds)
        self.most = most
        self.clock = clock
        self._kept: OrderedDict[Client, tuple[float, float]] = OrderedDict()
        """How many tokens were left, and when that was; who asked last stands last."""

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, client: Client) -> float:
        """Take a token; if there is none, how many seconds it takes until there is one."""
        now = self.clock()
        left, since = self._kept.pop(client, (self.full, now))
        left = min(self.full, left + (now - since) * self.rate)
        granted = left >= 1.0
        self._kept[client] = (left - granted, now)
        self._drop(now)
        return 0.0 if granted else (1.0 - left) / self.rate

    def _drop(self, now: float) -> None:
        """Forget buckets that have filled up since, and the oldest where there are too many."""
        while self._kept:
            oldest = next(iter(self._kept))
            if len(self._kept) <= self.most and now - self._kept[oldest][1] < self.full / self.rate:
                return
            del self._kept[oldest]


class Limits:
    """Refuses with 429 and says when to come back."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.most_watchers = settings.most_watchers or math.inf
        self.all = Buckets(settings.rate_limit, BREATH) if settings.rate_limit else None
        self._watching: dict[Client, int] = {}
        """How many WebSockets a client holds open; nobody is in it who holds none."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or local_path(scope) in FREE:
            await self.app(scope, receive, send)
            return
        asker = asker_of(HTTPConnection(scope))
        client = asker.address
        name, wait = self._ask(scope, client)
        if wait:
            await _refuse_for(wait, name, scope, receive, send)
            return
        before = ASKER.set(asker)
        try:
            if scope["type"] == "websocket":
                await self._watch(client, scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            ASKER.reset(before)

    def _ask(self, scope: Scope, client: Client) -> tuple[str, float]:
        """Which limit says no, and for how many seconds; 0 is a yes."""
        if self.all is not None and (wait := self.all.take(client)):
            return "requests", wait
        if scope["type"] == "websocket" and self._watching.get(client, 0) >= self.most_watchers:
            return "watchers", 5.0
        return "", 0.0

    async def _watch(self, client: Client, scope: Scope, receive: Receive, send: Send) -> None:
        self._watching[client] = self._watching.get(client, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._watching[client] -= 1
            if not self._watching[client]:
                del self._watching[client]


class CostlyLimit:
    """The same for what costs more; a request counts once it is whole: half of one uses nothing up."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.buckets = Buckets(settings.rate_limit * SHARE, LONG_BREATH) if settings.rate_limit else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = 0.0
        if self.buckets is not None and scope["type"] != "lifespan" and is_costly(scope):
            wait = self.buckets.take(ASKER.get().address)
        if wait:
            await _refuse_for(wait, "costly", scope, receive, send)
        else:
            await self.app(scope, receive, send)


async def _refuse_for(wait: float, limit: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Say no for so many seconds."""
    metrics.REFUSED.labels(limit).inc()
    text = Text("too many requests come from your address: wait a moment")
    await refuse(scope, receive, send, 429, text, **{"retry-after": str(math.ceil(wait))})


def is_costly(scope: Scope) -> bool:
    """Whether it is one of the requests that may be made less often."""
    if scope["type"] == "websocket":
        return True
    costly = COSTLY.get(scope["method"])
    return costly is not None and costly.fullmatch(local_path(scope)) is not None
