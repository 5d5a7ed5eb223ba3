"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

import sqlalchemy as sql

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
    sql.Column("owner", sql.String(64), nullable=False, server_default=""),
    sql.Column("invites", sql.Text, nullable=False, server_default="{}"),
    sql.Column("offers", sql.Text, nullable=False, server_default="{}"),
    sql.Column("next", sql.String(40)),
    sql.Column("winner", sql.Integer),
    sql.Column("players", sql.Text, nullable=False, server_default=""),
    sql.Column("words", sql.Text, nullable=False, server_default=""),
    sql.Column("done_acts", sql.Text, nullable=False, server_default="{}"),
)
"""One row a game; ``players`` holds each name in a line of its own: a whole name can be looked for."""

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("holder", sql.String(64), nullable=False, index=True),
)
"""Which browser may move which seat."""

keepers = sql.Table(
    "keepers",
    metadata,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("holder", sql.String(64), primary_key=True, index=True),
    sql.Column("result", sql.String(10), nullable=False, server_default="open"),
)
"""In whose archive a table is, and how it ended for them: a search by result needs no arithmetic on seats."""

reviews = sql.Table(
    "reviews",
    metadata,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("content", sql.Text, nullable=False),
)
"""What was said of a finished game, as JSON."""

leases = sql.Table(
    "leases",
    metadata,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("who", sql.String(64), nullable=False),
    sql.Column("until", sql.Float, nullable=False),
)
"""Which server process lets an engine think at a table, until which second since 1970."""
