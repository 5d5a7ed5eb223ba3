"""What the tests of worker processes share: engines that give trouble, and ways to wait for them."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import shutil
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from damier.web.thinking.worker_pool import Opinion, Workers

DATA = Path(__file__).parents[2] / "data"
SECONDS = 60.0
"""A condition that does not come true within these never will."""


class Trouble:
    """Where the engines of the game "trouble" write what they do and wait to be let go."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("nim", "trouble"):
            shutil.copytree(DATA / name, folder / "games" / name)
        monkeypatch.setenv("DAMIER_GAMES", str(folder / "games"))
        monkeypatch.setenv("TROUBLE", str(folder))
        self.folder = folder

    def log(self) -> list[str]:
        path = self.folder / "log"
        return path.read_text("utf-8").splitlines() if path.exists() else []

    def begun(self) -> list[str]:
        return [line.removesuffix(" begins") for line in self.log() if line.endswith(" begins")]

    def let_go(self) -> None:
        (self.folder / "gate").touch()


def pids() -> list[int]:
    return [child.pid or 0 for child in multiprocessing.active_children() if child.name == "damier-worker"]


def check_that_nothing_is_left() -> None:
    assert not pids()
    assert not [thread for thread in threading.enumerate() if thread.name == "worker"]


async def until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, "it does not come to pass"
        await asyncio.sleep(0.01)


@asynccontextmanager
async def crew(processes: int, **more: Any) -> AsyncIterator[Workers]:
    workers = Workers(processes, **more)
    try:
        yield workers
    finally:
        await asyncio.to_thread(workers.close)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(coroutine, 4 * SECONDS))


def ponder(workers: Workers, level: str, left: int = 9, table: str = "") -> asyncio.Task[Opinion]:
    return asyncio.create_task(workers.ponder("trouble", f"{left} 0", level, 0, 9, table=table))


async def answers(workers: Workers) -> None:
    """A worker is free and well."""
    opinion = await workers.ponder("nim", "9 0", "random", 0, 9)
    assert json.loads(opinion.packed)["game"] == "nim"


def depth(opinion: Opinion) -> int:
    found: int = json.loads(opinion.packed)["depth"]
    assert found == opinion.depth
    return found
