"""Elo of many players at once, from the games of all pairings.

The model is that of Bradley and Terry: a player who is d Elo stronger scores 1 / (1 + 10^(-d/400)). What is
counted are pairs of games, whose points vary less or more than a coin would; the 95 % intervals respect it.
For two players they are those of :func:`damier.arena.statistics.elo.estimate`; docs/statistics.md tells why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from damier.arena.plan import Entry
from damier.arena.statistics.elo import MIXED, Z95, Pairs
from damier.core.text import Number, Text

Array: TypeAlias = NDArray[np.float64]

Reach: TypeAlias = NDArray[np.bool_]
"""Whom (column) each player (row) has reached."""

ELO = 400 / math.log(10)
"""Elo for one unit of the logarithm of odds."""

BORROWED = 40.0
"""Pairs of other meetings, at most, that tell how much those of one meeting vary."""

NOTHING = 1e-9
"""What is left of a variance that is none, after rounding."""

MOST_STEPS = 200
"""Of Newton's; a dozen are usual."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players did against each other."""

    one: Entry
    two: Entry
    pairs: Pairs
    """How many pairs gave *one* 0, 1/2, 1, 3/2 and 2 points."""

    @property
    def number(self) -> int:
        """How many pairs."""
        return sum(self.pairs)

    @property
    def score(self) -> float:
        """The share of the points that *one* has; there must be some."""
        top = len(self.pairs) - 1
        return sum(count * place for place, count in enumerate(self.pairs)) / (top * self.number)

    @property
    def spread(self) -> float:
        """The variance of a pair's score."""
        top, score = len(self.pairs) - 1, self.score
        return sum(n * (place / top - score) ** 2 for place, n in enumerate(self.pairs)) / self.number


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, as far as the games tell."""

    elo: float
    """The likeliest strength; where that is infinite, what it were after one drawn pair more."""
    low: float
    high: float
    """Between them lies the truth in 95 of 100 tournaments; infinite where nothing bounds it."""

    def words(self) -> Text:
        """For a table: ``+120 +/- 35``, ``above +310``."""
        if self.low == self.high:
            return Text.literal("0")
        if math.isinf(self.low) and math.isinf(self.high):
            return Text("unknown")
        if math.isinf(self.high):
            return Text("above {bound}", bound=Number(self.low, "+.0f"))
        if math.isinf(self.low):
            return Text("below {bound}", bound=Number(self.high, "+.0f"))
        return Text(
            "{elo} +/- {error}",
            elo=Number(self.elo, "+.0f"),
            error=Number((self.high - self.low) / 2, ".0f"),
        )


NOTHING_KNOWN = Rating(0.0, -math.inf, math.inf)


def ratings(number: int, meetings: Iterable[Meeting], reference: Entry | None = None) -> list[Rating]:
    """The ratings of players 0 to *number* - 1.

    The *reference* has 0; without one, the mean of those who took points off each other has it, directly or
    through others: all of them, unless somebody won or lost everything.
    """
    met = [meeting for meeting in meetings if meeting.number]
    beaten = reached(number, met)
    zero = [reference] if reference is not None else _core(beaten)
    origin = zero[0]
    found = [NOTHING_KNOWN] * number
    # Those with finite differences are rated by their games with each other: all others are infinitely far.
    core = beaten[origin] & beaten[:, origin]
    linked = _closure(beaten | beaten.T)[origin]
    for group, asked in ((linked, linked & ~core), (core, core)):
        place = {entry: index for index, entry in enumerate(np.flatnonzero(group).tolist())}
        inside = [m for m in met if m.one in place and m.two in place]
        crowd = _Crowd(len(place), [Meeting(place[m.one], place[m.two], m.pairs) for m in inside])
        for entry in np.flatnonzero(asked).tolist():
            below, above = bool(beaten[entry, origin]), bool(beaten[origin, entry])
            found[entry] = crowd.rating(place[entry], [place[other] for other in zero], below, above)
    return found


def reached(number: int, meetings: Iterable[Meeting]) -> Reach:
    """For each player (row) off whom it took points, directly or through others; itself too.

    A player cannot be infinitely weaker than those: where two have reached each other, the likeliest
    difference of their strengths is finite.
    """
    direct = np.eye(number, dtype=np.bool_)
    for meeting in meetings:
        direct[meeting.one, meeting.two] |= meeting.score > 0
        direct[meeting.two, meeting.one] |= meeting.score < 1
    return _closure(direct)


def _closure(direct: Reach) -> Reach:
    """The same through others too: squared, paths of twice as many steps are found."""
    for _ in range(len(direct).bit_length()):
        direct = direct @ direct
    return direct


def _core(beaten: Reach) -> list[Entry]:
    """The most players with finite differences; where several groups are as large, the one in the middle."""
    groups = beaten & beaten.T
    sizes = groups.sum(axis=1)
    firsts = [entry for entry, group in enumerate(groups) if group.argmax() == entry]
    largest = [entry for entry in firsts if sizes[entry] == sizes.max()]
    largest.sort(key=lambda entry: -beaten[entry].sum())
    return list(np.flatnonzero(groups[largest[len(largest) // 2]]).tolist())


class _Crowd:
    """Players who are linked by games, meeting by meeting; strengths are logarithms of odds here."""

    def __init__(self, number: int, meetings: Sequence[Meeting]) -> None:
        self.number = number
        self.one = np.array([m.one for m in meetings], dtype=np.intp)
        self.two = np.array([m.two for m in meetings], dtype=np.intp)
        self.games: Array = np.array([m.number for m in meetings], dtype=np.float64)
        """Pairs that they played."""
        self.points: Array = np.array([m.number * m.score for m in meetings], dtype=np.float64)
        """Pairs that the first of them won, as shares: 1/2 for a drawn one."""
        self.ratio: Array = np.array(ratios(meetings), dtype=np.float64)
        """How much their pairs varied, where a toss of a coin with the same mean has 1."""
        beaten = reached(number, meetings)
        is_near = beaten[self.one, self.two] & beaten[self.two, self.one]
        self.apart: Array = (~is_near).astype(np.float64)
        """1 where the likeliest difference of the two is infinite."""
        self.likeliest, self.inverse = self._fit()

    def _fit(self) -> tuple[Array, Array]:
        """The likeliest strengths by Newton's method, and the inverse of the information there.

        Where the likeliest difference of two is infinite, a drawn pair more is counted for them.
        """
        games, points = self.games + self.apart, self.points + self.apart / 2
        strengths: Array = np.zeros(self.number)
        inverse: Array = np.eye(self.number)
        for _ in range(MOST_STEPS):
            chance = 1 / (1 + np.exp(strengths[self.two] - strengths[self.one]))
            missing, weight = points - games * chance, games * chance * (1 - chance)
            slope, bend = np.zeros(self.number), np.full((self.number, self.number), 1 / self.number)
            for who, sign in ((self.one, 1.0), (self.two, -1.0)):
                np.add.at(slope, who, sign * missing)
                np.add.at(bend, (who, who), weight)
            bend[self.one, self.two] -= weight  # what was put everywhere before holds the mean still
            bend[self.two, self.one] -= weight
            inverse = np.linalg.inv(bend).astype(np.float64)
            step = inverse @ slope
            far = float(abs(step).max())
            strengths = strengths + step * min(1.0, 2.0 / far if far else 1.0)
            if far < 1e-7:  # the next step would be its square
                break
        return strengths, inverse

    def rating(self, entry: Entry, origin: Sequence[Entry], below: bool, above: bool) -> Rating:
        """The strength of *entry* over the mean of *origin*, bounded *below* and *above* or not."""
        wanted = np.zeros(self.number)
        wanted[entry] += 1.0
        wanted[list(origin)] -= 1.0 / len(origin)
        if not wanted.any():
            return Rating(0.0, 0.0, 0.0)
        low = self._bound(wanted, Z95) if below else -math.inf
        high = self._bound(wanted, -Z95) if above else math.inf
        middle = min(max(float(wanted @ self.likeliest), low), high)
        return Rating(ELO * middle, ELO * low, ELO * high)

    def _bound(self, wanted: Array, z: float) -> float:
        """The *wanted* combination of strengths that lies *z* standard errors below what was seen.

        The others' strengths change with it as they would have to: along the least favourable direction.
        """
        along = self.inverse @ wanted
        known = float(wanted @ along)
        start = float(wanted @ self.likeliest)
        between = self.likeliest[self.one] - self.likeliest[self.two]
        lever = (along[self.one] - along[self.two]) / known

        def spread(chance: Array) -> float:
            return math.sqrt(float((lever * lever * self.ratio * self.games * chance * (1 - chance)).sum()))

        def excess(difference: float) -> float:
            chance = 1 / (1 + np.exp(-between - (difference - start) * lever))
            return float((lever * (self.points - self.games * chance)).sum()) / spread(chance) - z

        error = known * spread(1 / (1 + np.exp(-between)))
        return falling_zero(excess, start, max(abs(z) * error, 0.01))


def ratios(meetings: Sequence[Meeting]) -> list[float]:
    """How much the pairs of each meeting varied, compared with tosses of a coin with the same mean.

    Few pairs do not tell it, so some are borrowed from the other meetings, and some tosses of a coin are
    mixed in. Where all pairs were won, or all lost, nobody knows: each of them counts as one toss.
    """
    coins = [m.number * score * (1 - score) for m in meetings for score in (m.score,)]
    seen = [m.number * m.spread for m in meetings]
    numbers = [m.number if coin > NOTHING else 0 for m, coin in zip(meetings, coins, strict=True)]
    all_coins, all_seen, all_numbers = sum(coins), sum(seen), sum(numbers)
    found = []
    for coin, varied, number in zip(coins, seen, numbers, strict=True):
        if not number:
            found.append(1.0)
            continue
        others = all_coins - coin
        borrowed = min(BORROWED, all_numbers - number) if others > NOTHING else 0.0
        usual = max(0.0, all_seen - varied) / others if borrowed else 0.0
        found.append((number * varied / coin + borrowed * usual + MIXED) / (number + borrowed + MIXED))
    return found


def falling_zero(function: Callable[[float], float], start: float, step: float) -> float:
    """Where a falling function is 0: from *start* by ever longer steps until it is passed, then between."""
    here, value = start, function(start)
    step = math.copysign(step, value)
    for _ in range(60):
        there, other = here + step, function(here + step)
        if (other > 0) != (value > 0):
            break
        here, value, step = there, other, 2 * step
    for _ in range(100):
        if abs(there - here) < 1e-6 or other == value:
            break
        between = here - value * (there - here) / (other - value)
        found = function(between)
        if (found > 0) == (other > 0):
            value /= 2  # Illinois: else one end would never move
        else:
            here, value = there, other
        there, other = between, found
        if abs(found) < 1e-6:
            break
    return there
