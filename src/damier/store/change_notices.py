"""Notices between server processes on one PostgreSQL: whose table has changed, and what is not stored."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sql

CHANNEL = "damier"
"""Where notices are sent; a channel belongs to one database."""

RECONNECT_AFTER = 1.0
"""Seconds between two attempts to connect again."""

LOOK_UP = 0.2
"""Seconds after which the thread looks whether it shall end; a notice is heard at once."""

KEEPALIVES = {"keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 4}
"""A connection on which nothing is ever sent must notice by itself that the other end is gone."""

THREAD_GRACE = 5.0
"""Seconds that the thread has to end: it may be waiting for a server that does not answer."""

log = logging.getLogger("damier.store")


MESSAGE = "!"
"""Stands in the place of a table's id before what one server says to the others: no id is like it."""


def notify(connection: sql.Connection, token: str, table_id: str) -> None:
    """Tell the others at the moment at which this transaction becomes true."""
    connection.execute(sql.select(sql.func.pg_notify(CHANNEL, f"{token} {table_id}")))


class Notices:
    """A thread that listens on a connection of its own, and connects again when it is lost."""

    def __init__(
        self,
        engine: sql.Engine,
        token: str,
        callback: Callable[[str], None],
        hear: Callable[[str], None] | None = None,
    ) -> None:
        self._engine = engine
        self._token = token
        self._callback = callback
        self._hear = hear
        self._closed = threading.Event()
        connection = self._connect()  # here, so that nothing is missed from now on
        self._thread = threading.Thread(
            target=self._run, args=(connection,), name="damier notices", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join(THREAD_GRACE)

    def _connect(self) -> Any:
        import psycopg

        arguments, more = self._engine.dialect.create_connect_args(self._engine.url)
        connection = psycopg.connect(*arguments, **{**KEEPALIVES, **more}, autocommit=True)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _run(self, connection: Any) -> None:
        while not self._closed.is_set():
            try:
                with connection:
                    self._listen(connection)
            except Exception as error:
                log.warning("the connection for notices is lost: %s", error)
            if not self._closed.is_set():
                connection = self._reconnect()
        with suppress(Exception):
            connection.close()

    def _reconnect(self) -> Any:
        """A new connection as soon as there can be one; anything may have changed meanwhile."""
        while not self._closed.wait(RECONNECT_AFTER):
            try:
                connection = self._connect()
            except Exception as error:
                log.warning("no connection for notices yet: %s", error)
                continue
            self._tell("", self._callback)
            return connection
        return None

    def _listen(self, connection: Any) -> None:
        """Pass on what the others say, until we shall end or the connection is lost."""
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=LOOK_UP):
                sender, _, table_id = notice.payload.partition(" ")
                if sender == self._token:
                    continue
                name, _, message = table_id.partition(" ")
                if name == MESSAGE:
                    self._tell(message, self._hear)
                else:
                    self._tell(table_id, self._callback)

    def _tell(self, words: str, callback: Callable[[str], None] | None) -> None:
        try:
            if callback is not None:
                callback(words)
        except Exception:
            log.exception("a notice of %r could not be handled", words)
