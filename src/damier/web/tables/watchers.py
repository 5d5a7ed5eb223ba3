"""Queues for those who watch a table: each gets what has changed."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from damier.web.tables.live_table import LiveTable
from damier.web.tables.people import SpokenPhrase

TableUpdate: TypeAlias = LiveTable | SpokenPhrase | None
"""A changed table, what somebody there has said, or None where it is its review that has grown."""


class Watchers:
    """A queue for everybody who watches; a slow reader misses what is old, never what is newest."""

    def __init__(self) -> None:
        self._queues: dict[str, set[asyncio.Queue[TableUpdate]]] = {}

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._queues

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def tables(self) -> list[str]:
        """Which tables are watched."""
        return list(self._queues)

    def watch(self, table_id: str) -> asyncio.Queue[TableUpdate]:
        """A queue that gets the table after every change."""
        queue: asyncio.Queue[TableUpdate] = asyncio.Queue(maxsize=100)
        self._queues.setdefault(table_id, set()).add(queue)
        return queue

    def leave(self, table_id: str, queue: asyncio.Queue[TableUpdate]) -> None:
        """Stop watching."""
        queues = self._queues.get(table_id, set())
        queues.discard(queue)
        if not queues:
            self._queues.pop(table_id, None)

    def tell(self, table_id: str, update: TableUpdate) -> None:
        """Hand an update to everybody who watches the table."""
        for queue in self._queues.get(table_id, set()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(update)
