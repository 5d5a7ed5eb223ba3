"""Everything goes wrong at once: bots crash, workers die, the arena is killed. Nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from damier.arena.executors import make_executors
from damier.arena.plan import Plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import GAMES, TIMES, Run
from damier.arena.tournament import Tournament
from damier.core.record import Record
from damier.games import game as find_game

CONNECT4 = find_game("connect4")

SHAKY = """
import os, random

def move(view):
    if random.random() < 0.05:
        os._exit(9)
    if random.random() < 0.05:
        raise RuntimeError("not my day")
    return random.choice(view.moves())
"""


def a_plan(folder: Path) -> Plan:
    bot = folder / "shaky.py"
    bot.write_text(SHAKY)
    return make_plan(
        CONNECT4,
        [f"random,child,{bot}"],
        options=CONNECT4.settle(),
        seed=11,
        games=6,
        limit="20nodes",
        openings=("4", "1 2"),
    )


def until(happens: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def kept(folder: Path) -> int:
    path = folder / GAMES
    return path.read_bytes().count(b"\n") if path.exists() else 0


def workers(folder: Path) -> set[int]:
    lines = (folder / TIMES).read_text().splitlines()
    return {int(json.loads(line)["worker"].rpartition(":")[2]) for line in lines}


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
def test_nothing_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    plan = a_plan(tmp_path)
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    assert Tournament(Run.create(calm, plan), make_executors(1)).play(kept=0)
    Run.create(stormy, plan)
    resume = [sys.executable, "-m", "damier", "arena", "--resume", str(stormy), "--processes", "2"]
    first = subprocess.Popen(resume, stdout=subprocess.DEVNULL)
    until(lambda: kept(stormy) >= 4, "the first games")
    first.kill()
    first.wait()
    orphans = workers(stormy)
    until(lambda: not any(is_alive(pid) for pid in orphans), "the workers of the dead arena to end")
    at_kill = kept(stormy)
    assert (calm / GAMES).read_bytes().startswith((stormy / GAMES).read_bytes().rpartition(b"\n")[0])
    second = subprocess.Popen(resume, stdout=subprocess.PIPE, text=True)
    until(lambda: kept(stormy) > at_kill or second.poll() is not None, "another game")
    for pid in workers(stormy) - orphans:
        if is_alive(pid) and pid != second.pid:
            os.kill(pid, signal.SIGKILL)
            break
    out, _ = second.communicate(timeout=120)
    assert second.returncode == 0 and "18 games" in out
    assert (stormy / GAMES).read_bytes() == (calm / GAMES).read_bytes()
    records = list(Run.open(stormy).records())
    lost = [record for record in records if record.ending == "forfeited"]
    assert lost and {record.players[record.loser or 0] for record in lost} == {"shaky.py"}


def test_a_worker_of_the_pool_that_dies_is_replaced(tmp_path: Path) -> None:
    plan = make_plan(
        CONNECT4,
        ["random,child"],
        options=CONNECT4.settle(),
        seed=5,
        games=60,
        limit="20nodes",
        openings=("4", "1 2"),
    )
    assert Tournament(Run.create(tmp_path / "calm", plan), make_executors(1)).play(kept=0)
    executors = make_executors(2)
    heard: list[int] = []

    def hear(record: Record, seconds: list[float]) -> bool:
        heard.append(record.more["arena"]["game"])
        if len(heard) in (3, 20):
            os.kill(next(iter(executors.current._processes)), signal.SIGKILL)  # type: ignore[attr-defined]
        return False

    assert Tournament(Run.create(tmp_path / "stormy", plan), executors, hear).play(kept=0)
    executors.close()
    assert heard == list(range(60))
    assert (tmp_path / "stormy" / GAMES).read_bytes() == (tmp_path / "calm" / GAMES).read_bytes()


def test_a_polite_kill_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [
        sys.executable,
        "-m",
        "damier",
        "arena",
        "connect4",
        "--engines",
        "searcher,child",
        "--seed",
        "1",
    ]
    command += ["--games", "1000", "--limit", "200nodes", "--plies", "2", "--processes", "2", "--lang", "en"]
    process = subprocess.Popen([*command, "--out", str(folder)], stdout=subprocess.PIPE, text=True)
    until(lambda: kept(folder) >= 2, "the first games")
    process.terminate()
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped early" in out and f"damier arena --resume {folder}" in out
    assert kept(folder) == sum(1 for _ in Run.open(folder).records())


def test_a_worker_that_does_not_end_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one does that waits for a lock which a killed worker held."""
    monkeypatch.setattr("damier.arena.executors.LEAVING", 0.2)
    executors = make_executors(2)
    pid = executors.current.submit(os.getpid).result()
    os.kill(pid, signal.SIGSTOP)
    executors.close()
    assert not Path(f"/proc/{pid}").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text()
