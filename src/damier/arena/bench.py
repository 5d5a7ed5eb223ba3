"""A number for how a game's levels play: it changes exactly when a move or a value changes.

Fixed positions, fixed limits, every level: what each would play and what it thinks of every move is
hashed. Words, colours and speed have no part in it, nor have Python's hash seed and the machine.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from damier.core.engine import Level, Limit, think
from damier.core.game import AnyGame

LIMIT = Limit(nodes=2000)
"""How far an engine looks at each position."""

DEPTHS = (0, 1, 4, 9, 16)
"""After how many random moves a position is taken, where the game lasts so long."""

SEEDS = range(3)
"""Each position is asked about with so many seeds: some levels play well now and then only."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The fingerprint of a game's play."""

    levels: dict[str, int]
    """A number for each level by key, 32 bits."""
    total: int
    """One number for all, the one to write into a commit."""


def bench(game: AnyGame, on_level: Callable[[str, int], None] = lambda key, number: None) -> Bench:
    """Ask every level about every fixed position that it fits; *on_level* hears each number as it comes."""
    asked = positions(game)
    numbers = {}
    for key, level in game.engines.items():
        numbers[key] = _number([_opinion(game, level, view, seed) for view in asked for seed in SEEDS])
        on_level(key, numbers[key])
    return Bench(numbers, _number([f"{key} {number}" for key, number in numbers.items()]))


def positions(game: AnyGame) -> list[Any]:
    """Views from random games of every preset. Moves are sorted as text: another order is no other play."""
    found = []
    for setup in game.presets:
        for depth in DEPTHS:
            rng = random.Random(f"{setup} {depth}")
            state = game.begin(setup, seed=depth)
            for _ in range(depth):
                moves = sorted(state.moves(), key=game.write)
                after = state.play(moves[rng.randrange(len(moves))])
                if after.outcome() is not None:
                    break
                state = after
            found.append(game.view(state, state.turn))
    return found


def _opinion(game: AnyGame, level: Level[Any, Any], view: Any, seed: int) -> str:
    """The move and the values as text, rounded to what linear algebra gives alike on every machine."""
    if not level.fits(view):
        return "-"
    analysis = think(level.make(seed), view, LIMIT)
    lines = sorted(f"{game.write(line.move)}={round(line.value, 6) + 0.0:.6f}" for line in analysis.lines)
    return f"{game.write(analysis.move)} {' '.join(lines)}"


def _number(parts: list[str]) -> int:
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
