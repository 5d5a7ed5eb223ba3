"""Engines at tables: they move when it is their turn, after a restart too."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from damier.core.engine import dice
from damier.core.text import Text
from damier.store.archive import Stale, Stored
from damier.table import PERSON, Table
from damier.web.host.client import ASKER, Asker
from damier.web.host.costly_pool import work_apart
from damier.web.tables.live_tables import NotFound, wound
from damier.web.thinking.stored_analysis import unpack_thought
from damier.web.thinking.worker_pool import Busy, Overrun

if TYPE_CHECKING:
    from damier.web.tables.service import Service

DESERTED = 30.0
"""Engines alone at a table stop when nobody has looked for so many seconds."""

LEASE = 15.0
"""Seconds for which one of several servers lets the engine of a table think."""

MOST_PAUSE = 60
"""Seconds at most until busy engines are asked again."""

MOST_LINES = 400
"""How many moves an opinion is given on."""

PREPARING = Text("preparing the engine (first run only)")
"""What is said to whoever waits while a compiler works."""

log = logging.getLogger("damier.web")


class Players:
    """Lets engines think wherever it is their turn and somebody looks."""

    def __init__(self, desk: Service) -> None:
        self.desk = desk
        self.problems: dict[str, Text] = {}
        """Why an engine cannot move now, by table."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looks: dict[str, float] = {}
        """When somebody last looked at a table at which an engine thinks."""
        self._askers: dict[str, Asker] = {}
        """For whom it thinks there: whose turn it uses up."""
        self._closed = False

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tasks

    async def wake(self, stored: Stored) -> None:
        """Let an engine think if it is its turn and it does not yet."""
        if set(stored.record.players) == {PERSON} or stored.record.ending != "open":
            self.problems.pop(stored.id, None)
            return  # the usual case, told without playing the game through
        if not await self._is_engines_turn(stored):
            self.problems.pop(stored.id, None)
            return
        self._looks[stored.id] = time.monotonic()
        self._note_asker(stored)
        if stored.id not in self._tasks and not self._closed:
            task = asyncio.create_task(self._play(stored.id))
            self._tasks[stored.id] = task
            task.add_done_callback(lambda task: self._rest(stored.id, task))

    def _note_asker(self, stored: Stored) -> None:
        """Whoever plays here or made the table is asked to pay for it; a passer-by only where nobody has."""
        asker = ASKER.get()
        if stored.id not in self._askers or asker.browser in {stored.owner, *stored.holders.values()}:
            self._askers[stored.id] = asker

    async def _is_engines_turn(self, stored: Stored) -> bool:
        """Whether an engine should move; not before all have come, nor where it was told to wait."""
        if stored.record.ending != "open" or stored.invites or stored.record.more.get("paused"):
            return False
        table = await self.desk.live(stored)
        return table.ended is None and stored.record.players[table.turn] != PERSON

    def _rest(self, table_id: str, task: asyncio.Task[None]) -> None:
        """Forget a task that has ended, but not one that has begun since."""
        if self._tasks.get(table_id) is task:
            self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        self._tasks.pop(table_id, None)
        self._looks.pop(table_id, None)
        self._askers.pop(table_id, None)

    async def _play(self, table_id: str) -> None:
        """Play for engines until a person's turn or the end, or until nobody looks at engines alone."""
        work_apart()
        desk, busy = self.desk, 0
        stored: Stored | None = None
        try:
            while True:
                look = self._looks.get(table_id)
                try:
                    stored = await desk.read(table_id)
                    if not await self._is_engines_turn(stored):
                        if look == self._looks.get(table_id):
                            self.problems.pop(table_id, None)
                            return
                        continue  # a person has moved while we read
                    if self._is_deserted(stored):
                        return
                    if not await desk.claim(table_id, LEASE):
                        await asyncio.sleep(0.5)  # another server lets it think: look again
                        continue
                    if await self._play_one(stored):
                        return
                except Stale:
                    continue
                except Busy:
                    assert stored is not None  # only who was asked to think is busy
                    self._excuse(stored, Text("the engines are busy: the opponent moves as soon as it can"))
                    await asyncio.sleep(min(2**busy, MOST_PAUSE))  # who always dies is asked ever less
                    busy += 1
        except NotFound:
            self.problems.pop(table_id, None)
            return  # it was deleted
        except Overrun:
            self._give_up(
                table_id,
                stored,
                Text("the opponent thought for too long and was stopped: look again in a moment"),
            )
        except Exception:
            log.exception("no engine can move at table %s", table_id)
            self._give_up(table_id, stored, Text("the opponent cannot move now: look again in a moment"))
        finally:
            await desk.release(table_id)

    def _give_up(self, table_id: str, stored: Stored | None, problem: Text) -> None:
        """Whoever looks next lets it try again: the game itself is as it was."""
        self._forget(table_id)  # so that whoever is told sees that it thinks no more
        if stored is not None:
            self._excuse(stored, problem)

    async def _play_one(self, stored: Stored) -> bool:
        """One move of an engine; whether it was the last before a person's turn or the end."""
        desk = self.desk
        table = await desk.live(stored)
        began = time.monotonic()
        seat, game = table.turn, table.game
        seed = dice(stored.record.seed, f"player {seat}").getrandbits(64)
        level, position = stored.record.players[seat], game.text(table.view())
        asked = stored.version

        async def preparing() -> None:
            nonlocal stored
            if stored.version == asked:  # nobody loses on time to a compiler
                stored = await desk.stop_clock(stored)
            self._excuse(stored, PREPARING)

        ASKER.set(self._askers.get(stored.id, ASKER.get()))  # who looks now, not who has woken it
        thought = await desk.workers.ponder(
            game.key,
            position,
            level,
            seed,
            MOST_LINES,
            table=stored.id,
            clock=table.clock(),
            alone=PERSON not in stored.record.players,
            preparing=preparing,
        )
        if stored.version != asked:
            table = await desk.live(wound(stored, time.time()))
        if PERSON not in stored.record.players:
            pace = float(stored.record.more.get("pace", 0.0))
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
        with desk.pool.traffic.first():
            return await self._answer(stored, table, thought)

    async def _answer(self, stored: Stored, table: Table, thought: str) -> bool:
        """Make the move that was thought of; whether it was the last before a person's turn or the end."""
        desk, game = self.desk, table.game
        word = unpack_thought(thought, "en").move
        table.play(game.read(word, table.view()))
        changed = await desk.keep(replace(stored, thought=thought, offers={}), table)
        self.problems.pop(stored.id, None)
        done = table.ended is not None or stored.record.players[table.turn] == PERSON
        if done:
            self._forget(stored.id)  # so that whoever is told sees that it thinks no more
        desk.tell(changed)
        await desk.look_at_clock(changed)
        return done

    def _excuse(self, stored: Stored, problem: Text) -> None:
        """Tell whoever watches why it takes longer."""
        self.problems[stored.id] = problem
        self.desk.watchers.tell(stored.id, stored)

    def _is_deserted(self, stored: Stored) -> bool:
        """Whether engines play among themselves and nobody has looked for a while."""
        if PERSON in stored.record.players or stored.id in self.desk.watchers:
            return False
        return time.monotonic() - self._looks.get(stored.id, 0.0) > DESERTED

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
