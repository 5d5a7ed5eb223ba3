"""A table as the database holds it, and its way into a row and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from damier.core.nicknames import nicknames_of
from damier.core.record import Record
from damier.core.text import plain

NOBODY = -1
"""The winner of a game that ended without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
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
    owner: str = ""
    """The browser that made the table, as a hash of its secret."""
    invites: dict[int, str] = field(default_factory=dict)
    """By seat that waits for a person: the hash of the invitation."""
    offers: dict[str, int] = field(default_factory=dict)
    """What is offered, and by which seat: ``{"draw": 0}``."""
    done_acts: dict[str, int] = field(default_factory=dict)
    """By page that acts at the table: the number of its last act that is done."""
    next: str | None = None
    """The id of the rematch, if there is one."""
    winner: int | None = None
    """The seat that won, or NOBODY; None while the game is open."""
    search_terms: str = ""
    """Plain lower-case words by which the table is found; the column is called ``words``."""
    created: float = 0.0
    """Seconds since 1970; the archive puts the time in where it is 0."""
    updated: float = 0.0

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.record.ending != "open"

    def keepers(self) -> set[str]:
        """The browsers in whose archive it is at first: the one that made it and those that play."""
        return {holder for holder in (self.owner, *self.holders.values()) if holder}

    def result(self, holder: str) -> str:
        """``open``, ``won``, ``lost``, ``drawn``, or ``over`` for a browser with no seat, or all of them."""
        if not self.ended:
            return "open"
        held = {seat for seat, owner in self.holders.items() if owner == holder}
        seats = len(self.record.players)
        if not held or 1 < seats <= len(held):
            return "over"
        if self.winner in held:
            return "won"
        return "drawn" if seats > 1 and self.winner in (NOBODY, None) else "lost"


def columns_of(stored: TableRow) -> dict[str, Any]:
    """What changes with a table, by column; a game that is over has a winner or NOBODY."""
    winner = NOBODY if stored.winner is None else stored.winner
    return {
        "record": stored.record.dump(),
        "thought": stored.thought,
        "version": stored.version,
        "ended": stored.ended,
        "updated": stored.updated,
        "owner": stored.owner,
        "invites": json.dumps(stored.invites),
        "offers": json.dumps(stored.offers),
        "done_acts": json.dumps(stored.done_acts),
        "next": stored.next,
        "winner": winner if stored.ended else None,
        "players": players_line(stored.record),
        "words": storable(stored.search_terms),
    }


def read_row(row: Any, holders: dict[int, str]) -> TableRow:
    """The table in a row; Unreadable if its record is broken."""
    return TableRow(
        id=row.id,
        record=Record.load(row.record),
        version=row.version,
        holders=holders,
        thought=row.thought,
        owner=row.owner,
        invites={int(seat): token for seat, token in _read_object(row.invites).items() if seat.isdecimal()},
        offers={what: seat for what, seat in _read_object(row.offers).items() if isinstance(seat, int)},
        done_acts={page: n for page, n in _read_object(row.done_acts).items() if isinstance(n, int)},
        next=row.next,
        winner=row.winner,
        search_terms=row.words,
        created=row.created,
        updated=row.updated,
    )


def players_line(record: Record) -> str:
    """The players and what they call themselves, each in a line of its own, as they are looked for."""
    names = (*record.players, *nicknames_of(record).values())
    return "".join(f"\n{searched_name(name)}\n" for name in names)


def searched_name(name: str) -> str:
    """A player's name as it is looked for: ``evaluator``."""
    return storable(plain(name)).replace("\n", " ")


def storable(text: str) -> str:
    """*text* without what a database cannot hold: the sign zero, and half characters."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _read_object(content: str) -> Mapping[str, Any]:
    """A JSON object; an empty one where it is broken: the game itself is in the record."""
    try:
        parsed = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return parsed if isinstance(parsed, dict) else {}
