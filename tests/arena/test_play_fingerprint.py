"""The fingerprint of play: the same everywhere, and another as soon as a move or a value changes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.sizes import sized

from damier.arena.play_fingerprint import LATE_MOVES_LEFT, LIMIT, bench, positions
from damier.core.engine import UNTIL_DONE, Analysis, Level, Limit, Line, Reason
from damier.core.text import Text
from damier.core.verdict import Score
from damier.games import game as find_game
from damier.games import games

CONNECT4 = find_game("connect4")
TICTACTOE = find_game("tictactoe")


class Plain:
    """Plays the first move; what it thinks of it can be chosen."""

    def __init__(self, index: int = 0, value: float = 0.0, words: str = "", backwards: bool = False) -> None:
        self.index = index
        self.value = value
        self.words = words
        self.backwards = backwards

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        moves = list(view.moves())
        why = (Reason(Text.literal(self.words)),)
        lines = [
            Line(
                move=move,
                value=self.value,
                chance=0.5,
                verdict=Score(0.0, words=Text.literal(self.words)),
                why=why,
            )
            for move in moves
        ]
        if self.backwards:
            lines.reverse()
        yield Analysis(move=moves[min(self.index, len(moves) - 1)], lines=tuple(lines), why=why)


def number(**plays: Any) -> int:
    level: Level[Any, Any] = Level(
        title=Text.literal("x"), about=Text.literal("x"), make=lambda seed: Plain(**plays)
    )
    return bench(replace(TICTACTOE, engines={"plain": level})).total


def test_it_changes_exactly_when_play_changes() -> None:
    usual = number()
    assert number() == usual
    assert number(words="other words") == usual
    assert number(value=-0.0) == usual
    assert number(value=1e-9) == usual, "rounding of linear algebra differs between machines"
    assert number(backwards=True) == usual, "the order of equals is not a value"
    assert number(index=1) != usual
    assert number(value=0.001) != usual


def test_another_order_of_the_moves_is_no_other_position() -> None:
    usual = [TICTACTOE.text(view) for view in positions(TICTACTOE)]
    assert len(set(usual)) >= 10

    class Shuffled:
        def __init__(self, state: Any) -> None:
            self.state = state

        def moves(self) -> list[Any]:
            return list(reversed(self.state.moves()))

        def play(self, move: Any) -> Shuffled:
            return Shuffled(self.state.play(move))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.state, name)

    other = replace(TICTACTOE, deal=lambda options, seed: Shuffled(TICTACTOE.deal(options, seed)))
    assert [TICTACTOE.text(view.state) for view in positions(other)] == usual


def test_a_level_is_not_asked_about_boards_that_it_does_not_fit() -> None:
    def make(seed: int) -> Plain:
        raise AssertionError("must not be asked")

    level: Level[Any, Any] = Level(
        title=Text.literal("x"), about=Text.literal("x"), make=make, fits=lambda view: False
    )
    assert bench(replace(TICTACTOE, engines={"shy": level})).levels.keys() == {"shy"}


def test_every_level_has_its_number() -> None:
    heard: dict[str, int] = {}
    found = bench(TICTACTOE, heard.__setitem__)
    assert heard == found.levels
    assert list(found.levels) == list(TICTACTOE.engines)
    assert len(set(found.levels.values())) == len(found.levels), "levels that differ at all differ here"
    assert all(0 <= value < 2**32 for value in (*found.levels.values(), found.total))


@pytest.mark.proof
@pytest.mark.long
@pytest.mark.parametrize("key", games())
def test_the_number_is_the_same_for_every_hash_seed(key: str) -> None:
    """In two processes of their own, on fewer positions, for it is slow."""
    depths = sized((0, 9), (9,), (9,))
    source = (
        f"import damier, damier.arena.play_fingerprint as b; b.DEPTHS, b.SEEDS = {depths}, range(1); "
        f"print(b.bench(damier.game({key!r})))"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", source],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
            timeout=300,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert printed[0] == printed[1] and "total=" in printed[0]


def test_each_level_is_asked_as_it_plays_but_never_by_the_clock() -> None:
    asked: dict[str, list[tuple[int, Limit]]] = {}

    def level(key: str, **more: Any) -> Level[Any, Any]:
        class Listening(Plain):
            def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
                asked.setdefault(key, []).append((CONNECT4.longest(view), limit))
                return super().think(view, limit)

        return Level(title=Text.literal("x"), about=Text.literal("x"), make=lambda seed: Listening(), **more)

    levels = {
        "deep": level("deep", usual=Limit(depth=5, time=10.0)),
        "timed": level("timed"),
        "done": level("done", usual=UNTIL_DONE),
        "exact": level("exact", usual=UNTIL_DONE, patient=Limit(time=300.0)),
    }
    bench(replace(CONNECT4, engines=levels))
    limits = {key: {limit for _, limit in found} for key, found in asked.items()}
    assert limits["deep"] == {Limit(depth=5)} and limits["done"] == {UNTIL_DONE}
    assert limits["timed"] == {LIMIT} and limits["exact"] == {LIMIT, UNTIL_DONE}
    late = [left for left, limit in asked["exact"] if limit == UNTIL_DONE]
    assert len(late) >= 20 and max(late) <= LATE_MOVES_LEFT
