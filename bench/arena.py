"""What the arena costs: games a second through it, against a bare loop that plays the same games.

    python -m bench.arena               # about six minutes, alone on the machine
    python -m bench.arena --rounds 3    # for a first look

Both play the same openings with the same seeds between engines that take about two milliseconds a move. The
arena checks each move, notes opinions and times, and makes every batch durable; the loop does none of it.

The speed of a machine drifts, so every round plays all ways one after the other in short pieces, in turns
forwards and backwards, and ratios are taken within the round; the medians and the middle half are told. All
games are played in the same two worker processes. Two bare loops at once, which share nothing, are what two
cores can do at most.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from damier.arena.executors import Executors, make_executors
from damier.arena.openings import prepare
from damier.arena.plan import Plan
from damier.arena.play_batch import prepare_plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import GAMES, TIMES, Run
from damier.arena.tournament import Tournament
from damier.core.engine import think
from damier.games import game as find_game

BARE = "bare loop"
BESIDE = "2 bare loops"


@dataclass(frozen=True, slots=True)
class TimedRun:
    """All games played once in some way."""

    seconds: float
    thinking: float
    """Seconds that the engines had, of all workers together."""
    games: bytes = b""


def a_plan(key: str, players: str, games: int, limit: str) -> Plan:
    game = find_game(key)
    options = game.settle()
    executors = make_executors(1)
    openings = prepare(key, options, 1, games // 2, None, executors.current)
    return make_plan(game, [players], options=options, seed=1, games=games, limit=limit, openings=openings)


def loop(words: str, numbers: Sequence[int]) -> tuple[float, int]:
    """Seconds for these games of a plan without the arena, and how many moves were made."""
    prepared = prepare_plan(words)
    game, plan, moves = prepared.game, prepared.plan, 0
    began = time.perf_counter()
    for number in numbers:
        slot = plan.slot(number)
        state = game.deal(plan.options, plan.deal_seed(slot.pair))
        for word in plan.opening(slot.pair):
            state = state.play(game.read(word, game.view(state, state.turn)))
        engines = [
            prepared.players[entry].make(plan.engine_seed(slot, seat))
            for seat, entry in enumerate(slot.seats)
        ]
        limits = [prepared.paces[entry][0] for entry in slot.seats]
        while state.outcome() is None:
            turn = state.turn
            state = state.play(think(engines[turn], game.view(state, turn), limits[turn]).move)
            moves += 1
    return time.perf_counter() - began, moves


def bare(plan: Plan, executor: Executor, loops: int) -> TimedRun:
    """As many bare loops at once, that share the games."""
    words = plan.dump()
    began = time.perf_counter()
    futures = [executor.submit(loop, words, range(first, plan.total, loops)) for first in range(loops)]
    thinking = sum(future.result()[0] for future in futures)
    return TimedRun(time.perf_counter() - began, thinking)


def here(words: str) -> TimedRun:
    """All games through the arena in the process that is asked."""
    return arena(Plan.load(words), make_executors(1))


def arena(plan: Plan, executors: Executors) -> TimedRun:
    """All games through the arena, with workers that are there."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", plan)
        began = time.perf_counter()
        Tournament(run, executors).play(kept=0)
        took = time.perf_counter() - began
        times = (run.folder / TIMES).read_text().splitlines()
        thinking = sum(sum(json.loads(line)["seconds"]) for line in times)
        return TimedRun(took, thinking, (run.folder / GAMES).read_bytes())


def middle(values: Sequence[float]) -> str:
    """The median and the middle half, in words."""
    if len(values) < 2:
        return f"{values[0]:.2f}"
    low, mid, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{mid:.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--players", default="evaluator,searcher")
    parser.add_argument("--limit", default="20nodes")
    parser.add_argument("--cluster", action="store_true", help="a local dask cluster of two workers as well")
    given = parser.parse_args()
    plan = a_plan("connect4", given.players, given.games, given.limit)
    two = make_executors(2)
    workers = two.current
    ways: dict[str, Callable[[Plan], TimedRun]] = {
        BARE: lambda played: bare(played, workers, 1),
        "1 process": lambda played: workers.submit(here, played.dump()).result(),
        "2 processes": lambda played: arena(played, two),
        BESIDE: lambda played: bare(played, workers, 2),
    }
    cluster = make_executors(2, "local") if given.cluster else None
    if cluster is not None:
        ways["dask, 2 workers"] = lambda played: arena(played, cluster)
    for way in ways.values():
        way(replace(plan, games=16, seed=2))  # workers have started and imported
    pieces: dict[str, list[TimedRun]] = {title: [] for title in ways}
    for number in range(given.rounds):
        for title in list(ways)[:: -1 if number % 2 else 1]:
            pieces[title].append(ways[title](plan))
    for executors in filter(None, (two, cluster)):
        executors.close()
    found = {piece.games for taken in pieces.values() for piece in taken if piece.games}
    assert len(found) == 1, "every way plays the same games"
    tell(plan, pieces, loop(plan.dump(), range(plan.total))[1], given.players, given.limit)


def tell(plan: Plan, pieces: dict[str, list[TimedRun]], moves: int, players: str, limit: str) -> None:
    def ratio(title: str, base: str) -> str:
        pairs = zip(pieces[base], pieces[title], strict=True)
        return middle([slow.seconds / fast.seconds for slow, fast in pairs])

    base = statistics.median(piece.seconds for piece in pieces[BARE])
    print(f"{plan.total} games of Connect Four, {players} at {limit}, {len(pieces[BARE])} rounds")
    print(f"{1000 * base / moves:.2f} ms a move in the bare loop")
    for title, taken in pieces.items():
        speed = plan.total / statistics.median(piece.seconds for piece in taken)
        workers = 1 if title in (BARE, "1 process") else 2
        busy = middle([piece.thinking / piece.seconds / workers for piece in taken])
        other = BARE if title in ("1 process", BESIDE) else "1 process"
        told = "" if title == BARE else f"   of {other}: {ratio(title, other)}"
        print(f"  {title:<16} {speed:7.1f} games/s   thinking {busy} of the time{told}")


if __name__ == "__main__":
    main()
