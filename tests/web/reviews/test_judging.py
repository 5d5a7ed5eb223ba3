"""How a move is judged: by what the engine said of it and of the best one, and nothing invented."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from damier.core.text import Text
from damier.games import game as find_game
from damier.web.reviews.judging import TITLES, accuracy, judge, needs_next, verdict


@pytest.mark.parametrize(
    ("cost", "best", "name"),
    [
        (0.0, True, "best"),
        (0.0, False, "good"),
        (0.0499, False, "good"),
        (0.05, False, "inaccuracy"),
        (0.0999, False, "inaccuracy"),
        (0.10, False, "mistake"),
        (0.1999, False, "mistake"),
        (0.20, False, "blunder"),
        (1.0, False, "blunder"),
    ],
)
def test_a_verdict_follows_from_the_cost(cost: float, best: bool, name: str) -> None:
    assert verdict(cost, best) == name and name in TITLES


def test_accuracy_is_full_for_the_best_and_falls_with_every_cost() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100.0
    assert accuracy([0.1]) == 67.0
    falling = [accuracy([cost / 10]) for cost in range(11)]
    assert falling == sorted(falling, reverse=True) and len(set(falling)) == 11  # type: ignore[type-var]
    assert accuracy([0.0, 1.0]) == pytest.approx((100 + 1.8) / 2, abs=0.1)


def opinion(move: str, chance: float, value: float | None = None, **more: Any) -> dict[str, Any]:
    label = {"message": "draw", "params": {}}
    value = chance if value is None else value
    said = {"move": move, "at": [1, 1], "label": label, "chance": chance, "value": value, "proven": True}
    return {**said, "why": [], "then": [], **more}


def thought(move: str, *lines: dict[str, Any]) -> dict[str, Any]:
    return {"level": "perfect", "move": move, "why": [], "lines": list(lines)}


def judged(word: str, told: dict[str, Any], after: float | None = None) -> dict[str, Any]:
    game = find_game("tictactoe")
    view = game.begin()
    return judge(game, view, 0, game.read(word, view), told, after)


def test_a_move_is_measured_by_the_best_line_of_the_same_thought() -> None:
    told = thought("a1", opinion("a1", 0.9), opinion("b2", 0.65), opinion("c3", 0.2, proven=False))
    best, middle, worst = (judged(word, told) for word in ("a1", "b2", "c3"))
    assert (best["verdict"], best["cost"], best["proven"]) == ("best", 0.0, True)
    assert (middle["verdict"], middle["cost"]) == ("blunder", pytest.approx(0.25))
    assert (worst["chance"], worst["best"], worst["proven"]) == (0.2, "a1", False)
    assert best["standing"] == middle["standing"] == worst["standing"] == 0.9


def test_what_is_equally_good_is_best_too_and_a_slower_win_is_good() -> None:
    told = thought("a1", opinion("a1", 1.0, 9), opinion("b2", 1.0, 9), opinion("c3", 1.0, 5))
    assert judged("b2", told)["verdict"] == "best"
    slow = judged("c3", told)
    assert (slow["verdict"], slow["cost"], slow["best"]) == ("good", 0.0, "a1")


def test_the_engines_own_choice_among_equals_is_named_and_a_weak_choice_is_not() -> None:
    equal = thought("b2", opinion("a1", 0.5), opinion("b2", 0.5))
    assert judged("c3", equal, 0.5)["best"] == "b2"
    weak = thought("b2", opinion("a1", 0.5), opinion("b2", 0.3))
    assert judged("b2", weak)["best"] == "a1" and judged("b2", weak)["verdict"] == "blunder"


def test_a_move_without_an_opinion_is_judged_by_what_came_after_or_not_at_all() -> None:
    told = thought("a1", opinion("a1", 0.7))
    assert needs_next(told, "b2") and not needs_next(told, "a1")
    worse, unknown = judged("b2", told, 0.4), judged("b2", told)
    assert (worse["chance"], worse["verdict"], worse["judged"]) == (0.4, "blunder", True)
    assert (unknown["cost"], unknown["judged"], unknown["proven"]) == (0.0, False, False)
    assert unknown["verdict"] == "good" and unknown["at"] is not None


def test_a_note_is_neither_good_nor_bad() -> None:
    """To take a flag away from a mine is no blunder, although a dig there would be."""
    game = find_game("minesweeper")
    view = game.parse("1F/.. 1")
    told = thought("d1,2", opinion("d1,2", 0.67), opinion("u2,1", 0.33))
    moment = judge(game, view, 0, game.read("u2,1", view), told)
    assert (moment["judged"], moment["cost"], moment["remark"]) == (False, 0.0, None)
    assert judge(game, view, 0, game.read("d1,2", view), told)["judged"]


def test_the_game_itself_may_remark_on_the_move() -> None:
    seen = []

    def remark(view: Any, played: Any, best: Any) -> Text:
        seen.append((view, played.move, played.chance, best.move, best.label))
        return Text("the game is over")

    game = replace(find_game("tictactoe"), remark=remark)
    view = game.begin()
    a1, b2 = game.read("a1", view), game.read("b2", view)
    moment = judge(game, view, 3, b2, thought("a1", opinion("a1", 0.9), opinion("b2", 0.6)))
    assert moment["remark"] == {"message": "the game is over", "params": {}} and moment["ply"] == 3
    assert seen == [(view, b2, 0.6, a1, Text("draw"))]
