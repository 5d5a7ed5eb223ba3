"""A real dask cluster: the same games, each exactly once, whoever dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from damier.arena.executors import make_executors, on_cluster
from damier.arena.plan import Plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import GAMES, Run
from damier.arena.tournament import Tournament
from damier.core.record import Record
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game

CONNECT4 = find_game("connect4")


def a_plan(games: int = 40) -> Plan:
    return make_plan(
        CONNECT4,
        ["random,child"],
        options=CONNECT4.settle(),
        seed=5,
        games=games,
        limit="30nodes",
        openings=("4", "1 2", "3 3"),
    )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The games as one process plays them."""
    folder = tmp_path_factory.mktemp("alone")
    assert Tournament(Run.create(folder, a_plan()), make_executors(1)).play(kept=0)
    return (folder / GAMES).read_bytes()


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """A scheduler and two workers, each a process that is replaced when it dies."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as started:
        yield started


@pytest.mark.xdist_group("cluster")
def test_a_worker_that_dies_costs_no_game_and_plays_none_twice(
    cluster: LocalCluster, tmp_path: Path, alone: bytes
) -> None:
    executors = on_cluster(cluster.scheduler_address)
    assert executors.workers == 2
    pids = [worker.process.pid for worker in cluster.workers.values()]
    heard: list[Record] = []

    def hear(record: Record, seconds: list[float]) -> bool:
        heard.append(record)
        if len(heard) == 7:
            os.kill(pids[0], signal.SIGKILL)
        return False

    try:
        assert Tournament(Run.create(tmp_path, a_plan()), executors, hear).play(kept=0)
    finally:
        executors.close()
    assert (tmp_path / GAMES).read_bytes() == alone
    assert [record.more["arena"]["game"] for record in heard] == list(range(40))


@pytest.mark.xdist_group("cluster")
def test_a_cluster_of_our_own_plays_the_same_games(tmp_path: Path, alone: bytes) -> None:
    executors = make_executors(2, "local")
    try:
        assert Tournament(Run.create(tmp_path, a_plan()), executors).play(kept=0)
    finally:
        executors.close()
    assert (tmp_path / GAMES).read_bytes() == alone


@pytest.mark.long
def test_what_is_no_cluster_is_refused_with_a_sentence() -> None:
    with pytest.raises(Unreadable, match="not a cluster"):
        make_executors(1, "everywhere")
    with pytest.raises(Refusal, match="cannot be used"):
        make_executors(1, "tcp://127.0.0.1:9")
    with pytest.raises(Refusal, match="cannot be used: unknown address scheme"):
        on_cluster("xx://127.0.0.1:1")
