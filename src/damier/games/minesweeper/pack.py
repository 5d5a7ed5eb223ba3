"""The only bridge from the rules to the kernel: what a board shows becomes numbers in the kernel's memory."""

from __future__ import annotations

import threading

import numpy as np

from damier.games.minesweeper.kernel import memory, numbers
from damier.games.minesweeper.visible_board import NUMBERS, Board

END_MOST = 4000
"""Arrangements at most of an end that is played out in the mind."""

END_BUDGET = 100_000
"""Sets of arrangements at most that are looked into for that."""

WORK_MOST = 20_000_000
"""Steps of counting after which a guess looks into nothing more: a tenth of that is much on a usual board."""

_SHOWN = bytes(NUMBERS.index(chr(sign)) if chr(sign) in NUMBERS else 255 for sign in range(256))
"""What the kernel calls what a cell shows: -1 for all that is covered."""

_own = threading.local()


def new_memory() -> memory.Memory:
    """Some fifty megabytes, of which a board uses what it needs."""
    mem = np.zeros(1, memory.MEMORY).view(np.recarray)[0]
    set_limits(mem)
    return mem


def set_limits(mem: memory.Memory) -> None:
    """The usual limits of counting, guessing and playing ends out."""
    mem.budget, mem.work_most, mem.end_most, mem.end_budget = memory.STEPS, WORK_MOST, END_MOST, END_BUDGET


def own_memory() -> memory.Memory:
    """The memory of this thread, for what is done in one go."""
    if not hasattr(_own, "memory"):
        _own.memory = new_memory()
    return _own.memory


def shown(view: Board) -> np.ndarray:
    """What each cell shows, as the kernel counts it.

    A flag is what a player believes, not a fact: it is covered as any other cell.
    """
    return np.frombuffer(view.cells.encode("ascii").translate(_SHOWN), np.int8)


def pack(view: Board, mem: memory.Memory) -> None:
    """Lay out what *view* shows."""
    numbers.lay_out(mem, view.width, view.height, view.mines)
    mem.shown[: len(view.cells)] = shown(view)
