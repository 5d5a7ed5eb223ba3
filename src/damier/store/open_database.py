"""A database at an address: SQLite or PostgreSQL, brought to its newest form."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event

from damier.core.text import Refusal, Text
from damier.store.user_files import data_folder

WRITES = "damier_writes"
"""The execution option of a connection that will change something."""

WAIT = 10.0
"""Seconds that a process waits for another one to finish writing to SQLite, or for PostgreSQL to answer."""

POOLED: dict[str, Any] = {"pool_pre_ping": True, "hide_parameters": True}
"""A connection is tried before it is used, and no error tells the values: they would stand in a log."""

MIGRATION_LOCK = 0x6461_6D69_6572
"""The number of the lock in PostgreSQL: ``damier`` in ASCII."""

_migrating = threading.Lock()
"""Alembic keeps what it is doing in its module: one thread at a time."""


def usual_url() -> str:
    """SQLite in the user's data folder, which is made if need be."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'damier.sqlite'}"


def open_database(url: str) -> sql.Engine:
    """The database at *url*, brought to its newest form."""
    engine = connect(url)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def connect(url: str) -> sql.Engine:
    """The database at *url*, as it is."""
    place = sql.make_url(url)
    if place.drivername in ("postgresql", "postgres"):
        place = place.set(drivername="postgresql+psycopg")
    kind = place.get_backend_name()
    if kind == "postgresql":
        return _open_postgresql(place)
    if kind == "sqlite" and place.database not in (None, "", ":memory:"):
        engine = sql.create_engine(place, **POOLED)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    raise _unusable(Text("give sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"))


def _open_postgresql(place: sql.URL) -> sql.Engine:
    if "connect_timeout" not in place.query:
        place = place.update_query_dict({"connect_timeout": str(int(WAIT))})
    try:
        return sql.create_engine(place, isolation_level="READ COMMITTED", **POOLED)
    except ImportError as error:
        raise _unusable(Text("PostgreSQL needs one more package: pip install 'damier[postgres]'")) from error


def _unusable(problem: Text) -> Refusal:
    return Refusal(Text("the database cannot be used: {error}", error=problem))


def _set_up_sqlite(connection: Any, record: Any) -> None:
    """Readers do not wait for a writer, and what was answered survives a power cut."""
    connection.isolation_level = None  # transactions begin when we say, also those that make tables
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={int(WAIT * 1000)}")
    _turn_on_wal(cursor)
    for line in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def _turn_on_wal(cursor: Any) -> None:
    """Several processes may open a new file at once, and SQLite does not wait for this one change."""
    until = time.monotonic() + WAIT
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: sql.Connection) -> None:
    """A writer waits for its turn at once: one that has read first could not become a writer later."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(engine: sql.Engine, to: str = "head", down: bool = False) -> None:
    """Bring the database to the newest form, or to another; of several processes that start one does it."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with _migrating, engine.execution_options(**{WRITES: True}).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        config.attributes["connection"] = connection
        try:
            (command.downgrade if down else command.upgrade)(config, to)
        except CommandError as error:
            raise _unusable(Text("it was made by a newer damier: {error}", error=str(error))) from error
