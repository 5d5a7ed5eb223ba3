"""The levels of Connect Four against each other: pairs of games from random openings, sides swapped.

    python bench/connect4_levels.py [GAMES] [NODES]

GAMES is for each pair of levels (100), NODES how many positions ``searcher`` may look at for a move (2000).
The same on every machine: nothing depends on time.
"""

from __future__ import annotations

import itertools
import random
import sys

from damier.core.engine import Limit, think
from damier.games.connect4 import GAME
from damier.games.connect4.rules import Position

OPENING = 4
"""Random moves before the levels take over; without them two levels without chance repeat one game."""


def opening(seed: int) -> Position:
    """A position after a few random moves, not yet over."""
    rng = random.Random(seed)
    state = GAME.begin()
    for _ in range(OPENING):
        state = state.play(rng.choice(state.moves()))
    return state


def points(first: str, second: str, seed: int, limit: Limit) -> float:
    """What *first* gets out of one game when it moves first after the opening."""
    state = opening(seed)
    engines = [GAME.engines[name].make(seed) for name in (first, second)]
    while (outcome := state.outcome()) is None:
        state = state.play(think(engines[state.turn], state, limit).move)
    return outcome.points[0]


def main(games: int = 100, nodes: int = 2000) -> None:
    limit = Limit(nodes=nodes)
    for first, second in itertools.combinations(GAME.engines, 2):
        results = []
        for seed in range(games // 2):
            results += [points(first, second, seed, limit), 1 - points(second, first, seed, limit)]
        wins, draws = results.count(1.0), results.count(0.5)
        print(f"{first:>10} - {second:<10} +{wins} ={draws} -{len(results) - wins - draws}", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
