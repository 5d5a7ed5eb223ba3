"""What waits for a compiler is compiled from the server's start on, beside everything else.

In a process of its own with the lowest priority, so that nobody who plays meanwhile notices.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from filelock import FileLock, Timeout

from damier.games import games
from damier.jit import cache_folder
from damier.warm import LevelOnBoard, compiled_levels, is_cold, prepare
from damier.web.thinking.worker_process import begin

LOWEST = 14
"""Added to a worker's own niceness, it is the lowest priority there is."""

log = logging.getLogger("damier.web")


def cold() -> list[LevelOnBoard]:
    """The compiled levels that nobody has used here yet, those of usual boards first."""
    ranked = (pair for game in games().values() for pair in enumerate(compiled_levels(game)))
    return [level for _, level in sorted(ranked, key=lambda pair: pair[0]) if is_cold(*level)]


@contextmanager
def warming() -> Iterator[None]:
    """Compile what is cold meanwhile; what is not done in the end is left."""
    if not cold():
        yield
        return
    log.info("preparing the engines (first run only)")
    process = multiprocessing.get_context("spawn").Process(target=warm, name="damier-warming", daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def warm() -> None:
    """Prepare one after the other, unless another server on this machine does so already."""
    begin()
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    with suppress(Timeout, OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        with FileLock(cache_folder() / "warming.lock", timeout=0):
            for start in cold():
                prepare(*start)
