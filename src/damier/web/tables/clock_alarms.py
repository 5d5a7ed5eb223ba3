"""Clocks at tables: an alarm for when time runs out for whoever moves, and the end of the game on time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from damier.store.table_archive import Stale
from damier.web.tables.live_table import LiveTable, Offers

if TYPE_CHECKING:
    from damier.web.tables.service import Service


class ClockAlarms:
    """One alarm for each table of which a clock runs."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    async def look(self, live: LiveTable) -> LiveTable:
        """End the game if time ran out, else look again when it will for whoever moves now."""
        clock, turn = live.table.clock(), live.table.turn
        if clock is None or live.is_clock_stopped:
            return live
        if clock.left[turn] > 0:
            if live.id in self._alarms:
                self._alarms.pop(live.id).cancel()
            self._alarms[live.id] = asyncio.get_running_loop().call_later(
                clock.left[turn] + 0.02, self._ring, live.id
            )
            return live
        over = replace(live.draft(), offers=Offers())
        over.table.tick()
        try:
            changed = await self.service.keep(over)
        except Stale:
            return await self.service.load(live.id)
        self.service.tell(changed)
        return changed

    def _ring(self, table_id: str) -> None:
        self._alarms.pop(table_id, None)
        self.service.begin(self.service.load, table_id)

    def close(self) -> None:
        """Wait for no clock any more."""
        for alarm in self._alarms.values():
            alarm.cancel()
