"""How strong the levels of each game are, told while they are measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from damier.arena.executors import open_executors
from damier.arena.rate_levels import Measure, Rater, ladder
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.store.level_ratings import keep_ratings, own_file, user_file
from damier.terminal.arena import SAME_COMMAND, play_run, prepared
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold


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
    with open_executors(processes, cluster) as executors:
        for game in games:
            screen.say(game.title, "bold")
            if len(ladder(game)) == 1:
                screen.say(Text("there is no level to rate but random play"))
                continue
            prepare_cold(screen, game, game.engines)
            rater = Rater(
                game,
                measure,
                out / game.key,
                play=lambda run: play_run(screen, run, executors, SAME_COMMAND),
                prepare=lambda plan: prepared(screen, plan, executors),
            )
            own = own_file(game.key)
            path = own if ship and own is not None else user_file(game.key)
            keep_ratings(path, rater.ratings())
            screen.say(Text("written to {path}", path=str(path)), "dim")
