"""All that the kernel remembers while it works on a board, in one record: nothing is allocated on the way.

The words of this folder:

- a cell is *unknown* while it is covered and neither proved safe nor proved a mine;
- a *number* is an open cell beside unknown cells: how many mines it *needs* among them;
- cells beside the same numbers form a *box*: k mines lie in a box of s cells in C(s, k) ways;
- boxes joined by numbers form a *component*; components share nothing but the total of mines;
- unknown cells beside no number are *away*.

What a guess would lead to is put on top: numbers, boxes and components from a mark on, which is then taken
back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from . import CELLS

Memory: TypeAlias = Any
"""One record of type MEMORY."""

whole: Callable[[int], int] = np.int64  # type: ignore[assignment]
"""Reads a small number, or a constant, as one of 64 bits: functions are then compiled for one type only, and
in plain Python nothing overflows."""

UNKNOWN, SAFE, MINE = 0, 1, 2
"""What is known of a covered cell."""

COVERED = -1
"""What a cell shows that is not open."""

SLOTS = 30
"""How many numbers may be open at a time while a component is counted: 15 in each of two words."""

STATES = 1 << 17
STEPS = 1 << 18
"""The most states and steps between them while a component is counted; what needs more is cut in two."""

ROOM = 1 << 20
"""Places for the ways of these states, by their number of mines."""

KEPT = 1 << 20
"""Places for the ways of components and of their boxes, by their number of mines."""

PLACES = 1 << 18
"""Places of the hash table that finds equal states: twice as many as there are states."""

ON_TOP = 512
"""Numbers, boxes and components that a guess puts on top of those of the board."""

END_CELLS, SOLUTIONS = 128, 1 << 13
"""The most unknown cells and arrangements of an end that is played out in the mind."""

LISTS = 1 << 16
"""Places for lists of cells that can still tell something, one list on top of the other."""

REMEMBERED = 1 << 16
"""Sets of arrangements whose worth is remembered."""

LEVELS = 3
"""The board, what one guess makes of it, what a second one makes of that."""

MOST = CELLS + ON_TOP
"""The most numbers, boxes and components, those on top of the board among them."""

_WHOLE = np.int64
_PLACE = np.int16
_SMALL = np.int8
_REAL = np.float64

MEMORY = np.dtype(
    [
        # The board: its size, the neighbours of each cell, what the cells show, what is known of them.
        ("width", _WHOLE),
        ("height", _WHOLE),
        ("cells", _WHOLE),
        ("mines", _WHOLE),
        ("degree", _SMALL, (CELLS,)),
        ("around", _PLACE, (CELLS, 8)),
        ("shown", _SMALL, (CELLS,)),
        ("known", _SMALL, (CELLS,)),
        ("waiting", _PLACE, (CELLS,)),
        ("truth", _SMALL, (CELLS,)),
        ("guesses", _WHOLE),
        # Unknown cells: the numbers beside each, and its box; -1 for a cell that is away or not unknown.
        ("beside", _PLACE, (CELLS, 8)),
        ("beside_count", _SMALL, (CELLS,)),
        ("box_of", _PLACE, (CELLS,)),
        # Numbers: the mines they need, their cells; while they are counted, a slot and the cells to come.
        ("numbers", _WHOLE),
        ("need", _WHOLE, (MOST,)),
        ("number_size", _SMALL, (MOST,)),
        ("number_cells", _PLACE, (MOST, 8)),
        ("slot", _WHOLE, (MOST,)),
        ("to_come", _WHOLE, (MOST,)),
        ("boxes_left", _WHOLE, (MOST,)),
        ("number_boxes", _SMALL, (MOST,)),
        ("boxes_beside", _PLACE, (MOST, 8)),
        # Boxes: cells, numbers, the component, and where its sums begin among those kept.
        ("boxes", _WHOLE),
        ("box_size", _SMALL, (MOST,)),
        ("box_cells", _PLACE, (MOST, 8)),
        ("box_degree", _SMALL, (MOST,)),
        ("box_numbers", _PLACE, (MOST, 8)),
        ("unopened", _WHOLE, (MOST,)),
        ("placed", _WHOLE, (MOST,)),
        ("component_of", _WHOLE, (MOST,)),
        ("sums_at", _WHOLE, (MOST,)),
        ("mine", _REAL, (MOST,)),
        ("certain", _WHOLE, (MOST,)),
        # Components: their boxes in the order in which they are filled, and the ways by number of mines.
        ("components", _WHOLE),
        ("first", _WHOLE, (MOST,)),
        ("last", _WHOLE, (MOST,)),
        ("fewest", _WHOLE, (MOST,)),
        ("span", _WHOLE, (MOST,)),
        ("ways_at", _WHOLE, (MOST,)),
        ("logarithm", _REAL, (MOST,)),
        ("ordered", _WHOLE),
        ("order", _WHOLE, (MOST,)),
        ("frontier", _WHOLE, (MOST,)),
        # Whether to stop, steps at most for a component, steps taken and at most for a guess.
        # A component that is counted: states, layer by layer, and the steps between them.
        ("stop", _WHOLE),
        ("budget", _WHOLE),
        ("work", _WHOLE),
        ("work_most", _WHOLE),
        ("exact", _WHOLE),
        ("states", _WHOLE),
        ("key", _WHOLE, (STATES, 2)),
        ("low", _WHOLE, (STATES,)),
        ("length", _WHOLE, (STATES,)),
        ("at", _WHOLE, (STATES,)),
        ("back_low", _WHOLE, (STATES,)),
        ("back_length", _WHOLE, (STATES,)),
        ("back_at", _WHOLE, (STATES,)),
        ("place", _WHOLE, (STATES,)),
        ("steps", _WHOLE),
        ("step_from", _WHOLE, (STEPS,)),
        ("step_to", _WHOLE, (STEPS,)),
        ("step_mines", _WHOLE, (STEPS,)),
        ("layer_state", _WHOLE, (MOST,)),
        ("layer_step", _WHOLE, (MOST,)),
        ("layer_shift", _WHOLE, (MOST,)),
        ("hashed", _WHOLE, (PLACES,)),
        ("ahead", _REAL, (ROOM,)),
        ("behind", _REAL, (ROOM,)),
        # What is kept of components, and what is put together of all of them.
        ("kept", _WHOLE),
        ("ways", _REAL, (KEPT,)),
        ("level", _WHOLE),
        ("used", _WHOLE, (LEVELS,)),
        ("using", _WHOLE, (LEVELS, MOST)),
        ("head_at", _WHOLE, (MOST,)),
        ("head_low", _WHOLE, (MOST,)),
        ("head_length", _WHOLE, (MOST,)),
        ("head", _REAL, (ROOM,)),
        ("tail", _REAL, (CELLS + 1,)),
        ("next_tail", _REAL, (CELLS + 1,)),
        ("away", _WHOLE),
        ("away_mine", _REAL),
        ("away_certain", _WHOLE),
        ("left", _WHOLE),
        ("total", _REAL),
        ("log_total", _REAL),
        # A guess: the cells that may be it, what they are worth, the components that it touches.
        ("candidates", _WHOLE, (LEVELS,)),
        ("candidate", _WHOLE, (LEVELS, CELLS)),
        ("safety", _REAL, (LEVELS, CELLS)),
        ("promise", _REAL, (CELLS,)),
        ("touched", _WHOLE, (LEVELS, MOST)),
        ("copied", _WHOLE, (MOST,)),
        ("marked", _WHOLE, (LEVELS, 6)),
        ("changing_kept", _WHOLE, (LEVELS,)),
        ("changing_number", _WHOLE, (LEVELS,)),
        # The end of a game: its unknown cells, all arrangements, what each cell shows in each of them.
        ("end_most", _WHOLE),
        ("end_budget", _WHOLE),
        ("end_nodes", _WHOLE),
        ("end_cells", _WHOLE),
        ("end_cell", _WHOLE, (END_CELLS + 1,)),
        ("end_part", _WHOLE, (END_CELLS + 1,)),
        ("end_place", _WHOLE, (CELLS,)),
        ("end_base", _WHOLE, (END_CELLS,)),
        ("end_tried", _SMALL, (END_CELLS + 1,)),
        ("part_least", _WHOLE, (END_CELLS + 1,)),
        ("part_most", _WHOLE, (END_CELLS + 1,)),
        ("solutions", _WHOLE),
        ("value", _SMALL, (SOLUTIONS, END_CELLS)),
        ("sign", _WHOLE, (SOLUTIONS,)),
        ("picked", _WHOLE, (SOLUTIONS,)),
        ("sorting", _WHOLE, (SOLUTIONS,)),
        ("tally", _WHOLE, (END_CELLS, 10)),
        ("group", _WHOLE, (END_CELLS + 1, 11)),
        ("listed", _PLACE, (LISTS,)),
        ("cost", _WHOLE, (LISTS,)),
        ("set_sign", _WHOLE, (REMEMBERED,)),
        ("set_won", _WHOLE, (REMEMBERED,)),
        ("set_exact", _SMALL, (REMEMBERED,)),
        ("end_best", _WHOLE),
        ("played_out", _WHOLE),
        ("end_won", _WHOLE, (END_CELLS,)),
        ("frame", _WHOLE, (END_CELLS + 2, 13)),
    ],
    align=True,
)
"""Small numbers are read through ``whole``."""
