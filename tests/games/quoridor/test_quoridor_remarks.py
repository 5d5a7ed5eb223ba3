"""What is said of a move in a review is there to be seen by playing it out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from damier.core.engine import Line
from damier.core.verdict import Score
from damier.games import game
from damier.games.quoridor.rules import Move, Position

GAME = game("quoridor")


def opinion(move: Move, value: float) -> Line[Move]:
    return Line(move=move, value=value, chance=0.5, verdict=Score(0.0))


def arrives(view: Position) -> set[str]:
    """The steps with which who moves wins."""
    steps = [move for move in view.moves() if not move.wall]
    return {str(move) for move in steps if view.play(move).winner() == view.turn}


def test_remarks_are_true(naive: Callable[[Position], Any], arbitrary: Callable[..., Position]) -> None:
    told = {"overlooked": 0, "let": 0, "this": 0}
    for seed in range(120):
        rng = random.Random(seed)
        view = arbitrary(rng, 3, 6)
        if view.outcome() is not None:
            continue
        best = rng.choice(view.moves())
        for move in rng.sample(view.moves(), min(8, len(view.moves()))):
            text, after = GAME.remark(view, opinion(move, 0.0), opinion(best, 1.0)), view.play(move)
            if text is None:
                assert after.winner() is not None or not arrives(view)
                continue
            told[text.message.split()[0]] += 1
            filled = dict(text.params or ())
            if text.message.startswith("overlooked"):
                assert filled["cell"] in arrives(view) and after.winner() is None
            elif text.message.startswith("let"):
                assert arrives(after)
                held = view.play(GAME.read(str(filled["move"]), view))
                assert not arrives(held)
            else:
                assert move.wall
                before, later = naive(view), naive(after)
                grown = [later.distance(seat) - before.distance(seat) for seat in (view.turn, 1 - view.turn)]
                assert [filled["own"], filled["other"]] == grown and grown[0] > grown[1]
    assert min(told.values()) > 10, told


def test_what_is_as_good_as_the_best_needs_no_remark() -> None:
    view = GAME.parse("5x5 c2,c4 4,4 2 - -")
    wall = GAME.read("c2h", view)
    text = GAME.remark(view, opinion(wall, 0.0), opinion(GAME.read("c3", view), 1.0))
    assert text is None or "wall" in str(text)
    assert GAME.remark(view, opinion(wall, 1.0), opinion(GAME.read("c3", view), 1.0)) is None
