"""Has it been proven yet? The sequential probability ratio test, as chess engines are tested with it.

Two hypotheses are weighed after every pair of games: H0, the first player is *elo0* stronger, and H1, it
is *elo1* stronger. The log-likelihood ratio is that of the likeliest distributions of the pairs under
each (the generalised test), found exactly; nothing is assumed about draws or about openings.

The method is Michel Van den Bergh's, "Comments on Normalized Elo"; docs/statistics.md says more.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TypeAlias

from damier.arena.statistics.elo import NORMALISED, Pairs, expected
from damier.core.text import Refusal, Text, Unreadable

Shares: TypeAlias = tuple[float, ...]
"""A probability for each number of points, from the least."""

NEVER = 1e-3
"""Stands for a count of zero, so that what has not happened yet is not held impossible."""

MOST_ELO, MOST_NORMALISED = 1000, 200
"""More Elo than this no test is about: a few games tell. Beyond 245 normalised, tangents lead astray."""

MOST_STEPS = 200
"""Of Newton's; where they fail, halves: after so many no number lies between."""


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
        most = MOST_NORMALISED if self.normalised else MOST_ELO
        if max(abs(self.elo0), abs(self.elo1)) > most:
            raise Refusal(Text("a test is about at most {n} Elo: take smaller ones", n=most))

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
            zero, one = (likeliest_at_t(shares, elo / scale) for elo in (self.elo0, self.elo1))
        else:
            zero, one = (likeliest_at_score(shares, expected(elo)) for elo in (self.elo0, self.elo1))
        return number * sum(
            share * math.log(p1 / p0) for share, p0, p1 in zip(shares, zero, one, strict=True)
        )

    def accepted(self, llr: float) -> str | None:
        """``H0`` or ``H1`` where this ratio is enough to accept it, None while the match must go on."""
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

    By Lagrange it is share / (1 + x slope) with the one x that makes the mean 0 and all terms positive. The
    mean falls with x from one pole to the other, so Newton's steps are taken, and halves where they fail.
    """
    low, high = -1 / max(slopes), -1 / min(slopes)
    enough = 1e-15 * (high - low)
    x = 0.0
    for _ in range(MOST_STEPS):
        mean = bend = 0.0
        for share, slope in zip(shares, slopes, strict=True):
            part = slope / (1 + x * slope)
            mean += share * part
            bend += share * part * part
        if mean > 0:
            low = x
        else:
            high = x
        last, x = x, x + mean / bend
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - last) <= enough:
            break
    return tuple(share / (1 + x * slope) for share, slope in zip(shares, slopes, strict=True))


_ELO, _SHARE = r"[+-]?\d{1,4}(\.\d{1,6})?", r"0?\.\d{1,9}"
_FORMS = {"elo0": _ELO, "elo1": _ELO, "alpha": _SHARE, "beta": _SHARE}


def read_sprt(text: str) -> Sprt:
    """A test as it is written in a command: ``elo0=0,elo1=5,alpha=0.05,beta=0.05,normalised``."""
    found: dict[str, float | bool] = {}
    for word in text.replace(" ", "").lower().split(","):
        name, _, number = word.partition("=")
        name = "normalised" if word == "normalized" else name
        if name in found:
            raise Unreadable(Text("'{word}' is there twice: name it once", word=name))
        if word in ("normalised", "normalized"):
            found[name] = True
        elif name in _FORMS and re.fullmatch(_FORMS[name], number, re.ASCII):
            found[name] = float(number)
        else:
            raise Unreadable(
                Text(
                    "'{word}' is not part of a sequential test: write for example {example}",
                    word=word[:40],
                    example="elo0=0,elo1=5,alpha=0.05,beta=0.05",
                )
            )
    return Sprt(**found)  # type: ignore[arg-type]
