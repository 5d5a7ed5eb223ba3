"""Tables to be kept, for the tests of the archive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from damier.core.record import Record
from damier.store.table_archive import Archive, TableQuery, TableRow

RECORD = Record(game="tictactoe", options={"size": "3x3", "line": 3}, seed=2**127, players=("person", "easy"))


def new(table_id: str, **more: Any) -> TableRow:
    return TableRow(**{"id": table_id, "record": RECORD, "version": 1, "holders": {0: "ann"}, **more})


def found(archive: Archive, holder: str = "ann", **wish: Any) -> list[str]:
    return [stored.id for stored in archive.search(holder, TableQuery(**wish)).tables]


def in_parallel(*work: Callable[[], object]) -> list[Any]:
    """What each of *work* returns, all begun at the same moment."""
    gate = threading.Barrier(len(work))

    def run(job: Callable[[], object]) -> object:
        gate.wait(60)
        return job()

    with ThreadPoolExecutor(len(work)) as pool:
        return [future.result(120) for future in [pool.submit(run, job) for job in work]]
