"""A browser's games as a file, out and in: JSON lines, or the record text that people read."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from damier.core.clock import read_clock, write_clock
from damier.core.game import AnyGame
from damier.core.paper import read_records, write_text
from damier.core.record import Record, broken, read_seconds, replay
from damier.core.text import Refusal, Text, Unreadable, printable
from damier.games import game as find_game
from damier.store.archive import Archive, Stored, Wish
from damier.store.words import words_of
from damier.table import PERSON, Table
from damier.web.models import ImportedOut, RefusedOut
from damier.web.replays import NotFound, Replays, winner
from damier.web.wishes import MOST_MOVES, NewClock
from damier.web.workers import Busy

PAGE = 100
"""Games that are read from the database at a time."""

MOST_GAMES = 20_000
"""Games in one file, the newest first."""

MOST_RECORDS = 1_000
"""Records that are looked at in one file, good or bad."""

MOST_SECONDS = 20.0
"""How long playing through the records of one file may take."""

MOST_NAME = 60
"""Characters of a player's name."""

MOST_WAITING = 8
"""Files that may wait until theirs is the next to be read."""


@dataclass(slots=True)
class Taken:
    """What a file held."""

    tables: list[Stored] = field(default_factory=list)
    refused: list[tuple[int, Text]] = field(default_factory=list)
    """By line, from 1: what was wrong."""


class Library:
    """Files out of the archive and into it."""

    def __init__(self, archive: Archive, replays: Replays) -> None:
        self.archive = archive
        self.replays = replays
        # One thread of its own: a long file must not take those by which moves are made.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="library")
        self._waiting = 0

    # Out.

    async def pages(self, holder: str, form: str) -> AsyncIterator[str]:
        """The games of *holder*, newest first, as pieces of a file: ``jsonl`` or ``text``."""
        after: str | None = ""
        for _ in range(MOST_GAMES // PAGE):
            if after is None:
                return
            piece, after = await asyncio.to_thread(self._page, holder, form, after)
            yield piece

    def _page(self, holder: str, form: str, after: str) -> tuple[str, str | None]:
        found = self.archive.search(holder, Wish(after=after, most=PAGE))
        records = [record for stored in found.tables if (record := self._on_paper(stored)) is not None]
        if form == "text":
            return "".join(f"{write_text(record)}\n" for record in records), found.more
        return "".join(f"{record.dump()}\n" for record in records), found.more

    def _on_paper(self, stored: Stored) -> Record | None:
        """The record as it may leave the server; None where it would tell what nobody may know yet."""
        record = replace(stored.record, more=public_more(stored.record))
        if record.ending != "open":
            return record
        try:
            table = self.replays.table(stored)
        except NotFound:
            return None
        game, state = table.game, table.state
        if game.view(state, state.turn) is not state or game.deal(table.options, 0) != table.states[0]:
            return None  # the seed would tell
        # It tells nothing of the board, but of what the engine at this table will do.
        return replace(record, seed=0)

    # In.

    async def take(self, words: str, holder: str, language: str) -> ImportedOut:
        """Every good record in *words* becomes a table of *holder*; of the others, what is wrong is told."""
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            taken = await loop.run_in_executor(self._thread, self._take, words, holder)
        finally:
            self._waiting -= 1
        return ImportedOut(
            taken=len(taken.tables),
            tables=[stored.id for stored in taken.tables],
            refused=[
                # What was wrong is named, and may be half a character, which no answer can hold.
                RefusedOut(line=line, problem=printable(text.show(language)))
                for line, text in taken.refused
            ],
        )

    def _take(self, words: str, holder: str) -> Taken:
        taken = Taken()
        deadline = time.monotonic() + MOST_SECONDS
        for number, (line, found) in enumerate(read_records(words)):
            if number == MOST_RECORDS or time.monotonic() > deadline:
                taken.refused.append((line, TOO_MUCH))
                break
            try:
                if isinstance(found, Refusal):
                    raise found
                taken.tables.append(settle(found, holder, deadline))
            except Refusal as problem:
                taken.refused.append((line, problem.text))
        if not taken.tables and not taken.refused:
            raise Unreadable(Text("there is no game in this file"))
        if taken.tables:
            self.archive.create_all(taken.tables)
        return taken

    def close(self) -> None:
        """Read no more files."""
        self._thread.shutdown(wait=False, cancel_futures=True)


TOO_MUCH = Text("from here on it was too much for one file: put the rest into another")


def settle(record: Record, holder: str, deadline: float) -> Stored:
    """A table of *holder* on which this game was played; refuses what is no game."""
    game = find_game(record.game)
    if len(record.moves) > MOST_MOVES:
        raise Unreadable(Text("a game may have {n} moves at most", n=MOST_MOVES))
    record = replace(record, game=game.key, options=game.settle(None, record.options))
    states = []
    for state in replay(game, record):
        states.append(state)
        if time.monotonic() > deadline:
            raise Refusal(TOO_MUCH)
    views = [game.view(state, state.turn) for state in states]
    moves = [game.read(word, view) for word, view in zip(record.moves, views, strict=False)]
    record = replace(
        record,
        moves=tuple(game.write(move) for move in moves),
        players=_names(game, record, views[0]),
        more=public_more(record),
    )
    hidden = views[-1] is not states[-1]
    if record.ending == "open" and views[-1].outcome() is not None:
        record = replace(record, ending="rules")  # who writes a record by hand need not say so
    if record.ending == "open":
        # Its clock has stood since nobody knows when, and who has the file may know what is hidden.
        more = {name: value for name, value in record.more.items() if name != "clock"}
        record = replace(record, more=more, practice=record.practice or hidden)
    table = Table.resume(game, record, known=(states, moves))
    return Stored(
        id=secrets.token_urlsafe(16),
        record=record,
        version=1,
        owner=holder,
        holders={seat: holder for seat, name in enumerate(record.players) if name == PERSON},
        winner=winner(table),
        words=words_of(record),
    )


def _names(game: AnyGame, record: Record, view: Any) -> tuple[str, ...]:
    """Who played: any name will do where the game is over; who plays on is a person or a level that fits."""
    if not record.players:
        return (PERSON,) * int(view.seats)
    if len(record.players) != view.seats:
        raise Unreadable(broken("players"))
    if record.ending != "open":
        return tuple(printable(name).strip()[:MOST_NAME] or PERSON for name in record.players)
    levels = [key for key, level in game.engines.items() if level.fits(view)]
    return tuple(name if name in levels else PERSON for name in record.players)


def public_more(record: Record) -> dict[str, Any]:
    """What else a record may hold in a file, from ours or from anywhere: how long it took, and its clock."""
    more: dict[str, Any] = {}
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
