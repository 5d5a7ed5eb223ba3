"""Steps a second of the environments, beside PettingZoo's own Connect Four and tic-tac-toe.

    python bench/adapters.py              # about half a minute
    python bench/adapters.py --seconds 2  # per measurement, for quieter figures

A step is what a learner needs: the observation with its mask, a legal action, the step. Both sides play
random games in turns in one run, and the median of the rounds is shown. PettingZoo's games import pygame to
draw, which is not done here: an empty module stands in where it is not installed.

Theirs have two planes; ours have these, the empty cells and whose turn it is, and are made from the scene
that every game draws.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from damier.adapters import pettingzoo
from damier.adapters.gymnasium import SoloEnv

PEERS = {"tictactoe": "pettingzoo.classic.tictactoe_v3", "connect4": "pettingzoo.classic.connect_four_v3"}
"""Which module of PettingZoo has which of our games."""

ROUNDS = 5


def legal(mask: Any, rng: random.Random) -> int:
    """Any legal action."""
    actions = np.flatnonzero(mask)
    return int(actions[int(rng.random() * len(actions))])


def by_turns(table: Any, rng: random.Random) -> int:
    """Plays a game for two and says how many steps it had."""
    table.reset()
    steps = 0
    while True:
        seen, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            return steps
        table.step(legal(seen["action_mask"], rng))
        steps += 1


def alone(table: Any, rng: random.Random) -> int:
    """Plays a game for one and says how many steps it had."""
    _, info = table.reset()
    steps, terminated = 0, False
    while not terminated:
        _, _, terminated, _, info = table.step(legal(info["action_mask"], rng))
        steps += 1
    return steps


def rate(play: Callable[[Any, random.Random], int], table: Any, seconds: float) -> float:
    """Steps a second of processor time over whole games, for about *seconds*."""
    rng = random.Random(1)
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += play(table, rng)
    return steps / spent


def medians(play: Callable[[Any, random.Random], int], tables: list[Any], seconds: float) -> list[float]:
    """The median rate of each table, measured in turns."""
    for table in tables:
        rate(play, table, seconds / 5)  # caches are not what is measured
    rounds = [[rate(play, table, seconds) for table in tables] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second, beside PettingZoo's own games.")
    parser.add_argument("--seconds", type=float, default=0.4, help="of processor time each (0.4)")
    seconds = parser.parse_args().seconds
    if importlib.util.find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    print(f"{'game':<12} {'wrappers':<9} {'damier':>9} {'PettingZoo':>11} {'ratio':>6}   steps a second")
    for key in ("tictactoe", "connect4", "dots", "quoridor"):
        for kind in ("raw_env", "env"):
            tables = [getattr(pettingzoo, kind)(key)]
            if key in PEERS:
                tables.append(getattr(importlib.import_module(PEERS[key]), kind)())
            ours, *theirs = medians(by_turns, tables, seconds)
            peer = f"{theirs[0]:11,.0f} {ours / theirs[0]:6.2f}" if theirs else f"{'-':>11} {'-':>6}"
            print(f"{key:<12} {'yes' if kind == 'env' else 'no':<9} {ours:9,.0f} {peer}", flush=True)
    ours = medians(alone, [SoloEnv(setup="beginner")], seconds)[0]
    print(f"{'minesweeper':<12} {'-':<9} {ours:9,.0f} {'-':>11} {'-':>6}")


if __name__ == "__main__":
    main()
