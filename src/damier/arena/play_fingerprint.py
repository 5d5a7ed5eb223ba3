"""A number for how a game's levels play: it changes exactly when a move or a value changes.

Fixed positions, every level: what each would play and what it thinks of every move is hashed. A level that
ends by itself is asked as it plays, at its own depth; one that thinks by the clock, within a number of nodes;
one that solves positions, both ways: within nodes everywhere, and to the end in late positions. Words,
colours and speed have no part in it, nor have Python's hash seed and the machine.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from damier.core.engine import UNTIL_DONE, Level, Limit, think
from damier.core.game import AnyGame

LIMIT = Limit(nodes=2000)
"""How far an engine looks at each position that does not end by itself."""

LATE_MOVES_LEFT = 16
"""Moves that are left at most in a late position."""

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
    late = late_positions(game)
    numbers = {}
    for key, level in game.engines.items():
        limit = _limit(level)
        opinions = [_opinion(game, level, view, seed, limit) for view in asked for seed in SEEDS]
        if level.patient is not None:
            opinions += [_opinion(game, level, view, SEEDS[0], UNTIL_DONE) for view in late]
        numbers[key] = _number(opinions)
        on_level(key, numbers[key])
    return Bench(numbers, _number([f"{key} {number}" for key, number in numbers.items()]))


def _limit(level: Level[Any, Any]) -> Limit:
    """How far a level looks at a position of any kind: as in play, but never by the clock."""
    if level.usual.depth is not None:
        return Limit(depth=level.usual.depth)
    return LIMIT if level.patient is not None or level.usual != UNTIL_DONE else UNTIL_DONE


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


def late_positions(game: AnyGame) -> list[Any]:
    """Views of every preset with few moves left, from random games that avoid their end."""
    found = []
    for setup in game.presets:
        for depth in DEPTHS:
            rng = random.Random(f"{setup} {depth} late")
            state = game.begin(setup, seed=depth)
            while game.longest(game.view(state, state.turn)) > LATE_MOVES_LEFT:
                after = [state.play(move) for move in sorted(state.moves(), key=game.write)]
                going_on = [state for state in after if state.outcome() is None]
                if not going_on:
                    break
                state = going_on[rng.randrange(len(going_on))]
            found.append(game.view(state, state.turn))
    return found


def _opinion(game: AnyGame, level: Level[Any, Any], view: Any, seed: int, limit: Limit) -> str:
    """The move and the values as text, rounded to what linear algebra gives alike on every machine."""
    if not level.fits(view):
        return "-"
    analysis = think(level.make(seed), view, limit)
    lines = sorted(f"{game.write(line.move)}={round(line.value, 6) + 0.0:.6f}" for line in analysis.lines)
    return f"{game.write(analysis.move)} {' '.join(lines)}"


def _number(parts: list[str]) -> int:
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
