"""The command that asks a player about solved positions."""

from __future__ import annotations

import click

from damier.cli.commands import (
    check_seed,
    cli,
    find,
    language_options,
    limit_of,
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
    from damier.arena.players import player as find_player
    from damier.terminal.exam import ExamRequest, print_json, show_exam

    found = find(game)
    check_seed(seed)
    request = ExamRequest(count=count, limit=limit_of(limit), seed=seed, mistakes=mistakes)
    who = find_player(found, player)
    (print_json if for_programs else show_exam)(screen_for(lang, ascii), found, who, request)
