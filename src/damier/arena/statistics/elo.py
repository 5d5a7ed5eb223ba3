"""Elo from scores, and how sure one may be of it.

Two games from the same opening with sides swapped are not independent, so the pair is what is counted:
``pairs`` are how many pairs gave the first player 0, 1/2, 1, 3/2 and 2 points (the pentanomial counts).
docs/statistics.md derives what is used here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Pairs: TypeAlias = Sequence[int]
"""Counts of pairs with 0, 1/2, 1, 3/2 and 2 points: ``(1, 0, 5, 0, 4)``."""

Z95 = 1.959963984540054
"""How many standard errors hold 95 % of a normal distribution."""

MIXED = Z95 * Z95
"""Pairs that vary like one toss of a coin, mixed in wherever a variance is guessed from few pairs."""

SURE = 25
"""Pairs that one must win, all of them, before the other is not asked again."""

NORMALISED = 800 / math.log(10)
"""Normalised Elo for one standard deviation of a game's points."""


def expected(elo: float) -> float:
    """The score from 0 to 1 that a player can expect who is *elo* stronger."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_of(score: float) -> float:
    """How many Elo make a *score* from 0 to 1; infinite at both ends."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def wilson(share: float, number: float, z: float = Z95) -> tuple[float, float]:
    """Between which two shares the true one lies, after *share* of *number* independent trials.

    Unlike the usual plus and minus it stays between 0 and 1 and says something at 0 and 1 too.
    """
    if number <= 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    whole = 1 + z * z / number
    low, high = (middle - half) / whole, (middle + half) / whole
    return (0.0 if share <= 0 else max(low, 0.0)), (1.0 if share >= 1 else min(high, 1.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much stronger the first player is, as far as the games tell."""

    score: float
    """The first player's share of the points: ``0.62``."""
    low: float
    high: float
    """Between *low* and *high* lies the true share, in 95 of 100 such matches."""
    los: float
    """The likelihood of superiority: how sure it is that the first player is the stronger one."""
    ratio: float = 1.0
    """How much the counted varied, where tosses of a coin with the same mean have 1."""
    games: int = 1
    """How many games were counted at once: 2 for pairs."""

    @property
    def elo(self) -> float:
        """Infinite where every point was won or lost."""
        return elo_of(self.score)

    @property
    def elo_low(self) -> float:
        return elo_of(self.low)

    @property
    def elo_high(self) -> float:
        return elo_of(self.high)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval, in Elo."""
        return (self.elo_high - self.elo_low) / 2

    def normalised(self, share: float) -> float:
        """Normalised Elo of a *share* of the points: how many standard deviations of a game it is above 1/2.

        Of ``score`` it is the likeliest, of ``low`` and ``high`` the 95 % interval; infinite at 0 and 1.
        """
        if share <= 0 or share >= 1:
            return elo_of(share)
        deviation = math.sqrt(self.games * self.ratio * share * (1 - share))
        return NORMALISED * (share - 0.5) / deviation


def estimate(pairs: Pairs) -> Estimate:
    """What the counts of pairs tell; trinomial counts (lost, drawn, won) of single games do as well.

    The variance of the pairs says how many independent yes-or-no trials they are worth, and Wilson's
    interval for so many trials is taken. That variance is guessed too, so z squared pairs at which a
    pair is worth one trial are mixed in: a few pairs that all ended alike do not prove certainty.
    """
    number, top = sum(pairs), len(pairs) - 1
    if number == 0:
        return Estimate(0.5, 0.0, 1.0, 0.5)
    score = sum(count * place for place, count in enumerate(pairs)) / (top * number)
    variance = sum(count * (place / top - score) ** 2 for place, count in enumerate(pairs)) / number
    trial = score * (1 - score)
    ratio = variance / trial if trial > 0 else 1.0
    ratio = (number * ratio + MIXED) / (number + MIXED)
    worth = number / ratio
    low, high = wilson(score, worth)
    los = normal((score - 0.5) * 2 * math.sqrt(worth))
    return Estimate(score, low, high, los, ratio, 2 if top == 4 else 1)


def is_known(pairs: Pairs, error: float) -> bool:
    """Whether these pairs tell the difference of two players to plus or minus *error* Elo.

    Where one of them wins everything no number of games would: SURE pairs are enough.
    """
    found = estimate(pairs)
    return sum(pairs) >= SURE if found.score in (0.0, 1.0) else found.error <= error


def normal(x: float) -> float:
    """The share of a normal distribution below *x* standard deviations."""
    return 0.5 * math.erfc(-x / math.sqrt(2))
