"""The command that asks a player about solved positions."""

from __future__ import annotations

import json

import click

from damier.cli.commands import (
    check_seed,
    cli,
    find,
    given_limit,
    language_options,
    limit_option,
    mistakes_option,
    screen_for,
    words,
)
from damier.core.text import Text


@cli.command(help=words(Text("How often a level or a bot keeps the exact result of solved positions.")))
@click.argument("game")
@click.argument("player")
@click.option("--count", type=click.IntRange(1), help=words(Text("how many positions; all by default")))
@limit_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    help=words(Text("for players that use chance; the positions are always the same")),
    show_default=True,
)
@mistakes_option
@click.option("--json", "for_programs", is_flag=True, help=words(Text("the mark and every answer as JSON")))
@language_options
def exam(
    game: str,
    player: str,
    count: int | None,
    limit: str | None,
    seed: int,
    mistakes: int,
    for_programs: bool,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.arena.exam import as_json
    from damier.arena.players import player as find_player
    from damier.terminal.exam import hold_exam, show_exam

    found = find(game)
    check_seed(seed)
    who = find_player(found, player)
    screen = screen_for(lang, ascii)
    aside = screen.aside() if for_programs else screen
    examiner, result = hold_exam(aside, found, who, count=count, limit=given_limit(limit), seed=seed)
    if for_programs:
        print(json.dumps(as_json(result, examiner), indent=1))
    else:
        show_exam(screen, found, examiner, result, mistakes)
