"""Looking for tables: filters as an SQL query, page by page."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from damier.core.text import Text, Unreadable, plain
from damier.store.schema import keepers, tables
from damier.store.table_row import TableRow, searched_name, storable

STATES: tuple[str, ...] = ("", "open", "won", "lost", "drawn", "over")
"""Any; still open; how it ended for whoever searches; over in whatever way."""

MOST_WORDS = 20
"""More words than these are not looked for: nobody types them."""

MOST_TABLES = 500
"""No page is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuery:
    """Which tables are looked for; an empty string means any."""

    game: str = ""
    """The key: ``connect4``."""
    state: str = ""
    """One of STATES."""
    player: str = ""
    """Somebody's whole name in the record: ``evaluator``."""
    words: str = ""
    """Every one of these words must occur in the search terms."""
    after: str = ""
    """Where the page before ended: its ``TablePage.more``."""
    most: int = 20


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of tables."""

    tables: list[TableRow]
    """The newest first."""
    more: str | None
    """Give this as ``after`` to get what follows; None if nothing does."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the order of tables: changed last comes first, then by id."""

    updated: float
    id: str

    def write(self) -> str:
        """A word that is safe in an address: ``1763448600.25~Jx3``."""
        return f"{self.updated!r}~{self.id}"

    @classmethod
    def read(cls, cursor: str) -> Cursor:
        """The place that :meth:`write` wrote; Unreadable for anything else."""
        written, _, table_id = cursor.partition("~")
        with suppress(ValueError):
            updated = float(written)
            if math.isfinite(updated) and is_id(table_id):
                return cls(updated, table_id)
        raise Unreadable(Text("this is not where a page ends: begin again without 'after'"))


def is_id(value: object) -> bool:
    """Whether *value* can be a table's id: a database refuses some signs with an error of its own."""
    return isinstance(value, str) and 0 < len(value) <= 40 and value.isascii() and value.isprintable()


def select_tables(holder: str, query: TableQuery) -> sql.Select[Any]:
    """The rows that *holder* looks for, in the order of Cursor, from the beginning."""
    if query.state not in STATES:
        known = ", ".join(STATES[1:])
        raise Unreadable(
            Text("'{word}' is not a state of a game: one of {known}", word=query.state[:40], known=known)
        )
    found = sql.select(tables).join(keepers, keepers.c.table_id == tables.c.id)
    found = found.where(keepers.c.holder == storable(holder))
    if query.game:
        found = found.where(tables.c.game == storable(query.game))
    if query.state in ("open", "over"):
        found = found.where(tables.c.ended == (query.state == "over"))
    elif query.state:
        found = found.where(keepers.c.result == query.state)
    if query.player:
        found = found.where(tables.c.players.contains(f"\n{searched_name(query.player)}\n", autoescape=True))
    for word in list(dict.fromkeys(storable(plain(query.words)).split()))[:MOST_WORDS]:
        found = found.where(tables.c.words.contains(word, autoescape=True))
    return found.order_by(tables.c.updated.desc(), tables.c.id.desc())


def beyond(cursor: Cursor) -> sql.ColumnElement[bool]:
    """Whether a row comes after *cursor*."""
    same = sql.and_(tables.c.updated == cursor.updated, tables.c.id < cursor.id)
    return sql.or_(tables.c.updated < cursor.updated, same)
