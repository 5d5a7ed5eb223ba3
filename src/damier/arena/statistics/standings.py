"""Where a tournament stands: games are counted as they come, numbers are made when they are asked for.

A pair counts when both its games are there, a board of a game for one when all have played it: whoever
was lucky in half a pair is not ahead. Points count every game; ratings, scores and tests count each different
pair once, for a copy of it proves nothing new.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from damier.arena.game_notes import number_of, points_of, reason_of
from damier.arena.plan import Entry, Plan, Slot
from damier.arena.statistics.elo import Estimate, estimate, is_known, wilson
from damier.arena.statistics.evidence import Evidence, evidence_of
from damier.core.game import AnyGame
from damier.core.record import Record, broken, replay
from damier.core.text import Number, Text, Unreadable
from damier.games import game as find_game

if TYPE_CHECKING:
    from damier.arena.statistics.bradley_terry import Rating

MOST_REASONS = 20
"""Different reasons of forfeits that are told of each player."""


@dataclass(slots=True, kw_only=True)
class Row:
    """One player in the table."""

    entry: Entry
    name: str
    games: int = 0
    """Games of whole pairs, or on boards that all have played."""
    different: int = 0
    """How many of them are left when a repeated pair, or board, counts once: its rating is made of these."""
    points: float = 0.0
    scored: float = 0.0
    """Its points in different games."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: int = 0
    """How many of its losses were its own doing: an error, an illegal move, too much time."""
    needed: int = 0
    """In a game for one whose boards have a measure: moves that its won boards needed at least (3BV)."""
    seconds: float = 0.0
    """How long it thought on those boards."""
    rating: Rating | None = None
    """Elo; None in a game for one."""
    low: float = -math.inf
    high: float = math.inf
    """In a game for one: between them lies the true share of boards won (95 %); else Elo's own bounds."""

    @property
    def score(self) -> float:
        """The share of its points in different games; in a game for one of those boards won: ``0.62``."""
        return self.scored / self.different if self.different else 0.0

    @property
    def speed(self) -> float | None:
        """Moves needed at least (3BV) a second, on the boards it won, where the game measures them."""
        return self.needed / self.seconds if self.seconds > 0 else None

    @property
    def strength(self) -> float:
        """Elo, or in a game for one the share of boards won: always finite, to sort and to draw."""
        return self.score if self.rating is None else self.rating.elo

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """Sorts the best first; of those who won as many boards, the faster."""
        return (-self.strength, -self.score, -(self.speed or 0.0), self.entry)

    def add(self, points: float, is_new: bool, finished: _FinishedGame) -> None:
        """Count a game."""
        self.games += 1
        self.different += is_new
        self.points += points
        self.scored += points if is_new else 0.0
        self.wins += points == 1.0
        self.draws += points == 0.5
        self.losses += points == 0.0
        self.forfeits += finished.loser == self.entry
        self.needed += finished.needed
        self.seconds += finished.seconds

    def played(self) -> Text:
        """How many games, for a table: ``46``, or ``46 (4 different)`` where some repeat others."""
        if self.different == self.games:
            return Text.literal(str(self.games))
        return Text("{games} ({different} different)", games=self.games, different=self.different)

    def words(self) -> Text:
        """For a table: ``+120 +/- 35``, ``above +310``; in a game for one ``62.0% (54.1% to 69.2%)``."""
        if self.rating is not None:
            return self.rating.words()
        return Text(
            "{rate} ({low} to {high})",
            rate=Number(self.score, ".1%"),
            low=Number(self.low, ".1%"),
            high=Number(self.high, ".1%"),
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """One player against another; in a game for one, on the boards that one of them won and one did not."""

    points: float
    games: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Why a player forfeited."""

    entry: Entry
    reason: Text
    game: int
    """The first game that ended so."""
    printed: tuple[str, ...]
    """What it printed last in that game."""
    number: int = 1
    """How often."""


@dataclass(slots=True)
class _FinishedGame:
    """What is kept of a game until its pair is whole."""

    slot: Slot
    points: tuple[float, ...]
    loser: Entry | None
    needed: int
    seconds: float
    digest: bytes
    """Stands for its moves."""


@dataclass(slots=True)
class Standings:
    """The table of a tournament: ``add`` each game, in any order."""

    plan: Plan
    games: int = 0
    """Games heard of, those of unfinished pairs too."""
    capped: int = 0
    """Games that were stopped because they went on for too long."""
    llr: float = 0.0
    """The log-likelihood ratio of the sequential test, if the plan has one; after its end as it was then."""
    accepted: str | None = None
    """The hypothesis that the test has accepted, ``H0`` or ``H1``. What is played later changes nothing."""
    forfeits: dict[tuple[Entry, str], Forfeit] = field(default_factory=dict)
    """By player and reason; the first reasons of each."""
    evidence: Evidence = field(init=False)
    """Which pairs were played before."""
    _game: AnyGame = field(init=False)
    _rows: list[Row] = field(init=False)
    """What is counted of each player, by entry."""
    _pairs: dict[tuple[Entry, Entry], list[int]] = field(default_factory=dict)
    """By pairing: different pairs by the points of the lower entry."""
    _single: dict[tuple[Entry, Entry], list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0, 0, 0])
    )
    """How many games the first of the two lost, drew and won; each two stand there both ways."""
    _waiting: dict[tuple[int, Any], list[_FinishedGame]] = field(default_factory=dict)
    _table: list[Row] | None = None
    """The players as they were ranked last, until another pair is counted."""

    def __post_init__(self) -> None:
        self._game = find_game(self.plan.game)  # loads its sentences too, for reasons of forfeits
        self.evidence = evidence_of(self._game, self.plan.options)
        self._rows = [Row(entry=entry, name=who.name) for entry, who in enumerate(self.plan.entrants)]

    def add(self, record: Record, seconds: Sequence[float] | None = None) -> None:
        """Count a game of the plan, and with *seconds* for each move how fast a board was solved."""
        number = number_of(record)
        if number is None or not 0 <= number < self.plan.total:
            raise Unreadable(broken("more"))
        slot = self.plan.slot(number)
        points = points_of(record, len(slot.seats))
        loser = None
        if record.loser is not None and record.loser < len(slot.seats):
            loser = slot.seats[record.loser]
            self._note(loser, number, record)
        self.games += 1
        self.capped += record.ending == "open"
        solved = self.plan.alone and seconds and points[0] == 1.0
        needed = self._needed(record) if solved else 0
        digest = self.evidence.digest(slot.seats, record, points)
        finished = _FinishedGame(slot, points, loser, needed, sum(seconds or ()) if needed else 0.0, digest)
        whole = len(self.plan.entrants) if self.plan.alone else 2
        together = (slot.pair, None if self.plan.alone else frozenset(slot.seats))
        among = self._waiting.setdefault(together, [])
        among.append(finished)
        if len(among) == whole:
            self._count(self._waiting.pop(together))

    def _count(self, games: list[_FinishedGame]) -> None:
        """All games from one opening, or on one board, are there."""
        self._table = None
        is_new = self.evidence.is_new(finished.digest for finished in games)
        taken: dict[Entry, float] = {}
        for finished in games:
            for entry, points in zip(finished.slot.seats, finished.points, strict=True):
                taken[entry] = taken.get(entry, 0.0) + points
                self._rows[entry].add(points, is_new, finished)
            if not self.plan.alone:
                (one, two), (mine, theirs) = finished.slot.seats, finished.points
                self._single[one, two][round(2 * mine)] += 1
                self._single[two, one][round(2 * theirs)] += 1
        if is_new:
            self._learn(taken)

    def _learn(self, taken: dict[Entry, float]) -> None:
        """A pair, or a board, that is unlike those before: what each took of it."""
        for one, two in combinations(sorted(taken), 2):
            ahead = taken[one] - taken[two]
            place = 1 + (ahead > 0) - (ahead < 0) if self.plan.alone else round(2 * taken[one])
            self._pairs.setdefault((one, two), self._no_pairs())[place] += 1
        if self.plan.sprt is not None and self.accepted is None:
            self.llr = self.plan.sprt.llr(self.pairs(0, 1))
            self.accepted = self.plan.sprt.accepted(self.llr)

    def _no_pairs(self) -> list[int]:
        return [0] * (3 if self.plan.alone else 5)

    def _note(self, loser: Entry, number: int, record: Record) -> None:
        reason = reason_of(record)
        key = (loser, str(reason))
        if key in self.forfeits:
            self.forfeits[key] = replace(self.forfeits[key], number=self.forfeits[key].number + 1)
        elif sum(entry == loser for entry, _ in self.forfeits) < MOST_REASONS:
            printed = record.more.get("printed")
            lines = tuple(str(line) for line in printed[-10:]) if isinstance(printed, list) else ()
            self.forfeits[key] = Forfeit(loser, reason, number, lines)

    def _needed(self, record: Record) -> int:
        """How many moves the board of this game needed at least; 0 where the game does not tell."""
        clicks = self._game.clicks
        if clicks is None:
            return 0
        # Chance may lie in the first moves: in Minesweeper the first dig lays the mines.
        return next((number for state in replay(self._game, record) if (number := clicks(state))), 0)

    def pairs(self, one: Entry, two: Entry) -> tuple[int, ...]:
        """How many different pairs gave *one* 0, 1/2, 1, 3/2 and 2 points against *two*.

        In a game for one: on how many boards it did worse than *two*, as well, and better.
        """
        counts = self._pairs.get((min(one, two), max(one, two)), self._no_pairs())
        return tuple(counts if one < two else reversed(counts))

    def met(self) -> list[tuple[Entry, Entry]]:
        """The pairings of which something is known, in order."""
        return sorted(self._pairs)

    def estimate(self, one: Entry, two: Entry) -> Estimate:
        """Score, Elo, normalised Elo and LOS of *one* against *two*, from their own different pairs alone."""
        return estimate(self.pairs(one, two))

    def cross(self) -> list[list[Cell | None]]:
        """Each (row) against each (column); None where they have not met."""
        everyone = range(len(self.plan.entrants))
        return [[self.cell(one, two) for two in everyone] for one in everyone]

    def cell(self, one: Entry, two: Entry) -> Cell | None:
        """*one* against *two*; None if they have not met."""
        if one == two or not sum(self.pairs(one, two)):
            return None
        if self.plan.alone:
            worse, alike, better = self.pairs(one, two)
            return Cell(float(better), worse + better, better, alike, worse)
        losses, draws, wins = self._single[one, two]
        return Cell(wins + draws / 2, wins + draws + losses, wins, draws, losses)

    @property
    def is_known(self) -> bool:
        """Whether the difference of two is known as well as the plan asks for."""
        return self.plan.error is not None and is_known(self.pairs(0, 1), self.plan.error)

    @property
    def is_used_up(self) -> bool:
        """Whether the plan's question is open and will stay so: only repeats are left to play."""
        if (self.plan.sprt is None and self.plan.error is None) or self.accepted is not None:
            return False
        return self.evidence.is_used_up(len(self.plan.openings))

    @property
    def is_over(self) -> bool:
        """Whether the plan's question ends it here, though games are left."""
        return self.accepted is not None or self.is_known or self.is_used_up

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.games >= self.plan.total or self.is_over

    def table(self) -> list[Row]:
        """Everybody, best first; made anew only after a pair was counted."""
        if self._table is None:
            rows = self._with_shares() if self.plan.alone else self._with_ratings()
            self._table = sorted(rows, key=lambda row: row.rank)
        return list(self._table)

    def _with_ratings(self) -> list[Row]:
        from damier.arena.statistics.bradley_terry import Meeting, ratings  # which needs numpy

        meetings = [Meeting(one, two, counts) for (one, two), counts in self._pairs.items()]
        found = ratings(len(self._rows), meetings, self.plan.reference)
        return [
            replace(row, rating=rating, low=rating.low, high=rating.high)
            for row, rating in zip(self._rows, found, strict=True)
        ]

    def _with_shares(self) -> list[Row]:
        bounds = [wilson(row.score, row.different) for row in self._rows]
        return [replace(row, low=low, high=high) for row, (low, high) in zip(self._rows, bounds, strict=True)]
