"""The puzzles of Minesweeper: one safe cell, graded by what shows it; counted anew by plain Python."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.core.engine import Analysis, think
from damier.core.text import Refusal, Text
from damier.core.tools.puzzle import dump, load, start_of, the_puzzler
from damier.games import game
from damier.games.minesweeper.arrangements import count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.tools.puzzles import GRADES, PUZZLES_EACH, constraints, grade_of, make
from damier.games.minesweeper.visible_board import Board
from damier.review.consultation import LevelQuery, consult
from damier.review.puzzle_attempt import PuzzleAttempt

GAME = game("minesweeper")
PUZZLER = the_puzzler(GAME)
STORED = PUZZLER.stored()


def ask(query: LevelQuery) -> Analysis[Any]:
    level = GAME.engines[query.level]
    return think(level.make(0), query.view, level.usual)


def safe_cells(view: Board) -> list[int]:
    found = count(view, Budget(1_000_000))
    assert found.exact and found.total
    return [cell for cell, mine in found.mine.items() if mine == 0]


def test_one_cell_and_no_other_is_safe() -> None:
    assert Counter(puzzle.grade for puzzle in STORED) == dict.fromkeys(GRADES, PUZZLES_EACH)
    assert len({puzzle.position for puzzle in STORED}) == len(STORED)
    for puzzle in STORED:
        view = start_of(GAME, puzzle)
        assert set(view.cells) <= set(".012345678"), "nothing but what a player sees"
        (safe,) = safe_cells(view)
        assert puzzle.answer == GAME.write(view.grid.acts["dig"][safe]) and puzzle.moves == ()


def test_a_grade_needs_what_it_says() -> None:
    for puzzle in STORED:
        view = start_of(GAME, puzzle)
        (safe,) = safe_cells(view)
        assert not any(one.mines == 0 for one in constraints(view, set())), "no number is done"
        assert grade_of(view, safe) == puzzle.grade
        others = range(max(0, view.mines - 8), min(view.covered + 1, view.mines + 8))
        counted = [count(replace(view, mines=mines), Budget(1_000_000)) for mines in others]
        always = all(found.mine[safe] == 0 for found in counted if found.total)
        # Whether it is safe with any number of mines: then nobody has to count them.
        assert always == (puzzle.grade != "counting"), puzzle


def test_new_ones_are_the_stored_ones_by_their_seed() -> None:
    for grade in ("pairs", "several"):  # counting is rare: it would take long
        assert next(make(grade, 1)) == PUZZLER.of(grade)[0]


def test_the_file_is_small_and_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(dump(STORED, "minesweeper"))
    assert load(path) == STORED and path.stat().st_size < 30_000


@pytest.mark.parametrize("grade", GRADES)
def test_an_answer_is_right_or_wrong_with_its_odds(grade: str) -> None:
    puzzle = PUZZLER.of(grade)[0]
    view = start_of(GAME, puzzle)
    odds = count(view, Budget(1_000_000)).mine
    attempt = PuzzleAttempt(GAME, PUZZLER, puzzle)
    for cell, mine in list(odds.items())[::7]:
        move = GAME.write(view.grid.acts["dig"][cell])
        if move != puzzle.answer:
            tried = consult(attempt.try_move(move), ask)
            assert not tried.right and not tried.solved and not attempt.solved and mine > 0
            assert str(tried.words).startswith(f"Not {view.grid.names[cell]}: ") and "% mine." in str(
                tried.words
            )
            answer = GAME.scene(view).where(GAME.read(puzzle.answer, view))
            assert not any(answer in reason.cells for reason in tried.why)
    hint = consult(attempt.hint(), ask)
    assert GAME.write(hint.move) == puzzle.answer and hint.proven and hint.why
    tried = consult(attempt.try_move(puzzle.answer), ask)
    assert tried.right and tried.solved and attempt.solved and tried.why and attempt.view == view


def test_a_flag_is_no_answer() -> None:
    attempt = PuzzleAttempt(GAME, PUZZLER, STORED[0])
    flag = next(GAME.write(move) for move in attempt.view.moves() if move.act == "flag")
    with pytest.raises(Refusal, match="only a note"):
        consult(attempt.try_move(flag), ask)


@pytest.mark.parametrize("language", ["fr", "es"])
def test_in_other_languages(language: str) -> None:
    assert PUZZLER.quest is not None
    texts: list[Text] = [PUZZLER.quest, *PUZZLER.grades.values()]
    assert all(text.show(language) != str(text) for text in texts)
