"""The limits of `damier serve`: each is an option, and a variable of the environment, DAMIER_RATE_LIMIT."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from damier.cli.commands import words
from damier.core.text import Text
from damier.web.host.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])

USUAL = Settings()

LIMITS: dict[str, tuple[int, int, Text]] = {
    "rate_limit": (0, 1_000_000, Text("requests a second from one client; 0 means no limit")),
    "most_watchers": (0, 1_000_000, Text("WebSockets that one client may hold open; 0 means no limit")),
    "most_connections": (
        0,
        1_000_000,
        Text("connections in one process; 0 means as many as there are files"),
    ),
    "connections_per_address": (0, 1_000_000, Text("connections from one address; 0 means no limit")),
    "header_seconds": (1, 3600, Text("seconds that the head of a request may take")),
    "body_seconds": (1, 3600, Text("seconds that the rest of a request may take")),
    "idle_seconds": (1, 3600, Text("seconds that a connection may be idle, or not read its answer")),
    "engines": (0, 1_000, Text("engines that think for one browser at a time; 0 means one for each core")),
    "spare_engines": (0, 1_000, Text("further engines for other browsers and addresses")),
    "most_thoughts": (1, 100_000, Text("moves that may wait for an engine, and as many analyses")),
    "costly_threads": (1, 64, Text("threads for exports, imports, searches and tournaments")),
    "most_costly": (1, 100_000, Text("how many of those may wait for their turn")),
}
"""By the name of the setting: the least, the most, and what it is."""


def limited(command: F) -> F:
    """Give a command an option for every limit."""
    for name, (least, most, about) in reversed(LIMITS.items()):
        command = click.option(
            f"--{name.replace('_', '-')}",
            type=click.IntRange(least, most),
            default=getattr(USUAL, name),
            envvar=f"DAMIER_{name.upper()}",
            help=words(about),
            show_default=True,
        )(command)
    return command
