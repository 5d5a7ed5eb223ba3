"""What the arena costs: games a second through it, against a bare loop that plays the same games.

    python -m bench.arena                # about two minutes, alone on the machine
    python -m bench.arena --games 100    # for a first look

Both play the same openings with the same seeds between engines that take about a millisecond a move. The
arena checks each move, notes opinions and times, and makes every batch durable; the loop does none of it.
Each round measures all of them in turns; the medians are told.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from damier.arena.entering import make_plan
from damier.arena.hall import site
from damier.arena.match import derive
from damier.arena.openings import prepare
from damier.arena.plan import Plan
from damier.arena.run import GAMES, Run
from damier.arena.tournament import Tournament
from damier.arena.work import enter
from damier.core.engine import think
from damier.games import game as find_game


def a_plan(key: str, players: str, games: int, limit: str) -> Plan:
    game = find_game(key)
    options = game.settle()
    there = site(1)
    openings = prepare(key, options, 1, games // 2, None, there.executor)
    return make_plan(game, [players], options=options, seed=1, games=games, limit=limit, openings=openings)


def loop(plan: Plan) -> tuple[float, int]:
    """Seconds for all games without the arena, and how many moves were made."""
    hall = enter(plan.dump())
    game, moves = hall.game, 0
    began = time.perf_counter()
    for number in range(plan.total):
        slot = plan.slot(number)
        state = game.deal(plan.options, derive(plan.seed, f"deal {slot.pair}"))
        for word in plan.opening(slot):
            state = state.play(game.read(word, game.view(state, state.turn)))
        engines = [
            hall.players[entry].make(derive(plan.seed, f"engine {number} {seat}"))
            for seat, entry in enumerate(slot.seats)
        ]
        limits = [hall.paces[entry][0] for entry in slot.seats]
        while state.outcome() is None:
            turn = state.turn
            state = state.play(think(engines[turn], game.view(state, turn), limits[turn]).move)
            moves += 1
    return time.perf_counter() - began, moves


def arena(plan: Plan, processes: int, cluster: str | None = None) -> tuple[float, bytes]:
    """Seconds for all games through the arena once its workers are there, and the games."""
    there = site(processes, cluster)
    with tempfile.TemporaryDirectory() as folder:
        warm = Run.create(Path(folder) / "warm", make_warm(plan))
        Tournament(warm, there).play(kept=0)  # workers have started and imported
        run = Run.create(Path(folder) / "run", plan)
        began = time.perf_counter()
        Tournament(run, there).play(kept=0)
        took = time.perf_counter() - began
        there.close()
        return took, (run.folder / GAMES).read_bytes()


def make_warm(plan: Plan) -> Plan:
    """A few other games, for everything to be imported."""
    return replace(plan, games=16, seed=2)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--players", default="evaluator,searcher")
    parser.add_argument("--limit", default="20nodes")
    parser.add_argument("--cluster", action="store_true", help="a local dask cluster of two workers as well")
    given = parser.parse_args()
    plan = a_plan("connect4", given.players, given.games, given.limit)
    ways: dict[str, tuple[int, str | None]] = {"1 process": (1, None), "2 processes": (2, None)}
    if given.cluster:
        ways["dask, 2 workers"] = (2, "local")
    times: dict[str, list[float]] = {}
    found = set()
    for _ in range(given.rounds):
        bare, moves = loop(plan)
        times.setdefault("bare loop", []).append(bare)
        for title, (processes, cluster) in ways.items():
            took, games = arena(plan, processes, cluster)
            times.setdefault(title, []).append(took)
            found.add(games)
    assert len(found) == 1, "every way plays the same games"
    base = statistics.median(times["bare loop"])
    print(f"{plan.total} games of Connect Four, {given.players} at {given.limit}")
    print(f"{1000 * base / moves:.2f} ms a move in the bare loop")
    for title, taken in times.items():
        took = statistics.median(taken)
        print(f"  {title:<18} {plan.total / took:8.1f} games/s   {base / took:5.2f} of the bare loop")


if __name__ == "__main__":
    main()
