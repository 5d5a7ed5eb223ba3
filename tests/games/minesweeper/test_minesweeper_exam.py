"""The exam of Minesweeper, against trying every way to lay the mines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

from damier.core.tools.exam import Question, dump, load
from damier.games.minesweeper import GAME
from damier.games.minesweeper.arrangements import count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.notation import parse
from damier.games.minesweeper.tools import exam
from damier.games.minesweeper.tools.exam import EXAM, follow, worth
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


def test_questions_with_few_ways_to_lay_the_mines_are_right() -> None:
    checked = [question for question in EXAM.questions() if few(question)]
    assert len(checked) >= 10 and {"safe", "guess", "beginner"} <= {kind for q in checked for kind in q.kinds}
    for question in checked:
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
    seen = Counter(kind for question in EXAM.questions() for kind in question.kinds)
    assert seen == {**dict.fromkeys(("safe", "guess"), 90), **dict.fromkeys(GAME.presets, 60)}
    for question in EXAM.questions():
        view = parse(question.position)
        kind, preset = question.kinds
        assert (kind == "safe") == (question.best == 1)
        assert GAME.options_of(view).items() >= GAME.presets[preset].items()
        assert "F" not in view.cells and not view.untouched


def test_no_single_number_shows_what_is_safe() -> None:
    for question in EXAM.questions():
        *rows, _ = question.position.replace(" ", "/").split("/")
        said = [
            ({(i, j) for j in near(y, rows) for i in near(x, rows[0]) if rows[j][i] == "."}, int(sign))
            for y, row in enumerate(rows)
            for x, sign in enumerate(row)
            if sign.isdigit()
        ]
        mines = {place for covered, number in said if len(covered) == number for place in covered}
        for covered, number in said:
            assert len(covered & mines) < number or covered <= mines, question.position


def near(place: int, line: Sequence[object]) -> range:
    return range(max(0, place - 1), min(len(line), place + 2))


def test_the_set_is_small_and_comes_from_real_games() -> None:
    text = Path(__file__).parents[3].joinpath("src/damier/games/minesweeper/data/exam.txt").read_bytes()
    assert len(text) < 100_000
    stored = {question.position: question for question in EXAM.questions()}
    for made in islice(exam.make(), 5):
        kept = stored[made.position]
        assert made.kinds == kept.kinds and made.worths.keys() == kept.worths.keys()
        assert all(made.worths[move] == pytest.approx(kept.worths[move], abs=1e-8) for move in made.worths)


def test_a_file_that_leaves_the_largest_group_out_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(dump(EXAM.questions(), "minesweeper", shorten=True))
    again = load(path, exam.digs)
    assert again == EXAM.questions() and "*" in path.read_text()
    assert all(set(question.worths) == set(exam.digs(question.position)) for question in again)


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
