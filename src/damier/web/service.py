"""What can be done with tables: every change is in the archive before anybody hears of it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from damier.core.engine import dice
from damier.core.game import AnyGame, new_seed
from damier.core.record import Record, broken
from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.games import game as find_game
from damier.store.archive import Archive, Stale, Stored
from damier.table import PERSON, Table
from damier.web.models import AnalysisOut, NewTable, TableLine, TableOut
from damier.web.wire import ended_out, players_out, scene_out, unpack_thought
from damier.web.workers import Busy, Workers

PAUSE = 0.6
"""Seconds between the moves of two engines, so that a person can follow."""

DESERTED = 30.0
"""Engines alone at a table stop when nobody has looked for so many seconds."""

MOST_LINES = 400
"""How many moves an opinion is given on."""

log = logging.getLogger("damier.web")


class NotFound(Refusal):
    """There is no such table, or nothing to tell of it."""


class NotYours(Refusal):
    """The seat is somebody else's."""


class Service:
    """Tables in the archive, engines that play at them, and whoever watches."""

    def __init__(self, archive: Archive, workers: Workers) -> None:
        self.archive = archive
        self.workers = workers
        self._watchers: dict[str, set[asyncio.Queue[Stored]]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._problems: dict[str, Text] = {}
        self._looks: dict[str, float] = {}
        """When somebody last looked at a table at which an engine thinks."""
        self._closed = False

    # Reading.

    async def load(self, table_id: str) -> Stored:
        """The table; an engine that should move there is woken, after a restart too."""
        stored = await asyncio.to_thread(self._read, table_id)
        await self._wake(stored)
        return stored

    def _read(self, table_id: str) -> Stored:
        try:
            stored = self.archive.load(table_id)
        except Refusal as problem:
            raise NotFound(Text("this game can no longer be read: {problem}", problem=problem.text)) from None
        if stored is None:
            raise NotFound(Text("there is no such table: it may have been deleted"))
        return stored

    async def show(self, stored: Stored, holder: str, language: str) -> TableOut:
        """The table as *holder* may see it."""
        return await asyncio.to_thread(self._show, stored, holder, language)

    def _show(self, stored: Stored, holder: str, language: str) -> TableOut:
        table = resume(stored)
        game, record = table.game, stored.record
        you = [seat for seat, owner in stored.holders.items() if owner == holder]
        turn = table.turn
        mine = turn in you and table.ended is None
        view = table.view(turn if turn in you or not you else you[0])
        return TableOut(
            id=stored.id,
            game=game.key,
            title=game.title.show(language),
            options=dict(record.options),
            players=players_out(game, record.players, language),
            you=you,
            version=stored.version,
            turn=turn,
            to_move=None if table.ended else PERSON if record.players[turn] == PERSON else "level",
            scene=scene_out(game, game.scene(view), language, mine),
            moves=list(record.moves),
            last=_last_place(table),
            ended=ended_out(table, language),
            practice=table.practice,
            thinking=stored.id in self._thinking,
            problem=self._problems[stored.id].show(language) if stored.id in self._problems else None,
        )

    async def mine(self, holder: str, language: str) -> list[TableLine]:
        """The newest tables of a browser, but for those that can no longer be read."""
        return await asyncio.to_thread(self._mine, holder, language)

    def _mine(self, holder: str, language: str) -> list[TableLine]:
        lines = []
        for stored in self.archive.held_by(holder):
            with suppress(NotFound):
                lines.append(_line(stored, language))
        return lines

    # Changing.

    async def create(self, wish: NewTable, holder: str) -> Stored:
        """A new table; *holder* gets every person's seat."""
        game = find_game(wish.game)
        options = game.settle(wish.setup, wish.options)
        state = game.deal(options, 0)
        players = tuple(wish.players) or _usual_players(game, state)
        if len(players) != state.seats:
            raise Unreadable(
                Text("{game} is for {seats}: name as many players", game=game.title, seats=state.seats)
            )
        names = tuple(name if name == PERSON else game.level(name) for name in players)
        for name in names:
            if name != PERSON and not game.engines[name].fits(game.view(state, state.turn)):
                raise Refusal(Text("the level '{level}' does not play on this board", level=name))
        seed = new_seed() if wish.seed is None else wish.seed
        record = Record(game=game.key, options=options, seed=seed, players=names)
        stored = Stored(
            id=secrets.token_urlsafe(16),
            record=record,
            version=1,
            holders={seat: holder for seat, name in enumerate(names) if name == PERSON} or {},
        )
        await asyncio.to_thread(self.archive.create, stored)
        await self._wake(stored)
        return stored

    async def change(
        self, table_id: str, version: int, holder: str, act: Callable[[Table], None], any_seat: bool = False
    ) -> Stored:
        """Let *act* change the table for *holder*, whose turn it must be unless *any_seat* will do."""
        stored = await self.load(table_id)
        if stored.version != version:
            raise Stale
        changed = await asyncio.to_thread(self._change, stored, holder, act, any_seat)
        self._tell(changed)
        await self._wake(changed)
        return changed

    def _change(self, stored: Stored, holder: str, act: Callable[[Table], None], any_seat: bool) -> Stored:
        table = resume(stored)
        seats = [seat for seat, owner in stored.holders.items() if owner == holder]
        if not seats or not (any_seat or table.turn in seats):
            raise NotYours(Text("it is not your turn"))
        act(table)
        record = replace(table.record(), players=stored.record.players)
        return self.archive.change(replace(stored, record=record))

    async def rematch(self, table_id: str, holder: str) -> Stored:
        """A new table for the same players, who swap seats."""
        stored = await self.load(table_id)
        if holder not in stored.holders.values():
            raise NotYours(Text("only who plays here can ask for a rematch"))
        record = stored.record
        wish = NewTable(game=record.game, options=dict(record.options), players=list(record.players[::-1]))
        return await self.create(wish, holder)

    # Opinions.

    async def hint(self, table_id: str, level: str | None, language: str) -> AnalysisOut:
        """What the strongest level that fits thinks, or the one that is named."""
        table = await asyncio.to_thread(resume, await self.load(table_id))
        game = table.game
        if table.ended is not None:
            raise IllegalMove(Text("the game is over: there is no move to analyse"))
        view = table.view()
        key = game.level(level) if level else game.strongest(view)
        if not game.engines[key].fits(view):
            raise Refusal(Text("the level '{level}' does not play on this board", level=key))
        thought = await self.workers.ponder(game.key, game.text(view), key, 0, MOST_LINES)
        return unpack_thought(thought, language)

    async def why(self, table_id: str, language: str) -> AnalysisOut:
        """What the last engine thought of its last move."""
        stored = await self.load(table_id)
        try:
            return unpack_thought(stored.thought or "", language)
        except (ValueError, LookupError, TypeError, AttributeError):  # none, or of another version
            raise NotFound(Text("no opponent has moved yet")) from None

    # Engines and watchers.

    async def _wake(self, stored: Stored) -> None:
        """Let an engine think if it is its turn and it does not yet."""
        if not await asyncio.to_thread(_is_engines_turn, stored):
            return
        self._looks[stored.id] = time.monotonic()
        if stored.id not in self._thinking and not self._closed:
            task = asyncio.create_task(self._play_engines(stored.id))
            self._thinking[stored.id] = task
            task.add_done_callback(lambda task: self._rest(stored.id, task))

    def _rest(self, table_id: str, task: asyncio.Task[None]) -> None:
        """Forget a task that has ended, but not one that has begun since."""
        if self._thinking.get(table_id) is task:
            del self._thinking[table_id]
            self._looks.pop(table_id, None)

    async def _play_engines(self, table_id: str) -> None:
        """Play for engines until a person's turn or the end, or until nobody looks at engines alone."""
        while True:
            look = self._looks.get(table_id)
            try:
                stored = await asyncio.to_thread(self._read, table_id)
                if not await asyncio.to_thread(_is_engines_turn, stored):
                    if look == self._looks.get(table_id):
                        return
                    continue  # a person has moved while we read
                if self._is_deserted(stored) or await self._play_one(stored):
                    return
            except Stale:
                continue
            except Busy:
                self._problems[table_id] = Text("the engines are busy: the opponent moves as soon as it can")
                self._tell(stored)
                await asyncio.sleep(1)
            except Exception:
                # Whoever looks next lets it try again: the game itself is as it was.
                log.exception("no engine can move at table %s", table_id)
                self._problems[table_id] = Text("the opponent cannot move now: look again in a moment")
                return

    async def _play_one(self, stored: Stored) -> bool:
        """One move of an engine; whether it was the last before a person's turn or the end."""
        table = resume(stored)
        seed = dice(stored.record.seed, f"player {table.turn}").getrandbits(64)
        name, position = stored.record.players[table.turn], table.game.text(table.view())
        thought = await self.workers.ponder(table.game.key, position, name, seed, 60)
        table.play(table.game.read(unpack_thought(thought, "en").move, table.view()))
        if PERSON not in stored.record.players:
            await asyncio.sleep(PAUSE)
        record = replace(table.record(), players=stored.record.players)
        changed = replace(stored, record=record, thought=thought)
        changed = await asyncio.to_thread(self.archive.change, changed)
        self._problems.pop(stored.id, None)
        done = table.ended is not None or stored.record.players[table.turn] == PERSON
        if done:
            self._thinking.pop(stored.id, None)  # so that whoever is told sees that it thinks no more
            self._looks.pop(stored.id, None)
        self._tell(changed)
        return done

    def _is_deserted(self, stored: Stored) -> bool:
        """Whether engines play among themselves and nobody has looked for a while."""
        if PERSON in stored.record.players or stored.id in self._watchers:
            return False
        return time.monotonic() - self._looks.get(stored.id, 0.0) > DESERTED

    def watch(self, table_id: str) -> asyncio.Queue[Stored]:
        """A queue that gets the table after every change."""
        queue: asyncio.Queue[Stored] = asyncio.Queue(maxsize=100)
        self._watchers.setdefault(table_id, set()).add(queue)
        return queue

    def leave(self, table_id: str, queue: asyncio.Queue[Stored]) -> None:
        """Watch no more."""
        watchers = self._watchers.get(table_id, set())
        watchers.discard(queue)
        if not watchers:
            self._watchers.pop(table_id, None)

    def _tell(self, stored: Stored) -> None:
        for queue in self._watchers.get(stored.id, set()):
            if queue.full():
                queue.get_nowait()  # who is slow gets the newest
            queue.put_nowait(stored)

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self.workers.close()
        self.archive.close()


def resume(stored: Stored) -> Table:
    """The live table of a stored one."""
    try:
        table = Table.resume(find_game(stored.record.game), stored.record)
    except Refusal as problem:
        raise NotFound(Text("this game can no longer be read: {problem}", problem=problem.text)) from None
    levels = {PERSON, *table.game.engines}
    if len(stored.record.players) != table.state.seats or not levels.issuperset(stored.record.players):
        raise NotFound(Text("this game can no longer be read: {problem}", problem=broken("players")))
    return table


def _is_engines_turn(stored: Stored) -> bool:
    if stored.record.ending != "open":
        return False
    table = resume(stored)
    return table.ended is None and stored.record.players[table.turn] != PERSON


def _line(stored: Stored, language: str) -> TableLine:
    """A table among others."""
    table = resume(stored)
    return TableLine(
        id=stored.id,
        game=table.game.key,
        title=table.game.title.show(language),
        players=players_out(table.game, stored.record.players, language),
        turn=table.turn,
        moves=len(table.moves),
        ended=table.ended is not None,
        scene=scene_out(table.game, table.game.scene(table.view()), language, playable=False),
    )


def hashed(secret: str) -> str:
    """What the database keeps of a browser's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _usual_players(game: AnyGame, state: Any) -> tuple[str, ...]:
    """A person, against a fair level where there is a second seat."""
    if state.seats == 1:
        return (PERSON,)
    return (PERSON, *[game.fair(game.view(state, state.turn))] * (state.seats - 1))


def _last_place(table: Table) -> tuple[int, int] | None:
    """Where the last move was made."""
    if not table.moves:
        return None
    before = table.states[-2]
    return table.game.scene(table.game.view(before, before.turn)).where(table.moves[-1])
