"""The exam of Connect Four, against plain minimax on columns of signs that shares nothing with the solver."""

from __future__ import annotations

import random
from functools import cache

import pytest

from damier.core.exam import load
from damier.games.connect4.endgame import Endgame
from damier.games.connect4.exam import EMPTY, EXAM, SIZE, late
from damier.games.connect4.notation import parse, text, write
from damier.games.connect4.rules import Position, board

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def columns(words: str) -> tuple[str, ...]:
    """Each column from the bottom, without its empty cells."""
    return tuple("".join(column[::-1]).rstrip(".") for column in zip(*words.split("/"), strict=True))


def four(grid: tuple[str, ...], at: int) -> bool:
    """Whether the top disc of a column stands in a four."""
    row, sign = len(grid[at]) - 1, grid[at][-1]

    def same(x: int, y: int) -> bool:
        return 0 <= x < len(grid) and 0 <= y < len(grid[x]) and grid[x][y] == sign

    for dx, dy in STEPS:
        run = 1
        for way in (1, -1):
            x, y = at + way * dx, row + way * dy
            while same(x, y):
                run, x, y = run + 1, x + way * dx, y + way * dy
        if run >= 4:
            return True
    return False


@cache
def points(grid: tuple[str, ...], height: int, turn: int) -> dict[int, float]:
    """For every column the points of who drops a disc there: every game from here is played."""
    found = {}
    for at, column in enumerate(grid):
        if len(column) == height:
            continue
        after = (*grid[:at], column + "xo"[turn], *grid[at + 1 :])
        if four(after, at):
            found[at + 1] = 1.0
        else:
            found[at + 1] = 1 - max(points(after, height, 1 - turn).values(), default=0.5)
    return found


def oracle(words: str) -> dict[str, float]:
    turn = words.count("x") - words.count("o")
    return {
        str(column): worth for column, worth in points(columns(words), words.count("/") + 1, turn).items()
    }


def test_very_late_questions_are_right() -> None:
    late = [question for question in EXAM.questions() if question.position.count(".") <= 10]
    assert len(late) > 40
    for question in late:
        assert question.worths == oracle(question.position), question.position


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5)])
def test_the_solver_on_small_boards(size: tuple[int, int]) -> None:
    rng = random.Random(4)
    solver = Endgame(board(*size))
    checked = 0
    while checked < 60:
        position = Position(board(*size), (0, 0), 0)
        for _ in range(size[0] * size[1] - rng.randint(5, 11)):
            if position.outcome() is None:
                position = position.play(rng.choice(position.moves()))
        if position.outcome() is None:
            checked += 1
            worths = {write(move): worth for move, worth in solver.worths(position).items()}
            assert worths == oracle(text(position)), text(position)


def test_the_whole_of_4x4_is_a_draw() -> None:
    assert set(Endgame(board(4, 4)).worths(Position(board(4, 4), (0, 0), 0)).values()) == {0.5}


def test_a_won_position_is_lost_for_who_is_to_move() -> None:
    assert Endgame(board(4, 4)).value(parse("..../..../ooo./xxx.").play(4)) == -1


def test_a_sample_of_the_stored_set_solved_anew() -> None:
    for question in EXAM.questions()[::12]:
        position = parse(question.position)
        worths = {write(move): worth for move, worth in Endgame(position.board).worths(position).items()}
        assert worths == question.worths, question.position


def test_kinds_and_no_mirrored_twin() -> None:
    questions = EXAM.questions()
    mirrored = {"/".join(row[::-1] for row in question.position.split("/")) for question in questions}
    for question in questions:
        result, phase = question.kinds
        low, high = EMPTY[phase]
        assert low <= question.position.count(".") <= high
        assert result == {1.0: "won", 0.5: "drawn"}[question.best]
        twin = "/".join(row[::-1] for row in question.position.split("/"))
        assert question.position == twin or question.position not in mirrored


def test_late_positions_are_those_of_games() -> None:
    rng = random.Random(1)
    found = [pair for _ in range(30) if (pair := late(rng, 12)) is not None]
    assert found
    for position, moves in found:
        assert len(moves) == 30
        assert text(position).count(".") == 12 and position.outcome() is None
        assert (position.board.width, position.board.height) == SIZE


def test_the_set_is_the_stored_one() -> None:
    assert EXAM.questions() is EXAM.questions()
    assert len(EXAM.questions()) == 255
    assert load.cache_info().currsize
