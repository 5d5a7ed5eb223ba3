"""Compiled levels: which of them wait for the compiler when they are first asked, and how not to wait.

What a level needs may be compiled for each size of board, so a level is warm or cold on a board.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from damier.core.engine import Limit, think
from damier.core.game import AnyGame
from damier.games import kernels
from damier.jit import is_warm, note_warm

WARMING_LIMIT = Limit(nodes=2_000)
"""So much thinking calls everything that is compiled."""

LATER = 10
"""Moves after which a level thinks once more: what a book knows is not searched."""

_known: set[tuple[str, str, str]] = set()
"""What was found warm in this process, and stays so."""


class LevelOnBoard(NamedTuple):
    """A compiled level on a board."""

    game: AnyGame
    level: str
    """Its key."""
    view: Any
    """What it sees first."""


def _board(game: AnyGame, view: Any) -> str:
    """The size of a board: ``7x6``."""
    scene = game.scene(view)
    return f"{scene.width}x{scene.height}"


def is_cold(game: AnyGame, level: str, view: Any) -> bool:
    """Whether the level waits for a compiler when it is first asked about such a board."""
    if level not in game.engines or not game.engines[level].compiled:
        return False
    here = (game.key, level, _board(game, view))
    place = kernels(game.key)
    if here not in _known and place is not None and is_warm(place, "-".join(here[1:])):
        _known.add(here)
    return here not in _known


def note_prepared(game: AnyGame, level: str, view: Any) -> None:
    """The level has thought about such a board: it waits for no compiler any more."""
    place = kernels(game.key)
    if place is not None and is_cold(game, level, view):
        note_warm(place, f"{level}-{_board(game, view)}")
        _known.add((game.key, level, _board(game, view)))


def prepare(game: AnyGame, level: str, view: Any) -> None:
    """Let the level think for a moment about a board, and about the same some moves later."""
    rng = random.Random(0)
    maker = game.engines[level].make
    think(maker(0), view, WARMING_LIMIT)
    later = view
    for _ in range(LATER):
        if not hasattr(later, "play"):
            break  # what is hidden decides how it goes on
        after = later.play(rng.choice(later.moves()))
        if after.outcome() is not None:
            break
        later = after
    think(maker(0), later, WARMING_LIMIT)
    note_prepared(game, level, view)


def compiled_levels(game: AnyGame, levels: Iterable[str] | None = None) -> Iterator[LevelOnBoard]:
    """The compiled levels (of these) on every preset that they play, the usual board first."""
    for setup in game.presets:
        view = game.first_view(game.settle(setup))
        for key in game.engines if levels is None else levels:
            level = game.engines.get(key)
            if level is not None and level.compiled and level.fits(view):
                yield LevelOnBoard(game, key, view)


@contextmanager
def told_of_compiling(begins: Callable[[], None], ends: Callable[[], None]) -> Iterator[None]:
    """Call *begins* whenever the compiler begins to work, and *ends* when it is done, in whichever thread."""
    from numba.core import event

    class Compiling(event.Listener):
        depth = 0  # what is compiled needs what it calls, under one lock of the compiler

        def on_start(self, event: Any) -> None:
            self.depth += 1
            if self.depth == 1:
                begins()

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            if self.depth == 0:
                ends()

    with event.install_listener("numba:compile", Compiling()):
        yield
