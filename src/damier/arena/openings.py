"""Where the pairs of a tournament begin: after moves at random that leave it open, or as a file says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from damier.arena.match import derive
from damier.core.engine import Limit, think
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable
from damier.core.trouble import trouble
from damier.games import game as find_game

MOST = 500
"""Openings that are prepared; longer matches go through them again and again."""

TRIES = 20
"""Attempts for each opening that is wanted."""

LOOK = Limit(nodes=200)
"""How far the strongest level looks to tell whether a position is still open."""

BALANCED = (0.2, 0.8)
"""The expected points of who moves between which a position is still open."""

MOST_PLIES = 100
MOST_BYTES = 10_000_000

Candidate: TypeAlias = tuple[str, str, bool]
"""Moves, the position they lead to, and whether it is still open."""


def usual_plies(game: AnyGame, options: Options) -> int:
    """One move for every four cells, at most four."""
    state = game.deal(options, 0)
    scene = game.scene(game.view(state, state.turn))
    return max(1, min(4, scene.width * scene.height // 4))


def candidate(key: str, options: Options, seed: int, number: int, plies: int) -> Candidate:
    """Attempt *number*: fewer moves where the game would be over."""
    game = find_game(key)
    rng = random.Random(derive(seed, f"opening {number}"))
    state = game.deal(options, derive(seed, f"opening board {number}"))
    words = []
    for _ in range(plies):
        move = rng.choice(state.moves())
        after = state.play(move)
        if after.outcome() is not None:
            break
        words.append(game.write(move))
        state = after
    view = game.view(state, state.turn)
    return " ".join(words), game.text(view), len(words) == plies and _is_open(key, view)


@lru_cache(maxsize=10_000)
def _is_open(key: str, view: Any) -> bool:
    """The same, remembered: short openings come again and again."""
    return is_open(find_game(key), view)


def is_open(game: AnyGame, view: Any) -> bool:
    """Whether either side may still win or hold it, as far as the strongest level sees."""
    level = game.engines[game.strongest(view)]
    try:
        line = next(iter(think(level.make(0), view, LOOK).lines), None)
    except Exception:  # whatever is wrong with the level, the opening is as good as any
        return True
    return line is None or BALANCED[0] <= line.chance <= BALANCED[1]


def prepare(
    key: str,
    options: Options,
    seed: int,
    count: int,
    plies: int | None,
    executor: Executor,
    hear: Callable[[int, int], None] = lambda done, count: None,
) -> tuple[str, ...]:
    """Different open openings, *count* of them where so many are found; the same for any executor.

    Where there are not enough, those that are not open help out: a pair has each side once.
    """
    game = find_game(key)
    plies = usual_plies(game, options) if plies is None else plies
    count = min(count, MOST) if plies else 1
    open_ones: dict[str, str] = {}
    others: dict[str, str] = {}
    waiting = _ahead(executor, count * TRIES, lambda n: (candidate, key, options, seed, n, plies))
    for words, position, is_good in waiting:
        if position not in open_ones and position not in others:
            (open_ones if is_good else others)[position] = words
        hear(len(open_ones), count)
        if len(open_ones) == count:
            break
    waiting.close()
    return tuple([*open_ones.values(), *others.values()][:count])


def _ahead(executor: Executor, count: int, task: Callable[[int], tuple[Any, ...]]) -> Any:
    """The results of tasks in their order, a few of them asked for ahead."""
    futures: dict[int, Future[Any]] = {}
    try:
        for number in range(count):
            for later in range(number, min(number + 8, count)):
                if later not in futures:
                    futures[later] = executor.submit(*task(later))
            yield futures.pop(number).result()
    finally:
        for future in futures.values():
            future.cancel()


def read_openings(path: Path, game: AnyGame, options: Options) -> tuple[str, ...]:
    """The openings in a file: the moves of one a line, ``#`` begins a remark."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=trouble(error))) from error
    if len(raw) > MOST_BYTES:
        problem = Text("it is too long")
        raise Unreadable(Text("cannot read {path}: {error}", path=str(path), error=problem))
    try:
        words = raw.decode("utf-8-sig")  # some editors begin every file with a mark
    except UnicodeDecodeError:
        problem = Text("it is not text in UTF-8")
        raise Unreadable(Text("cannot read {path}: {error}", path=str(path), error=problem)) from None
    found = tuple(_lines(words, path, game, options))
    if not found:
        raise Unreadable(Text("there is no opening in {path}: write the moves of one a line", path=str(path)))
    return found


def _lines(words: str, path: Path, game: AnyGame, options: Options) -> Iterator[str]:
    for number, line in enumerate(words.splitlines(), 1):
        moves = line.partition("#")[0].split()
        if not moves:
            continue
        try:
            if len(moves) > MOST_PLIES:
                raise Unreadable(Text("an opening has at most {n} moves", n=MOST_PLIES))
            yield " ".join(_played(game, options, moves))
        except Refusal as problem:
            raise Unreadable(
                Text(
                    "line {n} of {path} is broken: {problem}", n=number, path=str(path), problem=problem.text
                )
            ) from None


def _played(game: AnyGame, options: Options, moves: list[str]) -> Iterator[str]:
    state = game.deal(options, 0)
    for word in moves:
        move = game.read(word, game.view(state, state.turn))
        state = state.play(move)
        if state.outcome() is not None:
            raise Unreadable(Text("the game is over after these moves"))
        yield game.write(move)
