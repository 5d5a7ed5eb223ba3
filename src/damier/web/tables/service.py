"""What can be done with tables: every change is in the archive before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from damier.core.game import Seat
from damier.core.nicknames import read_nickname
from damier.core.text import IllegalMove, Refusal, Text
from damier.games import game as find_game
from damier.store.table_archive import Archive, Stale, TableQuery, TableRow
from damier.table import PERSON
from damier.web.host import metrics
from damier.web.host.client import hashed
from damier.web.host.costly_pool import SLICE, Costly
from damier.web.named_tasks import NamedTasks
from damier.web.refusals import NotFound, NotYours
from damier.web.reviews.review_jobs import Reviews
from damier.web.tables.actions import Action
from damier.web.tables.clock_alarms import ClockAlarms
from damier.web.tables.import_export import Library
from damier.web.tables.live_table import LiveTable, Offers
from damier.web.tables.new_table import set_up_table
from damier.web.tables.people import AWAY_SECONDS, People
from damier.web.tables.table_cache import TableCache, cells, unreadable
from damier.web.tables.table_view import line_out, ply_out, table_out
from damier.web.tables.watchers import Watchers
from damier.web.thinking.engine_turns import EVERY_LINE, LINES_OF_OPINION, EngineTurns
from damier.web.thinking.stored_analysis import answer_out, unpack_thought
from damier.web.thinking.worker_pool import Opinion, Workers
from damier.web.wire.models import PlyOut, TableOut, TablesOut
from damier.web.wire.opinion_models import AnalysisOut, AnswerOut
from damier.web.wire.requests import NewClock, NewTable

COSTLY_CELLS = 10_000
"""Cells of a board, counted once for every move to be played through: beyond that it is costly work."""

DRAWN = 10
"""To show a board costs as much as to play so many moves on it."""

T = TypeVar("T")

log = logging.getLogger("damier.web")


class Service:
    """Tables in the archive, engines that play at them, and whoever watches."""

    def __init__(
        self, archive: Archive, workers: Workers, pool: Costly, away_seconds: float = AWAY_SECONDS
    ) -> None:
        self.archive = archive
        self.workers = workers
        self.pool = pool
        self.tables = TableCache()
        self.watchers = Watchers()
        self.engine_turns = EngineTurns(self)
        self.reviews = Reviews(archive, workers, self.tell_review)
        self.library = Library(archive, self.pool)
        self.clocks = ClockAlarms(self)
        self._tasks = NamedTasks()
        self._loop = asyncio.get_running_loop()
        self.people = People(archive, self._show_again, self.watchers.tell, away_seconds)
        archive.listen(partial(self._hear, self._heard), partial(self._hear, self.people.hear))

    # Reading.

    async def load(self, table_id: str) -> LiveTable:
        """The table; an engine that should move there is woken, and a clock that ran out ends the game."""
        return await self._attend(await self.read(table_id))

    async def _attend(self, live: LiveTable) -> LiveTable:
        live = await self.clocks.look(live)
        self.engine_turns.wake(live)
        return live

    async def read(self, table_id: str) -> LiveTable:
        """The table as it is stored; a long game that is not in memory is played through with costly work."""
        row = await asyncio.to_thread(self._read, table_id)
        known = None
        if cells(row.record.options) * self.tables.unplayed(row) > COSTLY_CELLS:
            known = await self.pool.do_large(self.tables.play_through(row))
        return await asyncio.to_thread(self.tables.revive, row, known)

    def _read(self, table_id: str) -> TableRow:
        try:
            row = self.archive.load(table_id)
        except Refusal as problem:
            raise unreadable(problem.text) from None
        if row is None:
            raise NotFound(Text("there is no such table: it may have been deleted"))
        return row

    async def show(self, live: LiveTable, holder: str, language: str, secret: str | None = None) -> TableOut:
        """The table as *holder* may see it; *secret* shows its owner the invitations."""
        shown = await self.compute(live, lambda: table_out(live, holder, language, secret=secret))
        awaited = shown.to_move == "level"  # after an undo it may still think, in vain
        shown.thinking = awaited and live.id in self.engine_turns
        problem = self.engine_turns.problems.get(live.id) if awaited else None
        shown.problem = problem.show(language) if problem else None
        self.people.show(shown, live)
        return shown

    async def ply(self, table_id: str, ply: int, holder: str, language: str) -> PlyOut:
        """The game after *ply* moves."""
        live = await self.read(table_id)
        return await self.compute(live, lambda: ply_out(live, ply, holder, language))

    async def compute(self, live: LiveTable, act: Callable[[], T], moves: int = DRAWN) -> T:
        """Do what takes as long as *moves*, or as showing the board; with costly work if that is long."""
        if cells(live.table.options) * moves > COSTLY_CELLS:
            return await self.pool.do(act, stays=True)
        return await asyncio.to_thread(act)

    async def search(self, holder: str, query: TableQuery, language: str) -> TablesOut:
        """Tables in a browser's archive, newest first, but for those that can no longer be read."""
        return await self.pool.do_all(self._search(holder, query, language))

    def _search(self, holder: str, query: TableQuery, language: str) -> Iterator[TablesOut]:
        """What was found; each game is played through, so others may have their turn between."""
        found = self.archive.search(holder, query)
        shown = TablesOut(tables=[], more=found.more)
        since = time.monotonic()
        for row in found.tables:
            with suppress(NotFound):
                shown.tables.append(line_out(self.tables.revive(row), row.result(holder), holder, language))
            if time.monotonic() > since + SLICE:
                yield shown
                since = time.monotonic()
        yield shown

    # Changing.

    async def create(self, new: NewTable, secret: str) -> LiveTable:
        """A new table; the browser with *secret* gets the seats that it asked for."""
        options = find_game(new.game).settle(new.setup, new.options)
        if new.position is not None or cells(options) * len(new.moves) > COSTLY_CELLS:
            live = await self.pool.do(lambda: set_up_table(new, secret))
        else:
            live = await asyncio.to_thread(set_up_table, new, secret)
        return await self._attend(await asyncio.to_thread(self._create, live))

    def _create(self, live: LiveTable) -> LiveTable:
        created = self._stored(live, self.archive.create(live.to_row()))
        metrics.created(live.game.key)
        return created

    def _stored(self, live: LiveTable, row: TableRow) -> LiveTable:
        """The table that the archive holds as *row* now, kept in memory for the next request."""
        live = live.stored_as(row)
        self.tables.keep(row, live)
        return live

    async def change(self, table_id: str, version: int | None, holder: str, action: Action) -> LiveTable:
        """Let *action* change the table for *holder*, if it is still the *version* that they saw."""
        live = await self.load(table_id)
        if version is not None and live.version != version:
            raise Stale
        return await self.told(await asyncio.to_thread(self._change, live, holder, action))

    async def told(self, live: LiveTable) -> LiveTable:
        """A table that was just changed, once whoever watches was told and whoever moves next was woken."""
        self.tell(live)
        return await self._attend(live)

    async def insist(self, table_id: str, holder: str, action: Action) -> LiveTable:
        """Like :meth:`change`, whatever the version: for what does not depend on the position."""
        while True:
            with suppress(Stale):
                return await self.change(table_id, None, holder, action)

    def _change(self, live: LiveTable, holder: str, action: Action) -> LiveTable:
        return self.keep_here(action(live.draft(), must_play(live, holder)))

    async def play_opinion(self, live: LiveTable, opinion: Opinion) -> LiveTable:
        """Make an engine's move and keep what it thought; raises Stale if somebody was quicker."""
        draft = replace(live.draft(), thought=opinion.packed, offers=Offers())

        def play() -> LiveTable:
            draft.table.play(live.game.read(opinion.move, live.table.view()))
            return self.keep_here(draft)

        return await self.compute(live, play)

    async def keep(self, draft: LiveTable) -> LiveTable:
        """Make what has happened at the table durable; raises Stale if somebody was quicker."""
        return await asyncio.to_thread(self.keep_here, draft)

    def keep_here(self, draft: LiveTable) -> LiveTable:
        """Like :meth:`keep`, for who is in a thread already."""
        kept = self._stored(draft, self.archive.change(draft.to_row()))
        for state in kept.table.states[len(draft.record.moves) : -1]:
            metrics.moved(kept.table.players[state.turn])
        return kept

    async def join(self, table_id: str, token: str, holder: str, nickname: str = "") -> LiveTable:
        """Give the seat that an invitation is for to *holder*; it is void then."""
        name = read_nickname(nickname)
        while True:
            live = await self.load(table_id)
            given = hashed(token)
            invited = (seat for seat, one in live.invites.items() if secrets.compare_digest(one, given))
            seat = next(invited, None)
            if seat is None:
                raise NotYours(Text("this invitation is not valid: the seat may have been taken"))
            if holder in live.holders.values():
                raise Refusal(Text("you have a seat at this table already: send the link to somebody else"))
            invites = {place: other for place, other in live.invites.items() if place != seat}
            joined = replace(live, holders={**live.holders, seat: holder}, invites=invites)
            joined = replace(joined, nicknames={**live.nicknames, seat: name}) if name else joined
            joined = joined if invites else joined.with_clock_since(time.time())  # all have come
            with suppress(Stale):  # somebody has changed it meanwhile: look again
                return await self.told(await self.keep(joined))

    async def forget(self, table_id: str, holder: str) -> None:
        """Take a table out of a browser's archive."""
        row = await asyncio.to_thread(self._read, table_id)
        if holder != row.owner and holder not in row.holders.values():
            raise NotYours(Text("only a player of this table can do that"))
        await asyncio.to_thread(self.archive.forget, table_id, holder)

    async def rematch(self, table_id: str, holder: str) -> LiveTable:
        """A new table for the same players, who swap seats; all who ask get the same one."""
        while True:
            live = await self.load(table_id)
            if holder != live.owner and holder not in live.holders.values():
                raise NotYours(Text("only a player of this table can ask for a rematch"))
            if live.next is not None:
                with suppress(NotFound):  # it may have been deleted
                    return await self.load(live.next)
            if live.is_shared and live.table.ended is None:
                raise IllegalMove(Text("this round is not over yet"))
            fresh = await asyncio.to_thread(self._create, await asyncio.to_thread(_swapped, live, holder))
            try:
                self.tell(await self.keep(replace(live, next=fresh.id)))
            except Stale:
                await asyncio.to_thread(self.archive.delete, fresh.id)
                continue  # the other was quicker
            return await self._attend(fresh)

    # Opinions.

    async def open_to_advice(self, table_id: str) -> LiveTable:
        """A table of which an opinion may be had: not while people play from different places."""
        live = await self.load(table_id)
        if live.is_shared and live.table.ended is None:
            raise NotYours(Text("there is no advice while two people play: look at the review afterwards"))
        return live

    async def hint(self, table_id: str, level: str | None, language: str) -> AnalysisOut:
        """What the strongest level that fits thinks, or the one that is named."""
        live = await self.open_to_advice(table_id)
        game, table, view = live.game, live.table, _open_view(live)
        key = game.level(level) if level else game.strongest(view)
        if not game.engines[key].fits(view):
            raise Refusal(Text("the level '{level}' does not play on this board", level=game.called(key)))
        opinion = await self.workers.ponder(
            game.key, game.text(view), key, 0, LINES_OF_OPINION, table=live.id
        )
        to_you = table.players[table.turn] == PERSON
        return await self.compute(live, lambda: unpack_thought(opinion.packed, language, to_you=to_you))

    async def ask(self, table_id: str, place: str, language: str) -> AnswerOut:
        """The game's question about a place, answered by the level that the game names."""
        live = await self.open_to_advice(table_id)
        game, view = live.game, _open_view(live)
        if game.inquiry is None:
            raise NotFound(Text("nothing can be asked about a place in {game}", game=game.title))
        inquiry, move = game.inquiry, game.inquiry.read(place, view)
        opinion = await self.workers.ponder(
            game.key, game.text(view), inquiry.level, 0, EVERY_LINE, table=live.id
        )
        return await self.compute(live, lambda: answer_out(game, view, move, opinion.packed, language))

    async def why(self, table_id: str, language: str) -> AnalysisOut:
        """What the last engine thought of its last move."""
        live = await self.open_to_advice(table_id)
        try:
            return await self.compute(live, lambda: unpack_thought(live.thought or "", language))
        except (ValueError, LookupError, TypeError, AttributeError):  # none, or of another version
            raise NotFound(Text("no opponent has moved yet")) from None

    # Telling.

    def tell(self, live: LiveTable) -> None:
        """Show a table that has changed here to everybody who watches it."""
        self.watchers.tell(live.id, live)

    def tell_review(self, table_id: str) -> None:
        """Tell everybody who watches a table that its review has grown."""
        self.watchers.tell(table_id, None)

    def _hear(self, act: Callable[[str], None], words: str) -> None:
        """Called from a thread of the archive."""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(act, words)

    def _heard(self, table_id: str) -> None:
        """Another server has changed a table, or (without a name) perhaps any."""
        if not table_id:
            self.people.presence.doubt()
        for name in [table_id] if table_id else self.watchers.tables():
            if name in self.watchers:
                self.begin(self._pass_on, name)

    def _show_again(self, table_id: str) -> None:
        """Somebody has come to a table or left it."""
        if table_id in self.watchers:
            self.begin(self._pass_on, table_id)

    async def _pass_on(self, table_id: str) -> None:
        self.tell(await self.load(table_id))
        self.tell_review(table_id)

    def begin(self, act: Callable[[str], Awaitable[object]], table_id: str) -> None:
        """Begin something with a table that nobody waits for."""
        self._tasks.begin(object(), _quietly(act, table_id))

    async def close(self) -> None:
        """Stop thinking."""
        await self.people.close()
        self.clocks.close()
        await self._tasks.close()
        await self.engine_turns.close()
        await self.reviews.close()
        self.pool.close()
        self.workers.close()
        self.archive.close()


async def _quietly(act: Callable[[str], Awaitable[object]], table_id: str) -> None:
    """Do it if the table is still there; the log tells of a database that is away, which is asked again."""
    try:
        await act(table_id)
    except NotFound:
        pass
    except SQLAlchemyError as problem:
        log.error("the database does not answer: %s", type(problem).__name__)


def _open_view(live: LiveTable) -> Any:
    """What whoever is to move sees; refuses where the game is over."""
    if live.table.ended is not None:
        raise IllegalMove(Text("the game is over: there is no move to analyse"))
    return live.table.view()


def must_play(live: LiveTable, holder: str) -> list[Seat]:
    """The seats of *holder*, who may have none where engines play for them; refuses anybody else."""
    seats = live.seats_of(holder)
    if not seats and (live.holders or live.owner != holder):
        raise NotYours(Text("only a player of this table can do that"))
    return seats


def _swapped(live: LiveTable, holder: str) -> LiveTable:
    """A table for the same players the other way round."""
    table, timing = live.table, live.table.timing
    new = NewTable(
        game=live.game.key,
        options=dict(table.options),
        position=table.start_position or None,
        players=[name if name in live.game.engines else PERSON for name in table.players[::-1]],
        clock=NewClock(main=timing.main, increment=timing.increment) if timing else None,
        pace=0.6 if live.pace is None else live.pace,
    )
    fresh = set_up_table(new, secrets.token_urlsafe())
    people = dict.fromkeys(fresh.holders, holder)
    known = {len(table.players) - 1 - seat: held for seat, held in live.holders.items()}
    names = {len(table.players) - 1 - seat: name for seat, name in live.nicknames.items()}
    fresh = replace(fresh, owner=live.owner or holder, holders={**people, **known}, nicknames=names)
    # Somebody who is asked for a rematch may look elsewhere: the clock waits for the first move.
    return fresh.with_clock_since(None) if fresh.is_shared else fresh
