"""The archive of games in a database: every accepted change is durable before a method returns."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from damier.core.text import Unreadable
from damier.store.change_notices import MESSAGE, Notices, notify
from damier.store.open_database import WRITES, open_database, usual_url
from damier.store.schema import keepers, leases, reviews, seats, tables
from damier.store.table_row import NOBODY, TableRow, columns_of, read_row
from damier.store.table_search import MOST_TABLES, Cursor, TablePage, TableQuery, beyond, is_id, select_tables

__all__ = ["NOBODY", "Archive", "Stale", "TablePage", "TableQuery", "TableRow", "tables", "usual_url"]


class Stale(Exception):
    """Somebody else has changed the table since it was read, or deleted it."""


GIVING_BACK = 5.0
"""Seconds in which threads must be done with their connections when the archive is closed."""


class Archive:
    """Tables, the browsers that keep them, their reviews, and the servers whose engines think at them."""

    def __init__(self, url: str) -> None:
        self.engine = open_database(url)
        self._token = secrets.token_hex(8)
        """Marks our own notices."""
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._writing = threading.Lock() if self._is_sqlite else nullcontext()
        """SQLite has one writer; threads that queue here are served in turn, those that poll it are not."""
        self._notices: Notices | None = None

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same database."""
        return not self._is_sqlite

    # Reading.

    def load(self, table_id: str) -> TableRow | None:
        """The table, or None if there is none of that name; Unreadable if its record is broken."""
        # One statement, so that the row and the holders are of one moment.
        both = sql.select(tables, seats.c.seat, seats.c.holder).outerjoin(seats)
        with self._read() as connection:
            rows = connection.execute(both.where(_is_of(tables.c.id, table_id))).all()
        if not rows:
            return None
        return read_row(rows[0], {row.seat: row.holder for row in rows if row.seat is not None})

    def search(self, holder: str, query: TableQuery) -> TablePage:
        """The tables in *holder*'s archive that match, newest first; broken records are left out."""
        most = max(1, min(query.most, MOST_TABLES))
        found: list[TableRow] = []
        rows = select_tables(holder, query).limit(most + 1)
        cursor = Cursor.read(query.after) if query.after else None
        with self._read() as connection:
            while len(found) <= most:
                page = connection.execute(rows.where(beyond(cursor)) if cursor else rows).all()
                held = _holders(connection, [row.id for row in page])
                for row in page:
                    with suppress(Unreadable):
                        found.append(read_row(row, held.get(row.id, {})))
                if len(page) <= most:
                    break
                cursor = Cursor(page[-1].updated, page[-1].id)
        last = found[most - 1] if len(found) > most else None
        return TablePage(found[:most], Cursor(last.updated, last.id).write() if last else None)

    def review(self, table_id: str) -> str | None:
        """What was said of the game, as JSON."""
        content = sql.select(reviews.c.content).where(_is_of(reviews.c.table_id, table_id))
        with self._read() as connection:
            return connection.execute(content).scalar_one_or_none()

    def ping(self) -> None:
        """Ask the database for a sign of life; raises what the driver raises if there is none."""
        with self._read() as connection:
            connection.execute(sql.select(sql.literal(1)))

    # Changing.

    def create(self, stored: TableRow) -> TableRow:
        """Store a new table with its seats; returns it as it was stored, with its times."""
        return self.create_all([stored])[0]

    def create_all(self, new: Sequence[TableRow]) -> list[TableRow]:
        """New tables, all or none: one wait for the disk serves them all."""
        now = time.time()
        new = [
            replace(stored, created=stored.created or now, updated=stored.updated or now) for stored in new
        ]
        # One statement for all rows of a kind: other writers wait for less.
        rows = {
            tables: [
                {**columns_of(stored), "id": stored.id, "game": stored.record.game, "created": stored.created}
                for stored in new
            ],
            seats: [row for stored in new for row in _seat_rows(stored)],
            keepers: [row for stored in new for row in _keeper_rows(stored, stored.keepers())],
        }
        with self._write() as connection:
            for table, values in rows.items():
                if values:
                    connection.execute(table.insert(), values)
        return new

    def change(self, stored: TableRow) -> TableRow:
        """Keep the new form of a table that was read at *stored.version*; raises Stale if that is old."""
        new = replace(stored, version=stored.version + 1, updated=time.time())
        with self._write() as connection:
            same = (tables.c.id == stored.id, tables.c.version == stored.version)
            done = connection.execute(tables.update().where(*same).values(**columns_of(new)))
            if done.rowcount != 1:
                raise Stale
            before = _holders(connection, [stored.id]).get(stored.id, {})
            if before != new.holders:
                connection.execute(seats.delete().where(seats.c.table_id == stored.id))
                if rows := _seat_rows(new):
                    connection.execute(seats.insert(), rows)
                # A browser that has put the table out of its archive does not find it there again.
                if rows := _keeper_rows(new, set(new.holders.values()) - set(before.values())):
                    connection.execute(self._insert(keepers).on_conflict_do_nothing(), rows)
            _settle(connection, new)
            self._notify(connection, stored.id)
        return new

    def forget(self, table_id: str, holder: str) -> bool:
        """Put the table out of *holder*'s archive; it goes when nobody keeps it. Whether it was there."""
        row, kept = _is_of(tables.c.id, table_id), _is_of(keepers.c.table_id, table_id)
        with self._write() as connection:
            # Two browsers that forget at once wait for each other, else each would leave it to the other.
            connection.execute(sql.select(tables.c.id).where(row).with_for_update())
            done = connection.execute(keepers.delete().where(kept, keepers.c.holder == holder))
            others = sql.select(keepers.c.holder).where(kept).limit(1)
            if done.rowcount and connection.execute(others).first() is None:
                connection.execute(tables.delete().where(row))
                self._notify(connection, table_id)
            return done.rowcount > 0

    def delete(self, table_id: str) -> None:
        """Remove the table, whoever keeps it."""
        with self._write() as connection:
            if connection.execute(tables.delete().where(_is_of(tables.c.id, table_id))).rowcount:
                self._notify(connection, table_id)

    def save_review(self, table_id: str, content: str) -> None:
        """Keep what was said of the game; nothing happens if the table is gone."""
        if not is_id(table_id):
            return
        put = self._insert(reviews).values(table_id=table_id, content=content)
        put = put.on_conflict_do_update(index_elements=["table_id"], set_={"content": content})
        with suppress(IntegrityError), self._write() as connection:
            connection.execute(put)
            self._notify(connection, table_id)

    # Leases.

    def claim(self, table_id: str, server: str, seconds: float) -> bool:
        """Let *server* alone think at the table for so long, unless another does; may be repeated."""
        if not is_id(table_id):
            return False
        # One clock for all: that of PostgreSQL, or that of the machine on which the file lies.
        now: Any = time.time() if self._is_sqlite else sql.extract("epoch", sql.func.clock_timestamp())
        put = self._insert(leases).values(table_id=table_id, who=server, until=now + seconds)
        put = put.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"who": put.excluded.who, "until": put.excluded.until},
            where=sql.or_(leases.c.who == server, leases.c.until < now),
        )
        with suppress(IntegrityError), self._write() as connection:
            done = connection.execute(put, execution_options={"preserve_rowcount": True})
            return done.rowcount == 1
        return False  # there is no such table

    def release(self, table_id: str, server: str) -> None:
        """Think no more at the table."""
        with self._write() as connection:
            mine = (_is_of(leases.c.table_id, table_id), leases.c.who == server)
            connection.execute(leases.delete().where(*mine))

    # Other processes.

    def broadcast(self, message: str) -> None:
        """Say something to all other servers that listen now; it is not stored. SQLite has no others."""
        if not self._is_sqlite:
            with self._read() as connection:
                notify(connection, self._token, f"{MESSAGE} {message}")

    def listen(self, callback: Callable[[str], None], hear: Callable[[str], None] | None = None) -> None:
        """Call back, from a thread, with the id of each table that another process has changed.

        An empty id means that any table may have changed: the connection was lost for a while. SQLite has
        no way to tell; there, nobody is called. *hear* gets what other servers :meth:`broadcast`.
        """
        if not self._is_sqlite and self._notices is None:
            self._notices = Notices(self.engine, self._token, callback, hear)

    def close(self) -> None:
        """Let go of all connections, once the threads that use some have given them back."""
        if self._notices is not None:
            self._notices.close()
        pool, until = self.engine.pool, time.monotonic() + GIVING_BACK
        while isinstance(pool, sql.QueuePool) and pool.checkedout() and time.monotonic() < until:
            time.sleep(0.01)
        self.engine.dispose()

    def _read(self) -> sql.Connection:
        """A connection to read from; on PostgreSQL without a transaction: that saves two messages."""
        connection = self.engine.connect()
        if not self._is_sqlite:
            connection.execution_options(isolation_level="AUTOCOMMIT")
        return connection

    @contextmanager
    def _write(self) -> Iterator[sql.Connection]:
        with self._writing, self.engine.execution_options(**{WRITES: True}).begin() as connection:
            yield connection

    def _insert(self, table: sql.Table) -> Any:
        return sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)

    def _notify(self, connection: sql.Connection, table_id: str) -> None:
        if not self._is_sqlite:
            notify(connection, self._token, table_id)


def _is_of(column: sql.Column[str], table_id: str) -> sql.ColumnElement[bool]:
    """Whether a row is of this table; of none is what cannot be an id, which a database might refuse."""
    return column == table_id if is_id(table_id) else sql.false()


def _holders(connection: sql.Connection, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """The browser that may move each seat, by table."""
    held: dict[str, dict[int, str]] = {}
    for row in connection.execute(seats.select().where(seats.c.table_id.in_(ids))) if ids else ():
        held.setdefault(row.table_id, {})[row.seat] = row.holder
    return held


def _seat_rows(stored: TableRow) -> list[dict[str, Any]]:
    return [
        {"table_id": stored.id, "seat": seat, "holder": holder} for seat, holder in stored.holders.items()
    ]


def _keeper_rows(stored: TableRow, holders: Iterable[str]) -> list[dict[str, Any]]:
    return [
        {"table_id": stored.id, "holder": holder, "result": stored.result(holder)}
        for holder in sorted(holders)
    ]


def _settle(connection: sql.Connection, stored: TableRow) -> None:
    """Write down how the game ended for everybody who keeps it, or that it is open again after an undo."""
    for row in connection.execute(keepers.select().where(keepers.c.table_id == stored.id)).all():
        result = stored.result(row.holder)
        if result != row.result:
            same = (keepers.c.table_id == stored.id, keepers.c.holder == row.holder)
            connection.execute(keepers.update().where(*same).values(result=result))
