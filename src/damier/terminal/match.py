"""A match as it goes on, and its result."""

from __future__ import annotations

from damier.arena.match import Match, match
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text, printable
from damier.terminal.screen import Screen


def show_match(
    screen: Screen,
    game: AnyGame,
    first: str,
    second: str,
    games: int,
    limit: Limit | None,
    seed: int,
    options: Options,
) -> None:
    """Play with a progress bar; Ctrl-C ends the match and shows what was played."""
    last: list[Match] = []
    try:
        with screen.progress() as bar:
            task = bar.add_task(printable(f"{first} - {second}"), total=games)

            def on_result(so_far: Match) -> None:
                last[:] = [so_far]
                bar.update(task, completed=min(so_far.games, games))

            match(
                game, first, second, games=games, limit=limit, seed=seed, given=options, on_result=on_result
            )
    except KeyboardInterrupt:
        screen.say(Text("stopped early"), "bold")
    for result in last:
        screen.say(Text("{n} games, seed {seed}", n=result.games, seed=str(seed)), "dim")
        for sentence in result.summary(game.called):
            screen.say(sentence)
