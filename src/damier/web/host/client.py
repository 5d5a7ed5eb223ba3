"""Who asks: an address and a browser, known wherever a request is worked on.

``limits.Limits`` sets :data:`ASKER` around every request; tasks and threads that begin there inherit it.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from starlette.requests import HTTPConnection

Client: TypeAlias = str
"""Who asks, as far as a server can tell: an IPv4 address, or the IPv6 network of one household."""

COOKIE = "damier"
"""Holds the browser's secret: whoever has it may move the seats that it was given."""

SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""What such a secret looks like: 32 bytes in letters; anything else is not one of ours."""


class Asker(NamedTuple):
    """One browser at one address, which is also where what it asks for waits in a ``FairLine``."""

    address: Client
    browser: str
    """The hash of the secret that it sent, which is also what the archive knows it by; empty without one.

    One that it was only given does not count: whoever never sends it back would be somebody new each time.
    """


ASKER: ContextVar[Asker] = ContextVar("asker", default=Asker("", ""))  # noqa: B039 (it is a tuple)
"""Who is to be served; the server itself where nobody asked."""


@lru_cache(maxsize=4096)
def client_of(address: str) -> Client:
    """Who is behind an address: in IPv6 everybody has billions of them, and one network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def secret_of(asked: HTTPConnection) -> str | None:
    """The browser's secret, if it is one of ours."""
    secret = asked.cookies.get(COOKIE, "")
    return secret if SECRET.fullmatch(secret) else None


def hashed(secret: str) -> str:
    """What the database keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def asker_of(asked: HTTPConnection) -> Asker:
    """Who sent a request, once trusted proxies have said from where."""
    secret = secret_of(asked)
    return Asker(client_of(asked.client.host if asked.client else "-"), hashed(secret) if secret else "")
