"""Reviews of finished games: every move is shown to the strongest engine, in the background."""

from __future__ import annotations

import asyncio
import logging
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
from damier.store.table_archive import Archive
from damier.web.named_tasks import NamedTasks
from damier.web.tables.leases import Leases
from damier.web.tables.live_table import LiveTable
from damier.web.thinking.stored_analysis import read_thought
from damier.web.thinking.worker_pool import Busy, Overrun, Workers
from damier.web.wire.models import ReviewOut

LINES_TO_JUDGE = 4_000
"""A move is judged by its own line, however bad: more than the moves of any board."""

KEEP_EVERY = 0.5
"""Seconds after which what was judged is written down and told: all of it, so less often once it is much."""

MUCH = 100
"""Judged moves that take twice as long to be written down again."""

REVIEW_LEASE_SECONDS = 20.0
"""Seconds for which a process says that a review is its own; then another may go on with it."""

AT_ONCE = 4
"""Reviews that one process works on at a time; the workers are fair between them."""

MOST_REVIEWS = 40
"""Reviews that are worked on or wait for it; more are refused for the moment."""

TIMES_ASKED_AGAIN = 30
"""How often a busy engine is asked again, a second apart, before a review is given up for now."""

EXCUSES: dict[type[Exception], Text] = {
    Busy: Text("the engines are busy: ask for the review again in a moment"),
    Overrun: Text("the engine thought for too long and was stopped: ask for the review again"),
}
"""What is said where a review breaks off and may go on later, by what went wrong."""

BROKEN_OFF = Text("the review cannot go on: ask for it again in a moment")

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
        self._leases = Leases(archive, REVIEW_LEASE_SECONDS)
        self._tasks = NamedTasks(self._rest)
        self._growing: dict[str, StoredReview] = {}
        self._free = asyncio.Semaphore(AT_ONCE)

    def __len__(self) -> int:
        return len(self._tasks)

    async def begin(self, live: LiveTable) -> None:
        """Let the review of a finished game begin or go on; it is none where it is done or runs already."""
        FinishedGame.at(live.table)  # refuses a game that is not over
        judged = await asyncio.to_thread(self._read, live)
        if live.id in self._tasks or self._is_done(live, judged):
            return
        if len(self._tasks) >= MOST_REVIEWS:
            raise Busy
        self._tasks.begin(live.id, self._work(live))

    async def show(self, live: LiveTable, language: str) -> ReviewOut:
        """How far the review is, and what it says."""
        return await asyncio.to_thread(self._show, live, language)

    def _show(self, live: LiveTable, language: str) -> ReviewOut:
        table = live.table
        total = len(live.record.moves)
        judged = self._read(live)
        points = table.ended.points if table.ended is not None else None
        if points is None:
            judged = StoredReview("")  # what was said before a move was taken back is said no more
        state = self._state(live, judged)
        problem = judged.problem if state == "failed" else None
        return ReviewOut(
            **show_review(table.game, judged.moments, points, total, language),
            state=state,
            problem=problem.show(language) if problem is not None else None,
        )

    def _read(self, live: LiveTable) -> StoredReview:
        growing = self._growing.get(live.id)
        if growing is not None and growing.of == fingerprint(live.record):
            return replace(growing, moments=list(growing.moments))  # it grows while it is shown
        return StoredReview.unpack(self.archive.review(live.id), live.record, live.table)

    def _is_done(self, live: LiveTable, judged: StoredReview) -> bool:
        return len(judged.moments) >= len(live.record.moves) and judged.kept > 0

    def _state(self, live: LiveTable, judged: StoredReview) -> str:
        if live.record.ending == "open":
            return "none"
        if self._is_done(live, judged):
            return "done"
        if live.id in self._tasks:
            return "running"
        if judged.problem is not None:
            return "failed"
        # Another process writes down what it has judged, and may be at work.
        return (
            "running" if self.archive.shared and time.time() - judged.kept < REVIEW_LEASE_SECONDS else "none"
        )

    # The work.

    def _rest(self, table_id: str) -> None:
        self._growing.pop(table_id, None)
        self.tell(table_id)

    async def _work(self, live: LiveTable) -> None:
        """Judge every move, as the only process that does."""
        async with self._free:
            try:
                judged = await self._claim(live)
                if judged is not None:
                    await self._judge_or_excuse(live, judged)
            finally:
                with suppress(Exception):
                    await self._leases.release(live.id)

    async def _judge_or_excuse(self, live: LiveTable, judged: StoredReview) -> None:
        """Judge every move; where that cannot be, write down why."""
        renewing = asyncio.create_task(self._renew(live.id))
        self._growing[live.id] = judged
        try:
            await self._judge_all(live, judged)
        except Changed:
            pass
        except Exception as error:
            if type(error) not in EXCUSES:
                log.exception("the review of table %s cannot go on", live.id)
            judged.problem = EXCUSES.get(type(error), BROKEN_OFF)
            with suppress(Exception):
                await self._keep(live, judged)
        finally:
            renewing.cancel()

    async def _claim(self, live: LiveTable) -> StoredReview | None:
        """What is judged already, once nobody else works on it; None if nothing is left to do."""
        while True:
            is_ours = await self._leases.claim(live.id)
            judged = await asyncio.to_thread(self._read, live)
            if self._is_done(live, judged):
                return None
            if is_ours:
                judged.problem = None
                return judged
            await asyncio.sleep(1)  # another process is at work, or was: its claim ends by itself

    async def _renew(self, table_id: str) -> None:
        while True:
            await asyncio.sleep(REVIEW_LEASE_SECONDS / 4)
            with suppress(Exception):  # the next time it may work
                await self._leases.claim(table_id)

    async def _judge_all(self, live: LiveTable, judged: StoredReview) -> None:
        finished = FinishedGame.at(live.table)
        await self._keep(live, judged)
        kept = time.monotonic()
        for ply in range(len(judged.moments), len(finished.moves)):
            moment = await consult_async(finished.judge_move(ply), partial(self._think, live.id, finished))
            judged.moments.append(moment)
            if time.monotonic() - kept > KEEP_EVERY * (1 + len(judged.moments) / MUCH):
                await self._keep(live, judged)
                kept = time.monotonic()
        await self._keep(live, judged)

    async def _think(self, table_id: str, finished: FinishedGame, query: LevelQuery) -> Analysis[Any]:
        """The last word of a level on a position."""
        game = finished.game
        position = await asyncio.to_thread(game.text, query.view)
        for _ in range(TIMES_ASKED_AGAIN):
            last: str | None = None
            with suppress(Busy):
                stream = self.workers.stream(
                    game.key,
                    position,
                    query.level,
                    table=table_id,
                    seconds=finished.seconds,
                    lines=LINES_TO_JUDGE,
                    most_depth=query.depth,
                )
                async with aclosing(stream) as opinions:
                    async for opinion in opinions:
                        last = opinion.packed
            if last is not None:
                return await asyncio.to_thread(read_thought, game, query.view, last)
            await asyncio.sleep(1)
        raise Busy

    async def _keep(self, live: LiveTable, judged: StoredReview) -> None:
        """Write down what was judged, unless the game has changed meanwhile, and tell who watches."""

        def write() -> None:
            now = self.archive.load(live.id)
            if now is None or fingerprint(now.record) != judged.of:
                raise Changed
            judged.kept = time.time()
            self.archive.save_review(live.id, judged.pack(live.table.game))

        await asyncio.to_thread(write)
        self.tell(live.id)

    async def close(self) -> None:
        """Stop; what was judged is kept, and goes on when it is asked for again."""
        await self._tasks.close()
