"""Exact scores: stored ones, plain search on boards of all sizes, any table, any slices, several threads."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.connect4.naive import deep, thrown
from tests.games.connect4.scored import scores_of
from tests.sizes import COMPILED, sized

from damier.engines.exact import principal
from damier.games.connect4.pack import pack
from damier.games.connect4.rules import Position, board
from damier.games.connect4.solver import Solver, SolverQuestion

SOLVED = Path(__file__).with_name("solved.txt")
some = settings(max_examples=sized(100, 50, 20), deadline=None, derandomize=True)


class Stored(NamedTuple):
    """A position as columns, and its score, on which BitBully agrees."""

    columns: str
    score: int


@cache
def stored() -> tuple[Stored, ...]:
    lines = (line.split() for line in SOLVED.read_text().splitlines() if not line.startswith("#"))
    return tuple(Stored(columns, int(score)) for columns, score in lines)


def of_plies(first: int, last: int, number: int) -> list[Stored]:
    """So many stored positions from ply to ply; the same in every run."""
    those = [one for one in stored() if first <= len(one.columns) <= last]
    return random.Random(number).sample(those, number)


def played(columns: str) -> Position:
    position = Position(board(7, 6), (0, 0), 0)
    for column in columns:
        position = position.play(int(column))
    return position


@cache
def solver(width: int = 7, height: int = 6, megabytes: int = 8) -> Solver:
    return Solver(board(width, height), megabytes)


def asked(solver: Solver, packed: tuple[int, int, int], slice: int = 10**9) -> SolverQuestion:
    """A question that has its answer."""
    question = SolverQuestion(solver, packed)
    while not question.advance(slice):
        pass
    assert question.low == question.high
    return question


def test_there_are_positions_of_every_phase_and_of_every_outcome() -> None:
    assert len({one.columns for one in stored()}) == len(stored()) >= 3000
    for ply in range(6, 42):
        signs = {(one.score > 0) - (one.score < 0) for one in stored() if len(one.columns) == ply}
        assert signs == {-1, 0, 1} or ply in (6, 7, 41)


@pytest.mark.kernel
def test_stored_positions_have_their_scores() -> None:
    wrong = [
        (one, score)
        for one in of_plies(*sized((0, 42, len(stored())), (0, 42, 1200), (28, 41, 700)))
        if (score := solver(megabytes=sized(64, 64, 8)).score(played(one.columns))) != one.score
    ]
    assert wrong == []


@pytest.mark.kernel
@pytest.mark.parametrize("log", [16, 17, 20])
def test_a_small_table_gives_the_same_scores(log: int) -> None:
    small = Solver(board(7, 6), max(1, 2**log * 8 // 2**20))
    small.log = log
    nodes = 0
    for one in of_plies(*sized((13, 38, 600), (13, 38, 600), (27, 38, 150))):
        question = asked(small, pack(played(one.columns)))
        nodes += question.nodes
        assert question.low == one.score, one
    assert np.count_nonzero(small._table[1 << log :]) == 0
    assert nodes > sized(20 << 16, 20 << 16, 1000)  # much had to be forgotten


@pytest.mark.kernel
def test_the_part_of_the_table_changes_no_score() -> None:
    """Questions in parts of all sizes, one after another in one table, as if each had grown by itself."""
    grown = Solver(board(7, 6), 8)
    for index, one in enumerate(of_plies(*sized((16, 38, 400), (16, 38, 200), (28, 38, 100)))):
        grown.room = 16 + index % 5
        question = grown.question(played(one.columns))
        assert question.room == 16 + index % 5
        question.advance(10)
        question.room = 16 + (index + 3) % 5  # in the middle of a search
        assert question.advance(10**9) and question.low == question.high == one.score, one


@pytest.mark.kernel
def test_slices_change_neither_the_score_nor_the_work() -> None:
    fresh = Solver(board(7, 6), 1)
    long = 0
    for one in of_plies(*sized((16, 24, 30), (16, 24, 30), (22, 27, 25))):
        packed = pack(played(one.columns))
        fresh.forget()
        whole = asked(fresh, packed)
        assert whole.low == one.score
        if whole.nodes > sized(20_000, 20_000, 1_500):
            continue
        long += whole.nodes > 100
        for slice in (1, 7):
            fresh.forget()
            sliced = asked(fresh, packed, slice)
            assert (sliced.low, sliced.nodes) == (one.score, whole.nodes), one
    assert long > 3


@pytest.mark.kernel
def test_a_slice_is_as_long_as_asked() -> None:
    fresh = Solver(board(7, 6), 1)
    question = fresh.question(played("4444"))
    for slices in range(1, 20):
        assert not question.advance(7)
        assert question.nodes == 7 * slices


@pytest.mark.kernel
def test_a_table_that_knows_other_questions_gives_the_same_scores() -> None:
    """Positions of games on one table, backwards, forwards and with questions left in the middle."""
    shared = Solver(board(7, 6), 1)
    for one in of_plies(*sized((24, 36, 60), (24, 36, 40), (34, 38, 20))):
        plies = range(len(one.columns), sized(14, 14, 30), -3)
        backwards = [shared.score(played(one.columns[:ply])) for ply in plies]
        shared.question(played(one.columns[:16])).advance(100)
        assert [asked(solver(), pack(played(one.columns[:ply]))).low for ply in plies] == backwards
        assert backwards[0] == one.score


@pytest.mark.skipif(not COMPILED, reason="plain Python threads take turns, and add nothing")
def test_threads_may_share_a_table() -> None:
    shared = Solver(board(7, 6), 1)
    questions = of_plies(13, 24, 300)

    def work(seed: int) -> list[Stored]:
        order = random.Random(seed).sample(questions, len(questions))
        return [one for one in order if shared.score(played(one.columns)) != one.score]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [[], [], [], []]


@pytest.mark.kernel
def test_mirror_images_have_equal_scores() -> None:
    for one in of_plies(*sized((13, 41, 400), (13, 41, 200), (31, 41, 60))):
        image = "".join(str(8 - int(column)) for column in one.columns)
        assert solver().score(played(image)) == one.score


@pytest.mark.kernel
def test_what_is_known_beforehand_does_not_change_a_score() -> None:
    for one in of_plies(*sized((18, 36, 150), (18, 36, 75), (31, 36, 20))):
        for low, high in ((one.score, None), (None, one.score), (one.score - 1, one.score + 2)):
            fresh = solver().question(played(one.columns), low, high)
            assert fresh.advance(10**9) and fresh.low == fresh.high == one.score


@pytest.mark.kernel
def test_moves_that_the_table_knows_bound_the_score_from_above() -> None:
    """With every move's exact score in the table and nothing to search, the answer is the best of them."""
    asked_for = 0
    for one in of_plies(*sized((24, 36, 120), (24, 36, 60), (33, 36, 25))):
        position, known = played(one.columns), Solver(board(7, 6), 1)
        k = known.kernel
        scores = scores_of(solver(), position)
        for move, score in scores.items():
            after = position.play(move)
            if after.outcome() is None:
                with np.errstate(over="ignore"):
                    k.position_key.entries.keep(
                        known._table, known.log, k.position_key.hashed(*pack(after)), -score, -score, 1
                    )
        for alpha in (one.score, one.score + 1, one.score + 3):
            frames = np.zeros((k.cells.CELLS + 2) * k.search.FRAME, np.int64)
            registers = np.array([*pack(position), alpha, 0, 0, 0], np.int64)
            if one.score == (k.cells.CELLS + 1 - pack(position)[2]) // 2:
                continue  # the kernel is not asked where a four can be completed at once
            assert known.search(registers, frames, known.log, 10**6)
            assert one.score <= int(registers[k.search.VALUE]) <= alpha
            asked_for += 1
    assert asked_for > 20


@pytest.mark.kernel
@some
@given(st.lists(st.integers(0, 839), min_size=40, max_size=40), st.integers(sized(22, 22, 32), 40))
def test_a_score_is_that_of_the_best_move(choices: list[int], plies: int) -> None:
    position = Position(board(7, 6), (0, 0), 0)
    for choice in choices[:plies]:
        safe = [move for move in position.moves() if not position.play(move).won]
        if not safe:
            break
        position = position.play(safe[choice % len(safe)])
    if position.outcome() is not None or pack(position)[2] < 22:
        return
    scores = scores_of(solver(), position)
    assert solver().score(position) == max(scores.values())
    left = 42 - pack(position)[2]
    for move in position.moves():
        assert (scores[move] == (left + 1) // 2) == position.play(move).won


@pytest.mark.kernel
def test_best_play_ends_as_the_score_says() -> None:
    for one in of_plies(*sized((20, 38, 40), (20, 38, 40), (34, 38, 10))):
        position = played(one.columns)
        line = principal(solver(), position, one.score, 10**9)
        for move in line:
            position = position.play(move)
        discs = len(one.columns) + len(line)
        if one.score == 0:
            assert discs == 42 and not position.won
        else:
            assert position.won and (len(line) % 2 == 1) == (one.score > 0)
            assert abs(one.score) == (42 + 2 - discs) // 2


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("width", "height"), [(7, 6), (8, 7), (4, 12), (12, 4), (5, 4), (9, 6), (5, 5)], ids=lambda n: str(n)
)
def test_late_positions_against_plain_search(width: int, height: int) -> None:
    """Of any kind, on small boards and on those that fill a word to the last bit."""
    number = sized(30_000, 8_000, 300) if (width, height) == (7, 6) else sized(6_000, 2_000, 300)
    left = sized(13, 13, 8)
    searched = 0
    for p in thrown(width, height, number, left, 2):
        question = asked(solver(width, height), (p.mine, p.taken, p.count))
        searched += question.nodes > 0
        assert p.exceeds(question.low - 1) and not p.exceeds(question.low), (p, question.low)
    assert searched > number / 20


@pytest.mark.skipif(not COMPILED, reason="plain Python would take minutes")
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (5, 5), (6, 5)])
def test_small_boards_from_the_start_against_plain_search(width: int, height: int) -> None:
    memory = np.full((2**21 + 1, 3), 0, np.int64)
    starts = [Position(board(width, height), (0, 0), 0)]
    chance = random.Random(width)
    for _ in range(60 if height == 4 else 20):
        position = starts[0]
        for _ in range(chance.randrange(*((1, 9) if height == 4 else (7, 14)))):
            moves = [move for move in position.moves() if not position.play(move).won]
            if moves:
                position = position.play(chance.choice(moves))
        if position.outcome() is None:
            starts.append(position)
    for position in starts:
        score = solver(width, height).score(position)
        assert exceeds(position, score - 1, memory) and not exceeds(position, score, memory), position


def exceeds(position: Position, score: int, memory: object) -> bool:
    """Whether plain search finds more than this score."""
    b = position.board
    owners = [position.owner((column, row)) for column in range(b.width) for row in range(b.height)]
    cells = np.array([0 if owner is None else 1 + owner for owner in owners])  # the same for all who remember
    key = sum(3**place * int(who) for place, who in enumerate(cells))
    left = owners.count(None)
    found = deep(cells, b.width, b.height, 1 + position.turn, left, score, score + 1, key, memory)
    return bool(found > score)
