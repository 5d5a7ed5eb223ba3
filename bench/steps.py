"""Random play, steps a second: every game through its public Python API beside pyspiel's.

    python bench/steps.py              # about half a minute
    python bench/steps.py --seconds 2  # per measurement, for quieter figures

A step is what random play needs: the legal moves, a choice among them, the move, and whether the game is
over. Both sides use the same generator in the same way, and they take turns in one run, so that a busy
moment of the machine meets both; the median of the rounds is shown.

The objects are not alike: a step of ours makes a new frozen state, pyspiel's changes a C++ object. Where
no chance is in the deal, our games start from one state again and again: it is frozen, so it can be shared.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import damier

PEERS: dict[str, tuple[str, dict[str, int | str]]] = {
    "tictactoe": ("tic_tac_toe", {}),
    "connect4": ("connect_four", {}),
    "dots": ("dots_and_boxes(num_rows=5,num_cols=5)", {"size": "5x5"}),
    "quoridor": ("quoridor(board_size=9)", {"size": "9x9"}),
}
"""Which game of pyspiel is which of ours, and the options that make them alike."""

MOST = 1000
"""Steps of one game; random Quoridor can go on for very long, on both sides."""

ROUNDS = 5


def ours(key: str, options: dict[str, int | str]) -> Callable[[random.Random], int]:
    """Plays a random game of ours and says how many steps it had."""
    game = damier.game(key)
    settled = game.settle(None, options)
    start = game.deal(settled, 1)
    chance = start != game.deal(settled, 2)

    def play(rng: random.Random) -> int:
        state = game.deal(settled, rng.getrandbits(32)) if chance else start
        steps = 0
        moves = state.moves()
        while moves and steps < MOST:
            state = state.play(moves[int(rng.random() * len(moves))])
            steps += 1
            moves = state.moves()
        return steps

    return play


def theirs(name: str) -> Callable[[random.Random], int]:
    """Plays a random game of pyspiel's and says how many steps it had."""
    import pyspiel

    game: Any = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal() and steps < MOST:
            moves = state.legal_actions()
            state.apply_action(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Steps a second over whole games, for about *seconds*."""
    steps, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        steps += play(rng)
    return steps / spent


def compare(key: str, seconds: float) -> tuple[float, float | None]:
    """The median rates of ours and, where there is one, of theirs, measured in turns."""
    peer, options = PEERS.get(key, ("", {}))
    players = [ours(key, options)]
    if peer:
        try:
            players.append(theirs(peer))
        except ImportError:
            print("pyspiel is not installed (pip install open_spiel): ours alone")
            PEERS.clear()
    rng = random.Random(1)
    for play in players:
        rate(play, rng, seconds / 5)  # caches and lazy imports are not what is measured
    rounds = [[rate(play, rng, seconds) for play in players] for _ in range(ROUNDS)]
    medians = [statistics.median(column) for column in zip(*rounds, strict=True)]
    return medians[0], medians[1] if len(medians) > 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play, steps a second, beside pyspiel's.")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement (0.5)")
    parser.add_argument("games", nargs="*", help="which games (all)")
    asked = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, median of {ROUNDS} rounds\n")
    print(f"{'game':<12} {'damier':>12} {'pyspiel':>12} {'ratio':>7}   steps a second")
    for key in asked.games or damier.games():
        mine, other = compare(key, asked.seconds)
        peer = f"{other:12,.0f} {mine / other:7.2f}" if other else f"{'-':>12} {'-':>7}"
        print(f"{key:<12} {mine:12,.0f} {peer}", flush=True)


if __name__ == "__main__":
    main()
