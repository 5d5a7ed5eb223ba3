"""How well every level keeps its time: on boards as large and tangled as there are.

    python -m bench.budget [--game minesweeper] [--level counter] [--limit 200ms] [--all]

For each level and board two figures in milliseconds: how long after its limit it had ended, and the longest
silence between two opinions, the first one included. Both shall be 100 at most. Without --all only the worst
board of each level is printed. A board is asked about twice, and the better try counts: the first may
compile, and other programs may have the machine for a moment.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.engines.nasty_boards import boards

from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.limit_text import read_limit
from damier.games import games

AT_MOST = 100.0
"""Milliseconds that either figure may be."""


class Kept(NamedTuple):
    """How a level kept its limit on a board, in milliseconds."""

    late: float
    """How long after the end of its time it had ended."""
    silent: float
    """The longest time without an opinion."""


def measure(game: AnyGame, level: str, view: Any, limit: Limit) -> Kept:
    """Let the level think once."""
    engine = game.engines[level].make(1)
    gc.collect()
    begun = said = time.perf_counter()
    silent = 0.0
    for _ in engine.think(view, limit):
        now = time.perf_counter()
        silent, said = max(silent, now - said), now
    ended = time.perf_counter()
    silent = max(silent, ended - said)
    return Kept(max(0.0, ended - begun - (limit.time or 0.0)) * 1000, silent * 1000)


def asked(levels: Iterable[tuple[AnyGame, str]]) -> Iterator[tuple[AnyGame, str, str, Any]]:
    """Every level with every board: game, level, name of the board, view."""
    for game, level in levels:
        for name, view in boards(game, level):
            yield game, level, name, view


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--game", choices=sorted(games()))
    reader.add_argument("--level")
    reader.add_argument("--limit", default="200ms")
    reader.add_argument(
        "--all", action="store_true", help="print every board, not only the worst of each level"
    )
    given = reader.parse_args()
    limit = read_limit(given.limit)
    chosen = [game for key, game in games().items() if given.game in (None, key)]
    worst: dict[str, tuple[Kept, str]] = {}
    print(f"{'level':24} {'late':>8} {'silent':>8}  board")
    levels = [(game, level) for game in chosen for level in game.engines if given.level in (None, level)]
    for game, level, name, view in asked(levels):
        tries = [measure(game, level, view, limit) for _ in range(2)]
        kept = Kept(min(each.late for each in tries), min(each.silent for each in tries))
        title = f"{game.key} {level}"
        if given.all:
            print_row(title, kept, name)
        if title not in worst or max(kept) > max(worst[title][0]):
            worst[title] = kept, name
    if not given.all:
        for title, (kept, name) in worst.items():
            print_row(title, kept, name)
    over = [title for title, (kept, _) in worst.items() if max(kept) > AT_MOST]
    print(f"{len(worst) - len(over)} of {len(worst)} levels keep within {AT_MOST:.0f} ms", *over, sep="\n  ")


def print_row(title: str, kept: Kept, name: str) -> None:
    print(f"{title:24} {kept.late:8.0f} {kept.silent:8.0f}  {name}", flush=True)


if __name__ == "__main__":
    main()
