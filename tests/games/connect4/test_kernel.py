"""The parts of the solver's kernel against the rules: sets of cells, fours, numbers, the table."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import sized

from damier.core.text import Refusal
from damier.games.connect4 import solver
from damier.games.connect4.rules import Board, Cell, Position, board, fits
from damier.games.connect4.solver import Solver, pack

SIZES = (7, 6), (8, 7), (5, 5)
some = settings(max_examples=sized(300, 150, 60), deadline=None, derandomize=True)


def kernel(b: Board) -> Any:
    return solver.kernel(b.width, b.height)


def bit(b: Board, cell: Cell) -> int:
    """A cell as the kernel lays it out."""
    return 1 << cell[0] * (b.height + 1) + cell[1]


def every_cell(b: Board) -> list[Cell]:
    return [(column, row) for column in range(b.width) for row in range(b.height)]


def line_sets(b: Board) -> list[int]:
    """Every four of the rules as the kernel lays it out."""
    return [sum(bit(b, (c, r)) for c, r in every_cell(b) if line >> r * b.width + c & 1) for line in b.lines]


def played(b: Board, choices: list[int]) -> Position:
    """A game that these choices lead to; it ends before somebody wins."""
    position = Position(b, (0, 0), 0)
    for choice in choices:
        moves = position.moves()
        if not moves:
            break
        after = position.play(moves[choice % len(moves)])
        if after.won:
            break
        position = after
    return position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    width, height = draw(st.sampled_from(SIZES))
    return played(board(width, height), draw(st.lists(st.integers(0, 839), max_size=56)))


@st.composite
def cell_sets(draw: st.DrawFn) -> tuple[Board, int]:
    """A board and any cells of it, as the kernel lays them out."""
    b = board(*draw(st.sampled_from(SIZES)))
    chance = random.Random(draw(st.integers(0, 10**9)))
    share = draw(st.sampled_from((0.1, 0.3, 0.5, 0.7)))
    return b, sum(bit(b, cell) for cell in every_cell(b) if chance.random() < share)


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), [*SIZES, (4, 12), (12, 4), (9, 6), (4, 4)])
def test_constants_are_those_of_the_board(width: int, height: int) -> None:
    b = board(width, height)
    k = kernel(b)
    assert (width, height, width * height) == (k.cells.WIDTH, k.cells.HEIGHT, k.cells.CELLS)
    lines = line_sets(b)
    for cell in every_cell(b):
        place = bit(b, cell).bit_length() - 1
        assert k.main.LINES[place] == sum(line >> place & 1 for line in lines)
    assert sum(k.main.LINES) == 4 * len(b.lines)
    assert sum(bit(b, cell) for cell in every_cell(b)) == k.cells.BOARD
    assert sum(bit(b, cell) for cell in every_cell(b) if cell[1] % 2 == 0) == k.cells.ODD
    assert k.cells.ODD ^ k.cells.EVEN == k.cells.BOARD
    assert sum(bit(b, (column, 0)) for column in range(width)) == k.cells.BOTTOM


@pytest.mark.kernel
@some
@given(positions())
def test_pack_is_the_rules_cell_by_cell(position: Position) -> None:
    b = position.board
    mine, taken, count = pack(position)
    for cell in every_cell(b):
        owner = position.owner(cell)
        assert bool(taken & bit(b, cell)) == (owner is not None)
        assert bool(mine & bit(b, cell)) == (owner == position.turn)
    assert mine & ~taken == 0 and taken & ~kernel(b).cells.BOARD == 0
    assert count == sum(position.owner(cell) is not None for cell in every_cell(b))


@pytest.mark.kernel
@some
@given(positions())
def test_where_a_four_can_be_completed_at_once_is_what_the_rules_say(position: Position) -> None:
    b = position.board
    k = kernel(b)
    mine, taken, _ = pack(position)
    found = k.cells.completing(mine, k.cells.BOARD ^ taken) & (taken + k.cells.BOTTOM) & k.cells.BOARD
    expected = 0
    for move in position.moves():
        landing = position.landing(move)
        if position.play(move).won and landing:
            expected |= bit(b, landing)
    assert found == expected


@pytest.mark.kernel
@some
@given(cell_sets(), st.integers(0, 10**9))
def test_fours_and_what_completes_one_of_any_cells(given: tuple[Board, int], seed: int) -> None:
    b, discs = given
    k = kernel(b)
    lines = line_sets(b)
    assert bool(k.cells.has_four(discs)) == any(discs & line == line for line in lines)
    others = random.Random(seed).getrandbits(64) & k.cells.BOARD & ~discs
    free = k.cells.BOARD & ~discs & ~others
    expected = 0
    for line in lines:
        missing = line & ~discs
        upright = line & line << 1  # below other discs nothing is free
        if missing.bit_count() == 1 and not (upright and missing << 1 & line):
            expected |= missing & free
    assert k.cells.completing(discs, free) == expected


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), [*SIZES, (4, 12), (12, 4)])
def test_over_late_and_mirrored_cell_by_cell(width: int, height: int) -> None:
    b = board(width, height)
    k = kernel(b)
    chance = random.Random(3)
    assert k.cells.over(0) == 0 and k.cells.late(0) == 0
    for number in range(1, 200):
        cells = chance.sample(every_cell(b), 1 + number % 5)
        bits = sum(bit(b, cell) for cell in cells)
        above = [(c, r) for c, r in every_cell(b) if any(c == column and r > row for column, row in cells)]
        assert k.cells.over(bits) == sum(bit(b, cell) for cell in above)
        left = sum(height - row + 1 for _, row in cells)  # each, those above it and the one below are left
        assert k.cells.late(bits) == left // 2
        assert k.cells.column_of(bit(b, cells[0])) == sum(bit(b, (cells[0][0], r)) for r in range(height))
        assert k.table.mirrored(bits) == sum(bit(b, (width - 1 - c, r)) for c, r in cells)


def number_of(k: Any, packed: tuple[int, int, int]) -> int:
    with np.errstate(over="ignore"):
        number = int(k.table.hashed(*packed))
    return number % (1 << int(k.cells.BITS))


@pytest.mark.kernel
@some
@given(positions())
def test_a_position_has_the_number_of_its_mirror_image_while_that_is_asked_for(position: Position) -> None:
    b = position.board
    k = kernel(b)
    mine, taken, count = pack(position)
    image = k.table.mirrored(mine), k.table.mirrored(taken), count
    same = number_of(k, (mine, taken, count)) == number_of(k, image)
    assert same == (count < k.table.SYMMETRIC or image == (mine, taken, count))


@pytest.mark.kernel
def test_positions_have_different_numbers() -> None:
    for width, height in SIZES:
        b = board(width, height)
        k = kernel(b)
        seen: dict[int, tuple[int, int, int]] = {}
        for seed in range(sized(2000, 1000, 300)):
            chance = random.Random(seed)
            packed = pack(played(b, [chance.randrange(840) for _ in range(chance.randrange(14, 40))]))
            if packed[2] >= k.table.SYMMETRIC:
                assert seen.setdefault(number_of(k, packed), packed) == packed
        assert len(seen) > 100 and k.table.MULTIPLIER % 2 == 1


def kept(k: Any, log: int, *numbers: int) -> Any:
    """A table in which these are kept, one after the other, each with bounds of its own."""
    table = np.zeros(1 << log, np.int64)
    for order, number in enumerate(numbers):
        k.table.keep(table, log, number, -order - 1, order + 1, 1)
    return table


def bounds(entry: int) -> tuple[int, int]:
    return (entry >> 6 & 63) - 32, (entry & 63) - 32


def signed(number: int) -> int:
    """As a number of 64 bits is in an array."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("width", "height", "log"), [(7, 6, 16), (7, 6, 20), (8, 7, 19), (8, 7, 21), (5, 5, 18)]
)
def test_an_entry_is_found_by_its_own_number_only(width: int, height: int, log: int) -> None:
    """Also in the place next to its own, where it once was taken for its neighbour's, and in any part."""
    k = solver.kernel(width, height)
    chance = random.Random(log)
    pairs = 0
    for _ in range(20):
        number = signed(chance.getrandbits(k.cells.BITS))
        same = (signed(number ^ 1 << place) for place in range(k.cells.BITS - k.table.HOME))
        numbers = [
            number,
            *(one for one in same if k.table.place_of(one, log) == k.table.place_of(number, log)),
        ][:2]
        pairs += len(numbers) == 2  # the second lies in the place next to its own
        table = kept(k, log, *numbers)
        others = {signed(one ^ 1 << place) for one in numbers for place in range(k.cells.BITS)} - set(numbers)
        for part in range(k.table.HOME, log + 1):
            assert all(k.table.find(table, part, other) == 0 for other in others)
            for order, one in enumerate(numbers):
                entry = int(k.table.find(table, part, one))
                assert bounds(entry) == (-order - 1, order + 1) or (part < log and entry == 0)
    assert pairs > 10


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), [(7, 6), (8, 7)])
def test_no_part_of_the_table_takes_an_entry_for_that_of_another(width: int, height: int) -> None:
    """One is kept in a part of some size; others with the same tag are asked for in parts of all sizes."""
    k = solver.kernel(width, height)
    below = int(k.cells.BITS - k.table.HOME)
    for home in range(1, 9):  # small, so that it could be meant wherever places are reckoned in another way
        number = home << below | random.Random(home).getrandbits(below)
        others = [number ^ home << below + 1 for home in range(1, 128)]
        for log in range(k.table.HOME, k.table.HOME + 4):
            table = kept(k, log, number)
            for part in range(k.table.HOME, k.table.HOME + 4):
                assert part > log or not any(k.table.find(table, part, other) for other in others)


@pytest.mark.kernel
def test_what_took_more_work_stays_until_it_is_old() -> None:
    k = solver.kernel(7, 6)
    log = k.table.HOME
    a, b, c, d = 1, 2, 3, 4  # all for the first place
    table = np.zeros(1 << log, np.int64)
    k.table.keep(table, log, a, -9, 9, 1000)
    k.table.keep(table, log, b, -8, 8, 10)
    k.table.keep(table, log, c, -7, 7, 1)
    assert k.table.find(table, log, a) and k.table.find(table, log, c) and not k.table.find(table, log, b)
    k.table.keep(table, log, a, -3, 5, 1000)
    assert bounds(int(k.table.find(table, log, a))) == (-3, 5)
    for _ in range(20):
        k.table.keep(table, log, d, -1, 1, 2)
        k.table.keep(table, log, b, -2, 2, 2)
    assert not k.table.find(table, log, a)


def test_bounds_of_every_score_fit_in_an_entry() -> None:
    table = np.zeros(1 << 23, np.int64)
    usual = solver.kernel(7, 6).table
    for score in range(-31, 32):
        usual.keep(table, 23, score + 40, score, score, 2**40)
        assert bounds(int(usual.find(table, 23, score + 40))) == (score, score)


def test_the_table_is_as_large_as_asked_and_large_enough_for_its_tags() -> None:
    assert len(Solver(board(7, 6), 1)._table) * 8 == 2**20
    assert len(Solver(board(7, 6))._table) * 8 == 64 * 2**20
    for width, height in ((7, 6), (8, 7), (4, 12), (4, 4)):
        solver = Solver(board(width, height), 1)
        k = solver.kernel
        assert (
            k.cells.BITS - k.table.HOME + 1 + k.table.SHIFT <= 63
            and k.table.HOME <= solver.log <= k.cells.BITS
        )
        assert len(solver._table) == 1 << solver.log
    assert len(Solver(board(4, 4))._table) <= 2**20


def test_what_does_not_fit_in_a_word_is_refused() -> None:
    assert fits(board(8, 7)) and not fits(board(9, 7)) and not fits(board(8, 8))
    with pytest.raises(Refusal, match="9x7 is too large"):
        Solver(board(9, 7))
