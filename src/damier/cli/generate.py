"""The command that makes boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from damier.cli.analyse_solve_train import tool_of
from damier.cli.commands import board_options, cli, find, language_options, screen_for, settled, words
from damier.core.text import Text


@cli.command(help=words(Text("Make boards by length and difficulty, one a line.")))
@click.argument("game")
@board_options
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=1,
    help=words(Text("how many boards")),
    show_default=True,
)
@click.option("--3bv", "clicks", help=words(Text("the clicks that a board needs at least: 150-200")))
@click.option(
    "--needs", help=words(Text("the hardest conclusion that a board needs, or a range: subset-several"))
)
@click.option("--out", type=click.Path(dir_okay=False), help=words(Text("the file; else they are printed")))
@language_options
def generate(
    game: str,
    games: int,
    clicks: str | None,
    needs: str | None,
    out: str | None,
    seed: int | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.core.game import new_seed
    from damier.core.tools.generating import Generating
    from damier.terminal.generate import generate_boards

    found = find(game)
    tool = tool_of(found, "generate", Generating)
    generate_boards(
        screen_for(lang, ascii),
        found,
        tool,
        settled(found, given, seed),
        tool.wanted(clicks, needs),
        games=games,
        seed=new_seed() if seed is None else seed,
        out=Path(out) if out else None,
    )
