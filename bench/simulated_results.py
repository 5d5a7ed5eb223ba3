"""Pairs of games between players of known strength, by dice: to test statistics with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from damier.arena.statistics.elo import expected


def pair_shares(elo: float, draws: float, opening: float) -> tuple[float, ...]:
    """How often a pair gives 0, 1/2, 1, 3/2 and 2 points to a player that is *elo* stronger in each game.

    *draws* is the share of draws between equals; the *opening* gives one side so many Elo more, each
    player once, so the two games of a pair are not alike.
    """
    games = []
    for side in (opening, -opening):
        score = expected(elo + side)
        drawn = draws * 4 * score * (1 - score)
        games.append((1 - score - drawn / 2, drawn, score - drawn / 2))
    shares = [0.0] * 5
    for i, p in enumerate(games[0]):
        for j, q in enumerate(games[1]):
            shares[i + j] += p * q
    return tuple(shares)


@lru_cache(maxsize=1000)
def true_shares(elo: float, draws: float, opening: float) -> tuple[float, ...]:
    """The same for players whose score over pairs is what *elo* says, whatever the openings do to it."""
    low, high = -4000.0, 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        mean = sum(share * place / 4 for place, share in enumerate(pair_shares(middle, draws, opening)))
        low, high = (middle, high) if mean < expected(elo) else (low, middle)
    return pair_shares(low, draws, opening)


def throw(shares: Sequence[float], number: int, rng: random.Random) -> tuple[int, ...]:
    """The counts of so many pairs."""
    counts = [0] * len(shares)
    for place in rng.choices(range(len(shares)), shares, k=number):
        counts[place] += 1
    return tuple(counts)
