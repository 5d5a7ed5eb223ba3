"""The commands for who builds, measures and hosts."""

from __future__ import annotations

from typing import Any

import click

from damier.cli.commands import board_options, cli, find, language_options, screen_for, settled, words
from damier.core.text import Text, Unreadable


@cli.command(help=words(Text("Count the move sequences of each length.")))
@click.argument("game")
@click.option("--moves", default="", help=words(Text("the moves made before, separated by spaces")))
@click.option(
    "--depth", type=click.IntRange(1, 20), default=3, help=words(Text("how many moves")), show_default=True
)
@board_options
@language_options
def perft(
    game: str, moves: str, depth: int, seed: int | None, lang: str | None, ascii: bool, **given: Any
) -> None:
    from damier.engines.perft import perft as count

    found = find(game)
    state = found.deal(settled(found, given, seed), seed or 0)
    for word in moves.split():
        state = state.play(found.read(word, found.view(state, state.turn)))
    for length in range(1, depth + 1):
        click.echo(f"{length} {count(state, length)}")


@cli.command(
    help=words(Text("A number for how the levels of a game play: it changes exactly when play changes."))
)
@click.argument("game")
@language_options
def bench(game: str, lang: str | None, ascii: bool) -> None:
    from damier.arena.play_fingerprint import bench as fingerprint

    result = fingerprint(find(game), lambda key, number: click.echo(f"{key} {number}"))
    click.echo(f"bench {result.total}")


@cli.command(help=words(Text("Prepare the compiled engines, so that no first move has to wait.")))
@language_options
def warm(lang: str | None, ascii: bool) -> None:
    from damier.games import games
    from damier.terminal.warm import warm_up

    warm_up(screen_for(lang, ascii), games())


@cli.command(
    help=words(Text("What else a game can do: lists its tools, or runs one.")),
    context_settings={"ignore_unknown_options": True},
)
@click.argument("game")
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@language_options
def tool(game: str, name: str | None, arguments: tuple[str, ...], lang: str | None, ascii: bool) -> None:
    found = find(game)
    screen = screen_for(lang, ascii)
    if name is None:
        for key, value in found.tools.items():
            screen.line(f"{key}  {screen.words(value.about)}")
        if not found.tools:
            screen.say(Text("{game} has no tools", game=found.title))
        return
    if name not in found.tools:
        raise Unreadable(
            Text(
                "'{word}' is not a tool of {game}: choose one of {choices}",
                word=name[:40],
                game=found.title,
                choices=", ".join(found.tools) or "-",
            )
        )
    found.tools[name].run(arguments, screen.say)
