"""Nim with engines that give trouble: they never end, crash, hang, raise, or wait until they are let go.

In the folder that the environment variable ``TROUBLE`` names they write what they do, and are let go.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from damier.core.engine import Analysis, Level, Limit, Line
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.core.verdict import Score

NIM: AnyGame = importlib.import_module("damier.games.nim").GAME
FOLDER = Path(os.environ["TROUBLE"])
HOUR = Limit(time=3600.0)


def log(words: str) -> None:
    """One line that a test can wait for."""
    with (FOLDER / "log").open("a", encoding="utf-8") as file:
        file.write(words + "\n")


def opinion(view: Any, depth: int = 0) -> Analysis[int]:
    """The first move, so deep."""
    move = view.moves()[0]
    line = Line(move=move, value=float(depth), chance=0.5, verdict=Score(depth, "g"))
    return Analysis(move=move, lines=(line,), depth=depth)


def forever(view: Any) -> Iterator[Analysis[int]]:
    depth = 0
    while True:
        depth += 1
        yield opinion(view, depth)
        time.sleep(0.01)


def gate(view: Any) -> Iterator[Analysis[int]]:
    while not (FOLDER / "gate").exists():
        yield opinion(view)
        time.sleep(0.01)
    yield opinion(view, 1)


def deaf(view: Any) -> Iterator[Analysis[int]]:
    """As gate, but says nothing before, so that it cannot be stopped."""
    while not (FOLDER / "gate").exists():
        time.sleep(0.01)
    yield opinion(view, 1)


def crash(view: Any) -> Iterator[Analysis[int]]:
    yield opinion(view)
    os._exit(3)


def crash_once(view: Any) -> Iterator[Analysis[int]]:
    if not (FOLDER / "crashed").exists():
        (FOLDER / "crashed").touch()
        os._exit(3)
    yield opinion(view, 1)


def hang(view: Any) -> Iterator[Analysis[int]]:
    while True:
        time.sleep(1)
    yield opinion(view)


def compiles(view: Any) -> Iterator[Analysis[int]]:
    """As a compiled engine does when it is first used: the compiler says that it works."""
    from numba.core import event

    with event.trigger_event("numba:compile"), event.trigger_event("numba:compile"):  # within each other
        while not (FOLDER / "gate").exists():
            time.sleep(0.01)
    yield opinion(view, 1)


def wrong(view: Any) -> Iterator[Analysis[int]]:
    yield opinion(view)
    raise ValueError("its author made a mistake")


def leave(view: Any) -> Iterator[Analysis[int]]:
    yield opinion(view)
    sys.exit("its author has had enough")


def silent(view: Any) -> Iterator[Analysis[int]]:
    yield from ()


class Engine:
    """Writes when it begins and when it is stopped or done."""

    def __init__(self, name: str, opinions: Callable[[Any], Iterator[Analysis[int]]]) -> None:
        self.name = name
        self.opinions = opinions

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[int]]:
        log(f"{self.name} {view.left} begins")
        try:
            yield from self.opinions(view)
        finally:
            log(f"{self.name} {view.left} ends")


def level(opinions: Callable[[Any], Iterator[Analysis[int]]]) -> Level[Any, int]:
    name = opinions.__name__
    return Level(
        title=Text.literal(name),
        about=Text.literal(name),
        make=lambda seed: Engine(name, opinions),
        usual=HOUR,
        compiled=opinions is compiles,
    )


GAME = replace(
    NIM,
    key="trouble",
    title=Text.literal("Trouble"),
    engines={
        opinions.__name__: level(opinions)
        for opinions in (forever, gate, deaf, crash, crash_once, hang, compiles, wrong, leave, silent)
    },
)
