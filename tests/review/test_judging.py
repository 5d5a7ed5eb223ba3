"""How a move is judged: by what the engine said of it and of the best one, and nothing invented."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from damier.core.engine import Analysis, Limit, Line, Reason, think
from damier.core.text import Text
from damier.core.verdict import Draw, Loss, Margin, Score, Verdict, Win
from damier.games import game as find_game
from damier.review.accuracy import accuracy
from damier.review.consultation import LevelQuery, consult
from damier.review.finished_game import FinishedGame
from damier.review.judging import JUDGEMENTS, NOT_KNOWN, JudgedMove, judge, judgement
from damier.review.stored_review import graph, seat_accuracy


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
def test_a_judgement_follows_from_the_cost(cost: float, best: bool, name: str) -> None:
    assert judgement(cost, best) == name and name in JUDGEMENTS


def test_accuracy_is_full_for_the_best_and_falls_with_every_cost() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100.0
    assert accuracy([0.1]) == 67.0
    falling = [accuracy([cost / 10]) for cost in range(11)]
    assert falling == sorted(falling, reverse=True) and len(set(falling)) == 11  # type: ignore[type-var]
    assert accuracy([0.0, 1.0]) == pytest.approx((100 + 1.8) / 2, abs=0.1)


GAME = find_game("tictactoe")
START = GAME.begin()


def line(move: str, chance: float, value: float | None = None, proven: bool = True) -> Line[Any]:
    return Line(
        move=GAME.read(move, START),
        value=chance if value is None else value,
        chance=chance,
        verdict=Draw(proven=proven),
    )


def thought(move: str, *lines: Line[Any]) -> Analysis[Any]:
    return Analysis(move=GAME.read(move, START), lines=lines)


def judged(word: str, told: Analysis[Any]) -> JudgedMove:
    move = GAME.read(word, START)
    return judge(GAME, START, 0, move, "perfect", told, told.line(move))


def test_a_move_is_measured_by_the_best_line_of_the_same_thought() -> None:
    told = thought("a1", line("a1", 0.9), line("b2", 0.65), line("c3", 0.2, proven=False))
    best, middle, worst = (judged(word, told) for word in ("a1", "b2", "c3"))
    assert (best.judgement, best.cost, best.proven) == ("best", 0.0, True)
    assert middle.judgement == "blunder" and middle.cost == pytest.approx(0.25)
    assert (worst.chance, worst.best, worst.proven) == (0.2, "a1", False)
    assert best.standing == middle.standing == worst.standing == 0.9


def test_what_is_equally_good_is_best_too_and_a_slower_win_is_good() -> None:
    told = thought("a1", line("a1", 1.0, 9), line("b2", 1.0, 9), line("c3", 1.0, 5))
    assert judged("b2", told).judgement == "best"
    slow = judged("c3", told)
    assert (slow.judgement, slow.cost, slow.best) == ("good", 0.0, "a1")


def test_what_costs_something_is_not_the_best_whatever_its_value() -> None:
    """In Dots and Boxes a move may promise more boxes and win less often."""
    told = thought("a1", line("a1", 0.58, 1.3), line("b2", 0.56, 1.6))
    assert judged("b2", told).judgement == "good" and judged("b2", told).cost == pytest.approx(0.02)


def test_the_engines_own_choice_among_equals_is_named_and_a_weak_choice_is_not() -> None:
    equal = thought("b2", line("a1", 0.5), line("b2", 0.5))
    assert judged("c3", equal).best == "b2"
    weak = thought("b2", line("a1", 0.5), line("b2", 0.3))
    assert judged("b2", weak).best == "a1" and judged("b2", weak).judgement == "blunder"


def sampled(word: str, chance: float, error: float) -> Line[Any]:
    return replace(line(word, chance, proven=False), error=error)


def test_nothing_is_called_worse_within_the_error_of_its_numbers() -> None:
    """A Dots opening was called a mistake of 19 points by 29 random games."""
    best = sampled("a1", 0.54, 0.03)
    few = judged("b2", thought("a1", best, sampled("b2", 0.35, 0.09)))
    assert (few.judgement, few.cost, str(few.title)) == ("unclear", 0.0, "Too close to call")
    assert few.remark is not None and few.chance == 0.35
    many = judged("b2", thought("a1", best, sampled("b2", 0.35, 0.01)))
    assert many.judgement == "mistake" and many.cost == pytest.approx(0.19)
    assert judged("a1", thought("a1", best)).judgement == "best"
    assert seat_accuracy([few, many], 0) == seat_accuracy([many], 0)
    assert seat_accuracy([few], 0) is None, "what is not known counts neither way"
    assert graph([few], (0.0, 1.0), 2) == [0.54, 0.54]


def test_a_sample_that_looks_better_than_the_choice_is_not_called_best() -> None:
    best = sampled("a1", 0.54, 0.03)
    luck = judged("b2", thought("a1", best, sampled("b2", 0.6, 0.1)))
    assert (luck.judgement, luck.cost, luck.best) == ("unclear", 0.0, "a1")
    assert judged("b2", thought("a1", best, sampled("b2", 0.54, 0.03))).judgement == "best", (
        "one arm for both"
    )


def test_a_move_without_an_opinion_is_not_judged_and_said_not_to_be_known() -> None:
    unknown = judged("b2", thought("a1", line("a1", 0.7)))
    assert (unknown.cost, unknown.judged, unknown.proven) == (0.0, False, False)
    assert unknown.judgement == "good" and unknown.at is not None and str(unknown.title) == "Not judged"
    assert unknown.remark == NOT_KNOWN and graph([unknown], (0.0, 1.0), 2) == [0.7, 0.7]


B2 = GAME.read("b2", START)
NEXT = START.play(B2)
REPLY = next(iter(NEXT.moves()))


def asked_about(first: Analysis[Any], later: Analysis[Any]) -> tuple[JudgedMove, list[LevelQuery]]:
    """The move b2, of the opinions of START and of the position after it; and what was asked."""
    finished = FinishedGame(GAME, (START, NEXT, NEXT.play(REPLY)), (B2, REPLY), (0.0, 1.0))
    queries: list[LevelQuery] = []

    def ask(query: LevelQuery) -> Analysis[Any]:
        queries.append(query)
        return first if query.view is START else later

    return consult(finished.judge_move(0), ask), queries


def reply(chance: float, verdict: Verdict, error: float = 0.0, depth: int = 0) -> Analysis[Any]:
    one = Line(move=REPLY, value=chance, chance=chance, error=error, verdict=verdict)
    return Analysis(move=REPLY, lines=(one,), depth=depth)


def test_a_proof_is_not_compared_with_what_another_search_believes() -> None:
    """A Dots review called a move a blunder: the best was proven, and it was worth what playouts guessed."""
    proven = thought("a1", line("a1", 1.0))
    moment, queries = asked_about(proven, reply(0.55, Margin(1.2), error=0.03))
    assert (moment.judged, moment.cost, moment.remark) == (False, 0.0, NOT_KNOWN)
    assert graph([moment], (0.0, 1.0), 2) == [1.0, 1.0]
    assert [query.view for query in queries] == [START, NEXT]
    known, _ = asked_about(proven, reply(1.0, Win(4, proven=True)))
    assert (known.judgement, known.cost, known.proven) == ("blunder", 1.0, True)
    assert str(known.label) == "loses in 3 own moves", "a proof is one, whoever found it"


def test_what_a_level_only_guesses_beside_its_proofs_is_not_compared_with_them() -> None:
    guess = replace(line("b2", 0.4, proven=False), why=(Reason(Text("not sure"), kind="unproven"),))
    proven = thought("a1", line("a1", 1.0), guess)
    assert asked_about(proven, reply(0.5, Margin(0.0)))[0].remark == NOT_KNOWN
    won, _ = asked_about(proven, reply(0.0, Loss(4, proven=True)))
    assert (won.chance, won.cost, won.proven) == (1.0, 0.0, True)


def test_what_is_sampled_is_not_compared_with_another_sample() -> None:
    moment, queries = asked_about(thought("a1", sampled("a1", 0.9, 0.01)), reply(0.9, Margin(2.0)))
    assert (moment.judged, moment.cost) == (False, 0.0) and len(queries) == 1


def test_a_move_that_was_left_out_is_judged_by_a_search_that_looks_as_far() -> None:
    """From the next position, one move less: that is the number the same search would have found."""
    believed = replace(thought("a1", line("a1", 0.7, proven=False)), depth=5)
    moment, queries = asked_about(believed, reply(0.6, Score(0.3), depth=4))
    assert [query.depth for query in queries] == [None, 4]
    assert moment.judgement == "blunder" and moment.cost == pytest.approx(0.3)
    assert str(moment.label) == "-0.3"
    late, _ = asked_about(believed, reply(0.6, Score(0.3), depth=3))
    assert late.remark == NOT_KNOWN, "it did not look as far"


@pytest.mark.parametrize(("word", "asked"), [("a1", 1), ("b2", 2)])
def test_the_next_position_is_asked_about_only_for_a_move_without_an_opinion(word: str, asked: int) -> None:
    """And what was thought of it is not thought again when its own move is judged."""
    first = START.play(GAME.read(word, START))
    reply = next(iter(first.moves()))
    finished = FinishedGame(
        GAME, (START, first, first.play(reply)), (GAME.read(word, START), reply), (0.0, 1.0)
    )
    views: list[Any] = []

    def ask(query: Any) -> Analysis[Any]:
        views.append(query.view)
        drawn = Line(move=reply, value=0.6, chance=0.6, verdict=Draw(proven=True))
        one = line("a1", 0.7) if query.view is START else drawn
        return Analysis(move=one.move, lines=(one,))

    moment = consult(finished.judge_move(0), ask)
    assert len(views) == asked and moment.level == GAME.strongest(START)
    assert moment.chance == (0.7 if word == "a1" else pytest.approx(0.4))
    consult(finished.judge_move(1), ask)
    assert views == [START, first]


def test_in_quoridor_a_search_from_the_next_position_finds_the_same_number() -> None:
    """What stands on it: a wall that the level leaves out is judged by the numbers of its own search."""
    game = find_game("quoridor")
    view = game.begin()
    level = game.engines["hard"]
    told = think(level.make(0), view, Limit())
    for one in told.lines[:3]:
        after = think(level.make(0), view.play(one.move), Limit(depth=told.depth - 1))
        assert after.depth == told.depth - 1
        assert 1 - after.lines[0].chance == pytest.approx(one.chance)


def test_a_note_is_neither_good_nor_bad() -> None:
    """To take a flag away from a mine is no blunder, although a dig there would be."""
    game = find_game("minesweeper")
    view = game.parse("1F/.. 1")
    dig, unflag = game.read("d1,2", view), game.read("u2,1", view)
    lines = (
        Line(move=dig, value=0.67, chance=0.67, verdict=Draw()),
        Line(move=unflag, value=0.33, chance=0.33, verdict=Draw()),
    )
    told = Analysis(move=dig, lines=lines)
    moment = judge(game, view, 0, unflag, "odds", told, told.line(unflag))
    assert (moment.judged, moment.cost, moment.remark) == (False, 0.0, None)
    assert judge(game, view, 0, dig, "odds", told, told.line(dig)).judged


def test_the_game_itself_may_remark_on_the_move() -> None:
    seen = []

    def remark(view: Any, played: Any, best: Any) -> Text:
        seen.append((view, played.move, played.chance, best.move, best.label))
        return Text("the game is over")

    game = replace(GAME, remark=remark)
    a1, b2 = game.read("a1", START), game.read("b2", START)
    told = thought("a1", line("a1", 0.9), line("b2", 0.6))
    moment = judge(game, START, 3, b2, "perfect", told, told.line(b2))
    assert moment.remark == Text("the game is over") and moment.ply == 3
    assert seen == [(START, b2, 0.6, a1, Text("draws"))]
