"""The archive of games in a database: SQLite by default, migrated by itself."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy import event

from damier.core.record import Record
from damier.core.text import Unreadable
from damier.store.folder import data_folder

metadata = sql.MetaData()

tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(40), nullable=False),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("thought", sql.Text),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("ended", sql.Boolean, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("updated", sql.Float, nullable=False, index=True),
)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("holder", sql.String(64), nullable=False, index=True),
)


class Stale(Exception):
    """Somebody else has changed the table since it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A table as the database holds it."""

    id: str
    """Public and unguessable: ``Jx3…``."""
    record: Record
    version: int
    """Counts the changes, from 1."""
    holders: dict[int, str]
    """Which browser may move a seat, as a hash of its secret."""
    thought: str | None = None
    """What the last engine thought of its last move, as JSON."""


def usual_url() -> str:
    """SQLite in the user's data folder, which is made if need be."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'damier.sqlite'}"


class Archive:
    """Every accepted change is durable before a method returns."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url, pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _set_up_sqlite)
        migrate(self.engine)

    def create(self, stored: Stored) -> None:
        """A new table, with who may move what."""
        now = time.time()
        with self.engine.begin() as connection:
            connection.execute(
                tables.insert().values(
                    id=stored.id,
                    game=stored.record.game,
                    record=stored.record.dump(),
                    thought=stored.thought,
                    version=stored.version,
                    ended=stored.record.ending != "open",
                    created=now,
                    updated=now,
                )
            )
            rows = [
                {"table_id": stored.id, "seat": seat, "holder": holder}
                for seat, holder in stored.holders.items()
            ]
            if rows:
                connection.execute(seats.insert(), rows)

    def load(self, table_id: str) -> Stored | None:
        """The table, or None if there is none of that name."""
        with self.engine.connect() as connection:
            row = connection.execute(tables.select().where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            held = connection.execute(seats.select().where(seats.c.table_id == table_id)).all()
        return _stored(row, {place.seat: place.holder for place in held})

    def change(self, stored: Stored) -> Stored:
        """Keep the new record of a table that was read at *stored.version*; raises Stale if that is old."""
        with self.engine.begin() as connection:
            done = connection.execute(
                tables.update()
                .where(tables.c.id == stored.id, tables.c.version == stored.version)
                .values(
                    record=stored.record.dump(),
                    thought=stored.thought,
                    version=stored.version + 1,
                    ended=stored.record.ending != "open",
                    updated=time.time(),
                )
            )
            if done.rowcount != 1:
                raise Stale
        return Stored(
            id=stored.id,
            record=stored.record,
            version=stored.version + 1,
            holders=stored.holders,
            thought=stored.thought,
        )

    def held_by(self, holder: str, most: int = 20) -> list[Stored]:
        """The newest tables at which *holder* has a seat, but for those whose record is broken."""
        mine = sql.select(seats.c.table_id).where(seats.c.holder == holder)
        query = tables.select().where(tables.c.id.in_(mine)).order_by(tables.c.updated.desc()).limit(most)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        found = []
        for row in rows:
            with suppress(Unreadable):
                found.append(_stored(row, {}))
        return found

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def _stored(row: Any, holders: dict[int, str]) -> Stored:
    return Stored(
        id=row.id,
        record=Record.load(row.record),
        version=row.version,
        holders=holders,
        thought=row.thought,
    )


def _set_up_sqlite(connection: Any, record: Any) -> None:
    """Readers do not wait for a writer, and what was answered survives a power cut."""
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def migrate(engine: sql.Engine) -> None:
    """Bring the database to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
