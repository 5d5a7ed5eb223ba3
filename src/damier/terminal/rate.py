"""How strong the levels of each game are: all of them and random play against each other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from damier.arena.entering import make_plan
from damier.arena.hall import Site
from damier.arena.plan import LADDER, ROUND_ROBIN, Plan
from damier.arena.player import RANDOM
from damier.arena.run import PLAN, Run
from damier.arena.standings import Row
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.store.ratings import Rated, Ratings, keep_ratings, own_file, user_file
from damier.terminal.arena import at_site, play_run, prepared
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

STEPS = (80, 60, 40, 20)
"""Percent of the strongest level's moves that are random, in the players between it and random play."""


def rate_games(
    screen: Screen,
    games: Sequence[AnyGame],
    count: int,
    limit: str,
    seed: int,
    out: Path,
    processes: int | None,
    cluster: str | None,
    *,
    ship: bool = False,
) -> None:
    """Rate each game's levels on its usual board and keep what was found; resumed where it was stopped."""
    with at_site(processes, cluster) as there:
        for game in games:
            screen.say(game.title, "bold")
            if not _levels(game):
                screen.say(Text("there is no level to rate but random play"))
                continue
            prepare_cold(screen, game, game.engines)
            run = _open(screen, game, count, limit, seed, out / game.key, there)
            standings = play_run(screen, run, there)
            if run.plan.total != standings.games:
                screen.say(Text("the same command goes on where it stopped"))
                raise SystemExit(130)
            command = f"damier rate {game.key} --games {count} --limit {limit} --seed {seed}"
            found = Ratings(
                game=game.key,
                command=command,
                date=time.strftime("%Y-%m-%d"),
                limit=limit,
                levels={
                    name: _rated(row, run.plan)
                    for row in standings.table()
                    if (name := row.name.partition("@")[0]) == RANDOM or name in game.engines
                },
            )
            own = own_file(game.key)
            path = own if ship and own is not None else user_file(game.key)
            keep_ratings(path, found)
            screen.say(Text("written to {path}", path=str(path)), "dim")


def _levels(game: AnyGame) -> list[str]:
    """The levels that play on the usual board; random play is the measure and none of them."""
    state = game.deal(game.settle(), 0)
    return [key for key in game.fitting(game.view(state, state.turn)) if key != RANDOM]


def _open(screen: Screen, game: AnyGame, count: int, limit: str, seed: int, folder: Path, there: Site) -> Run:
    """The run of a game: a new one, or the same one that was stopped."""
    options = game.settle()
    state = game.deal(options, 0)
    levels = _levels(game)
    paces = {key: f"@{game.engines[key].rated}" if game.engines[key].rated else "" for key in levels}
    mode, words = ROUND_ROBIN, [RANDOM, *(key + paces[key] for key in levels)]
    if state.seats > 1:
        # Who never loses to random play cannot be rated by it: the strongest, with errors, leads up.
        *others, top = levels
        steps = [f"{top}~{share}{paces[top]}" for share in STEPS]
        known = [key + paces[key] for key in others]
        woven = [word for both in zip_longest(known, steps) for word in both if word is not None]
        mode, words = LADDER, [RANDOM, *woven, top + paces[top]]
    plan = make_plan(
        game, words, options=options, seed=seed, games=count, limit=limit, mode=mode, reference=0
    )
    if (folder / PLAN).exists():
        run = Run.open(folder)
        if replace(run.plan, openings=()) != plan:
            raise Refusal(
                Text("{path} holds another tournament: name another folder with --out", path=str(folder))
            )
        return run
    if not plan.alone:
        plan = replace(plan, openings=prepared(screen, plan, there))
    return Run.create(folder, plan)


def _rated(row: Row, plan: Plan) -> Rated:
    value = row.score if plan.alone else row.elo
    return Rated(value if value is not None else 0.0, row.low, row.high, row.games, plan.alone)
