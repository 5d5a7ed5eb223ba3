"""Has it been proven yet? The sequential probability ratio test, as chess engines are tested with it.

Two hypotheses are weighed after every pair of games: H0, the first player is *elo0* stronger, and H1, it
is *elo1* stronger. The log-likelihood ratio is that of the likeliest distributions of the pairs under
each (the generalised test), found exactly; nothing is assumed about draws or about openings.

The method is Michel Van den Bergh's, "Comments on Normalized Elo"; docs/statistics.md says more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from damier.arena.rating import NORMALISED, Pairs, expected
from damier.core.text import Refusal, Text

Shares: TypeAlias = tuple[float, ...]
"""A probability for each number of points, from the least."""

NEVER = 1e-3
"""Stands for a count of zero, so that what has not happened yet is not held impossible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """One test: ``Sprt(elo0=0, elo1=10)``."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """How often H1 may be accepted although H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted although H1 is true."""
    normalised: bool = False
    """Whether elo0 and elo1 are normalised Elo, by standard deviations of a game, not by score."""

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and min(self.alpha, self.beta) > 0 and self.alpha + self.beta < 1):
            raise Refusal(
                Text("a test needs elo0 below elo1, and alpha and beta above 0 that are below 1 together")
            )

    @property
    def lower(self) -> float:
        """At this ratio or below, H0 is accepted: ``-2.94``."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this ratio or above, H1 is accepted: ``2.94``."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The log-likelihood ratio after these counts of pairs (five), or of single games (three)."""
        if sum(pairs) == 0:
            return 0.0
        counts = [count or NEVER for count in pairs]
        number = sum(counts)
        shares = tuple(count / number for count in counts)
        if self.normalised:
            scale = NORMALISED / math.sqrt(2 if len(pairs) == 5 else 1)  # a pair's points vary half as much
            under = [likeliest_at_t(shares, elo / scale) for elo in (self.elo0, self.elo1)]
        else:
            under = [likeliest_at_score(shares, expected(elo)) for elo in (self.elo0, self.elo1)]
        zero, one = under
        return number * sum(
            share * math.log(p1 / p0) for share, p0, p1 in zip(shares, zero, one, strict=True)
        )

    def verdict(self, pairs: Pairs) -> str | None:
        """``H0`` or ``H1`` once it is accepted, None while the match must go on."""
        return self.judge(self.llr(pairs))

    def judge(self, llr: float) -> str | None:
        """The verdict at this log-likelihood ratio."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None


def likeliest_at_score(shares: Shares, score: float) -> Shares:
    """The distribution with this mean under which *shares* are likeliest to be seen."""
    return _likeliest(shares, [place - score for place in _places(shares)])


def likeliest_at_t(shares: Shares, t: float) -> Shares:
    """The distribution whose mean is *t* standard deviations above 1/2, likeliest to give *shares*.

    The condition is not linear, so it is replaced by its tangent at the last guess until nothing moves.
    """
    places = _places(shares)
    guess: Shares = tuple(1 / len(shares) for _ in shares)
    for _ in range(60):
        mean = sum(share * place for share, place in zip(guess, places, strict=True))
        deviation = math.sqrt(
            sum(share * (place - mean) ** 2 for share, place in zip(guess, places, strict=True))
        )
        slopes = [
            place - 0.5 - t * deviation * (1 + ((place - mean) / deviation) ** 2) / 2 for place in places
        ]
        last, guess = guess, _likeliest(shares, slopes)
        if max(abs(new - old) for new, old in zip(guess, last, strict=True)) < 1e-10:
            break
    return guess


def _places(shares: Shares) -> list[float]:
    """The points that each share stands for, from 0 to 1."""
    return [place / (len(shares) - 1) for place in range(len(shares))]


def _likeliest(shares: Shares, slopes: list[float]) -> Shares:
    """The distribution likeliest to give *shares* among those under which *slopes* have the mean 0.

    By Lagrange it is share / (1 + x slope) with the one x that makes the mean 0 and all terms positive.
    """

    def mean(x: float) -> float:
        return sum(share * slope / (1 + x * slope) for share, slope in zip(shares, slopes, strict=True))

    x = _zero(mean, -1 / max(slopes), -1 / min(slopes))
    return tuple(share / (1 + x * slope) for share, slope in zip(shares, slopes, strict=True))


def _zero(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0 between two poles, by halving until no number lies between."""
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
