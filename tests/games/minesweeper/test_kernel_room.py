"""Boards that need more room than the kernel has: nothing is written outside, and nothing certain is lost."""

from __future__ import annotations

import numpy as np
import pytest
from tests.engines.nasty_boards import opened
from tests.sizes import COMPILED

from damier.games.minesweeper.kernel import odds, supposing
from damier.games.minesweeper.kernel.memory import MOST
from damier.games.minesweeper.pack import new_memory, pack

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(not COMPILED, reason="as plain Python so large a board takes minutes"),
]


def test_a_component_with_too_many_ways_behind_is_cut() -> None:
    """The ways to its states have room, those from them to its end have not."""
    board = opened(60, 0.35, lambda x, y: (x + 2 * y) % 5 == 0, seed=4, spared=True)
    mem = new_memory()
    pack(board, mem)
    assert odds.find_odds(mem) and not mem.exact
    chances, proofs = np.empty(mem.cells), np.empty(mem.cells, np.int64)
    odds.cell_odds(mem, chances, proofs)
    covered = np.array([sign == "." for sign in board.cells])
    assert np.all((chances[covered] >= 0) & (chances[covered] <= 1))


def test_nothing_is_put_on_top_of_a_board_with_too_many_boxes() -> None:
    board = opened(60, 0.3, lambda x, y: (x + 2 * y) % 4 == 0, seed=4, spared=True)
    mem = new_memory()
    pack(board, mem)
    assert odds.find_odds(mem)
    assert 2 * max(mem.numbers, mem.boxes) + 16 > MOST
    before = mem.copy()
    for cell in np.flatnonzero(mem.box_of[: mem.cells] >= 0)[:20]:
        assert supposing.suppose(mem, int(cell)) == 0
        supposing.take_off(mem, int(cell))
    for name in before.dtype.names:
        if name not in ("marked", "touched"):
            assert np.array_equal(mem[name], before[name]), name
