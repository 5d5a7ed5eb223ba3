"""A match as it goes on, and its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from damier.arena.executors import make_executors
from damier.arena.read_plan import entrants, plan_for
from damier.arena.run_folder import Run, Unkept, resume_command
from damier.arena.statistics.result_sentences import match_result
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import play_missing
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text, printable
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold


def show_match(
    screen: Screen, game: AnyGame, players: tuple[str, str], options: Options, out: Path | None, **fields: Any
) -> None:
    """Play with a progress bar; Ctrl-C ends the match and shows what was played. *fields* are the plan's."""
    plan = plan_for(game, entrants(game, players, options), options=options, is_match=True, **fields)
    run = Run.create(out, plan) if out is not None else Unkept(plan)
    standings = Standings(plan)
    levels = [entrant.spec.partition("~")[0] for entrant in plan.entrants]
    prepare_cold(screen, game, levels, game.first_view(options))
    try:
        with screen.progress() as bar:
            task = bar.add_task(printable(" - ".join(players)), total=plan.total)
            play_missing(
                run, standings, make_executors(1), lambda: bar.update(task, completed=standings.games)
            )
    except KeyboardInterrupt:
        screen.say(Text("stopped early"), "bold")
        if out is not None:
            screen.say(Text("go on with: {command}", command=resume_command(out)))
    if standings.met():
        screen.say(Text("{n} games, seed {seed}", n=standings.games, seed=str(plan.seed)), "dim")
        names = plan.display_names(game, screen.language)
        for sentence in match_result(standings, names, kept=out is not None):
            screen.say(sentence)
