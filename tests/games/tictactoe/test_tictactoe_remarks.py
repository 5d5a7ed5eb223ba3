"""What is said of a move in a review is there to be seen by playing it out."""

from __future__ import annotations

import random

import pytest

from damier.core.engine import Line
from damier.core.verdict import Score
from damier.games import game
from damier.games.tictactoe.rules import Cell, Position

GAME = game("tictactoe")


def opinion(move: Cell) -> Line[Cell]:
    return Line(move=move, value=0.0, chance=0.5, verdict=Score(0.0))


def said(view: Position, move: Cell) -> str | None:
    text = GAME.remark(view, opinion(move), opinion(view.moves()[0]))
    return None if text is None else str(text)


def wins(view: Position) -> set[str]:
    """The cells that end the game in favour of who moves."""
    return {GAME.write(move) for move in view.moves() if view.play(move).won}


@pytest.mark.parametrize("setup", ["3x3", "4x4", "5x5"])
def test_remarks_are_true(setup: str) -> None:
    overlooked = left = 0
    for seed in range(40):
        rng = random.Random(seed)
        view = GAME.begin(setup)
        while view.moves():
            for move in view.moves():
                text, after = said(view, move), view.play(move)
                if text is None:
                    assert after.won or not wins(view)
                    if not after.won and wins(after):
                        assert all(wins(view.play(other)) for other in view.moves()), "it was lost anyway"
                elif text.startswith("overlooked"):
                    overlooked += 1
                    assert not after.won and text.split()[-1] in wins(view)
                else:
                    left += 1
                    rival = "XO"[1 - view.turn]
                    assert text.startswith(f"left {rival} the line on") and text.split()[-1] in wins(after)
            view = view.play(rng.choice(view.moves()))
    assert overlooked > 20 and left > 20
