"""The exam of Connect Four: late answers against plain search, early ones solved anew, and how it is made."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from tests.games.connect4.naive import deep
from tests.games.connect4.scored import scores_of

from damier.core.tools.exam import Question, load
from damier.engines.exact import points_of, worths
from damier.games.connect4.book import key
from damier.games.connect4.notation import parse, text, write
from damier.games.connect4.rules import Position, board
from damier.games.connect4.solver import Solver
from damier.games.connect4.tools import exam
from damier.games.connect4.tools.exam import EMPTY, EXAM, QUESTIONS_EACH, SIZE, reached

LATE = [question for question in EXAM.questions() if question.position.count(".") <= 21]
EARLIER = [question for question in EXAM.questions() if 21 < question.position.count(".") <= 35]


def plain(position: Position, memory: Any) -> float:
    """The points of the side to move, by plain search."""
    if position.won:
        return 0.0
    b = position.board
    owners = [position.owner((column, row)) for column in range(b.width) for row in range(b.height)]
    cells = np.array([0 if owner is None else 1 + owner for owner in owners])
    memory.fill(0)  # what it remembers is named by the cells that were filled since
    found = deep(cells, b.width, b.height, 1 + position.turn, owners.count(None), -1, 1, 0, memory)
    return 1.0 if found > 0 else 0.0 if found < 0 else 0.5


def test_every_late_answer_against_plain_search() -> None:
    memory = np.zeros((2**16 + 1, 3), np.int64)
    assert len(LATE) >= 150
    for question in LATE:
        position = parse(question.position)
        found = {write(move): 1 - plain(position.play(move), memory) for move in position.moves()}
        assert found == question.worths, question.position


def test_a_sample_of_early_answers_solved_anew() -> None:
    solver = Solver(board(*SIZE), 8)
    sample = EARLIER[::3]
    assert {question.kinds[1] for question in sample} == {"opening", "early", "middle"}
    for question in sample:
        solver.forget()
        position = parse(question.position)
        assert worths(solver, position, write) == question.worths, question.position
        solver.forget()
        assert points_of(solver, position) == question.best


def test_the_points_are_the_sign_of_the_score() -> None:
    """Of all moves of some positions, among them moves that win at once and boards that are full."""
    solver = Solver(board(*SIZE), 8)
    found = Counter[float]()
    for question in LATE[::5]:
        position = parse(question.position)
        for move, score in scores_of(solver, position).items():
            value = 1.0 if score > 0 else 0.0 if score < 0 else 0.5
            assert 1 - points_of(solver, position.play(move)) == value
            found[value] += 1
    assert min(found[1.0], found[0.5], found[0.0]) > 10
    assert points_of(solver, parse("......./......./......./......./ooo..../xxx....").play(4)) == 0.0


def check_kinds(questions: list[Question], each: int) -> None:
    """As many of every phase and result, with as many cells as the kind says, and no twins."""
    counts = Counter(question.kinds for question in questions)
    assert counts == {(result, phase): each for result in ("won", "drawn") for phase in exam.EMPTY}
    for question in questions:
        result, phase = question.kinds
        low, high = exam.EMPTY[phase]
        assert low <= question.position.count(".") <= high
        assert result == {1.0: "won", 0.5: "drawn"}[question.best]
        assert question.asks
    rows = [question.position.split("/") for question in questions]
    both = {min("/".join(lines), "/".join(line[::-1] for line in lines)) for lines in rows}
    assert len(both) == len(questions)
    assert len({key(parse(question.position)) for question in questions}) == len(questions)


def test_every_phase_is_asked_as_often() -> None:
    assert EXAM.questions() is EXAM.questions() and load.cache_info().currsize
    check_kinds(list(EXAM.questions()), QUESTIONS_EACH)
    assert len(EXAM.questions()) == 300
    ranges = sorted(EMPTY.values())
    assert all(low == before + 1 for (_, before), (low, _) in pairwise(ranges))
    empty = Counter(question.position.count(".") for question in EXAM.questions())
    assert set(empty) == set(range(ranges[0][0], ranges[-1][1] + 1))


def test_the_set_is_made_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "EMPTY", {"middle": (21, 23), "end": (8, 9)})
    monkeypatch.setattr(exam, "QUESTIONS_EACH", 12)
    made = list(exam.make())
    check_kinds(made, 12)
    assert list(islice(exam.make(), 20)) == made[:20]


def test_neither_a_position_nor_its_mirror_image_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[tuple[Position, list[str]]] = []

    def thrice(rng: random.Random, empty: int) -> tuple[Position, list[str]] | None:
        if not offered and (found := reached(rng, empty)) is not None:
            position, moves = found
            mirrored = "/".join(row[::-1] for row in text(position).split("/"))
            offered.extend([found, (parse(mirrored), [str(8 - int(move)) for move in moves]), found])
        return offered.pop() if offered else None

    monkeypatch.setattr(exam, "reached", thrice)
    monkeypatch.setattr(exam, "EMPTY", {"end": (8, 9)})
    monkeypatch.setattr(exam, "QUESTIONS_EACH", 8)
    check_kinds(list(exam.make()), 8)


@pytest.mark.parametrize("empty", [12, 34])
def test_positions_are_those_of_games(empty: int) -> None:
    rng = random.Random(1)
    found = [pair for _ in range(30) if (pair := reached(rng, empty)) is not None]
    assert found
    for position, moves in found:
        assert len(moves) == 42 - empty
        assert text(position).count(".") == empty and position.outcome() is None
        assert (position.board.width, position.board.height) == SIZE
