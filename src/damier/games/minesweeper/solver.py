"""What is known of a board: the odds of every cell, how many arrangements there are, the best dig."""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from damier.games.minesweeper.kernel import memory, odds, playing
from damier.games.minesweeper.kernel.memory import STEPS
from damier.games.minesweeper.pack import END_BUDGET, WORK_MOST, new_memory, set_limits, shown
from damier.games.minesweeper.visible_board import COVERS, FLAG, Board, Cell

FEWEST_STEPS = 10
"""Steps that are enough for a single box: what is less could not be counted even when it is cut."""

LARGEST_WHOLE = 28.0
"""The logarithm from which on the number of arrangements is not told to the last digit."""


@dataclass(frozen=True)
class Known:
    """What counting says of an open board."""

    view: Board
    chances: tuple[float, ...] = field(repr=False)
    """For every cell the chance of a mine, row by row from the top; -1 for an open cell."""
    proofs: bytes = field(repr=False)
    """For every cell what is proved of it, as the kernel writes it."""
    logarithm: float
    """The natural logarithm of the number of arrangements that fit; minus infinity where none does."""
    exact: bool
    """Whether every arrangement was counted; if not, the odds are an estimate, and what is sure is sure."""
    steps: int = 0
    """How many steps of counting that took."""

    @cached_property
    def odds(self) -> dict[Cell, float]:
        """For every covered cell the chance of a mine: ``{4: 0.25}``."""
        return {cell: mine for cell, mine in enumerate(self.chances) if mine >= 0.0}

    @cached_property
    def sure(self) -> dict[Cell, bool]:
        """The cells proved to hide a mine (True) or none (False), by structure, never by rounding."""
        certain = memory.SAFE | memory.MINE
        return {cell: proof & memory.MINE > 0 for cell, proof in enumerate(self.proofs) if proof & certain}

    @cached_property
    def away(self) -> frozenset[Cell]:
        """The covered cells beside no number."""
        return frozenset(cell for cell, proof in enumerate(self.proofs) if proof & odds.IS_AWAY)

    @property
    def possible(self) -> bool:
        """Whether any arrangement fits the numbers and the number of mines."""
        return self.logarithm > -math.inf

    @property
    def solutions(self) -> int | None:
        """How many arrangements fit; None where that is not known to the last digit."""
        if not self.possible:
            return 0
        known = self.exact and self.logarithm < LARGEST_WHOLE
        return round(math.exp(self.logarithm)) if known else None

    @cached_property
    def wrong_flags(self) -> tuple[Cell, ...]:
        """The flags on cells that are proved to be safe."""
        safe = (cell for cell, is_mine in sorted(self.sure.items()) if not is_mine)
        return tuple(cell for cell in safe if self.view.cells[cell] == FLAG)


@dataclass(frozen=True, slots=True)
class Best:
    """The cell to dig on a board."""

    cell: Cell
    wins: float | None = None
    """The exact chance to win from here on, where the end was played out in the mind: ``0.75``."""
    winning: dict[Cell, float] = field(default_factory=dict)
    """The chance to win with each cell that was looked into; for those that are not the best, at most so."""


class Solver:
    """Counts on boards, and chooses where nothing is certain; one thread at a time may use it."""

    def __init__(self, most: int | None = None) -> None:
        self._mem = _take_memory()
        self._mem.stop = self._mem.work = 0
        if most is not None:
            self._mem.work_most, self._mem.end_budget = min(WORK_MOST, most), min(END_BUDGET, most)
            self._mem.budget = max(FEWEST_STEPS, min(STEPS, most))
        weakref.finalize(self, _spare.append, self._mem)

    def stop(self) -> None:
        """End what is being looked into, from another thread."""
        self._mem.stop = 1

    @property
    def stopped(self) -> bool:
        """Whether it was ended: what it counts from then on means nothing."""
        return bool(self._mem.stop)

    def count(self, view: Board) -> Known:
        """What counting says of an open board: a tenth of a second at most, on the worst of boards."""
        cells = len(view.cells)
        chances, proofs, told = np.empty(cells), np.zeros(cells, np.uint8), np.zeros(3)
        size = view.width, view.height, view.mines
        if odds.count_board(self._mem, shown(view), size, chances, proofs, told):
            logarithm, exact, steps = told.tolist()
            counted = tuple(chances.tolist())
            return Known(view, counted, proofs.tobytes(), logarithm, bool(exact), int(steps))
        # No arrangement fits: nothing is known but how many mines there are for how many cells.
        share = min(1.0, view.mines / max(1, view.covered))
        alike = tuple(share if sign in COVERS else -1.0 for sign in view.cells)
        return Known(view, alike, bytes(cells), -math.inf, exact=True)

    def safest(self) -> Cell:
        """The safest cell of the board that was counted last, if nothing there is proved safe."""
        return int(playing.safest(self._mem))

    def best_dig(self, known: Known) -> Best | None:
        """The cell to dig where nothing is certain, on the board that was counted last; None if stopped."""
        mem = self._mem
        cell = int(playing.choose(mem, playing.CHAMPION))
        if mem.stop:
            return None
        if not known.exact or not mem.played_out:
            return Best(cell)
        cells, total = range(int(mem.end_cells)), int(mem.solutions)
        winning = {int(mem.end_cell[i]): mem.end_won[i] / total for i in cells if mem.end_won[i] > 0}
        return Best(cell, max(1, mem.played_out) / total, winning)


@cache
def prepare() -> None:
    """Have all that levels need compiled, on a board where nothing is certain, before a game meets one."""
    solver = Solver()
    solver.best_dig(solver.count(Board(3, 1, 1, ".1.")))


_spare: list[memory.Memory] = []
"""Memories that nobody uses now: each is large, and most boards touch a small part of it."""


def _take_memory() -> memory.Memory:
    try:
        mem = _spare.pop()
    except IndexError:
        return new_memory()
    set_limits(mem)
    return mem
