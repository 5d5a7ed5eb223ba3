"""What can be done with tables: every change is in the archive before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from damier.core.clock import read_clock
from damier.core.game import Seat
from damier.core.text import IllegalMove, Refusal, Text
from damier.games import game as find_game
from damier.store.archive import Archive, Stale, Stored, Wish
from damier.store.search_terms import words_of
from damier.table import PERSON, Table
from damier.web.host import metrics
from damier.web.host.client import hashed
from damier.web.host.costly_pool import SLICE, Costly
from damier.web.reviews.review_jobs import Reviews
from damier.web.tables.actions import Act, is_shared
from damier.web.tables.import_export import Library
from damier.web.tables.live_tables import (
    NotFound,
    NotYours,
    Replays,
    cells,
    stands,
    unreadable,
    winner,
    wound,
    write_down,
)
from damier.web.tables.new_table import seat_people
from damier.web.tables.table_view import line_out, ply_out, seats_of, table_out
from damier.web.tables.watchers import Watchers
from damier.web.thinking.engine_turns import MOST_LINES, Players
from damier.web.thinking.stored_analysis import unpack_thought
from damier.web.thinking.worker_pool import Workers
from damier.web.wire.models import PlyOut, TableOut, TablesOut
from damier.web.wire.opinion_models import AnalysisOut
from damier.web.wire.requests import NewClock, NewTable

LONG = 10_000
"""Cells of a board, counted once for every move to be played through: beyond that it is costly work."""

DRAWN = 10
"""To show a board costs as much as to play so many moves on it."""

T = TypeVar("T")

log = logging.getLogger("damier.web")

__all__ = ["NotFound", "NotYours", "Service"]


class Service:
    """Tables in the archive, engines that play at them, and whoever watches."""

    def __init__(self, archive: Archive, workers: Workers, pool: Costly) -> None:
        self.archive = archive
        self.workers = workers
        self.pool = pool
        self.replays = Replays()
        self.watchers = Watchers()
        self.players = Players(self)
        self.reviews = Reviews(archive, workers, self.replays, self.news)
        self.library = Library(archive, self.pool)
        self._name = secrets.token_hex(8)
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()
        archive.listen(self._hear)

    # Reading.

    async def load(self, table_id: str) -> Stored:
        """The table; an engine that should move there is woken, and a clock that ran out ends the game."""
        return await self._attend(await self.read(table_id))

    async def _attend(self, stored: Stored) -> Stored:
        stored = await self.look_at_clock(stored)
        await self.players.wake(stored)
        return stored

    async def read(self, table_id: str) -> Stored:
        """The table as it is kept; nothing is played through."""
        return await asyncio.to_thread(self._read, table_id)

    def _read(self, table_id: str) -> Stored:
        try:
            stored = self.archive.load(table_id)
        except Refusal as problem:
            raise unreadable(problem.text) from None
        if stored is None:
            raise NotFound(Text("there is no such table: it may have been deleted"))
        return stored

    async def live(self, stored: Stored) -> Table:
        """The live table of a stored one; whoever works on it next in a thread finds it played through."""
        return await self._at(stored, lambda table: table)

    async def _at(self, stored: Stored, act: Callable[[Table], T], boards: int = 0) -> T:
        """Call *act* with the live table, of which it draws so many *boards*, where nobody waits for it.

        What was played through is handed on: it may be forgotten again by the time that *act* has its turn.
        """
        size, known = cells(stored.record.options), None
        if size * self.replays.unplayed(stored) > LONG:
            known = await self.pool.do_large(self.replays.play_through(stored))
        if size * DRAWN * boards > LONG:
            return await self.pool.do(lambda: act(self.replays.table(stored, known)), stays=True)
        return await asyncio.to_thread(lambda: act(self.replays.table(stored, known)))

    async def show(self, stored: Stored, holder: str, language: str, secret: str | None = None) -> TableOut:
        """The table as *holder* may see it; *secret* shows its owner the invitations."""
        return await self._at(
            stored, lambda table: self._show(stored, table, holder, language, secret), boards=1
        )

    def _show(self, stored: Stored, table: Table, holder: str, language: str, secret: str | None) -> TableOut:
        shown = table_out(stored, table, holder, language, secret=secret)
        awaited = shown.to_move == "level"  # after an undo it may still think, in vain
        shown.thinking = awaited and stored.id in self.players
        problem = self.players.problems.get(stored.id) if awaited else None
        shown.problem = problem.show(language) if problem else None
        return shown

    async def ply(self, table_id: str, ply: int, holder: str, language: str) -> PlyOut:
        """The game after *ply* moves."""
        stored = await self.read(table_id)
        return await self._at(stored, lambda table: ply_out(stored, table, ply, holder, language), boards=1)

    async def search(self, holder: str, wish: Wish, language: str) -> TablesOut:
        """Tables in a browser's archive, newest first, but for those that can no longer be read."""
        return await self.pool.do_all(self._search(holder, wish, language))

    def _search(self, holder: str, wish: Wish, language: str) -> Iterator[TablesOut]:
        """What was found; each game is played through, so others may have their turn between."""
        found = self.archive.search(holder, wish)
        shown = TablesOut(tables=[], more=found.more)
        since = time.monotonic()
        for stored in found.tables:
            with suppress(NotFound):
                shown.tables.append(line_out(stored, self.replays.table(stored), holder, language))
            if time.monotonic() > since + SLICE:
                yield shown
                since = time.monotonic()
        yield shown

    # Changing.

    async def create(self, wish: NewTable, secret: str) -> Stored:
        """A new table; who has *secret* gets the seats that were wished for."""
        options = find_game(wish.game).settle(wish.setup, wish.options)
        if cells(options) * len(wish.moves) > LONG:
            stored = await self.pool.do(lambda: seat_people(wish, secret))
        else:
            stored = await asyncio.to_thread(seat_people, wish, secret)
        await self._create(stored)
        return await self.load(stored.id)

    async def _create(self, stored: Stored) -> None:
        await asyncio.to_thread(self.archive.create, stored)
        metrics.created(stored.record.game)

    async def change(self, table_id: str, version: int, holder: str, act: Act) -> Stored:
        """Let *act* change the table for *holder*."""
        stored = await self.load(table_id)
        if stored.version != version:
            raise Stale
        changed = await self._at(stored, lambda table: self._change(stored, table, holder, act))
        self.tell(changed)
        return await self._attend(changed)

    async def insist(self, table_id: str, holder: str, act: Act) -> Stored:
        """Like :meth:`change`, whatever the version: for what does not depend on the position."""
        while True:
            with suppress(Stale):
                return await self.change(table_id, (await self.read(table_id)).version, holder, act)

    def _change(self, stored: Stored, table: Table, holder: str, act: Act) -> Stored:
        seats = seats_of(stored, holder)
        if not seats and (stored.holders or stored.owner != holder):
            raise NotYours(Text("only who plays here can do that"))
        return self._keep(act(table, stored, seats), table)

    async def keep(self, stored: Stored, table: Table) -> Stored:
        """Make what has happened at the table durable; raises Stale if somebody was quicker."""
        return await asyncio.to_thread(self._keep, stored, table)

    def _keep(self, stored: Stored, table: Table) -> Stored:
        record = write_down(stored, table)
        words = words_of(record)
        changed = replace(stored, record=record, winner=winner(table), words=words)
        kept = self.archive.change(changed)
        if len(record.moves) > len(stored.record.moves):
            metrics.moved(record.players[table.states[-2].turn])
        self.replays.learn(kept, table)
        return kept

    async def join(self, table_id: str, token: str, holder: str) -> Stored:
        """Give the seat that an invitation is for to *holder*; it is void then."""
        while True:
            stored = await self.load(table_id)
            seat = _invited(stored, hashed(token))
            if seat is None:
                raise NotYours(Text("this invitation is not valid: the seat may have been taken"))
            if holder in stored.holders.values():
                raise Refusal(Text("you have a seat at this table already: send the link to somebody else"))
            invites = {place: other for place, other in stored.invites.items() if place != seat}
            joined = replace(stored, holders={**stored.holders, seat: holder}, invites=invites)
            joined = joined if invites else wound(joined, time.time())  # all have come: the clock runs
            try:
                changed = await self.keep(joined, await self.live(joined))
            except Stale:
                continue  # somebody has changed it meanwhile: look again
            self.tell(changed)
            await self.load(table_id)  # the clock begins to run, an engine to think
            return changed

    async def forget(self, table_id: str, holder: str) -> None:
        """Take a table out of a browser's archive."""
        stored = await self.read(table_id)
        if holder != stored.owner and holder not in stored.holders.values():
            raise NotYours(Text("only who plays here can do that"))
        await asyncio.to_thread(self.archive.forget, table_id, holder)

    async def rematch(self, table_id: str, holder: str) -> Stored:
        """A new table for the same players, who swap seats; all who ask get the same one."""
        while True:
            stored = await self.load(table_id)
            if holder != stored.owner and holder not in stored.holders.values():
                raise NotYours(Text("only who plays here can ask for a rematch"))
            await self.live(stored)  # refuses what can no longer be read
            if stored.next is not None:
                with suppress(NotFound):  # it may have been deleted
                    return await self.load(stored.next)
            if is_shared(stored) and stored.record.ending == "open":
                raise IllegalMove(Text("this round is not over yet"))
            fresh = await asyncio.to_thread(_swapped, stored, holder)
            await self._create(fresh)
            try:
                linked = replace(stored, next=fresh.id)
                self.tell(await self.keep(linked, await self.live(linked)))
            except Stale:
                await asyncio.to_thread(self.archive.delete, fresh.id)
                continue  # the other was quicker
            return await self.load(fresh.id)

    # Opinions.

    async def asked_about(self, table_id: str) -> tuple[Stored, Table]:
        """A table of which an opinion may be had: not while people play from different places."""
        stored = await self.load(table_id)
        if is_shared(stored) and stored.record.ending == "open":
            raise NotYours(Text("there is no advice while two people play: look at the review afterwards"))
        return stored, await self.live(stored)

    async def hint(self, table_id: str, level: str | None, language: str) -> AnalysisOut:
        """What the strongest level that fits thinks, or the one that is named."""
        stored, table = await self.asked_about(table_id)
        game = table.game
        if table.ended is not None:
            raise IllegalMove(Text("the game is over: there is no move to analyse"))
        view = table.view()
        key = game.level(level) if level else game.strongest(view)
        if not game.engines[key].fits(view):
            raise Refusal(Text("the level '{level}' does not play on this board", level=game.called(key)))
        thought = await self.workers.ponder(game.key, game.text(view), key, 0, MOST_LINES, table=stored.id)
        return unpack_thought(thought, language)

    async def why(self, table_id: str, language: str) -> AnalysisOut:
        """What the last engine thought of its last move."""
        stored, _ = await self.asked_about(table_id)
        try:
            return unpack_thought(stored.thought or "", language)
        except (ValueError, LookupError, TypeError, AttributeError):  # none, or of another version
            raise NotFound(Text("no opponent has moved yet")) from None

    # Telling.

    def tell(self, stored: Stored) -> None:
        """A table has changed here."""
        self.watchers.tell(stored.id, stored)

    def news(self, table_id: str) -> None:
        """The review of a table has grown."""
        self.watchers.tell(table_id, None)

    def _hear(self, table_id: str) -> None:
        """Called from a thread of the archive."""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(self._heard, table_id)

    def _heard(self, table_id: str) -> None:
        """Another server has changed a table, or (without a name) perhaps any."""
        for name in [table_id] if table_id else self.watchers.tables():
            if name in self.watchers:
                self._do(self._pass_on(name))

    async def _pass_on(self, table_id: str) -> None:
        with suppress(NotFound):
            self.tell(await self.load(table_id))
            self.news(table_id)

    def _do(self, work: Any) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Clocks.

    async def look_at_clock(self, stored: Stored) -> Stored:
        """End the game if time ran out, else look again when it will, for who moves now."""
        if stored.record.ending != "open" or "clock" not in stored.record.more:
            return stored
        table = await self.live(stored)
        if stands(stored) or table.ended is not None:
            return stored
        if table.tick():
            try:
                changed = await self.keep(replace(stored, offers={}), table)
            except Stale:
                return await self.load(stored.id)
            self.tell(changed)
            return changed
        clock = table.clock()
        if clock is not None:
            if stored.id in self._alarms:
                self._alarms.pop(stored.id).cancel()
            left = clock.left[table.turn] + 0.02
            self._alarms[stored.id] = self._loop.call_later(left, self._ring, stored.id)
        return stored

    async def stop_clock(self, stored: Stored) -> Stored:
        """Let no time pass until the next move; raises Stale if somebody was quicker."""
        if "clock" not in stored.record.more:
            return stored
        return await asyncio.to_thread(self.archive.change, wound(stored, None))

    def _ring(self, table_id: str) -> None:
        self._alarms.pop(table_id, None)

        async def look() -> None:
            with suppress(NotFound):
                await self.load(table_id)

        self._do(look())

    # Several servers.

    async def claim(self, table_id: str, seconds: float) -> bool:
        """Whether this server may let the engine of a table think."""
        if not self.archive.shared:
            return True
        return await asyncio.to_thread(self.archive.claim, table_id, self._name, seconds)

    async def release(self, table_id: str) -> None:
        """Let another server do it."""
        if self.archive.shared:
            await asyncio.to_thread(self.archive.release, table_id, self._name)

    async def close(self) -> None:
        """Stop thinking."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.players.close()
        await self.reviews.close()
        self.pool.close()
        self.workers.close()
        self.archive.close()


async def _quietly(work: Awaitable[None]) -> None:
    """Do what nobody waits for; a database that is away is told in the log, and asked again by who looks."""
    try:
        await work
    except SQLAlchemyError as problem:
        log.error("the database does not answer: %s", type(problem).__name__)


def _invited(stored: Stored, token: str) -> Seat | None:
    """The seat that an invitation is for."""
    for seat, expected in stored.invites.items():
        if secrets.compare_digest(expected, token):
            return seat
    return None


def _swapped(stored: Stored, holder: str) -> Stored:
    """A table for the same players the other way round."""
    record, seats = stored.record, len(stored.record.players)
    levels = find_game(record.game).engines
    names = [name if name in levels else PERSON for name in record.players[::-1]]
    clock = read_clock(record)
    wish = NewTable(
        game=record.game,
        options=dict(record.options),
        players=names,
        clock=NewClock(main=clock.timing.main, increment=clock.timing.increment) if clock else None,
        pace=float(record.more.get("pace", 0.6)),
    )
    fresh = seat_people(wish, secrets.token_urlsafe())
    people = dict.fromkeys(fresh.holders, holder)
    known = {seats - 1 - seat: held for seat, held in stored.holders.items()}
    table = replace(fresh, owner=stored.owner or holder, holders={**people, **known})
    # Who was asked for a rematch may look elsewhere: the clock waits for the first move.
    return wound(table, None) if is_shared(table) else table
