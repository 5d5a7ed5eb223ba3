"""The levels of Connect Four that play like people: each against the one below it.

    python -m bench.connect4_people                # about ten minutes on one core
    python -m bench.connect4_people --games 50     # for a first look
    python -m bench.connect4_people --seed 7       # other openings
    python -m bench.connect4_people --pairs evaluator,beginner searcher@2000nodes,expert

Played through the arena: pairs of games from the same random openings of four moves, sides swapped. Nobody
thinks by the clock, so the same figures come out on every machine.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from damier.arena.executors import Executors, make_executors
from damier.arena.openings import prepare
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import Run
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import Tournament
from damier.games import game as find_game
from damier.games.connect4.levels.humanlike import PEOPLE

SEED = 6


def steps() -> list[str]:
    """Each level with the one below it, weakest first; the document's child stands below the first."""
    return [f"{below},{above}" for below, above in pairwise(("child", *PEOPLE))]


def played(players: str, games: int, seed: int, openings: tuple[str, ...], executors: Executors) -> Standings:
    """A match, as far as its standings."""
    game = find_game("connect4")
    plan = make_plan(
        game, [players], options=game.settle(), seed=seed, games=games, openings=openings, reference=0
    )
    standings = Standings(plan)
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", plan)
        Tournament(run, executors).play(kept=0)
        for record in run.records():
            standings.add(record)
    return standings


def tell(standings: Standings) -> None:
    """A row: the second of the two against the first."""
    cell, found = standings.cell(1, 0), standings.estimate(1, 0)
    assert cell is not None, "they have met"
    below, above = (entrant.name for entrant in standings.plan.entrants)
    print(
        f"| `{above}` against `{below}` | {cell.wins} | {cell.draws} | {cell.losses} "
        f"| {found.score:.1%} | {found.low:.1%} to {found.high:.1%} |",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=200, help="for each two")
    ask.add_argument("--seed", type=int, default=SEED, help="other openings and other chance")
    ask.add_argument("--processes", type=int, default=None)
    ask.add_argument("--pairs", nargs="+", default=steps(), help="the weaker first")
    given = ask.parse_args(arguments)
    executors = make_executors(given.processes)
    try:
        options = find_game("connect4").settle()
        openings = prepare("connect4", options, given.seed, (given.games + 1) // 2, None, executors.current)
        print("| | won | drawn | lost | score | 95 % interval |")
        print("| --- | --- | --- | --- | --- | --- |", flush=True)
        for players in given.pairs:
            tell(played(players, given.games, given.seed, openings, executors))
    finally:
        executors.close()


if __name__ == "__main__":
    main()
