"""Compiled engines, prepared before they are needed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from damier.core.engine import Level, Limit, think
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.jit import is_warm
from damier.terminal.screen import Screen


def is_cold(game: AnyGame, level: Level[Any, Any]) -> bool:
    """Whether the level waits for a compiler when it is first asked."""
    file = sys.modules[f"damier.games.{game.key}"].__file__
    return level.compiled and file is not None and not is_warm(Path(file).parent)


def warm_up(screen: Screen, games: dict[str, AnyGame]) -> None:
    """Ask every compiled level once; machine code is kept for next time."""
    waiting = [(game, level) for game in games.values() for level in game.engines.values() if level.compiled]
    title = screen.words(Text("preparing the engines"))
    with screen.progress() as bar:
        for game, level in bar.track(waiting, description=title):
            prepare(game, level)
    screen.say(Text("{n} compiled levels are ready", n=len(waiting)))


def prepare_cold(screen: Screen, game: AnyGame, names: Iterable[str]) -> None:
    """Compile what these levels need, and say so: the first use on a machine takes some seconds."""
    for name in names:
        level = game.engines.get(name)
        if level is not None and is_cold(game, level):
            with screen.working(Text("preparing the engine (first run only)")):
                prepare(game, level)


def prepare(game: AnyGame, level: Level[Any, Any]) -> None:
    """Let the level think for a moment on a board that it fits."""
    for setup in game.presets:
        state = game.begin(setup, seed=0)
        view = game.view(state, state.turn)
        if level.fits(view):
            think(level.make(0), view, Limit(depth=1, nodes=1))
            return
