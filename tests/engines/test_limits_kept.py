"""Every level keeps its limit, on the largest and most tangled boards: counted in work, not in time.

``python -m bench.budget`` measures the same in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from tests.engines.nasty_boards import boards
from tests.engines.work_clock import stop_by_work, think_by_work

from damier.core.engine import Analysis, Limit, Stopwatch, think
from damier.engines.search import Search
from damier.games import games

AT_MOST = 0.1
"""Seconds of work on a slow machine between two looks at the limit, and after its end: a million lines."""

GAMES = games()
each_level = pytest.mark.parametrize(
    ("key", "level"), [(key, level) for key, game in GAMES.items() for level in game.engines]
)


@cache
def compile_for(key: str, level: str, view: Any) -> None:
    """Let a level think once about a board."""
    found = GAMES[key].engines[level]
    if found.compiled:
        for limit in (Limit(depth=6, nodes=1), Limit(depth=2)):
            think(found.make(1), view, limit)


def engine_on(key: str, level: str, view: Any) -> Any:
    """An engine; what it compiles for this board is compiled, which no limit can shorten."""
    compile_for(key, level, view)
    return GAMES[key].engines[level].make(1)


@each_level
def test_every_level_keeps_its_time(key: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, view in boards(GAMES[key], level):
        for seconds in (0.002, 0.1):
            kept = think_by_work(monkeypatch, engine_on(key, level, view), view, Limit(time=seconds))
            assert kept.late <= AT_MOST, f"{name}: ends {kept.late:.3f} s after its {seconds} s"
            assert kept.unwatched <= AT_MOST, f"{name}: {kept.unwatched:.3f} s without a look at its limit"


@each_level
def test_every_level_keeps_its_processor_time(key: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, view in boards(GAMES[key], level)[1::3]:
        kept = think_by_work(monkeypatch, engine_on(key, level, view), view, Limit(cpu=0.03))
        assert kept.late <= AT_MOST, f"{name}: uses {kept.late:.3f} s more than its 0.03 s"


@each_level
def test_every_level_ends_when_nobody_asks_any_more(
    key: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, view in boards(GAMES[key], level)[::3]:
        needed = stop_by_work(monkeypatch, engine_on(key, level, view), view, 0.03)
        assert needed <= AT_MOST, f"{name}: goes on for {needed:.3f} s"


SHARE = 0.95
"""An engine that could go on uses so much of its time at least."""


def hard(key: str, level: str) -> Any:
    """A board on which a level has more to look at than any time allows."""
    game = GAMES[key]
    if key == "minesweeper":
        return next(view for name, view in boards(game, level) if "checkerboard" in name)
    size = {"connect4": "8x7", "dots": "7x7", "tictactoe": "12x12"}[key]
    state = game.begin(size=size) if key != "tictactoe" else game.begin(size=size, line=5)
    for _ in range(3 if key == "tictactoe" else 0):
        state = state.play(state.moves()[len(state.moves()) // 2])
    return game.view(state, state.turn)


@pytest.mark.parametrize(
    ("key", "level"),
    [
        ("connect4", "searcher"),
        ("connect4", "perfect"),
        ("dots", "searcher"),
        ("tictactoe", "strategist"),
    ],
)
@pytest.mark.parametrize("limit", [Limit(time=0.5), Limit(cpu=0.5)])
def test_who_could_go_on_uses_its_time(
    key: str, level: str, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = hard(key, level)
    kept = think_by_work(monkeypatch, engine_on(key, level, view), view, limit)
    assert kept.late >= -(1 - SHARE) * 0.5, f"stops {-kept.late:.3f} s before its end"


# What finds out others must be found to do so.


class Planted:
    """Works in pieces until it is done, whatever the limit, but for what *look* sees."""

    def __init__(self, look: Callable[[Stopwatch], bool], pieces: int = 40, piece: int = 30_000) -> None:
        self.look, self.pieces, self.piece = look, pieces, piece

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[int]]:
        self.work(Stopwatch(limit))
        yield Analysis(move=1, lines=())

    def work(self, watch: Stopwatch) -> None:
        for _ in range(self.pieces):
            if self.look(watch):
                break
            for _ in range(self.piece):
                pass


class InBackground(Planted):
    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[int]]:
        watch = Stopwatch(limit)
        search = Search[int](Limit())
        yield from search.run(lambda: self.work(watch), Analysis(move=1, lines=()))


class InTwoParts(Planted):
    """Works in a thread that looks at one watch first and only later at the other."""

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[int]]:
        whole, half = Stopwatch(limit), Stopwatch(limit.part(0.5))

        def work() -> None:
            self.work(half)
            self.work(whole)

        yield from Search[int](Limit()).run(work, Analysis(move=1, lines=()))


class Algebraic:
    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[int]]:
        np.linalg.pinv(np.zeros((400, 400)))
        yield Analysis(move=1, lines=())


def honest(watch: Stopwatch) -> bool:
    return watch.spent()


def deaf(watch: Stopwatch) -> bool:
    return False


def elsewhere(watch: Stopwatch) -> bool:
    return Stopwatch(Limit()).spent()


def stubborn(watch: Stopwatch) -> bool:
    watch.spent()
    return False


@pytest.mark.parametrize("make", [Planted, InBackground, InTwoParts])
def test_who_looks_in_time_is_not_blamed(
    make: Callable[..., Planted], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in (Limit(time=0.02), Limit(cpu=0.02)):
        kept = think_by_work(monkeypatch, make(honest), None, limit)
        assert 0 <= kept.late <= 0.01
        assert kept.unwatched <= 0.01


@pytest.mark.parametrize("make", [Planted, InBackground])
@pytest.mark.parametrize("look", [deaf, elsewhere])
def test_who_does_not_look_is_found_out(
    make: Callable[..., Planted], look: Callable[[Stopwatch], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in (Limit(time=0.02), Limit(cpu=0.02)):
        kept = think_by_work(monkeypatch, make(look), None, limit)
        assert min(kept) > AT_MOST


@pytest.mark.parametrize("make", [Planted, InBackground])
def test_who_looks_and_goes_on_is_found_out(
    make: Callable[..., Planted], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in (Limit(time=0.02), Limit(cpu=0.02)):
        assert think_by_work(monkeypatch, make(stubborn), None, limit).late > AT_MOST


def test_who_stops_early_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert think_by_work(monkeypatch, Planted(honest, pieces=3), None, Limit(time=0.5)).late < -0.4


def test_who_looks_too_seldom_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    seldom = Planted(honest, pieces=2, piece=1_100_000)
    assert think_by_work(monkeypatch, seldom, None, Limit(time=1.0)).unwatched > AT_MOST


def test_a_large_matrix_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert think_by_work(monkeypatch, Algebraic(), None, Limit(time=0.02)).unwatched > AT_MOST


def test_who_cannot_be_stopped_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stop_by_work(monkeypatch, InBackground(stubborn), None, 0.0) > AT_MOST
    assert stop_by_work(monkeypatch, InBackground(partial(deaf), pieces=1), None, 0.0) <= AT_MOST
