"""Reviews of finished games: every move is shown to the strongest engine, in the background."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import Any

from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.store.archive import Archive
from damier.table import Table
from damier.web.reviews.judging import Judged, Packed, judge, needs_next, review_out
from damier.web.tables.live_table import LiveTable
from damier.web.thinking.worker_pool import Busy, Overrun, Workers
from damier.web.wire.models import ReviewOut

MOST_SECONDS = 0.7
"""Seconds of thought for one move; engines that know everything need fewer."""

WHOLE_SECONDS = 25.0
"""Seconds of thought for a whole game: in a long one each move gets less."""

LEAST_SECONDS = 0.05
"""And never less than this."""

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


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, move by move."""

    game: AnyGame
    states: tuple[Any, ...]
    moves: tuple[Any, ...]
    points: tuple[float, ...]

    def view(self, ply: int) -> Any:
        """What the seat saw that had to move after *ply* moves."""
        state = self.states[ply]
        return self.game.view(state, state.turn)

    @property
    def seconds(self) -> float:
        """How long to think about each move."""
        share = WHOLE_SECONDS / max(1, len(self.moves))
        return max(LEAST_SECONDS, min(MOST_SECONDS, share))


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
        self._live: dict[str, Judged] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def __len__(self) -> int:
        return len(self._tasks)

    async def begin(self, stored: LiveTable) -> None:
        """Let the review of a finished game begin or go on; it is none where it is done or runs already."""
        if stored.table.ended is None:
            raise Refusal(Text("the game is not over yet: it can be reviewed when it is"))
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
            judged = Judged("")  # what was said before a move was taken back is said no more
        try:
            return review_out(table.game, judged, points, total, self._state(stored, judged), language)
        except (ValueError, LookupError, TypeError, AttributeError):  # kept by another version
            empty = Judged("")
            return review_out(table.game, empty, points, total, self._state(stored, empty), language)

    def _read(self, stored: LiveTable) -> Judged:
        live = self._live.get(stored.id)
        kept = Judged.unpack(None, stored.record)
        if live is not None and live.of == kept.of:
            return replace(live, moments=list(live.moments))  # it grows while it is shown
        return Judged.unpack(self.archive.review(stored.id), stored.record)

    def _is_done(self, stored: LiveTable, judged: Judged) -> bool:
        return len(judged.moments) >= len(stored.record.moves) and judged.kept > 0

    def _state(self, stored: LiveTable, judged: Judged) -> str:
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

    async def _claim(self, stored: LiveTable) -> Judged | None:
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

    async def _judge_all(self, stored: LiveTable, judged: Judged) -> None:
        played = _played(stored.table)
        await self._keep(stored, judged)
        thoughts: dict[int, Packed] = {}
        kept = time.monotonic()
        for ply in range(len(judged.moments), len(played.moves)):
            moment = await self._judge_one(stored.id, played, ply, thoughts)
            judged.moments.append(moment)
            if time.monotonic() - kept > KEEP_EVERY * (1 + len(judged.moments) / MUCH):
                await self._keep(stored, judged)
                kept = time.monotonic()
        await self._keep(stored, judged)

    async def _judge_one(
        self, table_id: str, played: Played, ply: int, thoughts: dict[int, Packed]
    ) -> Packed:
        """The verdict on one move; *thoughts* holds what was thought of a position before its turn came."""
        thought = thoughts.pop(ply, None) or await self._think(table_id, played, ply)
        after: float | None = None
        if needs_next(thought, played.game.write(played.moves[ply])) and _is_open(played, ply):
            after = _outcome(played, ply)
            if after is None and played.states[ply + 1].outcome() is None:
                thoughts[ply + 1] = await self._think(table_id, played, ply + 1)
                after = _seen_from(played, ply, thoughts[ply + 1])
        view, move = played.view(ply), played.moves[ply]
        return await asyncio.to_thread(judge, played.game, view, ply, move, thought, after)

    async def _think(self, table_id: str, played: Played, ply: int) -> Packed:
        """The last word of the strongest engine on a position."""
        game = played.game
        view = played.view(ply)
        key, position = await asyncio.to_thread(lambda: (game.strongest(view), game.text(view)))
        for _ in range(PATIENCE):
            last: str | None = None
            with suppress(Busy):
                stream = self.workers.stream(
                    game.key, position, key, table=table_id, seconds=played.seconds, lines=MOST_LINES
                )
                async with aclosing(stream) as thoughts:
                    async for thought, _final in thoughts:
                        last = thought
            if last is not None:
                content: Packed = await asyncio.to_thread(json.loads, last)
                return content
            await asyncio.sleep(1)
        raise Busy

    async def _keep(self, stored: LiveTable, judged: Judged) -> None:
        """Write down what was judged, unless the game has changed meanwhile, and tell who watches."""

        def write() -> None:
            now = self.archive.load(stored.id)
            if now is None or Judged.unpack(None, now.record).of != judged.of:
                raise Changed
            judged.kept = time.time()
            self.archive.save_review(stored.id, judged.pack())

        await asyncio.to_thread(write)
        self.tell(stored.id)

    async def close(self) -> None:
        """Stop; what was judged is kept, and goes on when it is asked for again."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _played(table: Table) -> Played:
    if table.ended is None:
        raise Changed
    return Played(table.game, table.states, table.moves, table.ended.points)


def _outcome(played: Played, ply: int) -> float | None:
    """What who made this move got, if the game was over by the rules after it."""
    outcome = played.states[ply + 1].outcome()
    return outcome.points[played.states[ply].turn] if outcome is not None else None


def _is_open(played: Played, ply: int) -> bool:
    """Whether everybody sees everything: only then the next position tells what this move was worth.

    Where something is hidden, what a move brought to light is luck: it says nothing of the odds.
    """
    after = played.states[ply + 1]
    return played.game.view(after, after.turn) is after


def _seen_from(played: Played, ply: int, thought: Packed) -> float | None:
    """What who made this move can expect, from an opinion for whoever moves next."""
    before, after = played.states[ply], played.states[ply + 1]
    best: float = max(line["chance"] for line in thought["lines"])
    if before.turn == after.turn:
        return best
    return 1.0 - best if after.seats == 2 else None
