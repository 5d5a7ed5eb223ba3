"""The results of a match so far, and the sentences that tell them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from damier.arena.elo import Estimate, estimate, wilson
from damier.arena.evidence import Evidence
from damier.core.engine import Analysis
from damier.core.game import Seat
from damier.core.record import Record
from damier.core.text import Number, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game that was played."""

    points: tuple[float, ...]
    """Per seat: 1 for a win, 0.5 for a draw, 0 for a loss."""
    reason: Text
    """Why it ended so: the rules, or what a player did wrong."""
    record: Record
    """To see it again; it ends ``forfeited`` where a player broke the rules, ``open`` if it was stopped."""
    printed: tuple[str, ...] = ()
    """What the bot that forfeited printed last, its traceback included."""
    opinions: tuple[Analysis[Any], ...] = ()
    """What the engines thought of each move they made."""
    seconds: tuple[float, ...] = ()
    """How long each move took."""

    @property
    def loser(self) -> Seat | None:
        """Who forfeited, if somebody did."""
        return self.record.loser

    @property
    def capped(self) -> bool:
        """Whether it was stopped because it went on for too long."""
        return self.record.ending == "open"


Called: TypeAlias = Callable[[str], Text]
"""What people call a player of that name: ``Easy`` for ``easy``."""


@dataclass(slots=True)
class Tally:
    """What is counted in every match, of the first player against the second."""

    first: str
    second: str
    evidence: Evidence = field(default_factory=Evidence)
    """Which pairs, or boards, were played before: they are counted among the games, and prove nothing."""
    games: int = 0
    """How many games have been played."""
    forfeits: list[tuple[str, Played]] = field(default_factory=list)
    """Who forfeited, and the game."""
    capped: int = 0
    """How many games were stopped because they went on for too long."""

    def _count(self, played: Played, names: tuple[str, ...]) -> None:
        self.games += 1
        self.capped += played.capped
        if played.loser is not None:
            self.forfeits.append((names[played.loser], played))

    def _remarks(self, called: Called, alone: bool) -> list[Text]:
        """What somebody who trusts the numbers should know."""
        said = self.evidence.warnings(alone)
        for name in dict.fromkeys((self.first, self.second)):
            mine = [played for who, played in self.forfeits if who == name]
            if mine:
                said.append(
                    Text(
                        "{name} forfeited {n} games; the first time: {reason}",
                        name=called(name),
                        n=len(mine),
                        reason=mine[0].reason,
                    )
                )
        if self.capped:
            said.append(Text("{n} games were stopped because they went on for too long", n=self.capped))
        return said


@dataclass(slots=True)
class Duel(Tally):
    """A match of a game for two: pairs of games from one opening, sides swapped."""

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """How many different pairs gave the first player 0, 1/2, 1, 3/2 and 2 points."""
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, games: tuple[Played, Played]) -> None:
        """Count a pair: the first player sat first in the first game and second in the second."""
        total = 0.0
        for seat, played in enumerate(games):
            points = played.points[seat]
            total += points
            self.wins += points > 0.5
            self.draws += points == 0.5
            self.losses += points < 0.5
            self._count(played, (self.second, self.first) if seat else (self.first, self.second))
        digest = self.evidence.digest
        seated = zip(((0, 1), (1, 0)), games, strict=True)
        if self.evidence.is_new(digest(seats, played.record, played.points) for seats, played in seated):
            self.pairs[round(2 * total)] += 1

    @property
    def estimate(self) -> Estimate:
        """Score, Elo and their errors for the first player."""
        return estimate(self.pairs)

    def summary(self, called: Called = Text.literal) -> list[Text]:
        """The match in sentences; *called* is what people call a player, ``Game.called``."""
        found = self.estimate
        lines = [
            Text(
                "{first} against {second}: {wins} won, {draws} drawn, {losses} lost",
                first=called(self.first),
                second=called(self.second),
                wins=self.wins,
                draws=self.draws,
                losses=self.losses,
            ),
            elo_sentence(found),
            Text(
                "likelihood that {first} is stronger: {los}; pairs by points (0, 1/2, 1, 3/2, 2): {pairs}",
                first=called(self.first),
                los=Number(found.los, ".1%"),
                pairs=" ".join(str(count) for count in self.pairs),
            ),
        ]
        return lines + self._remarks(called, alone=False)


@dataclass(slots=True)
class Race(Tally):
    """A match of a game for one: both play the same boards."""

    won: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """The points of each on different boards."""
    better: list[int] = field(default_factory=lambda: [0, 0, 0])
    """On how many different boards the second player did better, both alike, the first player better."""

    def add(self, games: tuple[Played, Played]) -> None:
        """Count one board, played by the first and by the second player."""
        for index, played in enumerate(games):
            self._count(played, (self.second,) if index else (self.first,))
        digest = self.evidence.digest
        if self.evidence.is_new(digest((i,), played.record, played.points) for i, played in enumerate(games)):
            first, second = games[0].points[0], games[1].points[0]
            self.won = [self.won[0] + first, self.won[1] + second]
            self.better[1 + (first > second) - (first < second)] += 1

    @property
    def boards(self) -> int:
        """How many different ones."""
        return sum(self.better)

    @property
    def estimate(self) -> Estimate:
        """The first player against the second, a point to who did better on a board."""
        return estimate(self.better)

    def rate(self, index: int) -> tuple[float, float, float]:
        """The share of boards that a player won, and between which two shares the true one lies (95 %)."""
        share = self.won[index] / self.boards if self.boards else 0.0
        return share, *wilson(share, self.boards)

    def summary(self, called: Called = Text.literal) -> list[Text]:
        """The match in sentences; *called* is what people call a player, ``Game.called``."""
        lines = []
        for index, name in enumerate((self.first, self.second)):
            share, low, high = self.rate(index)
            lines.append(
                Text(
                    "{name} won {rate} of {n} boards (95%: {low} to {high})",
                    name=called(name),
                    rate=Number(share, ".1%"),
                    n=self.boards,
                    low=Number(low, ".1%"),
                    high=Number(high, ".1%"),
                )
            )
        lines.append(
            Text(
                "{first} did better on {n} boards, {second} on {worse}; "
                "likelihood that {first} is stronger: {los}",
                first=called(self.first),
                second=called(self.second),
                n=self.better[2],
                worse=self.better[0],
                los=Number(self.estimate.los, ".1%"),
            )
        )
        return lines + self._remarks(called, alone=True)


def elo_sentence(found: Estimate) -> Text:
    """Score, Elo and error; where all points went one way, only the nearer bound is known."""
    score = Number(found.score, ".1%")
    if math.isinf(found.elo):
        bound = found.elo_low if found.elo > 0 else found.elo_high
        if found.elo > 0:
            return Text("score {score}, Elo above {bound} (95%)", score=score, bound=Number(bound, "+.0f"))
        return Text("score {score}, Elo below {bound} (95%)", score=score, bound=Number(bound, "+.0f"))
    return Text(
        "score {score}, Elo {elo} +/- {error} (95%: {low} to {high})",
        score=score,
        elo=Number(found.elo, "+.0f"),
        error=Number(found.error, ".0f"),
        low=Number(found.elo_low, "+.0f"),
        high=Number(found.elo_high, "+.0f"),
    )
