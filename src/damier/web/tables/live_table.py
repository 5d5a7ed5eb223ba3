"""A table under way as one typed value: seats, invitations, offers, pace, clock and the game itself."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, TypeAlias

from damier.core.game import AnyGame, Seat
from damier.core.nicknames import nicknames_of, write_nicknames
from damier.core.record import Record, broken, read_seconds
from damier.core.text import Unreadable
from damier.games import game as find_game
from damier.store.search_terms import search_terms_of
from damier.store.table_row import NOBODY, TableRow
from damier.table import PERSON, Table

StatesAndMoves: TypeAlias = tuple[Sequence[Any], Sequence[Any]]
"""The states of a game, the first one too, and the moves between them."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What players who sit at different screens ask of each other."""

    draw: Seat | None = None
    """The seat that offers a draw."""
    undo: Seat | None = None
    """The seat that asks to take its last move back."""
    draw_declined: Seat | None = None
    """Whose draw was declined since the last move, or NOBODY if it was taken back: it cannot be repeated."""
    undo_declined: Seat | None = None
    """Likewise for a move back."""

    @classmethod
    def read(cls, stored: Mapping[str, int]) -> Offers:
        """As the database holds them: ``{"draw": 0}``."""
        return cls(**{known.name: stored.get(known.name) for known in fields(cls)})

    def write(self) -> dict[str, int]:
        """What :meth:`read` reads."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTable:
    """A table and the game that is played there.

    It is shared by everybody who looks at the table: whoever changes something works on a :meth:`draft`.
    """

    id: str
    """Public and unguessable: ``Jx3…``."""
    version: int
    """Counts the changes, from 1."""
    record: Record
    """The game as it was last stored: of a draft, the game before the change."""
    table: Table
    """The game itself: its states, whose turn it is, and the clock, which runs by the time of day."""
    owner: str
    """The browser that made the table, as a hash of its secret."""
    holders: Mapping[Seat, str]
    """Which browser may move a seat, as a hash of its secret."""
    invites: Mapping[Seat, str] = field(default_factory=dict)
    """By seat that waits for a person: the hash of the invitation."""
    nicknames: Mapping[Seat, str] = field(default_factory=dict)
    """What people call themselves."""
    offers: Offers = Offers()
    done_acts: Mapping[str, int] = field(default_factory=dict)
    """By page that acts at the table: the number of its last act that is done."""
    thought: str | None = None
    """What the last engine thought of its last move, as JSON."""
    next: str | None = None
    """The id of the rematch, if there is one."""
    pace: float | None = None
    """Seconds between two moves of engines that play alone; None where a person plays."""
    paused: bool = False
    """Whether engines that play alone were told to wait."""
    timed: bool = True
    """Whether it is known how long the game takes: not where somebody gave moves to begin with."""
    created: float = 0.0
    """Seconds since 1970; the archive puts the time in where it is 0."""
    updated: float = 0.0

    @classmethod
    def from_row(cls, row: TableRow, known: StatesAndMoves | None = None) -> LiveTable:
        """The stored table brought to life; *known* spares replaying the game. Refuses what is no game."""
        record = row.record
        game = find_game(record.game)
        table = Table.resume(game, record, known=known, now=time.time)
        playable = record.ending != "open" or {PERSON, *game.engines}.issuperset(record.players)
        if len(record.players) != table.state.seats or not playable:
            raise Unreadable(broken("players"))
        clock = record.more.get("clock")
        since = clock.get("since") if isinstance(clock, dict) and not row.invites else None
        # Without a time it is stopped: nobody has come yet, a rematch has not begun, a compiler works.
        table.clock_since = since if isinstance(since, int | float) else None
        table.timer_since = _read_time(record.more.get("timer_since"))
        return cls(
            id=row.id,
            version=row.version,
            record=record,
            table=table,
            owner=row.owner,
            holders=row.holders,
            invites=row.invites,
            nicknames=nicknames_of(record),
            offers=Offers.read(row.offers),
            done_acts=row.done_acts,
            thought=row.thought,
            next=row.next,
            pace=read_seconds(record.more.get("pace")),
            paused=bool(record.more.get("paused")),
            timed=read_seconds(record.more.get("seconds")) is not None or _is_untouched(game, table),
            created=row.created,
            updated=row.updated,
        )

    def to_row(self) -> TableRow:
        """The table as the archive stores it, with all that has happened in its game."""
        record = self._new_record()
        return TableRow(
            id=self.id,
            record=record,
            version=self.version,
            holders=dict(self.holders),
            done_acts=dict(self.done_acts),
            thought=self.thought,
            owner=self.owner,
            invites=dict(self.invites),
            offers=self.offers.write(),
            next=self.next,
            winner=self.winner,
            search_terms=search_terms_of(record),
            created=self.created,
            updated=self.updated,
        )

    def _new_record(self) -> Record:
        record = self.table.record()
        more = dict(record.more)
        del more["seconds"]  # only who plays alone is timed
        if self.seconds is not None:
            more["seconds"] = round(self.seconds, 3)
        if "seconds" in more and self.table.timer_since is not None:
            more["timer_since"] = time.time()  # and so many seconds had gone by then
        if "clock" in more:
            more["clock"] |= {"since": self.table.clock_since}
        if self.nicknames:
            more["names"] = write_nicknames(self.nicknames, len(record.players))
        if self.pace is not None:
            more |= {"pace": self.pace, "paused": self.paused}
        return replace(record, more=more)

    def stored_as(self, row: TableRow) -> LiveTable:
        """This table, now that the archive holds it as *row*."""
        return replace(self, version=row.version, record=row.record, created=row.created, updated=row.updated)

    def draft(self) -> LiveTable:
        """A copy whose game may be played on: the table that others look at stays as it is."""
        return replace(self, table=self.table.copy())

    def with_clock_since(self, since: float | None) -> LiveTable:
        """The table with the time of whoever moves running since then; None stops it until the next move."""
        draft = self.draft()
        draft.table.clock_since = since
        return draft

    @property
    def game(self) -> AnyGame:
        """Which game is played."""
        return self.table.game

    @property
    def is_clock_stopped(self) -> bool:
        """Whether no time passes: nobody has come yet, a rematch has not begun, a compiler works, the end."""
        return self.table.clock_since is None

    @property
    def seconds(self) -> float | None:
        """How long somebody has played alone, from the first move but for notes; None where untimed."""
        return self.table.elapsed() if self.timed and self.table.state.seats == 1 else None

    @property
    def is_shared(self) -> bool:
        """Whether people play from different places, or will when everybody has come."""
        return bool(self.invites) or len(set(self.holders.values())) > 1

    @property
    def winner(self) -> int | None:
        """The seat that has won, or NOBODY; None while the game is open."""
        if self.table.ended is None:
            return None
        points = self.table.ended.points
        return points.index(1.0) if 1.0 in points else NOBODY

    def seats_of(self, holder: str) -> list[Seat]:
        """The seats that a browser may move."""
        return sorted(seat for seat, owner in self.holders.items() if owner == holder)

    def is_engines_turn(self) -> bool:
        """Whether an engine should move: not before all have come, nor where it was told to wait."""
        table = self.table
        return not (table.ended or self.invites or self.paused) and table.players[table.turn] != PERSON


def _read_time(value: object) -> float | None:
    """A time of day, as seconds since 1970; None for anything else."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_untouched(game: AnyGame, table: Table) -> bool:
    """Whether nothing has been played yet but notes."""
    return all(game.note(move) for move in table.moves)
