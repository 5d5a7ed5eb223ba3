"""The command that judges the moves of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from damier.cli.commands import (
    cli,
    find,
    given_limit,
    json_option,
    judge_option,
    language_options,
    limit_option,
    mistakes_option,
    screen_for,
    words,
)
from damier.core.text import Text


@cli.command(help=words(Text("Judge every move of a saved game: what it cost, what was better, and why.")))
@click.argument("file", type=click.Path(dir_okay=False))
@judge_option
@limit_option
@mistakes_option
@json_option
@language_options
def review(
    file: str,
    level: str | None,
    limit: str | None,
    mistakes: int,
    for_programs: bool,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.core.record_files import open_record
    from damier.terminal.review import GameReview, print_review, show_game_review

    record = open_record(Path(file))
    game = find(record.game)
    judge = game.level(level) if level is not None else None
    judged = GameReview(game, record, judge, given_limit(limit))
    if for_programs:
        print_review(screen_for(lang, ascii), judged)
    else:
        show_game_review(screen_for(lang, ascii), judged, mistakes)
