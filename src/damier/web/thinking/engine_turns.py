"""Engines at tables: they move when it is their turn, after a restart too."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from damier.core.engine import dice
from damier.core.text import Text
from damier.store.table_archive import Stale
from damier.table import PERSON
from damier.web.host.client import ASKER, Asker
from damier.web.host.costly_pool import work_apart
from damier.web.named_tasks import NamedTasks
from damier.web.refusals import NotFound
from damier.web.tables.leases import Leases
from damier.web.tables.live_table import LiveTable
from damier.web.thinking.worker_pool import Busy, Opinion, Overrun

if TYPE_CHECKING:
    from damier.web.tables.service import Service

DESERTED = 30.0
"""Engines alone at a table stop when nobody has looked for so many seconds."""

THINKING_LEASE_SECONDS = 15.0
"""Seconds for which one of several servers lets the engine of a table think."""

MOST_PAUSE = 60
"""Seconds at most until busy engines are asked again."""

LINES_OF_OPINION = 400
"""How many moves an opinion is given on."""

EVERY_LINE = 1_000_000
"""As many as there are: where one of them is asked for, it may be the worst."""

PREPARING = Text("preparing the engine (first run only)")
"""What is said to whoever waits while a compiler works."""

STOPPED = Text("the opponent thought for too long and was stopped: look again in a moment")
"""What is said where an engine has not kept to its time."""

log = logging.getLogger("damier.web")


class EngineTurns:
    """Lets engines think wherever it is their turn and somebody looks."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._leases = Leases(service.archive, THINKING_LEASE_SECONDS)
        self.problems: dict[str, Text] = {}
        """Why an engine cannot move now, by table."""
        self._tasks = NamedTasks(self._forget)
        self._looks: dict[str, float] = {}
        """When somebody last looked at a table at which an engine thinks."""
        self._askers: dict[str, Asker] = {}
        """For whom it thinks there: whose turn it uses up."""

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tasks

    def wake(self, live: LiveTable) -> None:
        """Let an engine think if it is its turn and it does not yet."""
        if not live.is_engines_turn():
            self.problems.pop(live.id, None)
            return
        self._looks[live.id] = time.monotonic()
        self._note_asker(live)
        if live.id not in self._tasks:
            self._tasks.begin(live.id, self._play(live.id, live))

    def _note_asker(self, live: LiveTable) -> None:
        """Note for whom it thinks: a player or the owner of the table, else whoever has looked first."""
        asker = ASKER.get()
        if live.id not in self._askers or asker.browser in {live.owner, *live.holders.values()}:
            self._askers[live.id] = asker

    def _forget(self, table_id: str) -> None:
        self._looks.pop(table_id, None)
        self._askers.pop(table_id, None)

    async def _play(self, table_id: str, given: LiveTable | None = None) -> None:
        """Play for engines until a person's turn or the end, or until nobody looks at engines alone."""
        work_apart()
        service, busy = self.service, 0
        live: LiveTable | None = None
        try:
            while True:
                look = self._looks.get(table_id)
                try:
                    live, given = given or await service.read(table_id), None
                    if not live.is_engines_turn():
                        if look == self._looks.get(table_id):
                            self.problems.pop(table_id, None)
                            return
                        continue  # a person has moved while we read
                    if self._is_deserted(live):
                        return
                    if not await self._leases.claim(table_id):
                        await asyncio.sleep(0.5)  # another server lets it think: look again
                        continue
                    if await self._play_one(live):
                        return
                except Stale:
                    continue
                except Busy:
                    assert live is not None  # only an engine that was asked to think is busy
                    self._excuse(live, Text("the engines are busy: the opponent moves as soon as it can"))
                    await asyncio.sleep(min(2**busy, MOST_PAUSE))  # an engine that always dies is asked less
                    busy += 1
        except NotFound:  # it was deleted
            self.problems.pop(table_id, None)
        except Overrun:
            self._give_up(table_id, live, STOPPED)
        except Exception:
            log.exception("no engine can move at table %s", table_id)
            self._give_up(table_id, live, Text("the opponent cannot move now: look again in a moment"))
        finally:
            await self._leases.release(table_id)

    def _give_up(self, table_id: str, live: LiveTable | None, problem: Text) -> None:
        """Whoever looks next lets it try again: the game itself is as it was."""
        self._tasks.forget(table_id)  # so that whoever is told sees that it thinks no more
        if live is not None:
            self._excuse(live, problem)

    async def _play_one(self, live: LiveTable) -> bool:
        """One move of an engine; whether it was the last before a person's turn or the end."""
        service, table, game = self.service, live.table, live.game
        began = time.monotonic()
        asked = live.version

        async def preparing() -> None:
            nonlocal live
            if live.version == asked and table.timing is not None:  # nobody loses on time to a compiler
                live = await service.keep(live.with_clock_since(None))
            self._excuse(live, PREPARING)

        ASKER.set(
            self._askers.get(live.id, ASKER.get())
        )  # the one that looks now, not the one that has woken it
        opinion = await service.workers.ponder(
            game.key,
            game.text(table.view()),
            table.players[table.turn],
            dice(table.seed, f"player {table.turn}").getrandbits(64),
            LINES_OF_OPINION,
            table=live.id,
            clock=table.clock(),
            alone=PERSON not in table.players,
            preparing=preparing,
        )
        if live.version != asked:
            live = live.with_clock_since(time.time())
        if PERSON not in table.players:
            await asyncio.sleep(max(0.0, (live.pace or 0.0) - (time.monotonic() - began)))
        with service.pool.traffic.first():
            return await self._answer(live, opinion)

    async def _answer(self, live: LiveTable, opinion: Opinion) -> bool:
        """Make the move that was thought of; whether it was the last before a person's turn or the end."""
        service = self.service
        changed = await service.play_opinion(live, opinion)
        self.problems.pop(live.id, None)
        done = not changed.is_engines_turn()
        if done:
            self._tasks.forget(live.id)  # so that whoever is told sees that it thinks no more
        service.tell(changed)
        await service.clocks.look(changed)
        return done

    def _excuse(self, live: LiveTable, problem: Text) -> None:
        """Tell whoever watches why it takes longer."""
        self.problems[live.id] = problem
        self.service.tell(live)

    def _is_deserted(self, live: LiveTable) -> bool:
        """Whether engines play among themselves and nobody has looked for a while."""
        if PERSON in live.table.players or live.id in self.service.watchers:
            return False
        return time.monotonic() - self._looks.get(live.id, 0.0) > DESERTED

    async def close(self) -> None:
        """Stop thinking."""
        await self._tasks.close()
