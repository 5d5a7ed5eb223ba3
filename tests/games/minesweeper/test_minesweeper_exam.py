"""The exam of Minesweeper, against trying every way to lay the mines."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from damier.core.tools.exam import Question
from damier.games.minesweeper.arrangements import count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.notation import parse
from damier.games.minesweeper.tools.exam import BOARDS, EXAM, follow, worth
from damier.games.minesweeper.visible_board import Board, Move


def around(cell: int, view: Board) -> int:
    """The neighbours of a cell as bits."""
    x, y = cell % view.width, cell // view.width
    return sum(
        1 << other
        for other in range(view.width * view.height)
        if other != cell and abs(other % view.width - x) < 2 and abs(other // view.width - y) < 2
    )


def layouts(view: Board) -> list[int]:
    """Every way to lay the mines that fits the numbers, as bits."""
    covered = [cell for cell, sign in enumerate(view.cells) if sign in ".F"]
    numbers = [(around(c, view), int(sign)) for c, sign in enumerate(view.cells) if sign.isdigit()]
    found = []
    for mined in combinations(covered, view.mines):
        bits = sum(1 << cell for cell in mined)
        if all((bits & beside).bit_count() == number for beside, number in numbers):
            found.append(bits)
    return found


def chance(view: Board, cells: int) -> float:
    """How likely none of these cells hides a mine."""
    every = layouts(view)
    return sum(not bits & cells for bits in every) / len(every)


def few(question: Question) -> bool:
    view = parse(question.position)
    return comb(view.covered, view.mines) <= 20_000


def test_questions_are_right() -> None:
    checked = [question for question in EXAM.questions() if few(question)]
    assert len(checked) > 60 and {size for q in checked for size in q.kinds} >= {"5x5", "6x6", "8x8"}
    for question in checked[::2]:
        view = parse(question.position)
        every = layouts(view)
        for cell, sign in enumerate(view.cells):
            if sign == ".":
                name = f"d{cell % view.width + 1},{cell // view.width + 1}"
                safe = sum(not bits >> cell & 1 for bits in every) / len(every)
                assert question.worths[name] == pytest.approx(safe, abs=1e-8), question.position


def test_the_stored_set_counted_anew() -> None:
    for question in EXAM.questions():
        view = parse(question.position)
        found = count(view, Budget(1_000_000))
        assert found.exact and found.total
        for cell, mine in found.mine.items():
            name = f"d{cell % view.width + 1},{cell // view.width + 1}"
            assert question.worths[name] == pytest.approx(1 - mine, abs=1e-8)


def test_kinds() -> None:
    for question in EXAM.questions():
        view = parse(question.position)
        kind, size = question.kinds
        assert (kind == "safe") == (question.best == 1)
        assert size == f"{view.width}x{view.height}" and view.mines == BOARDS[view.width, view.height]
        assert "F" not in view.cells and not view.untouched


def test_flags_are_no_answer() -> None:
    view = parse("..../1221/0000/0000 2")
    flagged = follow(view, Move("flag", 0, 0))
    assert flagged is not None and flagged.cells[0] == "F"
    back = follow(flagged, Move("unflag", 0, 0))
    assert back == view
    assert follow(view, Move("dig", 0, 0)) is None


def test_the_worth_of_a_chord() -> None:
    view = parse("...../.2.../..... 5")
    question = Question("...../.2.../..... 5", ("guess",), {})
    for cell in (0, 1):
        after = follow(view, Move("flag", cell, 0))
        assert after is not None
        view = after
    cells = sum(1 << cell for cell in range(15) if around(6, view) >> cell & 1 and view.cells[cell] == ".")
    assert worth(question, view, "c2,2") == pytest.approx(chance(view, cells))


def test_risks_in_words() -> None:
    say, blame, lost = EXAM.scale.say, EXAM.scale.blame, EXAM.scale.lost
    assert [str(say(each)) for each in (1.0, 0.999, 0.66, 0.001, 0.0)] == [
        "0% mine",
        "<1% mine",
        "34% mine",
        ">99% mine",
        "100% mine",
    ]
    assert str(blame(0.66, 1.0)) == "34% mine instead of 0%"
    assert str(lost(0.034)) == "3.4% more risk a dig than needed, on average"
