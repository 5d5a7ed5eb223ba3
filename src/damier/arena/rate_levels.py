"""Rating the levels of a game: each plays the one before it until the difference is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from damier.arena.plan import Plan
from damier.arena.players import RANDOM
from damier.arena.read_plan import enter, plan_for
from damier.arena.run_folder import PLAN, Run
from damier.arena.statistics.bradley_terry import Meeting, ratings
from damier.arena.statistics.elo import Pairs, estimate
from damier.arena.statistics.standings import Standings
from damier.core.engine import Level
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.store.level_ratings import Lead, Rated, Ratings

Pairing: TypeAlias = tuple[str, str]
"""Two players by their words, the weaker one first: ``("easy", "hard~20")``."""

STEPS = (80, 60, 40, 20)
"""Percent of a level's moves that are random, in the players that lead up to it."""


def ladder(game: AnyGame, preset: str | None = None) -> list[str]:
    """Random play, which is the measure, and the levels that play on a board, weakest first."""
    fitting = game.fitting(game.first_view(game.settle(preset)))
    return [RANDOM, *(key for key in fitting if key != RANDOM)]


def playing_limit(level: Level[Any, Any]) -> str | None:
    """The limit with which a level plays, where it is a time: processor time, lest a busy machine weaken it.

    None where its own depth ends its thinking, or its knowledge.
    """
    seconds = level.measured.cpu
    return f"{seconds:g}cpus" if seconds is not None else None


def steps(game: AnyGame, pairing: Pairing, pairs: Pairs) -> list[Pairing]:
    """Players between two of whom the upper one wins always, so that all above them have a number.

    Below a level that thinks by the clock they would take days: it is at least so far above.
    """
    lower, upper = pairing
    if estimate(pairs).score < 1.0 or playing_limit(game.engines[upper]) is not None:
        return []
    return list(pairwise([lower, *(f"{upper}~{share}" for share in STEPS), upper]))


def rated(levels: Sequence[str], found: Mapping[Pairing, Pairs]) -> dict[str, Rated]:
    """What is known of each of the *levels*, weakest first, from all duels; the first of them has 0.

    *found* are the points of the second of each duel.
    """
    names = list(dict.fromkeys([*levels, *(name for pairing in found for name in pairing)]))
    place = {name: number for number, name in enumerate(names)}
    meetings = [Meeting(place[upper], place[lower], pairs) for (lower, upper), pairs in found.items()]
    elos = ratings(len(names), meetings, reference=0)
    before = {upper: lower for lower, upper in pairwise(levels)}
    games = {
        name: 2 * sum(sum(pairs) for pairing, pairs in found.items() if name in pairing) for name in levels
    }
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How levels are measured."""

    error: float
    """Two neighbours play until their difference is known to plus or minus so many Elo: ``60``."""
    games: int
    """At most so many games; in a game for one, so many boards."""
    seed: int
    limit: str | None = None
    """How much each may think; None: as much as it does in play."""

    def command(self, game: AnyGame) -> str:
        """What finds the same again."""
        limit = f" --limit {self.limit}" if self.limit is not None else ""
        return f"damier rate {game.key} --error {self.error:g} --games {self.games} --seed {self.seed}{limit}"


@dataclass(slots=True)
class Rater:
    """Rates the levels of one game."""

    game: AnyGame
    measure: Measure
    folder: Path
    play: Callable[[Run], Standings]
    """Plays what is missing of a run, and shows it."""
    prepare: Callable[[Plan], tuple[str, ...]]
    """Finds where the pairs of a plan begin."""
    _openings: tuple[str, ...] = ()

    def ratings(self) -> Ratings:
        """All that was found, with the command that finds it again."""
        return Ratings(
            game=self.game.key,
            command=self.measure.command(self.game),
            date=time.strftime("%Y-%m-%d"),
            boards=self.boards(),
        )

    def boards(self) -> dict[str, dict[str, Rated]]:
        """By preset: of a game for one all of them, else the usual one."""
        if self.game.deal(self.game.settle(), 0).seats == 1:
            return {preset: self.alone(preset) for preset in self.game.presets}
        return {next(iter(self.game.presets)): self.together()}

    def alone(self, preset: str) -> dict[str, Rated]:
        """How many boards each level wins."""
        return {
            row.name.partition("@")[0]: Rated(row.score, row.low, row.high, row.games, True)
            for row in self._play(preset, ladder(self.game, preset), preset).table()
        }

    def together(self) -> dict[str, Rated]:
        """Elo of each level, from games with its neighbours."""
        levels = ladder(self.game)
        found: dict[Pairing, Pairs] = {}
        for pairing in pairwise(levels):
            found[pairing] = self._meet(pairing)
            for step in steps(self.game, pairing, found[pairing]):
                found[step] = self._meet(step)
        return rated(levels, found)

    def _meet(self, pairing: Pairing) -> Pairs:
        """How many pairs gave the second 0, 1/2, 1, 3/2 and 2 points."""
        lower, upper = pairing
        return self._play(f"{upper}-{lower}", [upper, lower], error=self.measure.error).pairs(0, 1)

    def _play(
        self, name: str, players: Sequence[str], preset: str | None = None, *, error: float | None = None
    ) -> Standings:
        """Let them play to the end, in a folder of that name; what was played before is not played again."""
        options = self.game.settle(preset)
        plan = plan_for(
            self.game,
            enter(self.game, [(player, self._pace(player)) for player in players], options),
            options=options,
            seed=self.measure.seed,
            games=self.measure.games,
            limit=self.measure.limit,
            error=error,
        )
        return self.play(self._open(self.folder / name, plan))

    def _pace(self, player: str) -> str | None:
        """A limit of its own, where a level thinks by the clock: ``1cpus``."""
        level = self.game.engines.get(player.partition("~")[0])
        return playing_limit(level) if level is not None and self.measure.limit is None else None

    def _open(self, folder: Path, plan: Plan) -> Run:
        if (folder / PLAN).exists():
            run = Run.open(folder)
            if replace(run.plan, openings=()) != plan:
                raise Refusal(
                    Text("{path} holds another tournament: name another folder with --out", path=str(folder))
                )
            return run
        if not plan.alone:
            # The same for all of them, and judged by the strongest level, which takes a while.
            self._openings = self._openings or self.prepare(plan)
            plan = replace(plan, openings=self._openings)
        return Run.create(folder, plan)
