"""How often the document's bot errs: a rounding of the pseudo-inverse is not a proof, so count."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from damier.core.text import Text, Unreadable
from damier.games.minesweeper.levels import LEVELS, TITLES
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.teaching import run_ai

CHUNK = 25
"""Games a process takes at a time."""

COUNTS = ("wins", "wrong digs", "wrong guesses", "wrong flags", "flag games", "guesses", "guess games")
"""What is counted: games won, lost by a certain dig and by a guess; flags on no mine; guesses."""


def one_game(level: str, seed: int) -> Counter[str]:
    """What happened in the game with this seed, for mines and bot alike."""
    size = LEVELS[level]
    found: Counter[str] = Counter()
    for of, move, field in run_ai(begin(size["width"], size["height"], size["mines"], seed), seed):
        board = field.board
        if move.act == "flag":
            found["wrong flags"] += field.map[move.y * board.width + move.x] != "m"
        elif of.kind not in ("sure", "first"):
            found["guesses"] += move.act == "dig"
        if board.lost:
            found["wrong digs" if of.kind == "sure" else "wrong guesses"] += 1
        found["wins"] += board.won
    found["flag games"] = int(found["wrong flags"] > 0)
    found["guess games"] = int(found["guesses"] > 0)
    return found


def some_games(level: str, low: int, high: int) -> Counter[str]:
    """The sum over seeds from *low* up to but not *high*."""
    total: Counter[str] = Counter()
    for seed in range(low, high):
        total.update(one_game(level, seed))
    return total


def count(level: str, games: int, processes: int) -> Counter[str]:
    """The sum over seeds 0 to games - 1; the same for any number of processes."""
    starts = range(0, games, CHUNK)
    total: Counter[str] = Counter()
    with _one_thread_each(), ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for part in pool.map(
            some_games,
            [level] * len(starts),
            starts,
            [min(start + CHUNK, games) for start in starts],
        ):
            total.update(part)
    return total


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let new processes calculate with one thread: more would round differently and fight for the cores."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def run(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """``errors --games 10000 --setup expert --processes 2``: one line for each level."""
    games, processes, levels = 1000, os.cpu_count() or 1, list(LEVELS)
    rest = [part for word in words for part in word.split("=", 1)]
    while rest:
        name = rest.pop(0)
        value = rest.pop(0) if rest else ""
        if name == "--games":
            games = _whole(name, value, 1_000_000)
        elif name == "--processes":
            processes = _whole(name, value, 64)
        elif name == "--setup" and value.capitalize() in LEVELS:
            levels = [value.capitalize()]
        else:
            raise Unreadable(
                Text(
                    "'{word}' is not understood: write {example}",
                    word=f"{name} {value}".strip()[:40],
                    example="--games 10000 --setup expert --processes 2",
                )
            )
    for level in levels:
        say(report(level, games, count(level, games, processes)))


def report(level: str, games: int, found: Counter[str]) -> Text:
    """One line for people."""
    return Text(
        "{level}, {n} games: {wins} won, {digs} lost by a dig called certain, {lost} lost by a guess; "
        "{flags} wrong flags in {flag_games} games; {guesses} guesses in {guess_games} games",
        level=TITLES[level],
        n=games,
        wins=found["wins"],
        digs=found["wrong digs"],
        lost=found["wrong guesses"],
        flags=found["wrong flags"],
        flag_games=found["flag games"],
        guesses=found["guesses"],
        guess_games=found["guess games"],
    )


def _whole(name: str, value: str, high: int) -> int:
    number = int(value) if re.fullmatch("[0-9]{1,9}", value) else 0
    if not 1 <= number <= high:
        raise Unreadable(
            Text(
                "'{value}' is not possible for {name}: choose a whole number from {low} to {high}",
                value=value[:40],
                name=name,
                low=1,
                high=high,
            )
        )
    return number
