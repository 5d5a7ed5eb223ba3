"""The server on this machine, and a browser to look at it."""

from __future__ import annotations

import socket
import threading
import webbrowser

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from damier.core.text import Refusal, Text
from damier.store.archive import Archive, usual_url
from damier.terminal.screen import Screen
from damier.web.app import create_app
from damier.web.guard import MOST_BYTES


def serve(screen: Screen, host: str, port: int, database: str | None, browser: bool) -> None:
    """Serve until Ctrl-C."""
    try:
        archive = Archive(usual_url() if database is None else database)
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise Refusal(Text("the database cannot be used: {error}", error=reason)) from error
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal(
            Text("cannot serve at {host}:{port}: {error}", host=host, port=port, error=reason)
        ) from error
    # Inherited by each connection, for which asyncio does not set it: without it, every answer takes 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    address = f"http://{host}:{listener.getsockname()[1]}/"
    screen.say(Text("damier is at {address} (Ctrl-C ends it)", address=address), "bold")
    if browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(archive), log_level="warning", timeout_graceful_shutdown=1, ws_max_size=MOST_BYTES
        )
    )
    server.run(sockets=[listener])
