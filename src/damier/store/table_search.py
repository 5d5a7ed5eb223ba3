"""Looking for tables: what is wished for, as a query, page by page."""

from __future__ import annotations

import base64
import binascii
import json
import math
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from damier.core.text import Text, Unreadable, plain
from damier.store.schema import keepers, tables
from damier.store.table_row import Stored, player_word, storable

STATES: tuple[str, ...] = ("", "open", "won", "lost", "drawn", "over")
"""Any; still open; how it ended for whoever searches; over in whatever way."""

MOST_WORDS = 20
"""More words than these are not looked for: nobody types them."""

MOST_TABLES = 500
"""No page is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Which tables are looked for; an empty word means any."""

    game: str = ""
    """The key: ``connect4``."""
    state: str = ""
    """One of STATES."""
    player: str = ""
    """Somebody's whole name in the record: ``evaluator``."""
    words: str = ""
    """Every one of them must occur."""
    after: str = ""
    """Where the page before ended: its ``Found.more``."""
    most: int = 20


@dataclass(frozen=True, slots=True)
class Found:
    """One page of tables."""

    tables: list[Stored]
    """The newest first."""
    more: str | None
    """Give this as ``after`` to get what follows; None if nothing does."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the order of tables: changed last comes first, then by id."""

    updated: float
    id: str

    def write(self) -> str:
        """A word that is safe in an address."""
        content = json.dumps([self.updated, self.id]).encode()
        return base64.urlsafe_b64encode(content).decode().rstrip("=")

    @classmethod
    def read(cls, words: str) -> Cursor:
        """The place that :meth:`write` wrote; Unreadable for anything else."""
        try:
            content = base64.b64decode(words + "=" * (-len(words) % 4), altchars=b"-_", validate=True)
            updated, table_id = json.loads(content)
            if isinstance(updated, float) and math.isfinite(updated) and is_id(table_id):
                return cls(updated, table_id)
        except (binascii.Error, ValueError, TypeError, RecursionError):
            pass
        raise Unreadable(Text("this is not where a page ends: begin again without 'after'"))


def is_id(word: object) -> bool:
    """Whether *word* can be a table's id: a database refuses some signs with an error of its own."""
    return isinstance(word, str) and 0 < len(word) <= 40 and word.isascii() and word.isprintable()


def query(holder: str, wish: Wish) -> sql.Select[Any]:
    """The rows that *holder* looks for, in the order of Cursor, from the beginning."""
    if wish.state not in STATES:
        known = ", ".join(STATES[1:])
        raise Unreadable(
            Text("'{word}' is not a state of a game: one of {known}", word=wish.state[:40], known=known)
        )
    found = sql.select(tables).join(keepers, keepers.c.table_id == tables.c.id)
    found = found.where(keepers.c.holder == storable(holder))
    if wish.game:
        found = found.where(tables.c.game == storable(wish.game))
    if wish.state in ("open", "over"):
        found = found.where(tables.c.ended == (wish.state == "over"))
    elif wish.state:
        found = found.where(keepers.c.result == wish.state)
    if wish.player:
        found = found.where(tables.c.players.contains(f"\n{player_word(wish.player)}\n", autoescape=True))
    for word in list(dict.fromkeys(storable(plain(wish.words)).split()))[:MOST_WORDS]:
        found = found.where(tables.c.words.contains(word, autoescape=True))
    return found.order_by(tables.c.updated.desc(), tables.c.id.desc())


def beyond(cursor: Cursor) -> sql.ColumnElement[bool]:
    """Whether a row comes after *cursor*."""
    same = sql.and_(tables.c.updated == cursor.updated, tables.c.id < cursor.id)
    return sql.or_(tables.c.updated < cursor.updated, same)
