"""How a server is to behave; needs no web framework, so that a command line can build one cheaply.

``create_app(archive, workers, settings)`` hands it to :func:`damier.web.host.middleware.protect`, which does
the rest.
Frozen and picklable: with several processes each child gets the same one.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from damier.core.text import Text, Unreadable

USUAL_RATE = 200
"""Requests a second for one client: a class of thirty behind one address does not come near it."""

USUAL_COSTLY = 1
"""Only one thread computes at a time: a second one would take its time from moves, not from the first."""

MOST_COSTLY = 60
"""A class that opens its archive at one word waits for three seconds."""

USUAL_PROXIES = "127.0.0.1,::1"
"""A proxy on this machine is believed."""

USUAL_PORT = 8000

LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names that only this machine goes by: no page from elsewhere can have them."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""Addresses to listen at that mean all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a host may choose; the defaults suit a program that embeds the application, and tests."""

    database: str | None = None
    """Where games are kept, as a URL: ``postgresql+psycopg://user@host/name``; None is SQLite at home."""
    runs: str | None = None
    """The folder whose tournaments are shown; None is the one in which ``damier arena`` keeps them."""
    processes: int = 1
    """How many server processes share the port; more than one needs PostgreSQL."""
    root_path: str = ""
    """Where the page lives below its host: ``/damier``; empty at the top. No slash at the end."""
    allowed_hosts: tuple[str, ...] = ()
    """Names without port by which the server may be asked for: ``localhost``; none means any."""
    trusted_proxies: str = USUAL_PROXIES
    """Whose ``X-Forwarded-For`` and ``-Proto`` count, as addresses or networks; ``*`` means anybody's."""
    proxy_headers: bool = True
    """Whether those headers are looked at at all."""
    rate_limit: int = USUAL_RATE
    """Requests a second for one client; what costs more is limited to a tenth; 0 means no limit."""
    most_watchers: int = 500
    """How many WebSockets one client may hold open in one process; 0 means no limit."""
    most_connections: int = 4_000
    """How many connections one process holds, WebSockets too; fewer where fewer files may be open."""
    connections_per_address: int = 600
    """How many of them one client may have; those of a trusted proxy are not counted; 0 means no limit."""
    header_seconds: float = 20
    """How long the head of a request may take, from the connection or its first byte on."""
    body_seconds: float = 60
    """How long the rest of a request may take, from its head on."""
    idle_seconds: float = 65
    """How long a connection may be idle between requests, or not read its answer.

    Longer than the usual proxy's, which would else send into a closing door.
    """
    engines: int = 0
    """How many engines think for one browser at a time; 0 means one for each core, and two at least."""
    spare_engines: int = 2
    """Further ones for other browsers; one of them for other addresses."""
    most_thoughts: int = 64
    """How many moves may wait for an engine in one process, and as many analyses."""
    costly_threads: int = USUAL_COSTLY
    """Threads for exports, imports, searches and tournaments; moves have others, and go first."""
    most_costly: int = MOST_COSTLY
    """How many such requests may wait for their turn in one process."""
    away_seconds: float = 60
    """After how long the win against somebody who has left a game by link can be claimed."""
    bound: str | None = None
    """Where the server listens: ``127.0.0.1``; None where a program that embeds it decides."""
    log_format: str = "text"
    """One of ``LOG_FORMATS``."""
    log_level: str = "warning"
    """One of ``LOG_LEVELS``; ``info`` tells every request."""


def read_root_path(words: str) -> str:
    """``/damier`` from ``damier``, ``/damier`` or ``/damier/``; empty for the top."""
    path = words.strip("/")
    if not path:
        return ""
    if not re.fullmatch(r"[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*", path) or {".", ".."} & set(path.split("/")):
        raise Unreadable(Text("'{word}' is not a path: write for example /damier", word=words[:80]))
    return f"/{path}"


def read_proxies(words: str) -> str:
    """Addresses and networks with commas between them, or ``*``; uvicorn would ignore any other word."""
    for word in (part.strip() for part in words.split(",")):
        try:
            if word != "*":
                ipaddress.ip_network(word)
        except ValueError:
            raise Unreadable(
                Text(
                    "'{word}' is not an address of a proxy: write for example 10.0.0.5, 10.0.0.0/8 or *",
                    word=word[:80],
                )
            ) from None
    return "*" if "*" in words else words


def read_names(given: Iterable[str], bound: str) -> tuple[str, ...]:
    """The names to answer to, listening at *bound*; none means any, as where that is everywhere."""
    names = [_read_name(word) for word in given]
    if "*" in names or (not names and bound in EVERYWHERE):
        return ()
    return tuple(dict.fromkeys([*LOOPBACK, *([] if bound in EVERYWHERE else [bound.lower()]), *names]))


def _read_name(word: str) -> str:
    """A name as a browser asks for it, in small letters: ``games.example.org``, ``192.168.1.5``, ``::1``."""
    name = word.strip().lower().removeprefix("[").removesuffix("]")
    if name == "*" or re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*", name):
        return name
    raise Unreadable(
        Text("'{word}' is not the name of a host: write for example games.example.org", word=word[:80])
    )
