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
from damier.games.connect4.pack import pack
from damier.games.connect4.rules import Board, Cell, Position, board, cells, fits
from damier.games.connect4.solver import Solver

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
        assert k.search.LINES[place] == sum(line >> place & 1 for line in lines)
    assert sum(k.search.LINES) == 4 * len(b.lines)
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
        if position.play(move).won:
            expected |= bit(b, cells(position.landing(move), b)[0])
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
        assert k.position_key.mirrored(bits) == sum(bit(b, (width - 1 - c, r)) for c, r in cells)


def number_of(k: Any, packed: tuple[int, int, int]) -> int:
    with np.errstate(over="ignore"):
        number = int(k.position_key.hashed(*packed))
    return number % (1 << int(k.cells.BITS))


@pytest.mark.kernel
@some
@given(positions())
def test_a_position_has_the_number_of_its_mirror_image_while_that_is_asked_for(position: Position) -> None:
    b = position.board
    k = kernel(b)
    mine, taken, count = pack(position)
    image = k.position_key.mirrored(mine), k.position_key.mirrored(taken), count
    same = number_of(k, (mine, taken, count)) == number_of(k, image)
    assert same == (count < k.position_key.SYMMETRIC or image == (mine, taken, count))


@pytest.mark.kernel
def test_positions_have_different_numbers() -> None:
    for width, height in SIZES:
        b = board(width, height)
        k = kernel(b)
        seen: dict[int, tuple[int, int, int]] = {}
        for seed in range(sized(2000, 1000, 300)):
            chance = random.Random(seed)
            packed = pack(played(b, [chance.randrange(840) for _ in range(chance.randrange(14, 40))]))
            if packed[2] >= k.position_key.SYMMETRIC:
                assert seen.setdefault(number_of(k, packed), packed) == packed
        assert len(seen) > 100 and k.position_key.entries.MULTIPLIER % 2 == 1


def test_the_table_is_as_large_as_asked_and_large_enough_for_its_tags() -> None:
    assert len(Solver(board(7, 6), 1)._table) * 8 == 2**20
    assert len(Solver(board(7, 6))._table) * 8 == 64 * 2**20
    for width, height in ((7, 6), (8, 7), (4, 12), (4, 4)):
        solver = Solver(board(width, height), 1)
        k = solver.kernel
        assert (
            k.cells.BITS - k.position_key.entries.HOME + 1 + k.position_key.entries.SHIFT <= 63
            and k.position_key.entries.HOME <= solver.log <= k.cells.BITS
        )
        assert len(solver._table) == 1 << solver.log
    assert len(Solver(board(4, 4))._table) <= 2**20


def test_what_does_not_fit_in_a_word_is_refused() -> None:
    assert fits(board(8, 7)) and not fits(board(9, 7)) and not fits(board(8, 8))
    with pytest.raises(Refusal, match="9x7 is too large"):
        Solver(board(9, 7))
