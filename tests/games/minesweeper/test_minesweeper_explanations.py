"""Why a cell is certain: every step of a chain holds by brute force, and the chain ends where it should."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from tests.games.minesweeper.boards import arrangements, crowded, near, played
from tests.sizes import sized

from damier.core.engine import Limit, think
from damier.games.minesweeper import GAME
from damier.games.minesweeper.chain_words import reasons
from damier.games.minesweeper.check_proof import Constraint, follows
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.deductions import Clue, Facts, as_mask, in_mask
from damier.games.minesweeper.explanations import MOST_NUMBERS, MOST_STEPS, Deduction, explain
from damier.games.minesweeper.fitting import can_fit, must_be
from damier.games.minesweeper.guess_reasons import expected_safe, tellings
from damier.games.minesweeper.levels.odds import Odds
from damier.games.minesweeper.proof import COUNTING, KINDS
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.solver import Solver
from damier.games.minesweeper.visible_board import Board

pytestmark = pytest.mark.proof

MANY = sized(1000, 120, 40)
"""Boards of each kind."""

LISTED = 14
"""Cells of which every way to lay mines is tried; with more of them the checker of proofs does it."""


def constraints(board: Board, step: Deduction) -> list[tuple[set[int], int]]:
    """What the numbers of a step say of the cells that it does not take as known."""
    known = {*step.mines, *step.safe}
    covered = {cell for cell, sign in enumerate(board.cells) if sign in ".F"}
    found = []
    for number in step.numbers:
        beside = near(board, number) & covered
        found.append((beside - known, int(board.cells[number]) - len(beside.intersection(step.mines))))
    if step.kind == COUNTING:
        found.append((covered - known, board.mines - len(step.mines)))
    return found


def holds(board: Board, step: Deduction) -> bool:
    """Whether its cells are so in every way to lay mines beside the numbers of a step."""
    said = constraints(board, step)
    cells = sorted(set().union(*(cells for cells, _ in said)))
    wanted = set(step.cells).difference(step.mines if step.is_mine else step.safe)
    if not wanted.issubset(cells):
        return False
    if len(cells) > LISTED:
        given = [Constraint(mines, frozenset(beside)) for beside, mines in said]
        return all(follows(cell, step.is_mine, given) for cell in wanted)
    for laid in product((False, True), repeat=len(cells)):
        mined = {cell for cell, is_mine in zip(cells, laid, strict=True) if is_mine}
        fits = all(len(beside & mined) == mines for beside, mines in said)
        if fits and (not wanted <= mined if step.is_mine else wanted & mined):
            return False
    return True


def check_chain(board: Board, chain: tuple[Deduction, ...], certain: dict[int, bool], cell: int) -> None:
    proved: dict[int, bool] = {}
    for step in chain:
        assert step.kind in KINDS and len(step.numbers) <= MOST_NUMBERS
        taken = dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)
        # Who counts mines may take all that is certain as known; else only what the chain has shown.
        source = certain if step.kind == COUNTING else proved
        assert taken.items() <= source.items(), step
        assert holds(board, step), step
        proved |= dict.fromkeys(step.cells, step.is_mine)
    assert proved.items() <= certain.items()
    assert cell in chain[-1].cells and len(chain) <= MOST_STEPS


def boards() -> Iterator[Board]:
    rng = random.Random(15)
    for _ in range(MANY):
        yield crowded(rng, rng.randint(2, 7), rng.randint(2, 6))
    for seed in range(MANY // 20):
        yield from list(played(9, 9, 12, seed))[::4]
        yield from list(played(16, 16, 45, seed))[::25]


def test_every_step_holds_by_brute_force_and_the_last_is_what_the_solver_is_certain_of() -> None:
    solver, kinds = Solver(), Counter[str]()
    for board in boards():
        certain = solver.count(board).sure
        for cell in sorted(certain)[::3]:
            chain = explain(board, cell, certain[cell])
            kinds[chain[-1].kind if chain else "none"] += 1
            if chain:
                check_chain(board, chain, certain, cell)
    assert all(kinds[kind] for kind in KINDS)
    assert kinds["none"] < 0.08 * kinds.total(), "nearly all that is certain is explained"


def test_ends_are_explained_by_counting() -> None:
    rng, found = random.Random(3), Counter[tuple[bool, bool]]()
    for _ in range(4 * MANY):
        board = crowded(rng, 4, 4)
        sets = arrangements(board)
        covered = [cell for cell, sign in enumerate(board.cells) if sign in ".F"]
        certain = {cell: cell in sets[0] for cell in covered if len({cell in mines for mines in sets}) == 1}
        for cell, is_mine in certain.items():
            chain = explain(board, cell, is_mine)
            if chain and chain[-1].kind == COUNTING:
                check_chain(board, chain, certain, cell)
                found[is_mine, chain[-1].rests] += 1
    assert len(found) == 4, "safe cells and mines, by numbers apart and by all ways to lay mines"


def test_a_step_that_does_not_hold_is_found_out() -> None:
    board = GAME.parse("1221./..... 2")
    (right,) = explain(board, 9, False)
    assert holds(board, right)
    for wrong in (
        right._replace(is_mine=True),
        right._replace(cells=(5,)),
        right._replace(numbers=right.numbers[:1]),
    ):
        assert not holds(board, wrong)


def test_what_must_be_is_what_the_checker_of_proofs_says() -> None:
    rng, answers = random.Random(8), Counter[bool]()
    for _ in range(20 * MANY):
        said = []
        for _ in range(rng.randint(1, 4)):
            cells = rng.sample(range(9), rng.randint(1, 6))
            said.append(Constraint(rng.randint(0, len(cells)), frozenset(cells)))
        cell, is_mine = rng.randrange(9), rng.random() < 0.5
        clues = [Clue(as_mask(cells), mines) for mines, cells in said]
        if not can_fit(clues, Budget(10_000)):
            continue  # the numbers of a board never contradict each other
        found = must_be(cell, is_mine, clues, Budget(10_000))
        assert found == follows(cell, is_mine, said)
        answers[found] += 1
    assert min(answers.values()) > MANY


def test_what_people_see_is_certain() -> None:
    solver, seen = Solver(), Counter[str]()
    for board in boards():
        certain = solver.count(board).sure
        for ways in (("single",), ("single", "subset"), ("several", "single"), ("counting",)):
            facts = Facts(board)
            for way in ways:
                while getattr(facts, f"use_{way}")():
                    seen[way] += 1
            found = dict.fromkeys(in_mask(facts.mines), True) | dict.fromkeys(in_mask(facts.safe), False)
            assert found.items() <= certain.items()
    assert len(seen) == 4


def test_a_chain_points_at_its_numbers_and_cells() -> None:
    board = GAME.parse("1.1./111. 1")
    chain = explain(board, 3, False)
    marked = [set(reason.cells) for reason in reasons(board, chain)]
    assert marked == [{at(cell, board) for cell in (*step.cells, *step.numbers)} for step in chain]
    assert [{at(0, board), at(1, board)}, {at(2, board), at(3, board), at(7, board)}] == marked


def test_the_first_lines_are_explained_and_few_steps_explain_nothing() -> None:
    field = next(iter(played(16, 16, 40, 4)))
    lines = think(Odds(0), field, Limit()).lines
    assert all(line.proven and line.why for line in lines[:3])
    assert explain(field, lines[0].move.y * 16 + lines[0].move.x, False, 1) == ()


def test_what_a_number_would_tell_is_counted() -> None:
    rng, solver, guesses = random.Random(2), Solver(), 0
    for _ in range(MANY):
        board = crowded(rng, 4, 4)
        sets = arrangements(board)
        known = solver.count(board)
        for cell in [cell for cell in known.odds if cell not in known.sure][:1]:
            beside = near(board, cell)
            told = tellings(solver, known, cell)
            total = 0.0
            for number, chance, safe, wins in told:
                left = [mines for mines in sets if cell not in mines and len(beside & mines) == int(number)]
                assert chance == pytest.approx(len(left) / len(sets))
                others = known.odds.keys() - {cell}
                assert set(safe) == {other for other in others if not any(other in mines for mines in left)}
                assert wins == (board.covered - 1 == board.mines)
                total += len(left) / len(sets) * len(safe)
            assert sum(one.chance for one in told) == pytest.approx(1 - known.odds[cell])
            assert expected_safe(told) == pytest.approx(total)
            guesses += 1
    assert guesses > MANY // 4


def test_nothing_is_told_by_a_solver_that_was_stopped() -> None:
    solver = Solver()
    known = solver.count(GAME.parse("01./01. 1"))
    assert tellings(solver, known, 2)
    solver.stop()
    assert not tellings(solver, known, 2)
