"""The commands. Nothing heavy is imported before it is used."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from damier import __version__
from damier.cli.game_options import GameCommands
from damier.core.text import LANGUAGES, Text, Unreadable

if TYPE_CHECKING:
    from damier.core.engine import Limit
    from damier.core.game import AnyGame
    from damier.terminal.screen import Screen

F = TypeVar("F", bound=Callable[..., Any])

MOST_SEED = 2**128
"""Seeds are below this."""


class Seconds(click.FloatRange):
    """Seconds to wait; click's own range lets NaN through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            raise Unreadable(Text("'{word}' is not a number of seconds: write for example 0.5", word=value))
        return seconds


def words(text: Text) -> str:
    """English for click; ``damier.cli.language`` puts it into the language of the person."""
    return str(text)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Options of several commands, to be given to each in one line."""

    def decorated(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


language_options = together(
    click.option(
        "--lang",
        type=click.Choice(LANGUAGES, case_sensitive=False),
        help=words(Text("the language; by default that of your system")),
    ),
    click.option("--ascii", is_flag=True, help=words(Text("draw with plain characters only"))),
)
"""For whatever shows something."""

board_options = together(
    click.option("--setup", help=words(Text("a named way to begin: see 'damier games'"))),
    click.option("--option", "other", multiple=True, help=words(Text("any other option, as name=value"))),
    click.option("--seed", type=click.IntRange(0), help=words(Text("the same seed, the same game"))),
)
"""How a board is set up; ``GameCommand`` puts the options of the games after ``--setup``."""

judge_option = click.option("--level", help=words(Text("who judges; by default the strongest")))
"""For a review and an analysis."""

limit_option = click.option("--limit", help=words(Text("how much it may think: 2s, 2000nodes, depth4")))
"""For whoever asks one engine."""

json_option = click.option("--json", "for_programs", is_flag=True, help=words(Text("for programs, as JSON")))
"""For what programs read too."""

mistakes_option = click.option(
    "--mistakes",
    type=click.IntRange(0, 100),
    default=3,
    help=words(Text("how many of the worst mistakes are drawn")),
    show_default=True,
)
"""For a review and an exam."""


def worker_options(many: Text, where: Text) -> Callable[[F], F]:
    """``--processes`` and ``--cluster``, for work that is shared out; the words say what is done there."""
    return together(
        click.option("--processes", type=click.IntRange(1, 1024), help=words(many)),
        click.option("--cluster", help=words(where)),
    )


shared_games = worker_options(
    Text("how many games at once; by default one a core"),
    Text("play on a dask cluster: local, or its address as in tcp://10.0.0.1:8786"),
)
"""For tournaments, ratings and training."""


def check_seed(seed: int | None) -> None:
    """Refuse what is no seed."""
    if seed is not None and seed >= MOST_SEED:
        raise Unreadable(Text("a seed has at most 128 bits: choose a smaller number"))


def told(given: dict[str, Any]) -> dict[str, Any]:
    """The options that were *given* on the command line by name."""
    options = {
        name: value for name, value in given.items() if name not in ("setup", "other") and value is not None
    }
    for pair in given["other"]:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Unreadable(Text("'{word}' is not an option: write name=value", word=pair[:40]))
        options[name] = value
    return options


def settled(game: AnyGame, given: dict[str, Any], seed: int | None) -> Any:
    """Complete options from what else was *given* on the command line."""
    check_seed(seed)
    settled = game.settle(given["setup"], told(given))
    game.deal(settled, 0)  # refuses what does not go together, before anything is shown
    return settled


def find(name: str) -> AnyGame:
    from damier.games import game

    return game(name)


def screen_for(lang: str | None, ascii: bool) -> Screen:
    from damier.terminal.screen import Screen

    return Screen(lang or click.get_current_context().find_object(str) or "en", ascii=ascii)


@click.group(
    cls=GameCommands,
    invoke_without_command=True,
    help=words(Text("Play, solve and explain the classic grid games.")),
)
@click.version_option(__version__, prog_name="damier", help=words(Text("Show the version and exit.")))
@language_options
@click.pass_context
def cli(context: click.Context, lang: str | None, ascii: bool) -> None:
    if context.invoked_subcommand is None:
        from damier.games import games
        from damier.terminal.menu import play_from_menu

        play_from_menu(screen_for(lang, ascii), games())


@cli.command(help=words(Text("Play a game in the terminal.")))
@click.argument("game")
@click.option("--level", help=words(Text("the opponent: see 'damier levels GAME'")))
@click.option(
    "--bot",
    type=click.Path(dir_okay=False),
    help=words(Text("your bot as the opponent: a Python file, or exec: and a program")),
)
@click.option("--two", is_flag=True, help=words(Text("two people at one screen")))
@click.option(
    "--side",
    type=click.Choice(["first", "second", "random"]),
    default="first",
    help=words(Text("whether you begin")),
)
@click.option(
    "--rounds", type=click.Choice(["1", "3", "5"]), default="1", help=words(Text("best of how many rounds"))
)
@click.option("--clock", help=words(Text("minutes and seconds a move, as in 5+3")))
@click.option("--limit", help=words(Text("how much the opponent may think: 2s, 2000nodes, depth4")))
@click.option("--load", type=click.Path(dir_okay=False), help=words(Text("go on with a saved game")))
@board_options
@language_options
def play(
    game: str,
    level: str | None,
    bot: str | None,
    two: bool,
    side: str,
    rounds: str,
    clock: str | None,
    limit: str | None,
    load: str | None,
    seed: int | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.terminal.make_table import (
        open_table,
        play_at,
        read_timing,
        resume_table,
        seats_for,
    )

    found = find(game)
    screen = screen_for(lang, ascii)
    if (level is not None) + (bot is not None) + two > 1:
        raise Unreadable(Text("choose one opponent: --level, --bot or --two"))
    opponent = found.level(level) if level is not None else bot
    options = settled(found, given, seed)
    bound = given_limit(limit)
    timing = read_timing(clock) if clock is not None else None
    if load is not None:
        if any(given.values()) or two or clock or seed is not None or rounds != "1" or side != "first":
            raise Unreadable(
                Text("a saved game brings its board and its players: only --level or --bot may be changed")
            )
        play_at(screen, resume_table(found, Path(load), opponent), bound, Path(load))
        return
    state = found.deal(options, 0)
    if opponent is None and not two and state.seats > 1:
        opponent = found.fair(found.view(state, state.turn))
    seats = seats_for(found, options, opponent, side)
    table = open_table(found, options, seats, seed=seed, timing=timing, best_of=int(rounds))
    play_at(screen, table, bound)


def given_limit(limit: str | None) -> Limit | None:
    """What ``--limit`` says, if anything."""
    from damier.core.limit_text import read_limit

    return read_limit(limit) if limit is not None else None


@cli.command(help=words(Text("Watch engines play.")))
@click.argument("game")
@click.option("--first", help=words(Text("who begins: a level, a Python file, or exec: and a program")))
@click.option("--second", help=words(Text("who answers: a level, a Python file, or exec: and a program")))
@click.option("--level", help=words(Text("both of them, or the one that plays alone")))
@click.option(
    "--delay",
    type=Seconds(0, 60),
    default=0.3,
    help=words(Text("seconds between moves")),
    show_default=True,
)
@click.option(
    "--rounds", type=click.Choice(["1", "3", "5"]), default="1", help=words(Text("best of how many rounds"))
)
@click.option("--limit", help=words(Text("how much they may think: 2s, 2000nodes, depth4")))
@click.option("--save", "path", type=click.Path(dir_okay=False), help=words(Text("write the game to a file")))
@board_options
@language_options
def watch(
    game: str,
    first: str | None,
    second: str | None,
    level: str | None,
    delay: float,
    rounds: str,
    limit: str | None,
    path: str | None,
    seed: int | None,
    lang: str | None,
    ascii: bool,
    **given: Any,
) -> None:
    from damier.terminal.make_table import open_table, watch_at

    found = find(game)
    options = settled(found, given, seed)
    state = found.deal(options, 0)
    usual = found.fair(found.view(state, state.turn)) if level is None else level
    if state.seats == 1 and second is not None:
        raise Unreadable(Text("{game} is played alone: name one level with --level", game=found.title))
    seats = [usual if who is None else who for who in (first, second)][: state.seats]
    table = open_table(found, options, seats, seed=seed, best_of=int(rounds))
    watch_at(
        screen_for(lang, ascii), table, delay, given_limit(limit), Path(path) if path is not None else None
    )


@cli.command(name="games", help=words(Text("List the games.")))
@language_options
def list_games(lang: str | None, ascii: bool) -> None:
    from damier.games import games
    from damier.terminal.show import show_games

    show_games(screen_for(lang, ascii), games())


@cli.command(help=words(Text("List the levels of a game, weakest first.")))
@click.argument("game")
@language_options
def levels(game: str, lang: str | None, ascii: bool) -> None:
    from damier.terminal.show import show_levels

    show_levels(screen_for(lang, ascii), find(game))


@cli.command(help=words(Text("The rules of a game, with a drawn example.")))
@click.argument("game")
@language_options
def rules(game: str, lang: str | None, ascii: bool) -> None:
    from damier.terminal.show import show_rules

    show_rules(screen_for(lang, ascii), find(game))


@cli.command(help=words(Text("Show a saved game move by move.")))
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--delay", type=Seconds(0, 60), default=0.0, help=words(Text("seconds between moves")))
@language_options
def replay(file: str, delay: float, lang: str | None, ascii: bool) -> None:
    from damier.core.record_files import open_record
    from damier.terminal.show import show_replay

    record = open_record(Path(file))
    show_replay(screen_for(lang, ascii), find(record.game), record, delay)
