"""Rating the levels of a game: each plays the one before it until the difference is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from damier.arena.bradley_terry import Meeting, ratings
from damier.arena.elo import Pairs, estimate
from damier.arena.players import RANDOM
from damier.core.engine import Level
from damier.core.game import AnyGame
from damier.store.level_ratings import Lead, Rated

Duel: TypeAlias = tuple[str, str]
"""Two players by their words, the weaker one first: ``("easy", "hard~20")``."""

STEPS = (80, 60, 40, 20)
"""Percent of a level's moves that are random, in the players that lead up to it."""


def ladder(game: AnyGame, preset: str | None = None) -> list[str]:
    """Random play, which is the measure, and the levels that play on a board, weakest first."""
    state = game.deal(game.settle(preset), 0)
    return [RANDOM, *(key for key in game.fitting(game.view(state, state.turn)) if key != RANDOM)]


def pace(level: Level[Any, Any]) -> str | None:
    """The limit with which a level plays, where it is a time: processor time, lest a busy machine weaken it.

    None where its own depth ends its thinking, or its knowledge.
    """
    time = level.usual.time
    return f"{time:g}cpus" if time is not None and level.usual.depth is None else None


def steps(game: AnyGame, duel: Duel, pairs: Pairs) -> list[Duel]:
    """Players between two of whom the upper one wins always, so that all above them have a number.

    Below a level that thinks by the clock they would take days: it is at least so far above.
    """
    lower, upper = duel
    if estimate(pairs).score < 1.0 or pace(game.engines[upper]) is not None:
        return []
    return list(pairwise([lower, *(f"{upper}~{share}" for share in STEPS), upper]))


def rated(levels: Sequence[str], found: Mapping[Duel, Pairs]) -> dict[str, Rated]:
    """What is known of each of the *levels*, weakest first, from all duels; the first of them has 0.

    *found* are the points of the second of each duel.
    """
    names = list(dict.fromkeys([*levels, *(name for duel in found for name in duel)]))
    place = {name: number for number, name in enumerate(names)}
    meetings = [Meeting(place[upper], place[lower], pairs) for (lower, upper), pairs in found.items()]
    elos = ratings(len(names), meetings, reference=0)
    before = {upper: lower for lower, upper in pairwise(levels)}
    games = {name: 2 * sum(sum(pairs) for duel, pairs in found.items() if name in duel) for name in levels}
    return {
        name: Rated(
            elos[place[name]].elo,
            elos[place[name]].low,
            elos[place[name]].high,
            games[name],
            lead=_lead(before[name], found[before[name], name]) if name in before else None,
        )
        for name in levels
    }


def _lead(other: str, pairs: Pairs) -> Lead:
    found = estimate(pairs)
    return Lead(other, found.elo, found.elo_low, found.elo_high)
