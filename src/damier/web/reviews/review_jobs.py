"""Reviews of finished games: every move is shown to the strongest engine, in the background."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from damier.core.engine import Analysis
from damier.core.text import Text
from damier.review.consultation import LevelQuery, consult_async
from damier.review.finished_game import FinishedGame
from damier.review.stored_review import StoredReview, fingerprint, show_review
from damier.store.archive import Archive
from damier.web.tables.live_table import LiveTable
from damier.web.thinking.stored_analysis import read_thought
from damier.web.thinking.worker_pool import Busy, Overrun, Workers
from damier.web.wire.models import ReviewOut

MOST_LINES = 4_000
"""A move is judged by its own line, however bad: more than the moves of any board."""

KEEP_EVERY = 0.5
"""Seconds after which what was judged is written down and told: all of it, so less often once it is much."""

MUCH = 100
"""Judged moves that take twice as long to be written down again."""

LEASE = 20.0
"""Seconds for which a process says that a review is its own; then another may go on with it."""

AT_ONCE = 4
"""Reviews that one process works on at a time; the workers are fair between them."""

MOST_REVIEWS = 40
"""Reviews that are worked on or wait for it; more are refused for the moment."""

PATIENCE = 30
"""How often a busy engine is asked again, a second apart, before a review is given up for now."""

log = logging.getLogger("damier.web")


class Changed(Exception):
    """The game is no longer the one that was to be judged."""


class Reviews:
    """Reviews that are under way in this process, and those that the archive keeps."""

    def __init__(self, archive: Archive, workers: Workers, tell: Callable[[str], None]) -> None:
        self.archive = archive
        self.workers = workers
        self.tell = tell
        """Called with a table's id when its review has grown."""
        self._who = secrets.token_hex(8)
        """This process, where several share the work."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._live: dict[str, StoredReview] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def __len__(self) -> int:
        return len(self._tasks)

    async def begin(self, stored: LiveTable) -> None:
        """Let the review of a finished game begin or go on; it is none where it is done or runs already."""
        FinishedGame.at(stored.table)  # refuses a game that is not over
        judged = await asyncio.to_thread(self._read, stored)
        if self._closed or stored.id in self._tasks or self._is_done(stored, judged):
            return
        if len(self._tasks) >= MOST_REVIEWS:
            raise Busy
        task = asyncio.create_task(self._work(stored))
        self._tasks[stored.id] = task
        task.add_done_callback(lambda _: self._rest(stored.id, task))

    async def show(self, stored: LiveTable, language: str) -> ReviewOut:
        """How far the review is, and what it says."""
        return await asyncio.to_thread(self._show, stored, language)

    def _show(self, stored: LiveTable, language: str) -> ReviewOut:
        table = stored.table
        total = len(stored.record.moves)
        judged = self._read(stored)
        points = table.ended.points if table.ended is not None else None
        if points is None:
            judged = StoredReview("")  # what was said before a move was taken back is said no more
        state = self._state(stored, judged)
        problem = judged.problem if state == "failed" else None
        return ReviewOut(
            **show_review(table.game, judged.moments, points, total, language),
            state=state,
            problem=problem.show(language) if problem is not None else None,
        )

    def _read(self, stored: LiveTable) -> StoredReview:
        live = self._live.get(stored.id)
        if live is not None and live.of == fingerprint(stored.record):
            return replace(live, moments=list(live.moments))  # it grows while it is shown
        return StoredReview.unpack(self.archive.review(stored.id), stored.record, stored.table)

    def _is_done(self, stored: LiveTable, judged: StoredReview) -> bool:
        return len(judged.moments) >= len(stored.record.moves) and judged.kept > 0

    def _state(self, stored: LiveTable, judged: StoredReview) -> str:
        if stored.record.ending == "open":
            return "none"
        if self._is_done(stored, judged):
            return "done"
        if stored.id in self._tasks:
            return "running"
        if judged.problem is not None:
            return "failed"
        # Another process writes down what it has judged, and may be at work.
        return "running" if self.archive.shared and time.time() - judged.kept < LEASE else "none"

    # The work.

    def _rest(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is task:
            del self._tasks[table_id]
            self._live.pop(table_id, None)
        if not task.cancelled() and task.exception() is None:
            self.tell(table_id)

    async def _work(self, stored: LiveTable) -> None:
        """Judge every move, as the only process that does."""
        async with self._free:
            judged = await self._claim(stored)
            if judged is None:
                return
            renewing = asyncio.create_task(self._renew(stored.id))
            self._live[stored.id] = judged
            try:
                await self._judge_all(stored, judged)
            except Changed:
                pass
            except Busy:
                judged.problem = Text("the engines are busy: ask for the review again in a moment")
                await self._keep(stored, judged)
            except Overrun:
                judged.problem = Text(
                    "the engine thought for too long and was stopped: ask for the review again"
                )
                await self._keep(stored, judged)
            except Exception:
                log.exception("the review of table %s cannot go on", stored.id)
                judged.problem = Text("the review cannot go on: ask for it again in a moment")
                with suppress(Exception):
                    await self._keep(stored, judged)
            finally:
                renewing.cancel()
                with suppress(Exception):
                    await self._release(stored.id)

    async def _claim(self, stored: LiveTable) -> StoredReview | None:
        """What is judged already, once nobody else works on it; None if nothing is left to do."""
        while True:
            free = await self._lease(stored.id)
            judged = await asyncio.to_thread(self._read, stored)
            if self._is_done(stored, judged):
                if free:
                    await self._release(stored.id)
                return None
            if free:
                judged.problem = None
                return judged
            await asyncio.sleep(1)  # another process is at work, or was: its claim ends by itself

    async def _lease(self, table_id: str) -> bool:
        """Whether this process alone may work on it; where there is no other, it may."""
        if not self.archive.shared:
            return True
        return await asyncio.to_thread(self.archive.claim, table_id, self._who, LEASE)

    async def _release(self, table_id: str) -> None:
        if self.archive.shared:
            await asyncio.to_thread(self.archive.release, table_id, self._who)

    async def _renew(self, table_id: str) -> None:
        while True:
            await asyncio.sleep(LEASE / 4)
            with suppress(Exception):  # the next time it may work
                await self._lease(table_id)

    async def _judge_all(self, stored: LiveTable, judged: StoredReview) -> None:
        finished = FinishedGame.at(stored.table)
        await self._keep(stored, judged)
        kept = time.monotonic()
        for ply in range(len(judged.moments), len(finished.moves)):
            moment = await consult_async(finished.judge_move(ply), partial(self._think, stored.id, finished))
            judged.moments.append(moment)
            if time.monotonic() - kept > KEEP_EVERY * (1 + len(judged.moments) / MUCH):
                await self._keep(stored, judged)
                kept = time.monotonic()
        await self._keep(stored, judged)

    async def _think(self, table_id: str, finished: FinishedGame, query: LevelQuery) -> Analysis[Any]:
        """The last word of a level on a position."""
        game = finished.game
        position = await asyncio.to_thread(game.text, query.view)
        for _ in range(PATIENCE):
            last: str | None = None
            with suppress(Busy):
                stream = self.workers.stream(
                    game.key,
                    position,
                    query.level,
                    table=table_id,
                    seconds=finished.seconds,
                    lines=MOST_LINES,
                )
                async with aclosing(stream) as opinions:
                    async for opinion in opinions:
                        last = opinion.packed
            if last is not None:
                return await asyncio.to_thread(read_thought, game, query.view, last)
            await asyncio.sleep(1)
        raise Busy

    async def _keep(self, stored: LiveTable, judged: StoredReview) -> None:
        """Write down what was judged, unless the game has changed meanwhile, and tell who watches."""

        def write() -> None:
            now = self.archive.load(stored.id)
            if now is None or fingerprint(now.record) != judged.of:
                raise Changed
            judged.kept = time.time()
            self.archive.save_review(stored.id, judged.pack(stored.table.game))

        await asyncio.to_thread(write)
        self.tell(stored.id)

    async def close(self) -> None:
        """Stop; what was judged is kept, and goes on when it is asked for again."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
