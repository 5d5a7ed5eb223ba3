"""Compiled levels, prepared while a person looks on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text
from damier.terminal.screen import Screen
from damier.warm import compiled_levels, is_cold, prepare


def warm_up(screen: Screen, games: dict[str, AnyGame]) -> None:
    """Prepare every compiled level on every board that has a name; machine code is kept for next time."""
    waiting = [start for game in games.values() for start in compiled_levels(game)]
    for start in screen.track(screen.words(Text("preparing the engines")), waiting, len(waiting)):
        prepare(*start)
    screen.say(
        Text("{n} compiled levels are ready", n=len({(start.game.key, start.level) for start in waiting}))
    )


def prepare_board(screen: Screen, game: AnyGame, options: Options) -> None:
    """Compile what a board itself needs, and say so."""
    needed = game.prepare(options)
    if needed is not None:
        with screen.working(Text("preparing the engine (first run only)")):
            needed()


def prepare_cold(screen: Screen, game: AnyGame, names: Iterable[str], view: Any = None) -> None:
    """Compile what these levels need for a board, and say so: the first use on a machine takes some seconds.

    Without a *view* it is the usual board.
    """
    if view is None:
        view = game.first_view(game.settle())
    for name in names:
        if is_cold(game, name, view) and game.engines[name].fits(view):
            with screen.working(Text("preparing the engine (first run only)")):
                prepare(game, name, view)
