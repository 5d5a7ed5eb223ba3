"""A short game that shows a game off, always the same: its own, or moves by chance."""

from __future__ import annotations

from damier.core.engine import dice
from damier.core.game import DEMO_SEED, AnyGame

MOST_DEMO = 24
"""Moves after which a short game is short no longer."""


def demo_moves(game: AnyGame, most: int = MOST_DEMO) -> tuple[str, ...]:
    """At most *most* moves, as written, from ``game.begin(seed=DEMO_SEED)``; fewer where it ends earlier."""
    if game.demo:
        return game.demo[:most]
    chance = dice(DEMO_SEED, game.key)
    state = game.begin(seed=DEMO_SEED)
    moves: list[str] = []
    while len(moves) < most and state.moves():
        move = chance.choice(state.moves())
        moves.append(game.write(move))
        state = state.play(move)
    return tuple(moves)
