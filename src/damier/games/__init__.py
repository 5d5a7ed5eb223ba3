"""The games, found: every folder here whose ``__init__.py`` holds a ``GAME``.

Folders named in the environment variable ``DAMIER_GAMES`` are searched too, so that a game of your own
needs no edit here.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from damier.core.game import AnyGame, Game
from damier.core.text import Refusal, Text, Unreadable, add_catalogues, plain, said

__path__ = [*__path__, *filter(None, os.environ.get("DAMIER_GAMES", "").split(os.pathsep))]


@cache
def names() -> tuple[str, ...]:
    """The folders here that are packages, in alphabetical order; none of them is imported."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def games() -> dict[str, AnyGame]:
    """Every game by key, in the order of their names."""
    return {name: _load(name) for name in names()}


def game(key: str) -> AnyGame:
    """The game called *key*, which alone is imported then, or one whose title this is in any language."""
    wanted = plain(key)
    if wanted in names():
        return _load(wanted)
    for value in games().values():
        if wanted in said(value.title):
            return value
    raise Unreadable(
        Text("'{word}' is not a game: choose one of {choices}", word=key[:40], choices=", ".join(names()))
    )


@cache
def _load(name: str) -> AnyGame:
    """Import one folder; what is wrong with it is said in a sentence that names it."""
    try:
        package = importlib.import_module(f"{__name__}.{name}")
        value: AnyGame = package.GAME
        if not isinstance(value, Game):
            raise TypeError("GAME is not a Game")
    except (Exception, SystemExit) as error:  # whatever its author wrote into it
        raise Refusal(
            Text("the folder of the game '{name}' cannot be used: {error}", name=name, error=repr(error))
        ) from error
    if value.key != name:
        raise Refusal(Text("the game in the folder '{name}' calls itself '{key}'", name=name, key=value.key))
    if package.__file__:
        add_catalogues(Path(package.__file__).parent / "locale")
    return value


def folder(key: str) -> Path | None:
    """Where the files of a game are; None where it has no folder of its own."""
    module = sys.modules.get(f"{__name__}.{key}")
    return Path(module.__file__).parent if module is not None and module.__file__ else None


def kernels(key: str) -> Path | None:
    """Where the compiled files of a game are; None where it has no folder of its own."""
    place = folder(key)
    return None if place is None else place / "kernel"


class _Callable(ModuleType):
    """Python puts this package in the place of the function ``damier.games``: let it answer as that does."""

    def __call__(self) -> dict[str, AnyGame]:
        return games()


sys.modules[__name__].__class__ = _Callable
