"""Which of several servers that share a database works on a table: one at a time, by a lease."""

from __future__ import annotations

import asyncio
import secrets

from damier.store.table_archive import Archive


class Leases:
    """What this server has claimed for itself; where no other uses the database, everything is."""

    def __init__(self, archive: Archive, seconds: float) -> None:
        self.archive = archive
        self.seconds = seconds
        """How long a claim holds; then another server may take over from one that has died."""
        self._name = secrets.token_hex(8)

    async def claim(self, table_id: str) -> bool:
        """Whether this server may work on the table, from now on for as long as the lease holds."""
        if not self.archive.shared:
            return True
        return await asyncio.to_thread(self.archive.claim, table_id, self._name, self.seconds)

    async def release(self, table_id: str) -> None:
        """Let another server do it."""
        if self.archive.shared:
            await asyncio.to_thread(self.archive.release, table_id, self._name)
