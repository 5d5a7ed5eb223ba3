"""The commands that analyse a position, solve many, make a book and train an engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from damier.cli.commands import (
    board_options,
    check_seed,
    cli,
    find,
    given_limit,
    json_option,
    judge_option,
    language_options,
    limit_option,
    screen_for,
    settled,
    shared_games,
    told,
    words,
    worker_options,
)
from damier.core.text import Refusal, Text

if TYPE_CHECKING:
    from damier.core.game import AnyGame

T = TypeVar("T")

shared_work = worker_options(
    Text("how many positions at once; by default one a core"),
    Text("work on a dask cluster: local, or its address as in tcp://10.0.0.1:8786"),
)


@cli.command(
    help=words(
        Text(
            "What every move of a position is worth, how it goes on, and why. The position is moves, a line "
            "of text, or a file with a drawn board ('-': standard input); moves may follow a file."
        )
    )
)
@click.argument("game")
@click.argument("position", nargs=-1)
@judge_option
@limit_option
@json_option
@board_options
@language_options
def analyse(
    game: str,
    position: tuple[str, ...],
    level: str | None,
    limit: str | None,
    for_programs: bool,
    seed: int | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.terminal.analyse import given_view, print_analysis, show_analysis

    found = find(game)
    check_seed(seed)
    options = found.settle(given["setup"], told(given)) if position else settled(found, given, seed)
    view = given_view(found, options, seed or 0, position, told(given))
    judge = found.level(level) if level is not None else found.strongest(view)
    show = print_analysis if for_programs else show_analysis
    show(screen_for(lang, ascii), found, view, judge, given_limit(limit))


def tool_of(game: AnyGame, name: str, kind: type[T]) -> T:
    """A tool of a game, if it has it."""
    tool = game.tools.get(name)
    if not isinstance(tool, kind):
        raise Refusal(Text("{game} has no tool '{name}': see 'damier tool'", game=game.title, name=name))
    return tool


@cli.command(help=words(Text("The exact scores of the positions in a file, one a line.")))
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@shared_work
@language_options
def solve(
    game: str, file: str, processes: int | None, cluster: str | None, lang: str | None, ascii: bool
) -> None:
    from damier.core.tools.batch_tools import Solving
    from damier.terminal.batch_work import solve_file

    found = find(game)
    tool = tool_of(found, "solve", Solving)
    solve_file(screen_for(lang, ascii), found, tool, file, processes, cluster)


@cli.command(help=words(Text("Make a book: the exact scores of all positions of the first plies.")))
@click.argument("game")
@click.option("--ply", type=int, default=8, help=words(Text("how many plies")), show_default=True)
@click.option(
    "--out", type=click.Path(dir_okay=False), help=words(Text("the file; it goes on where it stopped"))
)
@shared_work
@language_options
def book(
    game: str,
    ply: int,
    out: str | None,
    processes: int | None,
    cluster: str | None,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.core.tools.batch_tools import Making
    from damier.terminal.batch_work import make_book

    found = find(game)
    tool = tool_of(found, "book", Making)
    make_book(screen_for(lang, ascii), found, tool, ply, Path(out) if out else None, processes, cluster)


@cli.command(help=words(Text("Train the weights of a level by games against itself; a match proves them.")))
@click.argument("game")
@click.option(
    "--generations",
    type=click.IntRange(1, 1000),
    default=1,
    help=words(Text("how many times it plays, fits and proves")),
    show_default=True,
)
@click.option("--games", type=click.IntRange(1), help=words(Text("how many games against itself, each time")))
@click.option(
    "--proof",
    type=click.IntRange(2),
    default=2000,
    help=words(Text("how many games a match may take that proves new weights")),
    show_default=True,
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, help=words(Text("the same seed, the same weights"))
)
@click.option(
    "--out", type=click.Path(file_okay=False), help=words(Text("the folder; it goes on where it stopped"))
)
@shared_games
@language_options
def train(
    game: str,
    generations: int,
    games: int | None,
    proof: int,
    seed: int,
    out: str | None,
    processes: int | None,
    cluster: str | None,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.arena.training_folder import Course
    from damier.core.tools.training import Training
    from damier.terminal.train import train as conduct

    check_seed(seed)
    found = find(game)
    tool = tool_of(found, "train", Training)
    course = Course(found.key, tool.level, games or tool.games, tool.batch, proof, seed)
    folder = Path(out or f"{found.key}-training").absolute()
    conduct(screen_for(lang, ascii), found, tool, course, generations, folder, processes, cluster)
