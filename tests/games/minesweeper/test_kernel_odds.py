"""The odds of the kernel against brute force, against counting in whole numbers, and at their limits."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest
from tests.engines.nasty_boards import opened
from tests.games.minesweeper.boards import arrangements, crowded, played
from tests.sizes import sized

from damier.games.minesweeper import arrangements as plain
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.kernel import numbers, odds, supposing
from damier.games.minesweeper.kernel.memory import Memory
from damier.games.minesweeper.pack import new_memory, pack
from damier.games.minesweeper.solver import Known, Solver
from damier.games.minesweeper.visible_board import Board

pytestmark = pytest.mark.kernel

CLOSE = 1e-12


def check(board: Board, known: Known) -> None:
    """Everything that is known of a board, against all its arrangements."""
    sets = arrangements(board)
    covered = {cell for cell, sign in enumerate(board.cells) if sign in ".F"}
    assert known.exact and known.odds.keys() == covered
    assert known.solutions == len(sets) and known.possible == bool(sets)
    if not sets:
        assert not known.sure
        return
    for cell in covered:
        hits = sum(cell in mines for mines in sets)
        assert known.odds[cell] == pytest.approx(hits / len(sets), abs=CLOSE)
        assert known.sure.get(cell) == (hits > 0 if hits in (0, len(sets)) else None)
    beside = [sign.isdigit() for sign in board.cells]
    for cell in known.away:
        assert not any(beside[other] for other in board.grid.around[cell])


def test_all_boards_of_two_rows_of_three() -> None:
    solver = Solver()
    boards = [
        Board(3, 2, mines, "".join(signs))
        for signs in product("..F012", repeat=6)
        for mines in range(7)
        if 0 < signs.count(".") + signs.count("F") > mines
    ]
    random.Random(1).shuffle(boards)
    for board in boards[: sized(len(boards), 20_000, 500)]:
        check(board, solver.count(board))


@pytest.mark.parametrize(("width", "height"), [(4, 4), (9, 2), (17, 1), (5, 3), (3, 6)])
def test_crowded_boards(width: int, height: int) -> None:
    rng, solver = random.Random(width), Solver()
    for _ in range(sized(1000, 200, 10)):
        board = crowded(rng, width, height)
        check(board, solver.count(board))


@pytest.mark.parametrize(("width", "height", "mines"), [(4, 4, 3), (6, 3, 4), (5, 4, 2), (18, 1, 4)])
def test_boards_of_games(width: int, height: int, mines: int) -> None:
    solver = Solver()
    for seed in range(sized(200, 40, 2)):
        for board in played(width, height, mines, seed):
            check(board, solver.count(board))


def test_large_boards_against_whole_numbers() -> None:
    solver = Solver()
    for seed in range(sized(60, 12, 1)):
        for board in list(played(30, 16, 99, seed))[:: sized(3, 9, 60)]:
            compare(board, solver.count(board))


def compare(board: Board, known: Known) -> None:
    """What is known, against counting in whole numbers of any length."""
    whole = plain.count(board, Budget(10**9))
    assert known.exact and whole.exact and known.sure == whole.sure
    assert known.odds == pytest.approx(whole.mine, abs=CLOSE)
    assert known.logarithm == pytest.approx(math.log(whole.total), rel=1e-12)


def test_one_component_with_more_ways_than_are_counted_unscaled() -> None:
    """A winding frontier: its ways are scaled down, and yet nothing is lost."""
    width = sized(60, 60, 12)

    def winds(x: int, y: int) -> bool:
        turn = 0 if y // 4 % 2 else width - 2
        return x % 2 == 0 and y % 2 == 1 and (y % 4 == 1 or x == turn)

    board = opened(width, 0.45, winds, spared=True)
    solver = Solver()
    compare(board, solver.count(board))
    if width == 60:
        assert solver._mem.logarithm[: solver._mem.components].max() > 0.0


def test_what_is_too_much_is_cut_and_nothing_certain_is_wrong() -> None:
    rng, solver = random.Random(3), Solver()
    inexact = 0
    for _ in range(sized(2000, 400, 20)):
        board = crowded(rng, 5, 4)
        sets = arrangements(board)
        for budget in (10, 16, 32, 64):
            solver._mem.budget = budget
            known = solver.count(board)
            inexact += not known.exact
            assert known.possible
            for cell, is_mine in known.sure.items():
                assert all((cell in mines) == is_mine for mines in sets)
            assert all(0 <= odds <= 1 for odds in known.odds.values())
            if known.exact:
                check(board, known)
    assert inexact > sized(500, 100, 5)


def test_contradictions_are_found() -> None:
    for cells, mines in (("1.3", 1), ("2..1....", 5), ("1......8", 2), ("0......1", 7), ("3.......", 2)):
        board = Board(len(cells) if len(cells) < 8 else 4, 1 if len(cells) < 8 else 2, mines, cells)
        assert not arrangements(board) and not Solver().count(board).possible


def test_supposed_digs_leave_the_board_as_it_was_and_add_up() -> None:
    """Each number that a cell may show: its chance, the odds then; two levels deep."""
    solver = Solver()
    for seed in range(sized(60, 12, 1)):
        board = list(played(6, 5, 7, seed))[1 + seed % 3]
        mem = new_memory()
        pack(board, mem)
        assert odds.find_odds(mem)
        before = known_odds(mem)
        for cell in [cell for cell in range(30) if 0 <= before[cell] < 1 and mem.known[cell] == 0]:
            suppose_and_check(board, mem, solver, cell, 2)
            odds.put_together(mem)
            assert np.array_equal(known_odds(mem), before)


def known_odds(mem: Memory) -> np.ndarray:
    mine, certain = np.empty(30), np.empty(30, np.int64)
    odds.cell_odds(mem, mine, certain)
    return mine


def suppose_and_check(board: Board, mem: Memory, solver: Solver, cell: int, depth: int) -> None:
    """The odds after each number of *cell*, against those of a board that shows it."""
    base = math.log(mem.total) + mem.log_total
    mine = known_odds(mem)[cell]
    shown = supposing.suppose(mem, cell)
    known_mines = sum(mem.known[i] == 2 for i in board.grid.around[cell])
    mass = 0.0
    for need in range(shown):
        chance = supposing.chance_of(mem, need, base)
        after = board.showing(cell, str(need + known_mines))
        known = solver.count(after)
        assert known.possible == (chance > 0)
        if chance > 0:
            mass += chance
            assert chance == pytest.approx(math.exp(known.logarithm - base), abs=1e-10)
            found = known_odds(mem)
            for other, risk in known.odds.items():
                if mem.known[other] == 0:
                    assert found[other] == pytest.approx(risk, abs=1e-10)
            may_be_safe = (i for i in board.grid.around[cell] if known.odds.get(i, 1.0) < 1.0)
            beside = [i for i in may_be_safe if mem.known[i] == 0]
            for other in beside[: 2 * (depth - 1)]:
                odds.put_together(mem)
                suppose_and_check(after, mem, solver, other, depth - 1)
    supposing.take_off(mem, cell)
    if shown:
        assert mass == pytest.approx(1 - mine, abs=1e-10)


def test_simple_proofs_are_found_before_counting() -> None:
    mem = new_memory()
    pack(Board(4, 2, 1, "1...1..."), mem)
    assert numbers.prove_simple(mem) and not any(mem.known[:8])
    pack(Board(4, 1, 1, "1.0."), mem)
    assert not numbers.prove_simple(mem)
