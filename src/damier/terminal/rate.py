"""How strong the levels of each game are: each plays the one before it until the difference is known."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from damier.arena.elo import Pairs
from damier.arena.executors import Site
from damier.arena.plan import Plan
from damier.arena.rate_levels import Duel, ladder, pace, rated, steps
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import PLAN, Run
from damier.arena.standings import Standings
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.store.level_ratings import Rated, Ratings, keep_ratings, own_file, user_file
from damier.terminal.arena import at_site, play_run, prepared
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold


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


def rate_games(
    screen: Screen,
    games: Sequence[AnyGame],
    measure: Measure,
    out: Path,
    processes: int | None,
    cluster: str | None,
    *,
    ship: bool = False,
) -> None:
    """Rate each game's levels and keep what was found; resumed where it was stopped."""
    with at_site(processes, cluster) as there:
        for game in games:
            screen.say(game.title, "bold")
            if len(ladder(game)) == 1:
                screen.say(Text("there is no level to rate but random play"))
                continue
            prepare_cold(screen, game, game.engines)
            rater = Rater(screen, game, measure, out / game.key, there)
            found = Ratings(
                game=game.key,
                command=measure.command(game),
                date=time.strftime("%Y-%m-%d"),
                boards=rater.boards(),
            )
            own = own_file(game.key)
            path = own if ship and own is not None else user_file(game.key)
            keep_ratings(path, found)
            screen.say(Text("written to {path}", path=str(path)), "dim")


@dataclass(slots=True)
class Rater:
    """Rates the levels of one game."""

    screen: Screen
    game: AnyGame
    measure: Measure
    folder: Path
    there: Site
    _openings: tuple[str, ...] = ()

    def boards(self) -> dict[str, dict[str, Rated]]:
        """By preset: of a game for one all of them, else the usual one."""
        game = self.game
        usual = next(iter(game.presets))
        if game.deal(game.settle(), 0).seats == 1:
            return {preset: self.alone(preset) for preset in game.presets}
        return {usual: self.together()}

    def alone(self, preset: str) -> dict[str, Rated]:
        """How many boards each level wins."""
        options = self.game.settle(preset)
        plan = make_plan(
            self.game,
            [self._named(key) for key in ladder(self.game, preset)],
            options=options,
            seed=self.measure.seed,
            games=self.measure.games,
            limit=self.measure.limit,
        )
        standings = self._play(preset, plan)
        return {
            row.name.partition("@")[0]: Rated(row.score, row.low, row.high, row.games, True)
            for row in standings.table()
        }

    def together(self) -> dict[str, Rated]:
        """Elo of each level, from games with its neighbours."""
        levels = ladder(self.game)
        found: dict[Duel, Pairs] = {}
        for duel in pairwise(levels):
            found[duel] = self._duel(duel)
            for step in steps(self.game, duel, found[duel]):
                found[step] = self._duel(step)
        return rated(levels, found)

    def _duel(self, duel: Duel) -> Pairs:
        """How many pairs gave the second 0, 1/2, 1, 3/2 and 2 points."""
        lower, upper = duel
        plan = make_plan(
            self.game,
            [self._named(upper), self._named(lower)],
            options=self.game.settle(),
            seed=self.measure.seed,
            games=self.measure.games,
            limit=self.measure.limit,
            error=self.measure.error,
        )
        return self._play(f"{upper}-{lower}", plan).pairs(0, 1)

    def _named(self, player: str) -> str:
        """A player with its pace, where that is a time: ``searcher@1cpus``."""
        level = self.game.engines.get(player.partition("~")[0])
        own = pace(level) if level is not None and self.measure.limit is None else None
        return player if own is None else f"{player}@{own}"

    def _play(self, name: str, plan: Plan) -> Standings:
        """Play a plan to its end, in a folder of its own; what was played before is not played again."""
        run = self._open(self.folder / name, plan)
        standings = play_run(self.screen, run, self.there)
        if standings.games < run.plan.total and not standings.is_over:
            self.screen.say(Text("the same command goes on where it stopped"))
            raise SystemExit(130)
        return standings

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
            self._openings = self._openings or prepared(self.screen, plan, self.there)
            plan = replace(plan, openings=self._openings)
        return Run.create(folder, plan)
