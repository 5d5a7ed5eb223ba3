"""Elo of many players at once, from the games of all pairings.

The model is that of Bradley and Terry: a player who is d Elo stronger scores 1 / (1 + 10^(-d/400)). What is
counted are pairs of games, whose points vary less or more than a coin would; the 95 % intervals respect it.
For two players they are those of :func:`damier.arena.rating.estimate`. docs/statistics.md derives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from damier.arena.plan import Entry
from damier.arena.rating import MIXED, Z95, Pairs
from damier.core.text import Text

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

ELO = 400 / math.log(10)
"""Elo for one unit of the logarithm of odds."""

HARDLY = 1e-4
"""Drawn pairs that keep a player who is infinitely far from the others at a finite distance."""


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
            return Text("above {bound}", bound=f"{self.low:+.0f}")
        if math.isinf(self.low):
            return Text("below {bound}", bound=f"{self.high:+.0f}")
        return Text.literal(f"{self.elo:+.0f} +/- {(self.high - self.low) / 2:.0f}")


NOTHING_KNOWN = Rating(0.0, -math.inf, math.inf)


def ratings(number: int, meetings: Iterable[Meeting], reference: Entry | None = None) -> list[Rating]:
    """The ratings of players 0 to *number* - 1.

    The *reference* has 0; without one, the mean of those who took points off each other has it, directly or
    through others: all of them, unless somebody won or lost everything.
    """
    met = [meeting for meeting in meetings if meeting.number]
    beaten = reached(number, met)
    zero = [reference] if reference is not None else _core(beaten)
    linked = _linked(number, met)
    here = sorted(linked[zero[0]])
    found = [NOTHING_KNOWN] * number
    if len(here) > 1:
        place = {entry: index for index, entry in enumerate(here)}
        inside = [m for m in met if m.one in place]
        crowd = _Crowd(len(here), [Meeting(place[m.one], place[m.two], m.pairs) for m in inside])
        origin = [place[entry] for entry in zero]
        for entry in here:
            below, above = zero[0] in beaten[entry], entry in beaten[zero[0]]
            found[entry] = crowd.rating(place[entry], origin, below, above)
    if len(zero) == 1:
        found[zero[0]] = Rating(0.0, 0.0, 0.0)
    return found


def reached(number: int, meetings: Iterable[Meeting]) -> list[set[Entry]]:
    """For each player off whom it took points, directly or through others; itself too.

    A player cannot be infinitely weaker than those: where two are in each other's sets, the likeliest
    difference of their strengths is finite.
    """
    direct: list[set[Entry]] = [set() for _ in range(number)]
    for meeting in meetings:
        if meeting.score > 0:
            direct[meeting.one].add(meeting.two)
        if meeting.score < 1:
            direct[meeting.two].add(meeting.one)
    return [_closure(entry, direct) for entry in range(number)]


def _linked(number: int, meetings: Iterable[Meeting]) -> list[set[Entry]]:
    """For each player whom it met, directly or through others."""
    direct: list[set[Entry]] = [set() for _ in range(number)]
    for meeting in meetings:
        direct[meeting.one].add(meeting.two)
        direct[meeting.two].add(meeting.one)
    return [_closure(entry, direct) for entry in range(number)]


def _closure(start: Entry, direct: Sequence[set[Entry]]) -> set[Entry]:
    found, waiting = {start}, [start]
    while waiting:
        new = direct[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _core(beaten: Sequence[set[Entry]]) -> list[Entry]:
    """The most players with finite differences; where several groups are as large, the one in the middle."""
    groups: dict[frozenset[Entry], int] = {}
    for entry, others in enumerate(beaten):
        group = frozenset(other for other in others if entry in beaten[other])
        groups[group] = len(others)
    most = max(len(group) for group in groups)
    largest = sorted((group for group in groups if len(group) == most), key=lambda g: (-groups[g], min(g)))
    return sorted(largest[len(largest) // 2])


class _Crowd:
    """Players who are linked by games, each with each in a matrix; strengths are logarithms of odds here."""

    def __init__(self, number: int, meetings: Sequence[Meeting]) -> None:
        import numpy as np

        self.number = number
        self.games = np.zeros((number, number))
        """Pairs that each two played."""
        self.points = np.zeros((number, number))
        """Pairs that the first of them won, as shares: 1/2 for a drawn one."""
        self.ratio = np.ones((number, number))
        """How much their pairs varied, where a toss of a coin with the same mean has 1."""
        for meeting, ratio in zip(meetings, ratios(meetings), strict=True):
            one, two, taken = meeting.one, meeting.two, meeting.score * meeting.number
            self.games[one, two] = self.games[two, one] = meeting.number
            self.points[one, two], self.points[two, one] = taken, meeting.number - taken
            self.ratio[one, two] = self.ratio[two, one] = ratio
        beaten = reached(number, meetings)
        self._split = [
            (m.one, m.two) for m in meetings if m.one not in beaten[m.two] or m.two not in beaten[m.one]
        ]
        nowhere = np.zeros(number)
        self.likeliest = self._drawn(1.0)._fit(nowhere, 0.0, nowhere)[0]
        self._bounded = self._drawn(HARDLY)

    def _drawn(self, pairs: float) -> _Crowd:
        """The same with so many drawn pairs more wherever the likeliest difference would be infinite."""
        if not self._split or not pairs:
            return self
        other = object.__new__(_Crowd)
        other.number, other.ratio, other._split = self.number, self.ratio, []
        other.games, other.points = self.games.copy(), self.points.copy()
        for one, two in self._split:
            for a, b in ((one, two), (two, one)):
                other.games[a, b] += pairs
                other.points[a, b] += pairs / 2
        return other

    def rating(self, entry: Entry, origin: Sequence[Entry], below: bool, above: bool) -> Rating:
        """The strength of *entry* over the mean of *origin*, bounded *below* and *above* or not."""
        import numpy as np

        wanted = np.zeros(self.number)
        wanted[entry] += 1.0
        wanted[list(origin)] -= 1.0 / len(origin)
        middle = float(wanted @ self.likeliest)
        if not wanted.any():
            return Rating(0.0, 0.0, 0.0)
        low = self._bounded.bound(wanted, self.likeliest, Z95) if below else -math.inf
        high = self._bounded.bound(wanted, self.likeliest, -Z95) if above else math.inf
        return Rating(ELO * middle, ELO * low, ELO * high)

    def bound(self, wanted: Array, start: Array, z: float) -> float:
        """The difference that lies *z* standard errors below what was seen (above, if z is negative)."""
        strengths = start

        def excess(difference: float) -> float:
            nonlocal strengths
            strengths, errors = self._fit(wanted, difference, strengths)
            return errors - z

        return falling_zero(excess, float(wanted @ start))

    def _fit(self, wanted: Array, difference: float, start: Array) -> tuple[Array, float]:
        """The likeliest strengths whose *wanted* combination is *difference*, by Newton's method.

        Also how many standard errors the games lie above that difference: the generalised score test. With
        nothing wanted, these are the likeliest strengths of all.
        """
        import numpy as np

        strengths, errors = start, 0.0
        free = not wanted.any()
        for _ in range(200):
            chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
            weight = self.games * chance * (1 - chance)
            slope = self.points.sum(1) - (self.games * chance).sum(1)
            bend = np.diag(weight.sum(1)) - weight + 1 / self.number  # the last term holds the mean still
            step, along = np.linalg.solve(bend, np.stack([slope, wanted], 1)).T
            if not free:
                pull = (wanted @ step - (difference - wanted @ strengths)) / (wanted @ along)
                step = step - pull * along
                meat = weight * self.ratio
                spread = along @ (meat.sum(1) * along) - along @ meat @ along
                errors = float(pull * (wanted @ along) / math.sqrt(spread))
            far = float(abs(step).max())
            strengths = strengths + step * min(1.0, 2.0 / far if far else 1.0)
            if far < 1e-9:
                break
        return strengths, errors


def ratios(meetings: Sequence[Meeting]) -> list[float]:
    """How much the pairs of each meeting varied, compared with tosses of a coin with the same mean.

    Few pairs do not tell it, so z squared pairs are mixed in that varied as those of the other meetings did,
    and these are mixed with as many tosses of a coin.
    """
    coins = [m.number * m.score * (1 - m.score) for m in meetings]
    seen = [m.number * m.spread for m in meetings]
    found = []
    for meeting, coin, varied in zip(meetings, coins, seen, strict=True):
        others, numbers = sum(coins) - coin, sum(m.number for m in meetings) - meeting.number
        share = others / numbers if others > 1e-9 else 1.0
        usual = (max(0.0, sum(seen) - varied) + MIXED * share) / (max(0.0, others) + MIXED * share)
        own = varied / coin if coin > 1e-9 else usual
        found.append((meeting.number * own + MIXED * usual) / (meeting.number + MIXED))
    return found


def falling_zero(function: Callable[[float], float], start: float) -> float:
    """Where a falling function is 0: going from *start* by doubled steps until it is passed, then between."""
    here, value = start, function(start)
    step = 0.5 if value > 0 else -0.5
    for _ in range(60):
        there, other = here + step, function(here + step)
        if (other > 0) != (value > 0):
            break
        here, value, step = there, other, 2 * step
    for _ in range(100):
        if abs(there - here) < 1e-7 or other == value:
            break
        between = here - value * (there - here) / (other - value)
        found = function(between)
        if (found > 0) == (other > 0):
            value /= 2  # Illinois: else one end would never move
        else:
            here, value = there, other
        there, other = between, found
        if abs(found) < 1e-9:
            break
    return there
