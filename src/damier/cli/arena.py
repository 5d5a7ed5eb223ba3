"""Matches, tournaments and the rating of levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from damier.cli.commands import (
    board_options,
    cli,
    find,
    language_options,
    screen_for,
    settled,
    shared_games,
    words,
)
from damier.core.text import Text, Unreadable


@cli.command(
    help=words(
        Text("Play a tournament: ratings with their errors, every game kept, resumed where it stopped.")
    )
)
@click.argument("game", required=False)
@click.option(
    "--engines",
    multiple=True,
    help=words(
        Text("who plays, separated by commas: levels, level@limit, bots (mybot.py), programs (exec:./engine)")
    ),
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    help=words(Text("how many games each two play against each other")),
    show_default=True,
)
@click.option(
    "--limit", help=words(Text("how much they may think: 50ms, 2000nodes, depth4, 50cpums, 60s+0.5s"))
)
@click.option(
    "--mode",
    type=click.Choice(["round-robin", "gauntlet", "ladder"]),
    default="round-robin",
    help=words(
        Text("everybody against everybody, the first against all others, or each against the next three")
    ),
    show_default=True,
)
@click.option(
    "--plies", type=click.IntRange(0, 100), help=words(Text("how many moves at random begin a pair"))
)
@click.option(
    "--openings",
    type=click.Path(dir_okay=False),
    help=words(Text("a file with the moves that begin a pair, one opening a line")),
)
@click.option(
    "--sprt", help=words(Text("stop when it is proven: elo0=0,elo1=5 (also alpha, beta, normalised)"))
)
@click.option(
    "--thinking",
    type=click.FloatRange(0.001, 3600),
    default=10.0,
    help=words(Text("seconds that a bot has for a move")),
    show_default=True,
)
@click.option("--out", type=click.Path(file_okay=False), help=words(Text("the folder for games and times")))
@click.option(
    "--resume",
    type=click.Path(file_okay=False),
    help=words(Text("go on with the tournament in this folder")),
)
@shared_games
@board_options
@language_options
def arena(
    game: str | None,
    engines: tuple[str, ...],
    games: int,
    limit: str | None,
    mode: str,
    plies: int | None,
    openings: str | None,
    sprt: str | None,
    thinking: float,
    seed: int | None,
    out: str | None,
    resume: str | None,
    processes: int | None,
    cluster: str | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.core.game import new_seed
    from damier.terminal.arena import resume_arena, start_arena

    screen = screen_for(lang, ascii)
    if resume is not None:
        if game is not None or engines or _is_given(("processes", "cluster", "resume", "lang", "ascii")):
            raise Unreadable(
                Text(
                    "a tournament that goes on is planned already: only --processes or --cluster may be named"
                )
            )
        resume_arena(screen, Path(resume), processes, cluster)
        return
    if game is None or not engines:
        raise Unreadable(
            Text(
                "name a game and its players, as in: {example}",
                example="damier arena connect4 --engines child,evaluator",
            )
        )
    found = find(game)
    start_arena(
        screen,
        found,
        engines,
        settled(found, given, seed),
        games=games,
        limit=limit,
        mode=mode,
        plies=plies,
        openings=openings,
        sprt=sprt,
        thinking=thinking,
        seed=new_seed() if seed is None else seed,
        out=out,
        processes=processes,
        cluster=cluster,
    )


def _is_given(free: tuple[str, ...]) -> bool:
    """Whether the command line has any option but those that are *free*."""
    context = click.get_current_context()
    named = [name for name in context.params if name not in free]
    return any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in named)


@cli.command(help=words(Text("Play many games between two players: score, Elo and its error.")))
@click.argument("game")
@click.argument("first")
@click.argument("second")
@click.option(
    "--games", type=click.IntRange(1), default=100, help=words(Text("how many games")), show_default=True
)
@click.option("--limit", help=words(Text("how much they may think: 2s, 2000nodes, depth4")))
@click.option("--out", type=click.Path(file_okay=False), help=words(Text("the folder for games and times")))
@board_options
@language_options
def match(
    game: str,
    first: str,
    second: str,
    games: int,
    limit: str | None,
    seed: int | None,
    out: str | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.core.game import new_seed
    from damier.terminal.match import show_match

    found = find(game)
    options = settled(found, given, seed)
    show_match(
        screen_for(lang, ascii),
        found,
        (first, second),
        options,
        Path(out) if out is not None else None,
        games=games,
        limit=limit,
        seed=new_seed() if seed is None else seed,
    )


@cli.command(
    help=words(
        Text("Rate the levels of games, random play as 0: what menus and pages show beside each level.")
    )
)
@click.argument("games", nargs=-1)
@click.option(
    "--error",
    type=click.FloatRange(1, 1000),
    default=60.0,
    help=words(Text("two neighbours play until their difference is known to plus or minus so many Elo")),
    show_default=True,
)
@click.option(
    "--games",
    "count",
    type=click.IntRange(2),
    default=1000,
    help=words(Text("how many games two play at most; in a game for one, how many boards")),
    show_default=True,
)
@click.option(
    "--limit",
    help=words(Text("how much they may think, as 2000nodes; without it each thinks as it does in play")),
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    help=words(Text("the same seed, the same game")),
    show_default=True,
)
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    default="rate",
    help=words(Text("the folder for games and times")),
    show_default=True,
)
@shared_games
@click.option(
    "--ship", is_flag=True, help=words(Text("write into the folder of the game, to be shipped with it"))
)
@language_options
def rate(
    games: tuple[str, ...],
    error: float,
    count: int,
    limit: str | None,
    seed: int,
    out: str,
    processes: int | None,
    cluster: str | None,
    ship: bool,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.arena.rate_levels import Measure
    from damier.games import names
    from damier.terminal.rate import rate_games

    found = [find(name) for name in games or names()]
    screen = screen_for(lang, ascii)
    measure = Measure(error=error, games=count, seed=seed, limit=limit)
    rate_games(screen, found, measure, Path(out), processes, cluster, ship=ship)
