"""The server on this machine: one process, or several that share a port."""

from __future__ import annotations

import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from prometheus_client.multiprocess import mark_process_dead
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from damier.core.os_errors import trouble
from damier.core.text import Refusal, Speaker, Text
from damier.store.table_archive import Archive, usual_url
from damier.web.app import create_app
from damier.web.host import logs, metrics
from damier.web.host.connection_limits import MOST_KNOCKING, Connection, Watching, knocking, raise_open_files
from damier.web.host.open_browser import open_browser
from damier.web.host.own_address import own_address
from damier.web.host.request_guard import MOST_BYTES
from damier.web.host.settings import EVERYWHERE, Settings
from damier.web.thinking.compile_ahead import warming
from damier.web.thinking.worker_pool import Workers

SWITCH = 0.0001
"""Seconds that a thread computes before another may; with Python's 5 ms, a move waits so long many times."""
YOUNG = 20_000
"""New objects after which garbage is looked for; to draw a large board takes as many."""
SECONDS_TO_FINISH = 10
"""Seconds that requests under way have to be answered once the server is told to end."""
HANGS = 30
"""Seconds after which one of several processes that does not react is replaced; it may be starting."""


def serve(screen: Speaker, host: str, port: int, settings: Settings, *, browser: bool) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    if settings.processes > 1 and not (settings.database or "").startswith("postgres"):
        raise Refusal(Text("several processes need PostgreSQL: name it with --database"))
    archive = open_archive(settings)  # refuses before anything is promised, and migrates
    listener = listen(host, port)
    logs.configure(settings)
    raise_open_files(settings)  # inherited by the processes that are started
    tell_address(screen, host, listener.getsockname()[1], settings.root_path, browser)
    if settings.processes > 1:
        archive.close()
    with warming():
        if settings.processes > 1:
            run_processes(settings, listener)
        else:
            run(create_app(archive, hired(settings), settings), settings, listener)


def open_archive(settings: Settings) -> Archive:
    """The archive of games; refuses with a sentence where it cannot be used."""
    try:
        return Archive(settings.database or usual_url())
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise Refusal(Text("the database cannot be used: {error}", error=reason)) from error


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address; refuses with a sentence where that cannot be."""
    sixth = ":" in host
    both = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if sixth else socket.AF_INET
    try:
        socket.getaddrinfo(host or None, port, family)  # else a wrong name is told as some number of an error
        listener = socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        problem = Text("cannot serve at {host}:{port}: {error}", host=host, port=port, error=_reason(error))
        raise Refusal(problem) from error
    # Inherited by each connection, for which asyncio does not set it: without it, every answer takes 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _reason(error: Exception) -> Text:
    """Why nothing can listen there."""
    if isinstance(error, socket.gaierror | UnicodeError) or getattr(error, "errno", 0) == errno.EADDRNOTAVAIL:
        return Text("this machine has no such address")
    if getattr(error, "errno", 0) == errno.EADDRINUSE:
        return Text("another program is there already, choose another port with --port")
    return trouble(error)


def tell_address(screen: Speaker, host: str, port: int, root: str, browser: bool) -> None:
    """Where the page is; in a browser, where one can be opened."""
    near = ("::1" if ":" in host else "127.0.0.1") if host in EVERYWHERE else host
    address = _address(near, port, root)
    screen.say(Text("damier is at {address} (Ctrl-C ends it)", address=address), "bold")
    if host in EVERYWHERE and (far := own_address()):
        screen.say(Text("others in your network find it at {address}", address=_address(far, port, root)))
    if browser:
        open_browser(screen, address, (near, port))


def _address(host: str, port: int, root: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root}/"


def configured(app: Any, settings: Settings) -> uvicorn.Config:
    """How uvicorn is to run *app*: who asks and what is logged is our own affair."""
    return uvicorn.Config(
        app,
        factory=settings.processes > 1,
        workers=settings.processes,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        lifespan="on",
        http=partial(Connection, settings),  # type: ignore[arg-type]  # it is called like a class
        ws=Watching,
        backlog=knocking(),
        ws_max_size=MOST_BYTES,
        timeout_keep_alive=settings.idle_seconds,  # type: ignore[arg-type]  # tests have less than a second
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_worker_healthcheck=HANGS,
    )


def run(app: FastAPI, settings: Settings, listener: socket.socket) -> None:
    """One process. SIGTERM and Ctrl-C let it answer what is under way, and say 1012 to watchers."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands it on when it is done
    try:
        Server(configured(app, settings)).run(sockets=[listener])
    finally:
        signal.signal(signal.SIGTERM, before)


class Server(uvicorn.Server):
    """uvicorn's server; asyncio accepts as many at one stroke as may wait, so it is told a small number."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(MOST_KNOCKING)  # who does not find a place there tries again a second later


def run_processes(settings: Settings, listener: socket.socket) -> None:
    """Several processes at one socket; one that dies is started again, and all end together."""
    with tempfile.TemporaryDirectory(prefix="damier-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ[metrics.FOLDER] = folder  # the children count into it
        processes = Processes(configured(partial(build, settings), settings), [listener])
        processes.run()
        del os.environ[metrics.FOLDER]
    if any(process.exitcode == uvicorn.config.STARTUP_FAILURE for process in processes.processes):
        raise Refusal(Text("a server process could not start: the log says why"))


class Processes(Multiprocess):
    """uvicorn's supervisor; what a process counted as open is forgotten when it dies."""

    def keep_subprocess_alive(self) -> None:
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {process.pid for process in self.processes}:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]


def build(settings: Settings) -> FastAPI:
    """The application in one of several processes, which share the machine's cores for thinking."""
    logs.configure(settings)
    threading.Thread(target=_follow, daemon=True).start()
    return create_app(open_archive(settings), hired(settings), settings)


def hired(settings: Settings) -> Workers:
    """The engines of one server process: several processes share the machine's cores."""
    keep_pauses_short()
    share = settings.engines or max(2, -(-(os.cpu_count() or 1) // settings.processes))
    return Workers(share, most_waiting=settings.most_thoughts, spare=settings.spare_engines)


def keep_pauses_short() -> None:
    """Let no thread and no search for garbage hold up the others for long; once all modules are loaded."""
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # what lives as long as the server need not be looked through again and again
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def _follow() -> None:
    """End with the process that started this one, even where it could say nothing any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
