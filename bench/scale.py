"""How far a tournament scales: costs measured here, a cluster of any size simulated from them.

    python -m bench.scale                # about two minutes, alone on the machine
    python -m bench.scale --games 200    # for a first look

A real scheduler and two real workers of dask.distributed, each a process of its own, play games that only
wait; what the arena and the scheduler need for each batch and each game is read from the processor time of
their processes. A simulation of the same policy (batches of half a second, three for each worker, kept in
order) with those costs then says what more workers would do. Its answer for two workers is compared with
what two workers did.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from damier.arena import tournament
from damier.arena.executors import make_executors, on_cluster
from damier.arena.plan import Opening, Plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import GAMES, Run
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import BATCH, BATCHES_A_WORKER, MOST_IN_BATCH, Tournament, batch_size
from damier.core.record import Record
from damier.games import game as find_game


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of processor time, and what a message takes."""

    game: float
    """The arena, for each game that comes back: read, counted, written."""
    batch: float
    """The arena, for each batch: given out and taken in."""
    scheduler: float
    """The scheduler, for each batch."""
    way: float
    """From the arena to a worker and back, when nobody else is there."""


def wait_for(
    words: str, numbers: tuple[int, ...], openings: list[Opening], seconds: float, line: str
) -> list[tuple[str, str]]:
    """A worker's games that take time and nothing else; their records are as long as real ones."""
    time.sleep(seconds * len(numbers))
    lines = []
    for number in numbers:
        record = json.loads(line)
        record["more"]["arena"]["game"] = number
        times = {"game": number, "seconds": [seconds], "worker": "x"}
        lines.append((json.dumps(record), json.dumps(times)))
    return lines


@contextmanager
def a_cluster(workers: int) -> Iterator[tuple[str, int]]:
    """The address of a scheduler with workers, each a process, and the number of the scheduler's process."""
    run = [sys.executable, "-m"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        options = ["--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
        scheduler = subprocess.Popen([*run, "distributed.cli.dask_scheduler", *options], **quiet)  # type: ignore[call-overload]
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        helpers = [
            subprocess.Popen(
                [*run, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"],
                **quiet,  # type: ignore[call-overload]
            )
            for _ in range(workers)
        ]
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                executors = on_cluster_or_none(address)
                if executors == workers:
                    break
                time.sleep(0.2)
            yield address, scheduler.pid
        finally:
            for process in [*helpers, scheduler]:
                process.terminate()
            for process in [*helpers, scheduler]:
                process.wait()


def on_cluster_or_none(address: str) -> int:
    from damier.core.text import Refusal

    try:
        executors = on_cluster(address)
    except Refusal:
        return 0
    executors.close()
    return executors.workers


def cpu(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def a_line() -> str:
    """The record of a real game."""
    game = find_game("connect4")
    plan = make_plan(
        game, ["random,child"], options=game.settle(), seed=1, games=2, limit="20nodes", openings=("4",)
    )
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", plan)
        Tournament(run, make_executors(1)).play(kept=0)
        return (run.folder / GAMES).read_text().splitlines()[0]


def a_plan(games: int) -> Plan:
    game = find_game("connect4")
    openings = tuple(f"{a} {b}" for a in range(1, 8) for b in range(1, 8))
    return make_plan(game, ["random,child"], options=game.settle(), seed=1, games=games, openings=openings)


def played(
    address: str, scheduler: int, games: int, seconds: float, batch: float
) -> tuple[float, float, float]:
    """Play games that wait: seconds it took, processor time of the arena and of the scheduler."""
    from functools import partial

    line = a_line()
    executors = on_cluster(address)
    work = partial(wait_for, seconds=seconds, line=line)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(tournament, "BATCH", batch),
        patch.object(tournament, "FOR_EACH", min(batch, tournament.FOR_EACH)),
    ):
        run = Run.create(Path(folder) / "run", a_plan(games))
        standings = Standings(run.plan)

        def hear(record: Record, taken: list[float]) -> bool:
            standings.add(record)
            return False

        with patch.object(tournament, "play_batch", work):
            before = time.process_time(), cpu(scheduler), time.perf_counter()
            Tournament(run, executors, hear).play(kept=0)
            after = time.process_time(), cpu(scheduler), time.perf_counter()
        assert (run.folder / GAMES).read_bytes().count(b"\n") == games
    executors.close()
    return after[2] - before[2], after[0] - before[0], after[1] - before[1]


def measure(games: int) -> tuple[Costs, float]:
    """The costs, and games a second of two workers whose games take 30 ms."""
    with a_cluster(2) as (address, scheduler):
        played(address, scheduler, 64, 0.001, 0.5)
        # Batches of one game against batches of many: the difference is what a batch costs.
        _, one, one_s = played(address, scheduler, games, 0.0, 1e-9)
        _, many, _ = played(address, scheduler, games * 8, 0.0, 1e9)
        took, _, _ = played(address, scheduler, games, 0.03, BATCH)
        executors = on_cluster(address)
        ways = []
        for _ in range(50):
            began = time.perf_counter()
            executors.current.submit(os.getpid).result()
            ways.append(time.perf_counter() - began)
        executors.close()
    batches = games * 8 / MOST_IN_BATCH + 9
    each = max(1e-6, (many - one * batches / games) / (games * 8 - batches))
    costs = Costs(
        game=each,
        batch=max(1e-6, one / games - each),
        scheduler=one_s / games,
        way=sorted(ways)[len(ways) // 2],
    )
    return costs, games / took


def simulate(costs: Costs, workers: int, seconds: float, spread: float = 0.3) -> tuple[float, float, str]:
    """Games a second with so many workers whose games take *seconds*, how busy they are, and what limits.

    The arena and the scheduler do one thing at a time; a batch goes from the arena by the scheduler to a
    worker and back the same way. Games vary by *spread*.
    """
    rng = random.Random(1)
    size = batch_size(seconds, workers)
    until = max(60.0, 40 * seconds * size)
    free = {"arena": 0.0, "scheduler": 0.0}
    busy = {"arena": 0.0, "scheduler": 0.0}
    idle = [0.0] * workers
    games = 0

    def use(who: str, now: float, cost: float) -> float:
        """When *who* is done with something that comes now."""
        free[who] = max(free[who], now) + cost
        busy[who] += cost if now > until / 2 else 0.0
        return free[who]

    # Everything that happens, by its time: a batch goes out, is played, comes in, is taken.
    events = [(0.0, number, "out") for number in range(workers * BATCHES_A_WORKER)]
    while events:
        now, number, what = heapq.heappop(events)
        if now > until:
            break
        if what == "out":
            now = use("scheduler", use("arena", now, costs.batch / 2), costs.scheduler / 2)
            heapq.heappush(events, (now + costs.way / 2, number, "play"))
        elif what == "play":
            took = max(0.1 * seconds * size, rng.gauss(seconds * size, spread * seconds * size**0.5))
            begun = max(now, heapq.heappop(idle))
            heapq.heappush(idle, begun + took)
            heapq.heappush(events, (begun + took + costs.way / 2, number, "in"))
        elif what == "in":
            heapq.heappush(events, (use("scheduler", now, costs.scheduler / 2), number, "take"))
        else:
            done = use("arena", now, costs.batch / 2 + costs.game * size)
            games += size if until / 2 < done <= until else 0
            heapq.heappush(events, (done, number, "out"))
    rate = games / (until / 2)
    shares = {who: busy[who] / (until / 2) for who in busy}
    shares["workers"] = rate * seconds / workers
    return rate, min(1.0, shares["workers"]), max(shares, key=lambda who: shares[who])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    costs, real = measure(given.games)
    print("measured here")
    print(f"  the arena, a game        {1e6 * costs.game:8.0f} us of processor time")
    print(f"  the arena, a batch       {1e6 * costs.batch:8.0f} us")
    print(f"  the scheduler, a batch   {1e6 * costs.scheduler:8.0f} us")
    print(f"  to a worker and back     {1e3 * costs.way:8.1f} ms")
    rate, _, _ = simulate(costs, 2, 0.03)
    print(f"  two workers, games of 30 ms: {real:.1f} games/s; the simulation says {rate:.1f}")
    print("simulated: games a second (how busy the workers are; what limits)")
    for seconds in (0.03, 0.5, 5.0, 60.0):
        row = []
        for workers in (10, 100, 1000):
            rate, use, limit = simulate(costs, workers, seconds)
            row.append(f"{workers:>5}: {rate:9.1f} ({use:4.0%}, {limit})")
        print(f"  games of {seconds:>5g} s  " + "   ".join(row))


if __name__ == "__main__":
    main()
