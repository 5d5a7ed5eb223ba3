"""What is said of a move in a review is there to be seen by playing it out."""

from __future__ import annotations

import random

from damier.core.engine import Limit, Line, think
from damier.core.verdict import Score
from damier.games import game
from damier.games.dots.rules import Edge, Position

GAME = game("dots")


def opinion(move: Edge, value: float) -> Line[Edge]:
    return Line(move=move, value=value, chance=0.5, verdict=Score(0.0))


def taken(view: Position) -> int:
    """How many boxes who moves can take one after the other: while there is one, it is taken."""
    seat, before = view.turn, view.score
    while True:
        after = next((s for s in map(view.play, view.moves()) if s.score != view.score), None)
        if after is None:
            return view.score[seat] - before[seat]
        view = after


def test_remarks_are_true() -> None:
    told = {"left": 0, "none": 0, "least": 0}
    for seed in range(40):
        rng = random.Random(seed)
        hard = GAME.engines["hard"].make(seed)
        view: Position = GAME.begin(size=rng.choice(["3x3", "4x2", "5x5"]))
        while view.moves():
            best = opinion(view.moves()[0], 1.0)
            for move in rng.sample(view.moves(), min(4, len(view.moves()))):
                assert GAME.remark(view, opinion(move, 1.0), best) is None, "nothing was better"
                text, after = GAME.remark(view, opinion(move, 0.0), best), view.play(move)
                if text is None:
                    continue
                n = dict(text.params or ())["n"]
                assert after.score == view.score
                if text.message.startswith("left"):
                    told["left"] += 1
                    assert n == taken(view)
                    continue
                least = min(taken(view.play(other)) for other in view.moves())
                assert n == taken(after) > least and taken(view) == 0
                told["least" if least else "none"] += 1
                assert ("least" in dict(text.params or ())) == (least > 0)
                assert least == dict(text.params or ()).get("least", 0)
            careful = rng.random() < 0.9  # only careful play leads to where every edge gives something away
            view = view.play(think(hard, view, Limit()).move if careful else rng.choice(view.moves()))
    assert min(told.values()) > 20, told


def test_remarks_know_one_box_from_several() -> None:
    view = GAME.parse("3x3 40111 .../.../... 1")
    text = GAME.remark(view, opinion(GAME.read("b1t", view), 0.0), opinion(GAME.read("a1l", view), 1.0))
    assert [text.show(language) for language in ("en", "fr", "es")] == [  # type: ignore[union-attr]
        "gave 1 box away, though an edge that gives none was left",
        "donne 1 carré, alors qu'il restait un trait qui n'en donne aucun",
        "regala 1 caja, aunque quedaba una línea que no regala ninguna",
    ]
