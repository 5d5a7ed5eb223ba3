"""Who keeps a table, what it is found by, links, offers, reviews and leases."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from alembic import op

from damier.core.record import Record
from damier.core.text import Unreadable
from damier.store.search_terms import search_terms_of, winner_of
from damier.store.table_row import NOBODY, TableRow, players_line

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Columns are added, and no table is made anew: dropping the old one would take its seats with it.
    for column in _new_columns():
        op.add_column("tables", column)
    op.create_table(
        "keepers",
        _table_id(),
        sql.Column("holder", sql.String(64), primary_key=True, index=True),
        sql.Column("result", sql.String(10), nullable=False, server_default="open"),
    )
    op.create_table("reviews", _table_id(), sql.Column("content", sql.Text, nullable=False))
    op.create_table(
        "leases",
        _table_id(),
        sql.Column("who", sql.String(64), nullable=False),
        sql.Column("until", sql.Float, nullable=False),
    )
    _fill()


def downgrade() -> None:
    for name in ("leases", "reviews", "keepers"):
        op.drop_table(name)
    for column in _new_columns():
        op.drop_column("tables", column.name)


def _new_columns() -> list[sql.Column[Any]]:
    return [
        sql.Column("owner", sql.String(64), nullable=False, server_default=""),
        sql.Column("invites", sql.Text, nullable=False, server_default="{}"),
        sql.Column("offers", sql.Text, nullable=False, server_default="{}"),
        sql.Column("next", sql.String(40)),
        sql.Column("winner", sql.Integer),
        sql.Column("players", sql.Text, nullable=False, server_default=""),
        sql.Column("words", sql.Text, nullable=False, server_default=""),
    ]


def _table_id() -> sql.Column[str]:
    return sql.Column(
        "table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


def _fill() -> None:
    """Whoever has a seat keeps the table; what a search needs is told by the record."""
    names = ("id", "record", "ended", "winner", "players", "words")
    tables = sql.table("tables", *(sql.column(name) for name in names))
    seats = sql.table("seats", *(sql.column(name) for name in ("table_id", "seat", "holder")))
    keepers = sql.table("keepers", *(sql.column(name) for name in ("table_id", "holder", "result")))
    connection = op.get_bind()
    ids = connection.execute(sql.select(tables.c.id)).scalars().all()
    for table_id in ids:
        row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).one()
        held = connection.execute(sql.select(seats).where(seats.c.table_id == table_id)).all()
        holders = {place.seat: place.holder for place in held}
        try:
            record = Record.load(row.record)
        except Unreadable:  # it stays as it is: somebody who can mend it still finds it
            results = dict.fromkeys(holders.values(), "over" if row.ended else "open")
            values: dict[str, Any] = {"winner": NOBODY if row.ended else None}
        else:
            stored = TableRow(id=row.id, record=record, version=1, holders=holders, winner=winner_of(record))
            results = {holder: stored.result(holder) for holder in holders.values()}
            values = {
                "winner": stored.winner,
                "players": players_line(record),
                "words": search_terms_of(record),
            }
        connection.execute(tables.update().where(tables.c.id == table_id).values(**values))
        rows = [{"table_id": table_id, "holder": who, "result": result} for who, result in results.items()]
        if rows:
            connection.execute(keepers.insert(), rows)
