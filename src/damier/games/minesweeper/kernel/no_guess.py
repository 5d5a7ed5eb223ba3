"""How far a board can be opened without a guess: everything that is certain is dug, until nothing is."""

from __future__ import annotations

import numpy as np

from damier.jit import kernel

from .memory import COVERED, MINE, UNKNOWN, Memory, whole
from .numbers import is_unknown, prove_simple
from .odds import find_odds
from .playing import dig, dig_safe, learn, number_truth

NOT_COUNTED = whole(-1)
"""What is told of a board with too many arrangements to count them all."""


@kernel
def open_certain(mem: Memory, mined: np.ndarray, first: int) -> int:
    """Open what is certain from the cell *first* on, and tell how many cells are open then.

    The board is laid out. Certain is what holds in every arrangement of the mines that fits what is shown and
    their number: that is a fact about the board, so the answer is the same however it is found. Where there
    are too many arrangements to count nothing is told but NOT_COUNTED: what part of them proves is no fact.
    """
    for cell in range(mem.cells):
        mem.shown[cell] = COVERED
        mem.known[cell] = UNKNOWN
    number_truth(mem, mined)
    dig(mem, first)
    going_on = True
    while going_on:
        going_on = prove_simple(mem)
        if going_on and not dig_safe(mem):
            going_on = count_opened(mem) < mem.cells - mem.mines and find_odds(mem)
            if going_on:
                if not mem.exact:
                    return NOT_COUNTED
                learn(mem)
                going_on = dig_safe(mem) > 0
    return count_opened(mem)


@kernel
def count_opened(mem: Memory) -> int:
    """How many cells are open."""
    opened = 0
    for cell in range(mem.cells):
        opened += int(mem.shown[cell] != COVERED)
    return opened


@kernel
def mark_stuck(mem: Memory, stuck: np.ndarray) -> None:
    """Mark with 1 the covered cells that are not certain to be mines, and all beside them.

    ``open_certain`` ended before, with some of them left: the odds are those of the board as it is now.
    """
    for cell in range(mem.cells):
        stuck[cell] = 0
    for cell in range(mem.cells):
        if is_unknown(mem, cell):
            box = whole(mem.box_of[cell])
            if (mem.certain[box] if box >= 0 else mem.away_certain) == MINE:
                continue
            stuck[cell] = 1
            for i in range(mem.degree[cell]):
                stuck[whole(mem.around[cell, i])] = 1
