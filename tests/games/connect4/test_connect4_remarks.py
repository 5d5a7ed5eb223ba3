"""What is said of a move in a review is there to be seen by playing it out."""

from __future__ import annotations

import random

import pytest

from damier.core.engine import Line
from damier.core.verdict import Score
from damier.games import game
from damier.games.connect4.notation import names
from damier.games.connect4.rules import Column, Position

GAME = game("connect4")


def opinion(move: Column) -> Line[Column]:
    return Line(move=move, value=0.0, chance=0.5, verdict=Score(0.0))


def wins(view: Position) -> set[str]:
    """The cells where who moves completes a four."""
    return {names(view.landing(move), view.board) for move in view.moves() if view.play(move).won}


def passing(view: Position) -> Position:
    """The same discs with the other side to move."""
    return Position(view.board, view.discs, 1 - view.turn)


@pytest.mark.parametrize("size", ["7x6", "5x4", "12x12"])
def test_remarks_are_true(size: str) -> None:
    told = {"overlooked": 0, "left": 0, "opened": 0}
    for seed in range(30):
        rng = random.Random(seed)
        view = GAME.begin(size=size)
        while view.moves():
            for move in view.moves():
                text, after = GAME.remark(view, opinion(move), opinion(move)), view.play(move)
                words = str(text).replace(",", "").split() if text is not None else []
                if text is None:
                    assert after.won or not wins(view)
                    if not after.won and wins(after):
                        assert all(wins(view.play(other)) for other in view.moves()), "it was lost anyway"
                    continue
                told[words[0]] += 1
                if words[0] == "overlooked":
                    assert not after.won and words[-1] in wins(view)
                elif words[0] == "left":
                    assert words[-1] in wins(after) and words[-1] in wins(passing(view))
                else:
                    assert words[1] in wins(after) and words[1] not in wins(passing(view))
            view = view.play(rng.choice(view.moves()))
    assert min(told.values()) > 10, told
