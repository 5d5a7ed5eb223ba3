"""The command that serves the page; what it may be told is what a host may want to change."""

from __future__ import annotations

import click

from damier.cli.commands import cli, language_options, screen_for, together, words
from damier.core.text import Text
from damier.web.host.settings import (
    LOG_FORMATS,
    LOG_LEVELS,
    USUAL_PORT,
    USUAL_PROXIES,
    Settings,
    read_names,
    read_proxies,
    read_root_path,
)

SERVER_LIMITS: dict[str, tuple[int, int, Text]] = {
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
    "away_seconds": (
        1,
        86_400,
        Text("seconds after which the win against somebody who left can be claimed"),
    ),
}
"""By the name of the setting: the least, the most, and what it is.

Each is an option, and a variable of the environment: ``--rate-limit``, ``DAMIER_RATE_LIMIT``.
"""

limit_options = together(
    *(
        click.option(
            f"--{name.replace('_', '-')}",
            type=click.IntRange(least, most),
            default=getattr(Settings(), name),
            envvar=f"DAMIER_{name.upper()}",
            help=words(about),
            show_default=True,
        )
        for name, (least, most, about) in SERVER_LIMITS.items()
    )
)


@cli.command(help=words(Text("Play in the browser.")))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=USUAL_PORT,
    help=words(Text("the port")),
    show_default=True,
)
@click.option("--host", default="127.0.0.1", help=words(Text("the address")), show_default=True)
@click.option("--no-browser", is_flag=True, help=words(Text("do not open a browser")))
@click.option(
    "--database",
    envvar="DAMIER_DATABASE",
    help=words(Text("where games are kept, as a URL; by default SQLite in your data folder")),
)
@click.option(
    "--runs",
    type=click.Path(file_okay=False),
    help=words(Text("the folder whose tournaments are shown; by default where damier arena keeps them")),
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    help=words(Text("how many server processes; more than one needs PostgreSQL")),
    show_default=True,
)
@limit_options
@click.option(
    "--allow-host",
    multiple=True,
    help=words(Text("a name by which browsers may ask for this server; can be given again, * means any")),
)
@click.option(
    "--root-path", default="", help=words(Text("the path below which a proxy shows the page, as in /damier"))
)
@click.option(
    "--proxy-headers/--no-proxy-headers",
    default=True,
    help=words(Text("whether a proxy is believed who asks, and whether by https")),
    show_default=True,
)
@click.option(
    "--forwarded-allow-ips",
    default=USUAL_PROXIES,
    help=words(Text("which proxies are believed: addresses or networks, * means all")),
    show_default=True,
)
@click.option(
    "--log-format",
    type=click.Choice(LOG_FORMATS),
    default="text",
    help=words(Text("how the log is written")),
    show_default=True,
)
@click.option(
    "--log-level",
    type=click.Choice(LOG_LEVELS),
    default="warning",
    help=words(Text("how much is logged; info tells every request")),
    show_default=True,
)
@language_options
def serve(
    port: int,
    host: str,
    no_browser: bool,
    database: str | None,
    runs: str | None,
    processes: int,
    allow_host: tuple[str, ...],
    root_path: str,
    proxy_headers: bool,
    forwarded_allow_ips: str,
    log_format: str,
    log_level: str,
    lang: str | None,
    ascii: bool,
    **limits: int,
) -> None:
    from damier.web.host.serve import serve as run

    settings = Settings(
        database=database,
        runs=runs,
        processes=processes,
        root_path=read_root_path(root_path),
        allowed_hosts=read_names(allow_host, host),
        bound=host,
        proxy_headers=proxy_headers,
        trusted_proxies=read_proxies(forwarded_allow_ips),
        log_format=log_format,
        log_level=log_level,
        **limits,
    )
    run(screen_for(lang, ascii), host, port, settings, browser=not no_browser)
