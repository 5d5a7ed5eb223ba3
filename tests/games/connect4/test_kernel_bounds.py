"""Every bound by which the solver cuts, against plain minimax on positions of any kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.games.connect4.naive import Thrown, completes, height_of, thrown
from tests.sizes import COMPILED, sized

from damier.games.connect4 import solver

MANY = sized(120_000, 40_000, 4_000)
SOME = sized(30_000, 10_000, 500)
LEFT = sized(12, 12, 7)
"""At most so many cells are left."""

REASONS = sized(6, 6, 5)
"""Two odd threats need six cells, and more positions than there is time for where kernels are slow."""

SIZES = (5, 4), (4, 12), (12, 4), (8, 7)


@cache
def kernel(width: int, height: int) -> Any:
    return solver.kernel(width, height)


def ceiling(p: Thrown) -> int:
    """What the kernel says that the score cannot exceed."""
    k = kernel(p.width, p.height)
    return int(
        k.cells.ceiling(
            p.mine, p.taken, p.count, k.cells.completing(p.mine ^ p.taken, k.cells.BOARD ^ p.taken)
        )
    )


def threats(p: Thrown, odd: bool, above: Callable[[int], bool] = lambda height: True) -> bool:
    """Whether the other side completes a four in a cell of such a row that cannot be played yet.

    Only in columns whose height, so far, is as *above* wants it.
    """
    return any(
        completes(p.cells, p.width, p.height, column, row, 2)
        for column in range(p.width)
        if above(height_of(p.cells, p.height, column))
        for row in range(height_of(p.cells, p.height, column) + 1, p.height)
        if odd != bool(row % 2)
    )


def branch(p: Thrown, bound: int) -> str:
    """Which of the ceiling's reasons it was, or may have been."""
    if p.count % 2:
        return "odd threat" if threats(p, True, lambda height: height % 2 == 1) else "odd threat to come"
    if bound == 0:
        return "draw"
    if threats(p, False):
        return "even threat"
    return "even four" if bound == -1 else "two odd threats"


def check_ceilings(positions: tuple[Thrown, ...]) -> tuple[Counter[str], Counter[str]]:
    """How often each reason gave a bound, and how often that was the very score."""
    fired: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for p in positions:
        bound = ceiling(p)
        if bound < p.width * p.height:
            assert not p.exceeds(bound), (p, bound)
            why = branch(p, bound)
            fired[why] += 1
            exact[why] += p.exceeds(bound - 1)
    return fired, exact


@pytest.mark.kernel
def test_no_score_is_above_its_ceiling() -> None:
    fired, exact = check_ceilings(thrown(7, 6, MANY, LEFT))
    assert min(fired.values()) > MANY / 1000 and len(fired) == REASONS
    assert min(exact.values()) > MANY / 2000 and len(exact) == REASONS


@pytest.mark.kernel
def test_no_score_is_above_its_ceiling_where_a_single_column_or_two_are_deep() -> None:
    """Who answers in the same column must beware of odd columns, and of threats one upon another."""
    deep = [p for p in thrown(7, 6, SOME, 12, 5) if sum(p.cells[c * 6 + 5] == 0 for c in range(7)) <= 2]
    assert len(deep) > SOME / 20
    assert len(check_ceilings(tuple(deep))[0]) == sized(6, 6, 4)


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_score_is_above_its_ceiling_on_other_boards(width: int, height: int) -> None:
    fired, _ = check_ceilings(thrown(width, height, SOME, LEFT))
    if height % 2:
        assert not fired  # columns of odd height cannot be shared out by answering
    else:
        assert len(fired) == (5 if width == 5 else REASONS)  # 5x4 has no room for two odd threats alone


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), [(7, 6), (8, 7)])
def test_following_what_is_forced_changes_no_score(width: int, height: int) -> None:
    """Where it stops with a score, that is a bound on the right side of alpha; else the same game goes on."""
    k = kernel(width, height)
    stopped = went = 0
    for index, p in enumerate(thrown(width, height, SOME, LEFT)):
        most = (p.left + 1) // 2
        alpha = index % (2 * most + 1) - most
        mine, taken, count, limit, sign, moves, threats, value = k.search.follow(
            p.mine, p.taken, p.count, alpha, threats_of(k, p.mine, p.taken)
        )
        if moves == 0:
            stopped += 1
            score = sign * value
            assert p.exceeds(score - 1) if score > alpha else not p.exceeds(score), (p, alpha)
            continue
        there = reached(p, int(mine), int(taken), int(count), int(sign))
        went += count > p.count
        assert limit == (alpha if sign == 1 else -alpha - 1) and sign == (-1) ** (count - p.count)
        assert p.score() == sign * there.score(), (p, alpha)
        assert moves == safe(there)
        assert threats == threats_of(k, there.mine, there.taken)
    assert stopped > SOME / 10 and went > SOME / 100


def threats_of(k: Any, mine: int, taken: int) -> int:
    """Those of the side that is not to move."""
    return int(k.cells.completing(mine ^ taken, k.cells.BOARD ^ taken))


def reached(p: Thrown, mine: int, taken: int, count: int, sign: int) -> Thrown:
    """The position that the kernel speaks of, and that only discs were added to *p*."""
    span = p.height + 1
    bits = [1 << c * span + r for c in range(p.width) for r in range(p.height)]
    cells = [(1 if mine & bit else 2) if taken & bit else 0 for bit in bits]
    assert sum(cell > 0 for cell in cells) == count
    for before, after in zip(p.cells, cells, strict=True):
        assert before == 0 or after == (before if sign == 1 else 3 - before)
    return Thrown(np.array(cells) if COMPILED else cells, p.width, p.height, mine, taken, count)


def safe(p: Thrown) -> int:
    """The cells after which the other side cannot complete a four at once."""
    found = 0
    for column in range(p.width):
        row = height_of(p.cells, p.height, column)
        if row < p.height:
            p.cells[column * p.height + row] = 1
            others = (
                (c, height_of(p.cells, p.height, c))
                for c in range(p.width)
                if p.cells[(c + 1) * p.height - 1] == 0
            )
            if not any(completes(p.cells, p.width, p.height, c, r, 2) for c, r in others):
                found |= 1 << column * (p.height + 1) + row
            p.cells[column * p.height + row] = 0
    return found


@pytest.mark.kernel
@pytest.mark.parametrize(("width", "height"), [(7, 6), (8, 7)])
def test_a_move_that_answers_before_the_search_has_the_score_it_claims(width: int, height: int) -> None:
    """By leaving no safe reply, or by a ceiling of the other side."""
    k = kernel(width, height)
    log = 20
    table, frames = np.zeros(1 << log, np.int64), np.zeros(3 * k.search.FRAME, np.int64)
    first, step = k.search._FIRST, k.search.MOVE
    answered: Counter[str] = Counter()
    for index, p in enumerate(thrown(width, height, SOME, LEFT)):
        moves = safe(p)
        if not moves or p.left < 3:
            continue
        most = (p.left - 1) // 2
        alpha = index % (2 * most + 1) - most - 1
        with np.errstate(over="ignore"):
            state = (np.int64(p.mine), np.int64(p.taken)) if not COMPILED else (p.mine, p.taken)
            end, value = k.search.look_at_moves(frames, first, table, log, *state, p.count, alpha, moves)
        if value > alpha:
            assert p.exceeds(int(value) - 1), (p, alpha)
            answered["no reply" if value == most else "ceiling"] += 1
        else:
            choices, best = k.search.look_up_moves(frames, first, end, table, log, alpha)
            # nothing in the table: all are searched
            assert choices == moves.bit_count() and best == -k.cells.CELLS
            listed = [[int(number) for number in frames[first + step * i :][:3]] for i in range(choices)]
            assert sum(cell for cell, _, _ in listed) == moves
            assert [merit for _, merit, _ in listed] == sorted((one[1] for one in listed), reverse=True)
            for cell, _, threats in listed:
                assert threats == threats_of(k, p.mine ^ p.taken, p.taken | cell)
            answered["searched"] += 1
    assert answered["no reply"] > SOME / 50 and answered["searched"] > SOME / 50
    assert height % 2 or answered["ceiling"] > SOME / 50
