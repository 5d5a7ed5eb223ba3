"""A browser's games as a file, out and in: JSON lines, or the record text that people read."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import ValidationError

from damier.core.clock import read_clock, write_clock
from damier.core.game import AnyGame
from damier.core.nicknames import nicknames_of, write_nicknames
from damier.core.record import LEFT, Record, broken, read_seconds, replay
from damier.core.record_dates import read_dates, write_dates
from damier.core.record_text import read_records, write_text
from damier.core.text import Refusal, Text, Unreadable, printable
from damier.games import game as find_game
from damier.store.table_archive import Archive, TableQuery, TableRow
from damier.store.table_search import Cursor
from damier.table import PERSON
from damier.web.host import costly_pool
from damier.web.host.costly_pool import Costly, Ending
from damier.web.tables.live_table import LiveTable
from damier.web.wire.archive_models import ImportedOut, RefusedOut
from damier.web.wire.requests import MOST_MOVES, NewClock

PAGE = 20
"""Games that are read from the database at a time."""

PIECE = 64_000
"""Characters after which a piece of a file is sent: for a slow reader no more is kept in memory."""

MOST_GAMES = 20_000
"""Games in one file, the newest first."""

MOST_RECORDS = 1_000
"""Records that are looked at in one file, good or bad."""

MOST_SECONDS = 20.0
"""How long playing through the records of one file may take, without the turns of others between."""

MOST_NAME = 60
"""Characters of a player's name."""


@dataclass(slots=True)
class Imported:
    """What a file held."""

    tables: list[TableRow] = field(default_factory=list)
    refused: list[tuple[int, Text]] = field(default_factory=list)
    """By line, from 1: what was wrong."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """A part of a file that goes out."""

    text: str
    games: int
    """How many games of the archive were looked at for it."""
    after: str | None
    """Where the next piece begins; None at the end."""


class Library:
    """Files out of the archive and into it, in pieces: none holds a thread for long."""

    def __init__(self, archive: Archive, pool: Costly) -> None:
        self.archive = archive
        self.pool = pool

    # Out.

    async def pages(self, holder: str, form: str) -> AsyncIterator[str]:
        """The games of *holder*, newest first, as pieces of a file: ``jsonl`` or ``text``."""
        games, after = 0, ""
        while games < MOST_GAMES:
            read = partial(self._piece, holder, form, after, min(PAGE, MOST_GAMES - games))
            piece = await self.pool.do(read, stays=games > 0)
            yield piece.text
            if piece.after is None:
                return
            games, after = games + piece.games, piece.after

    def _piece(self, holder: str, form: str, after: str, most: int) -> FilePart:
        """The next games, as many as are written in one turn."""
        found = self.archive.search(holder, TableQuery(after=after, most=most))
        until = time.monotonic() + costly_pool.SLICE
        texts: list[str] = []
        size = 0
        for games, stored in enumerate(found.tables, 1):
            if (record := self._public_record(stored)) is not None:
                texts.append(f"{write_text(record) if form == 'text' else record.dump()}\n")
                size += len(texts[-1])
            rest = games < len(found.tables)
            if rest and (size > PIECE or time.monotonic() > until):
                return FilePart("".join(texts), games, Cursor(stored.updated, stored.id).write())
        return FilePart("".join(texts), len(found.tables), found.more)

    def _public_record(self, stored: TableRow) -> Record | None:
        """The record as it may leave the server; None where it would tell what nobody may know yet."""
        dates = write_dates(stored.created, stored.updated)
        record = replace(stored.record, more={**dates, **public_more(stored.record)})
        if record.ending != "open":
            return record
        try:
            hides = _hides(record)
        except Refusal:
            return None
        # The seed tells nothing of the board, but of what the engine at this table will do.
        return None if hides else replace(record, seed=0)

    # In.

    async def take(self, text: str, holder: str, language: str) -> ImportedOut:
        """Every good record in *text* becomes a table of *holder*; of the others, what is wrong is told."""
        taken = await self.pool.do_all(self._take(text, holder))
        return ImportedOut(
            taken=len(taken.tables),
            tables=[stored.id for stored in taken.tables],
            refused=[
                # What was wrong is named, and may be half a character, which no answer can hold.
                RefusedOut(line=line, problem=printable(problem.show(language)))
                for line, problem in taken.refused
            ],
        )

    def _take(self, text: str, holder: str) -> Iterator[Imported]:
        """Read a file; what was taken so far, each time that others may have their turn.

        Raises Ending, and keeps nothing, where the server ends meanwhile.
        """
        taken = Imported()
        left, since = MOST_SECONDS, time.monotonic()

        def is_late() -> bool:
            return self.pool.ending or time.monotonic() > since + left

        for number, (line, found) in enumerate(read_records(text)):
            if number == MOST_RECORDS or is_late():
                taken.refused.append((line, TOO_MUCH))
                break
            try:
                if isinstance(found, Refusal):
                    raise found
                taken.tables.append(settle(found, holder, is_late))
            except Refusal as problem:
                taken.refused.append((line, problem.text))
            if time.monotonic() > since + costly_pool.SLICE:
                left -= time.monotonic() - since
                yield taken
                since = time.monotonic()
        if self.pool.ending:
            raise Ending
        if not taken.tables and not taken.refused:
            raise Unreadable(Text("there is no game in this file"))
        if taken.tables:
            self.archive.create_all(taken.tables)
        yield taken


TOO_MUCH = Text("from here on it was too much for one file: put the rest into another")


def _hides(record: Record) -> bool:
    """Whether a game under way may not go out: something is hidden, or was dealt, which its seed would tell.

    The start says so, without playing the game through: a view is the state itself, or of another type.
    """
    game = find_game(record.game)
    first = game.deal(record.options, record.seed)
    return game.view(first, first.turn) is not first or game.deal(record.options, 0) != first


def settle(record: Record, holder: str, is_late: Callable[[], bool]) -> TableRow:
    """A table of *holder* on which this game was played; refuses what is no game, and what takes too long."""
    game = find_game(record.game)
    if len(record.moves) > MOST_MOVES:
        raise Unreadable(Text("a game may have {n} moves at most", n=MOST_MOVES))
    dates = read_dates(record, time.time())
    record = replace(record, game=game.key, options=game.settle(None, record.options))
    states = []
    for state in replay(game, record):
        states.append(state)
        if is_late():
            raise Refusal(TOO_MUCH)
    views = [game.view(state, state.turn) for state in states]
    moves = [game.read(written, view) for written, view in zip(record.moves, views, strict=False)]
    record = replace(
        record,
        moves=tuple(game.write(move) for move in moves),
        players=_names(game, record, views[0]),
        more=public_more(record),
    )
    hidden = views[-1] is not states[-1]
    if record.ending == "open" and views[-1].outcome() is not None:
        record = replace(record, ending="rules")  # a record written by hand need not say so
    if record.ending == "open":
        # Its clock has stood since nobody knows when, and a reader of the file may know what is hidden.
        more = {name: value for name, value in record.more.items() if name != "clock"}
        record = replace(record, more=more, practice=record.practice or hidden)
    created, updated = dates
    row = TableRow(
        created=created,
        updated=updated,
        id=secrets.token_urlsafe(16),
        record=record,
        version=1,
        owner=holder,
        holders={seat: holder for seat, name in enumerate(record.players) if name == PERSON},
    )
    # The record stays as it was read: a live table does not know how long the game has taken.
    return replace(LiveTable.from_row(row, (states, moves)).to_row(), record=record)


def _names(game: AnyGame, record: Record, view: Any) -> tuple[str, ...]:
    """The players: any name where the game is over; else a person, or a level that plays on this board."""
    if not record.players:
        return (PERSON,) * int(view.seats)
    if len(record.players) != view.seats:
        raise Unreadable(broken("players"))
    if record.ending != "open":
        return tuple(printable(name).strip()[:MOST_NAME] or PERSON for name in record.players)
    levels = [key for key, level in game.engines.items() if level.fits(view)]
    return tuple(name if name in levels else PERSON for name in record.players)


def public_more(record: Record) -> dict[str, Any]:
    """What else a record may hold in a file, from ours or from anywhere: names, its clock and seconds."""
    more: dict[str, Any] = {}
    if names := nicknames_of(record):
        more["names"] = write_nicknames(names, len(record.players))
    if record.more.get("left") is True and record.ending in LEFT:
        more["left"] = True
    seconds = read_seconds(record.more.get("seconds"))
    if seconds is not None:
        more["seconds"] = seconds
    clock = read_clock(record)
    if clock is not None:
        timing = clock.timing
        try:
            NewClock(main=timing.main, increment=timing.increment)
        except ValidationError:
            return more  # no clock that a game here could have
        more["clock"] = write_clock(timing, clock.spent, clock.running)
    return more
