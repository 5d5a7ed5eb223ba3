"""How often a level errs where it is certain: a rounding of the pseudo-inverse is not a proof, so count."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from damier.core.engine import Limit, think
from damier.core.options import Whole
from damier.core.text import Text, Unreadable
from damier.core.tools.batch_tools import one_thread_each
from damier.games.minesweeper.levels.document import run_ai
from damier.games.minesweeper.presets import LEVELS, TITLES
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.tools.simulate import minesweeper
from damier.games.minesweeper.visible_board import MINE, Move

CHUNK = 25
"""Games a process takes at a time."""


def one_game(level: str, setup: str, seed: int) -> Counter[str]:
    """What happened in the game with this seed, for mines and bot alike."""
    size = LEVELS[setup]
    found: Counter[str] = Counter()
    field = begin(size["width"], size["height"], size["mines"], seed)
    game = _document(field, seed) if level == "document" else _by_level(level, field, seed)
    for certain, move, field in game:
        if move.act == "flag":
            found["wrong flags"] += field.map[move.y * field.board.width + move.x] != MINE
        elif move.act == "dig":
            found["guesses"] += not certain
        if field.board.lost:
            found["wrong digs" if certain else "wrong guesses"] += 1
        found["wins"] += field.board.won
    found["flag games"] = int(found["wrong flags"] > 0)
    found["guess games"] = int(found["guesses"] > 0)
    return found


def _document(field: Field, seed: int) -> Iterator[tuple[bool, Move, Field]]:
    """The game of the level ``document``; its first dig is no guess, and its last cell is no claim."""
    for of, move, after in run_ai(field, seed):
        yield of.kind in ("sure", "first"), move, after


def _by_level(level: str, field: Field, seed: int) -> Iterator[tuple[bool, Move, Field]]:
    """The game of any other level, which is certain where it calls its move proven."""
    bot = minesweeper().engines[level].make(seed)
    while not field.board.over:
        analysis = think(bot, field.board, Limit(lines=1))
        line = analysis.line(analysis.move)
        certain = field.board.untouched or (line is not None and line.proven)
        field = field.play(analysis.move)
        yield certain, analysis.move, field


def some_games(level: str, setup: str, low: int, high: int) -> Counter[str]:
    """The sum over seeds from *low* up to but not *high*."""
    return sum((one_game(level, setup, seed) for seed in range(low, high)), Counter())


def count(level: str, setup: str, games: int, processes: int) -> Counter[str]:
    """The sum over seeds 0 to games - 1; the same for any number of processes."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    starts = range(0, games, CHUNK)
    ends = [min(start + CHUNK, games) for start in starts]
    with one_thread_each(), ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return sum(pool.map(partial(some_games, level, setup), starts, ends), Counter())


def run(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """``errors --games 10000 --setup expert --level document --processes 2``: one line for each setup."""
    games, processes, setups, level = 1000, os.cpu_count() or 1, list(LEVELS), "document"
    rest = [part for word in words for part in word.split("=", 1)]
    while rest:
        name = rest.pop(0)
        value = rest.pop(0) if rest else ""
        if name == "--games":
            games = Whole(Text.literal("games"), 1, 1_000_000).check(name, value)
        elif name == "--processes":
            processes = Whole(Text.literal("processes"), 1, 64).check(name, value)
        elif name == "--setup" and value.capitalize() in LEVELS:
            setups = [value.capitalize()]
        elif name == "--level" and value in minesweeper().engines:
            level = value
        else:
            raise Unreadable(
                Text(
                    "'{word}' is not understood: write {example}",
                    word=f"{name} {value}".strip()[:40],
                    example="--games 10000 --setup expert --level document --processes 2",
                )
            )
    for setup in setups:
        say(report(setup, games, count(level, setup, games, processes)))


def report(setup: str, games: int, found: Counter[str]) -> Text:
    """One line for people."""
    return Text(
        "{setup}, {n} games: {wins} won, {digs} lost by a dig called certain, {lost} lost by a guess; "
        "wrong flags: {flags}, games with one: {flag_games}; "
        "guesses: {guesses}, games with one: {guess_games}",
        setup=TITLES[setup],
        n=games,
        wins=found["wins"],
        digs=found["wrong digs"],
        lost=found["wrong guesses"],
        flags=found["wrong flags"],
        flag_games=found["flag games"],
        guesses=found["guesses"],
        guess_games=found["guess games"],
    )
