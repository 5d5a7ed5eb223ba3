"""Proofs that a board needs no guess, and their checker, which has to find what is wrong with a wrong one."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.sizes import sized

from damier.games.minesweeper import check_proof
from damier.games.minesweeper.check_proof import Constraint, Step, check, follows
from damier.games.minesweeper.no_guess import lay_mines
from damier.games.minesweeper.proof import (
    COUNTING,
    SEVERAL,
    SINGLE,
    SUBSET,
    NeedsGuess,
    NotProved,
    kind,
    prove,
)
from damier.games.minesweeper.rules import begin, generate_bombs
from damier.games.minesweeper.starts import STARTS
from damier.games.minesweeper.visible_board import Move, get_surrounding_cells

BOARDS = [
    (9, 9, 10), (6, 6, 12), (4, 3, 3), (1, 20, 4), (20, 1, 3), (2, 15, 6), (5, 5, 16), (12, 7, 25),
    (16, 16, 40), (30, 16, 99), (9, 9, 35),
]  # fmt: skip


@pytest.mark.kernel
def test_every_board_has_a_proof_that_the_checker_accepts() -> None:
    kinds = set()
    for number in range(sized(1100, 220, 6)):
        width, height, mines = BOARDS[number % len(BOARDS)]
        first = random.Random(number).randrange(width * height)
        laid = lay_mines(width, height, mines, STARTS[number % 2], first, number)
        steps = prove(width, height, laid, first)
        assert check(width, height, laid, first, steps) is None
        kinds |= {kind(step) for step in steps}
    assert kinds >= {SINGLE, SUBSET}
    assert kinds == {SINGLE, SUBSET, SEVERAL, COUNTING} or sized(False, False, True)


@pytest.mark.parametrize(("seed", "first"), [(52, 137), (70, 465)])
def test_a_proof_from_many_numbers_does_not_try_all_ways_one_by_one(seed: int, first: int) -> None:
    # On these boards it once took for ever.
    laid = lay_mines(30, 16, 99, "opening", first, seed)
    assert check(30, 16, laid, first, prove(30, 16, laid, first)) is None


@pytest.mark.parametrize(("seed", "first"), [(2, 441), (3, 121), (9, 237)])
def test_nor_does_the_finding_that_a_guess_is_needed(seed: int, first: int) -> None:
    laid = begin(30, 16, 99, seed).play(Move("dig", first % 30, first // 30)).mined()
    with pytest.raises(NeedsGuess):
        prove(30, 16, laid, first)


@pytest.mark.kernel
def test_a_board_that_needs_a_guess_has_no_proof() -> None:
    refused = 0
    for seed in range(sized(200, 60, 5)):
        first = 9 * 4 + 4
        laid = generate_bombs(9, 9, 18, get_surrounding_cells(9, 9, (4, 4)), seed)
        try:
            assert check(9, 9, laid, first, prove(9, 9, laid, first)) is None
        except NeedsGuess:
            refused += 1
    assert refused > 0


def test_a_guess_that_is_called_certain_is_caught() -> None:
    # One mine in the last column: from 3x2 nothing tells in which row.
    proof = [Step((2,), False, (1, 4)), Step((5,), True, (1, 4))]
    assert check(3, 2, {5}, 0, proof) == "step 1 does not follow for cell 2"
    counted = [step._replace(counts=True) for step in proof]
    assert check(3, 2, {5}, 0, counted) == "step 1 does not follow for cell 2"


def test_every_kind_of_wrong_proof_is_caught() -> None:
    first, laid = 40, lay_mines(9, 9, 12, "opening", 40, 5)
    steps = prove(9, 9, laid, first)
    assert check(9, 9, laid, first, steps) is None and len(steps) > 10
    assert check(9, 9, laid, min(laid), steps) == "the first cell is a mine"
    assert check(9, 9, laid, first, steps[:-1]) is not None
    for at, step in enumerate(steps):
        for wrong in (
            step._replace(is_mine=not step.is_mine),
            step._replace(numbers=step.numbers[1:]),
            step._replace(numbers=(min(laid),)),
            step._replace(cells=(first, *step.cells)),
        ):
            assert check(9, 9, laid, first, [*steps[:at], wrong, *steps[at + 1 :]]) is not None


def test_what_follows_is_what_holds_in_every_arrangement() -> None:
    rng = random.Random(3)
    for _ in range(sized(3000, 800, 200)):
        cells = range(rng.randint(2, 7))
        truth = [rng.random() < 0.4 for _ in cells]
        sets = [frozenset(rng.sample(cells, rng.randint(1, len(cells)))) for _ in range(rng.randint(1, 4))]
        said = [Constraint(sum(truth[c] for c in some), some) for some in sets]
        whole = Constraint(sum(truth), frozenset(cells)) if rng.random() < 0.5 else None
        ways = [
            way
            for way in product((False, True), repeat=len(cells))
            if all(sum(way[c] for c in some) == mines for mines, some in (*said, *([whole] if whole else [])))
        ]
        known = frozenset().union(*sets, cells if whole else ())
        for cell, is_mine in product(cells, (False, True)):
            holds = cell in known and all(way[cell] == is_mine for way in ways)
            assert follows(cell, is_mine, said, whole) == holds


def test_what_is_too_much_to_try_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # 1 2 1 beside three cells: those at the ends are mines.
    said = [
        Constraint(1, frozenset({0, 1})),
        Constraint(2, frozenset(range(3))),
        Constraint(1, frozenset({1, 2})),
    ]
    laid = lay_mines(30, 16, 99, "opening", 137, 52)
    assert follows(1, False, said) and prove(30, 16, laid, 137)
    check_proof._counts.cache_clear()
    monkeypatch.setattr(check_proof, "MOST_WAYS", 1)
    assert not follows(1, False, said) and not follows(1, True, said)
    with pytest.raises(NotProved):
        prove(30, 16, laid, 137)
    check_proof._counts.cache_clear()
