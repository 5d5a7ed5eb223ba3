"""Exact probabilities, counted in whole numbers, against brute force over all arrangements."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engines.nasty_boards import opened

from damier.games import games
from damier.games.minesweeper import GAME, counting_budget
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.visible_board import Board

games()  # brings the catalogues: English plurals too


def brute_force(board: Board) -> tuple[int, dict[int, int]]:
    """How many arrangements fit, and in how many of them each covered cell is a mine."""
    covered = [cell for cell, sign in enumerate(board.cells) if sign in ".F"]
    numbers = [(cell, int(sign)) for cell, sign in enumerate(board.cells) if sign.isdigit()]
    w = board.width
    near = {
        cell: {o for o in covered if abs(o % w - cell % w) <= 1 and abs(o // w - cell // w) <= 1}
        for cell, _ in numbers
    }
    total, hits = 0, dict.fromkeys(covered, 0)
    for mines in combinations(covered, board.mines):
        if all(len(near[cell].intersection(mines)) == number for cell, number in numbers):
            total += 1
            for cell in mines:
                hits[cell] += 1
    return total, hits


def check(board: Board) -> Counted:
    found = count(board, Budget(10**9))
    total, hits = brute_force(board)
    assert found.exact and found.total == total
    if total:
        assert found.mine == {cell: number / total for cell, number in hits.items()}
        certain = {cell: number > 0 for cell, number in hits.items() if number in (0, total)}
        assert found.sure == certain
    else:
        assert not found.sure
    return found


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 6), mines=st.integers(1, 6))
def test_probabilities_are_those_of_brute_force_in_played_games(seed: int, plies: int, mines: int) -> None:
    rng = random.Random(seed)
    field = begin(4, 4, mines, seed)
    for _ in range(plies):
        if field.board.over:
            break
        check_if_small(field.board)
        digs = [move for move in field.moves() if move.act in ("dig", "flag")]
        if digs:
            field = field.play(rng.choice(digs))


def check_if_small(board: Board) -> None:
    if not board.untouched:
        check(board)


@settings(deadline=None, max_examples=150)
@given(cells=st.text(".....F0112233", min_size=12, max_size=12), mines=st.integers(0, 8))
@example(cells="1...1...1...", mines=3)
@example(cells="2..........2", mines=4)
def test_probabilities_are_those_of_brute_force_on_any_board(cells: str, mines: int) -> None:
    board = Board(4, 3, mines, cells)
    if cells.count(".") + cells.count("F") > mines:
        check(board)


@pytest.mark.parametrize(
    "words", ["1.1...1.1/..2...2.. 5", "..1..../.1..1../....... 4", "1..../....1/..2../1.... 5"]
)
def test_several_components_and_cells_away_from_them(words: str) -> None:
    check(GAME.parse(words))


def test_small_budgets_prove_nothing_wrong_and_say_so() -> None:
    for seed in range(8):
        field = begin(5, 4, 5, seed)
        while not field.board.over:
            board = field.board
            if not board.untouched:
                total, hits = brute_force(board)
                for most in (0, 5, 20, 60):
                    found = count(board, Budget(most))
                    assert found.mine.keys() == hits.keys()
                    assert all(0 <= p <= 1 for p in found.mine.values())
                    for cell, is_mine in found.sure.items():
                        assert hits[cell] == (total if is_mine else 0)
                    if not found.exact:
                        cells = [cell for cell in found.mine if cell not in found.sure]
                        assert cells
            free = [i for i, sign in enumerate(board.cells) if sign == "." and i not in field.mined()]
            field = field.play(board.grid.acts["dig"][free[seed % len(free)]])


@pytest.mark.parametrize(
    "words",
    ["1.1..../..2...1/....... 4", "1..../....1/..2../1.... 5", "12../..../..21/.... 4", "1..1/..../.... 2"],
)
@pytest.mark.parametrize("early", [True, False], ids=["counting", "putting together"])
def test_stopped_at_any_moment_it_proves_nothing_wrong_and_says_so(
    words: str, early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting_budget, "STEPS_BETWEEN_LOOKS", 1)
    board = GAME.parse(words)
    total, hits = brute_force(board)
    exact = []
    for goes_on in range(400):
        looks = iter([False] * goes_on)
        stop, never = partial(next, looks, True), partial(bool)
        found = count(board, Budget(10**9, stop if early else never, never if early else stop))
        exact.append(found.exact)
        assert found.mine.keys() == hits.keys() and found.total
        assert all(0 <= share <= 1 for share in found.mine.values())
        assert all(hits[cell] == (total if is_mine else 0) for cell, is_mine in found.sure.items())
        assert all(found.mine[cell] == is_mine for cell, is_mine in found.sure.items())
        if found.exact:
            assert found.mine == {cell: number / total for cell, number in hits.items()}
    assert exact == sorted(exact) and exact[-1] and exact.count(False) > 5, "first stopped, then not"


def test_a_board_of_islands_is_counted_exactly_in_few_steps() -> None:
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return False

    board = opened(60, 0.3, lambda x, y: x % 3 == 0 and y % 2 == 0)
    found = count(board, Budget(10**9, look, look))
    assert found.exact and found.total > 10**300
    assert looks * counting_budget.STEPS_BETWEEN_LOOKS < 2_000_000
    assert sum(found.mine.values()) == pytest.approx(board.mines), "as many mines as there are"
