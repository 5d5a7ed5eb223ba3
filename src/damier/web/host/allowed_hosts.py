"""By which name and from which page the server may be asked, and where it stands behind a proxy.

How it is wired: ``middleware.py`` puts :class:`Behind` around everything that looks at the client,
the scheme or the path, and :class:`Hosts` inside of it.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from damier.core.text import Text
from damier.web.host import metrics
from damier.web.host.rate_limits import FREE
from damier.web.host.request_guard import local_path, refuse
from damier.web.host.settings import Settings

READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""What changes nothing may be asked for from anywhere: another page cannot read the answer."""
PORTS = {"http": ":80", "https": ":443"}
"""Which a browser leaves out."""
FORWARDED = "damier.forwarded_host"
"""Where in the scope stands what a trusted proxy says it was asked for."""


class Behind:
    """Who asks, over http or https, and below which path, as trusted proxies tell it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.root = settings.root_path
        self.proxies: ProxyHeadersMiddleware | None = None
        if settings.proxy_headers:
            self.proxies = ProxyHeadersMiddleware(self._rooted, settings.trusted_proxies)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif self.proxies is None:
            await self._rooted(scope, receive, send)
        else:
            client = scope.get("client")
            if client and client[0] in self.proxies.trusted_hosts:
                scope[FORWARDED] = Headers(scope=scope).get("x-forwarded-host")
            await self.proxies(scope, receive, send)  # type: ignore[arg-type]

    async def _rooted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whether the proxy has taken the root path away or not, it is there afterwards."""
        if not self.root:
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        scope["root_path"] = self.root
        if path == self.root and scope["type"] == "http":  # the page's own addresses are relative
            await RedirectResponse(f"{self.root}/", 308)(scope, receive, send)
            return
        if not path.startswith(f"{self.root}/"):
            scope["path"] = self.root + path
            scope["raw_path"] = self.root.encode() + scope.get("raw_path", path.encode())
        await self.app(scope, receive, send)


class Hosts:
    """Refuses names that are not ours (DNS rebinding), and changes asked for by other people's pages."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in settings.allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or local_path(scope) in FREE:
            await self.app(scope, receive, send)
            return
        headers = HTTPConnection(scope).headers
        name = name_of(headers.get("host", ""))
        if self.names and name not in self.names:
            metrics.REFUSED.labels("host").inc()
            text = Text(
                "this server does not go by the name '{name}': --allow-host would tell it", name=name[:80]
            )
            await refuse(scope, receive, send, 403, text)
        elif scope.get("method") not in READING and not is_same_origin(scope):
            metrics.REFUSED.labels("origin").inc()
            await refuse(scope, receive, send, 403, Text("another page may not ask for this"))
        else:
            await self.app(scope, receive, send)


def name_of(host: str) -> str:
    """The name in a Host header, without port: ``localhost``, ``::1``."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].rstrip(".").lower()


def is_same_origin(scope: Scope) -> bool:
    """Whether the page that asks came from here; a program that is no browser sends no origin."""
    headers = HTTPConnection(scope).headers
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, _, place = origin.lower().partition("://")
    if scheme not in PORTS or (scope["scheme"] in ("https", "wss") and scheme != "https"):
        return False
    ours = (headers.get("host"), scope.get(FORWARDED))
    return place.removesuffix(PORTS[scheme]) in {
        host.lower().removesuffix(PORTS[scheme]) for host in ours if host
    }
