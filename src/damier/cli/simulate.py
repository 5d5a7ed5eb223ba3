"""The command that lets a level play many games alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from damier.cli.analyse_solve_train import tool_of
from damier.cli.commands import (
    board_options,
    check_seed,
    cli,
    find,
    json_option,
    language_options,
    screen_for,
    settled,
    shared_games,
    words,
)
from damier.core.text import Refusal, Text, Unreadable

if TYPE_CHECKING:
    from damier.core.game import AnyGame
    from damier.core.tools.simulation import Simulating, Simulation

USUAL_GAMES = 1000
MOST_GAMES = 100_000_000


@cli.command(help=words(Text("How many of many games a level wins that plays alone.")))
@click.argument("game")
@click.option("--level", help=words(Text("who plays; by default the strongest")))
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    help=words(Text("how many games; by default 1000")),
)
@click.option(
    "--boards",
    type=click.Path(dir_okay=False, allow_dash=True),
    help=words(Text("play the boards of a file, one a line")),
)
@click.option(
    "--results", type=click.Path(dir_okay=False), help=words(Text("write which games were won, one a line"))
)
@click.option(
    "--out", type=click.Path(dir_okay=False), help=words(Text("the file; it goes on where it stopped"))
)
@json_option
@board_options
@shared_games
@language_options
def simulate(
    game: str,
    level: str | None,
    games: int | None,
    boards: str | None,
    results: str | None,
    out: str | None,
    for_programs: bool,
    seed: int | None,
    processes: int | None,
    cluster: str | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.core.tools.simulation import Simulating
    from damier.terminal.simulate import SimulationRun
    from damier.terminal.simulate import simulate as run

    found = find(game)
    tool = tool_of(found, "simulate", Simulating)
    check_seed((seed or 0) + (games or USUAL_GAMES) - 1)
    if boards is None:
        simulation = _by_seeds(found, level, games or USUAL_GAMES, seed or 0, given)
    elif games is not None or any(given.values()):
        raise Unreadable(
            Text("given boards bring their size and their number: leave out --games and the options")
        )
    else:
        simulation = _by_boards(found, tool, level, boards, seed or 0)
    how = SimulationRun(
        processes=processes,
        cluster=cluster,
        out=Path(out) if out is not None else None,
        results=Path(results) if results is not None else None,
        for_programs=for_programs,
    )
    run(screen_for(lang, ascii), found, tool, simulation, how)


def _by_seeds(game: AnyGame, level: str | None, games: int, seed: int, given: dict[str, Any]) -> Simulation:
    from damier.core.tools.simulation import Simulation

    options = settled(game, given, seed)
    view = game.first_view(options)
    who = game.level(level) if level is not None else game.strongest(view)
    if not game.engines[who].fits(view):
        raise Refusal(Text("the level '{level}' does not play on this board", level=game.called(who)))
    return Simulation(game.key, who, options, seed, games)


def _by_boards(game: AnyGame, tool: Simulating, level: str | None, file: str, seed: int) -> Simulation:
    from damier.core.tools.simulation import Simulation
    from damier.terminal.batch_work import checked_lines

    who = game.level(level) if level is not None else list(game.engines)[-1]
    boards = tuple(checked_lines(tool.check, file))
    if not boards:
        raise Refusal(Text("there is no board in {path}: write one a line", path=file))
    return Simulation(game.key, who, {}, seed, len(boards), boards)
