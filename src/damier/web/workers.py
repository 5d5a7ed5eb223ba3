"""Engines think in processes of their own: the server stays awake."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

from damier.core.engine import think
from damier.games import game as find_game
from damier.web.wire import pack_thought

PATIENCE = 120.0
"""Seconds after which a worker that does not answer is ended; a first thought may wait for compilation."""


class Busy(Exception):
    """Too many are waiting already: come back later."""


def ponder(key: str, position: str, level: str, seed: int, lines: int, most: float) -> str:
    """What a level thinks of a position, packed; runs in a worker, which gets a view and nothing else."""
    game = find_game(key)
    view = game.parse(position)
    usual = game.engines[level].usual
    seconds = min(most, usual.time) if usual.time is not None else most
    analysis = think(game.engines[level].make(seed), view, replace(usual, time=seconds, lines=lines))
    return pack_thought(game, level, view, analysis)


def begin() -> None:
    """A worker ends with its server, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


class Workers:
    """A bounded queue before a pool of processes."""

    def __init__(
        self, processes: int | None = None, most_waiting: int = 64, most_seconds: float = 10.0
    ) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.most_waiting = most_waiting
        self.most_seconds = most_seconds
        self._waiting = 0
        self._free = asyncio.Semaphore(self.processes)
        self._pool: ProcessPoolExecutor | None = None

    async def ponder(self, key: str, position: str, level: str, seed: int, lines: int) -> str:
        """What a level thinks; raises Busy where too many wait. A worker that dies is replaced once."""
        if self._waiting >= self.most_waiting:
            raise Busy
        self._waiting += 1
        try:
            async with self._free:  # first come, first served; who leaves the queue costs nothing
                for _ in range(2):
                    pool = self._executor()
                    try:
                        thought = asyncio.get_running_loop().run_in_executor(
                            pool, ponder, key, position, level, seed, lines, self.most_seconds
                        )
                        return await asyncio.wait_for(thought, PATIENCE)
                    except (BrokenProcessPool, TimeoutError):
                        self._end(pool)
            raise Busy
        finally:
            self._waiting -= 1

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a copy of a server with threads may hang.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=begin)
        return self._pool

    def close(self) -> None:
        """Wait for nobody."""
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End a pool and its thoughts; whoever has begun a new one meanwhile keeps it."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):  # Python 3.14 calls this kill_workers
            process.kill()
        pool.shutdown(wait=False)
