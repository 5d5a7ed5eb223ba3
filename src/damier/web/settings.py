"""How a server is to behave; standard library only, so that a command line can build one cheaply.

``create_app(archive, workers, settings)`` hands it to :func:`damier.web.protect.protect`, which does the
rest.
Frozen and picklable: with several processes each child gets the same one.
"""

from __future__ import annotations

from dataclasses import dataclass

USUAL_RATE = 200.0
"""Requests a second for one client: a class of thirty behind one address does not come near it."""

LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a host may choose; the defaults suit a program that embeds the application, and tests."""

    database: str | None = None
    """Where games are kept, as a URL: ``postgresql+psycopg://user@host/name``; None is SQLite at home."""
    processes: int = 1
    """How many server processes share the port; more than one needs PostgreSQL."""
    root_path: str = ""
    """Where the page lives below its host: ``/damier``; empty at the top. No slash at the end."""
    allowed_hosts: tuple[str, ...] = ()
    """Names without port by which the server may be asked for: ``localhost``; none means any."""
    trusted_proxies: str = "127.0.0.1,::1"
    """Whose ``X-Forwarded-For`` and ``-Proto`` count, as addresses or networks; ``*`` means anybody's."""
    proxy_headers: bool = True
    """Whether those headers are looked at at all."""
    rate_limit: float = USUAL_RATE
    """Requests a second for one client; what costs more is limited to a tenth; 0 means no limit."""
    most_watchers: int = 500
    """How many WebSockets one client may hold open in one process; 0 means no limit."""
    log_format: str = "text"
    """One of ``LOG_FORMATS``."""
    log_level: str = "warning"
    """One of ``LOG_LEVELS``; ``info`` tells every request."""
