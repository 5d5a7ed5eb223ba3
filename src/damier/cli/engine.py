"""The commands for engines in other processes."""

from __future__ import annotations

import os
import sys

import click

from damier.cli.commands import cli, find, language_options, screen_for, words
from damier.core.text import Text, Unreadable


@cli.command(help=words(Text("Let a level play for another program: see docs/protocol.md.")))
@click.argument("game")
@click.option("--level", help=words(Text("who plays: see 'damier levels GAME'")))
@click.option(
    "--bot", type=click.Path(dir_okay=False), help=words(Text("a bot's Python file, in place of a level"))
)
@language_options
def engine(game: str, level: str | None, bot: str | None, lang: str | None, ascii: bool) -> None:
    from damier.protocol.serve_level import serve
    from damier.warm import compiled_levels, is_cold, prepare

    found = find(game)
    if bot is not None:
        from damier.protocol.bot_shim import main as serve_bot

        if not os.path.isfile(bot):
            raise Unreadable(Text("there is no file {path}", path=bot))
        serve_bot(os.path.abspath(bot), found.key)
        return
    usual = found.first_view(found.settle())
    key = found.level(level) if level is not None else found.strongest(usual)

    def ready(name: str) -> None:
        """Compile what is cold on any board; think on the usual one in any case: loading takes time too."""
        for place, start in enumerate(compiled_levels(found, [name])):
            if place == 0 or is_cold(*start):
                prepare(*start)

    serve(
        found,
        key,
        sys.stdin.buffer,
        sys.stdout.buffer,
        prepare=ready,
        language=lang or click.get_current_context().find_object(str) or "en",
    )


@cli.command(name="check-engine", help=words(Text("Check a program that plays: see docs/protocol.md.")))
@click.argument("command")
@click.option(
    "--game", "games", multiple=True, help=words(Text("the game to ask for; by default all it plays"))
)
@click.option(
    "--ready",
    type=click.FloatRange(1, 120),
    help=words(
        Text("seconds in which it must be ready; by default 30 where it works and 5 where it only waits")
    ),
)
@language_options
def check_engine(
    command: str, games: tuple[str, ...], ready: float | None, lang: str | None, ascii: bool
) -> int:
    from damier.protocol.command import read_command
    from damier.protocol.compliance import DOUBTFUL, GOOD, WRONG, Pace
    from damier.protocol.compliance import check_engine as check

    screen = screen_for(lang, ascii)
    styles = {GOOD: ("ok", "green"), DOUBTFUL: ("?", "yellow"), WRONG: ("!!", "bold #e8563a")}
    grades = []
    pace = Pace() if ready is None else Pace(ready=ready, idle=ready)
    for finding in check(read_command(command), [find(name).key for name in games], pace):
        mark, style = styles[finding.grade]
        screen.line(f"{mark:>2}  {screen.words(finding.text)}", style)
        grades.append(finding.grade)
    wrong = grades.count(WRONG)
    if wrong:
        screen.say(Text("{n} things must be mended", n=wrong), "bold")
    elif DOUBTFUL in grades:
        screen.say(Text("it can play; look at what is marked with '?'"), "bold")
    else:
        screen.say(Text("it can play"), "bold")
    return 1 if wrong else 0
