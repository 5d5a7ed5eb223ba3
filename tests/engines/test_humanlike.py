"""Levels that err like people, filled in for another game than the one that had them first: tic-tac-toe."""

from __future__ import annotations

from typing import Any

import pytest

from damier.core.engine import Analysis, Limit, think
from damier.core.text import Text
from damier.engines.alphabeta import WIN, AlphaBeta
from damier.engines.humanlike import Habits, Manner, Person, humanlike_level
from damier.engines.search import Search
from damier.games import game as find_game

GAME = find_game("tictactoe")
START = GAME.begin()
TO_BLOCK = GAME.parse("xx./.o./... 3")
"""It is for O to block on c3."""


class FarSighted:
    """Says that one move wins in nine, and counts how it was asked."""

    def __init__(self, view: Any, search: Search[Any], nodes: int) -> None:
        self.nodes = nodes
        self.is_out = False
        self.asked: list[int] = []
        self.winner = view.moves()[-1]

    def value(self, move: Any, look: int) -> float | None:
        self.nodes += 1
        return WIN - 9 if move == self.winner and look >= 9 else None


def manner(**more: Any) -> Manner[Any, Any]:
    return Manner(
        text=GAME.text,
        left=lambda view: len(view.moves()),
        eyes=lambda blind: AlphaBeta(lambda view, seat: 0.0),
        taste=lambda view, move: 0.0,
        unsure=lambda best: Text.literal(f"{GAME.write(best)} seemed better"),
        unseen=Text.literal("did not look"),
        **more,
    )


def opinion(habits: Habits, view: Any, seed: int = 0, **more: Any) -> Analysis[Any]:
    return think(Person(seed, habits, manner(**more)), view, Limit())


def kinds(told: Analysis[Any]) -> list[str]:
    return [reason.kind for reason in told.why]


def test_what_is_near_is_seen_by_everybody() -> None:
    for seed in range(30):
        assert GAME.write(opinion(Habits((2,), doubt=0.2), TO_BLOCK, seed).move) == "c3"


def test_without_doubt_the_best_move_is_played_and_with_doubt_others_are() -> None:
    sure = {opinion(Habits((9,), doubt=1e-6), TO_BLOCK, seed).move for seed in range(20)}
    unsure = [opinion(Habits((2,), doubt=5.0), START, seed) for seed in range(60)]
    assert len(sure) == 1 and len({told.move for told in unsure}) == 9
    for told in unsure:
        assert ("unsure" in kinds(told)) == (told.move != max(told.lines, key=lambda line: line.value).move)


def test_what_is_not_looked_at_is_told() -> None:
    assert "overlooks" in kinds(opinion(Habits((2,), doubt=0.1, blind=1.0), START))
    told = opinion(Habits((2,), doubt=0.1), START)
    assert any("more than 2 moves ahead" in str(reason.text) for reason in told.why)


def test_forced_ends_are_counted_out_where_the_game_can() -> None:
    far = Habits((9,), doubt=1e-6, quiet=2)
    assert opinion(far, START, counter=FarSighted).move == START.moves()[-1]
    assert kinds(opinion(far, START, counter=FarSighted))[0] == "wins"
    blunt = opinion(far, START, counter=FarSighted, can_count=lambda view: False)
    assert not any(line.proven and line.value > 0 for line in blunt.lines)
    near = Habits((5,), doubt=1e-6, quiet=2)
    assert not any(line.proven for line in opinion(near, START, counter=FarSighted).lines)


@pytest.mark.parametrize(("counter", "compiled"), [(None, False), (FarSighted, True)])
def test_a_level_for_a_menu(counter: Any, compiled: bool) -> None:
    habits = Habits((5, 7), doubt=0.1, late=9)
    level = humanlike_level(Text.literal("x"), Text.literal("y"), habits, manner(counter=counter))
    assert level.usual == Limit(depth=9) and level.compiled is compiled
    assert think(level.make(3), START, Limit(nodes=500)).move in START.moves()
