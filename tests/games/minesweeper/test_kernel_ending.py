"""Ends that are played out in the mind, against every way to go on."""

from __future__ import annotations

import random

import pytest
from tests.games.minesweeper.boards import arrangements, crowded, near, played, winning_share
from tests.sizes import sized

from damier.games.minesweeper.solver import Known, Solver
from damier.games.minesweeper.visible_board import Board

pytestmark = pytest.mark.kernel

SMALL = 8
"""Covered cells at most of a board whose every way to go on is tried."""


def ends(count: int) -> list[tuple[Board, Known]]:
    """Boards with few covered cells on which nothing is certain, of games and tangled ones."""
    rng, solver = random.Random(5), Solver()
    found: list[tuple[Board, Known]] = []
    while len(found) < count:
        boards = [crowded(rng, 4, 3), *played(4, 4, rng.randint(2, 6), rng.getrandbits(32))]
        for board in boards:
            if board.covered <= SMALL and not board.over:
                known = solver.count(board)
                if False not in known.sure.values():
                    found.append((board, known))
    return found[:count]


def test_the_chance_to_win_is_that_of_the_best_play() -> None:
    solver = Solver()
    for board, _ in ends(sized(500, 100, 5)):
        best = solver.best_dig(solver.count(board))
        assert best is not None and best.wins is not None
        assert best.wins == pytest.approx(winning_share(board), abs=1e-12), board
        assert share_after(board, best.cell) == pytest.approx(best.wins, abs=1e-12), board
        assert all(best.wins >= share for share in best.winning.values())


def share_after(board: Board, cell: int) -> float:
    """The chance to win if *cell* is dug, with the best play after it."""
    sets = arrangements(board)
    won = 0.0
    shown = {len(near(board, cell) & mines) for mines in sets if cell not in mines}
    for number in shown:
        after = board.showing(cell, str(number))
        fitting = len(arrangements(after))
        won += fitting * (1.0 if after.won else winning_share(after))
    return won / len(sets)


def test_a_budget_that_is_used_up_is_told() -> None:
    board, _ = max(ends(20), key=lambda each: each[1].logarithm)
    solver = Solver(0)
    known = solver.count(board)
    best = solver.best_dig(known)
    assert best is not None and best.wins is None and best.cell in known.odds


def test_who_is_stopped_says_nothing() -> None:
    solver = Solver()
    known = solver.count(ends(1)[0][0])
    solver.stop()
    assert solver.best_dig(known) is None


def test_a_guess_is_a_cell_that_may_be_safe() -> None:
    rng, solver, guessed = random.Random(2), Solver(), 0
    for _ in range(sized(2000, 400, 5)):
        known = solver.count(crowded(rng, 9, 7))
        if False not in known.sure.values():
            best = solver.best_dig(known)
            assert best is not None and known.sure.get(best.cell) is None
            assert known.odds[best.cell] < 1
            guessed += 1
    assert guessed
