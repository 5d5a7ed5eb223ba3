"""The board of the compiled search: ways, steps and walls, on one array of integers.

Cells are numbered from a1, row by row; a cell has four sides, and a wall goes by the cell south-west of it::

    row 2 | 6  7  8        side 0 north          wall h at 3      wall v at 3
    row 1 | 3  4  5      side 3 west, 1 east       6    7           6 | 7
    row 0 | 0  1  2        side 2 south           =========           |
            (3 wide)                               3    4           3 | 4

A move is ``128 * kind + cell``: kind 0 a step to the cell, 1 a horizontal wall, 2 a vertical wall.

The array, which ``pack()`` fills; ROOM = 128 places hold one number a cell, 11x11 being the largest board::

    STOP NODES MOST_NODES FLOODS       set to end the search; two counters, and a limit to the first
    WIDTH CELLS PAWNS(2) LEFT(2)       the size; by seat, the pawn's cell and the walls left
    SWITCHES(5) STEPS(4)               the optimisations; the four sides as differences of cell numbers
    GOALS  seat, cell                  1 where the seat wants to go
    SHUT   cell, side                  1 where a wall or the border closes the side, seen from both cells
    POSTS  cell                        the kind of the wall that goes by this cell, or 0
    FIELDS seat, cell                  steps to the goal in the position that is being looked at
    CROSSED seat, cell, north or east  which step of the seat's way crosses this side, or NONE
    TROD   cell                        the least step at which some way passes, or NONE
    QUEUE FAR LINE TALLY RANKS(2)      room for notes
    SIGNS                              random numbers for the table: see search.py
    MOVES MERITS  ply, number          the moves that are looked at, and what each seems to gain

Every number is signed, 64 bits: numba makes floats of a mix with unsigned ones.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from damier.jit import kernel

Array: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

ROOM, PLIES = 128, 12
STOP, NODES, MOST_NODES, FLOODS = 0, 1, 2, 3
WIDTH, CELLS, PAWNS, LEFT = 4, 5, 6, 8
ORDERING, TABLE, LAZY, INVERSE, STRATEGIC = 10, 11, 12, 13, 14
STEPS = 16
GOALS = 32
SHUT = GOALS + 2 * ROOM
POSTS = SHUT + 4 * ROOM
FIELDS = POSTS + ROOM
CROSSED = FIELDS + 2 * ROOM
TROD = CROSSED + 4 * ROOM
QUEUE = TROD + ROOM
FAR = QUEUE + ROOM
LINE = FAR + ROOM
TALLY = LINE + ROOM
RANKS = TALLY + ROOM
SIGNS = RANKS + 2 * ROOM
MOVES = SIGNS + 5 * ROOM
MERITS = MOVES + 2 * ROOM * PLIES
SIZE = MERITS + 2 * ROOM * PLIES

NONE = 999
"""No such step."""

MOST_ROUTES, MOST_WALLS = 6, 20
"""As in paths.py and levels/document.py, where they are explained: a test compares them."""


@kernel
def wipe(d: Array, start: int, count: int, value: int) -> None:
    """Write *value* to *count* places: a loop, because slices take numba long to compile."""
    for place in range(start, start + count):
        d[place] = value


@kernel
def fill(d: Array, seat: int) -> None:
    """Steps from every cell to the goal of *seat*, in one search from the goal; -1 where there is no way."""
    d[FLOODS] += 1
    field = FIELDS + seat * ROOM
    head = tail = QUEUE
    for cell in range(d[CELLS]):
        d[field + cell] = -1
        if d[GOALS + seat * ROOM + cell]:
            d[field + cell] = 0
            d[tail] = cell
            tail += 1
    while head < tail:
        cell = d[head]
        head += 1
        for side in range(4):
            if not d[SHUT + 4 * cell + side]:
                other = cell + d[STEPS + side]
                if d[field + other] < 0:
                    d[field + other] = d[field + cell] + 1
                    d[tail] = other
                    tail += 1


@kernel
def walk(d: Array, seat: int, start: int) -> int:
    """Steps from *start* to the goal of *seat*, searched from there; -1 if there is no way."""
    d[FLOODS] += 1
    wipe(d, FAR, ROOM, -1)
    d[FAR + start] = 0
    d[QUEUE] = start
    head, tail = QUEUE, QUEUE + 1
    while head < tail:
        cell = d[head]
        head += 1
        if d[GOALS + seat * ROOM + cell]:
            return int(d[FAR + cell])
        for side in range(4):
            if not d[SHUT + 4 * cell + side]:
                other = cell + d[STEPS + side]
                if d[FAR + other] < 0:
                    d[FAR + other] = d[FAR + cell] + 1
                    d[tail] = other
                    tail += 1
    return -1


@kernel
def distance(d: Array, seat: int, cell: int) -> int:
    """Steps from *cell* to the goal of *seat*: looked up, or searched where that optimisation is off."""
    if d[INVERSE]:
        return int(d[FIELDS + seat * ROOM + cell])
    return walk(d, seat, cell)


@kernel
def routes(d: Array, seat: int) -> int:
    """How many shortest ways the pawn of *seat* has, MOST_ROUTES at most."""
    wipe(d, TALLY, ROOM, 0)
    d[LINE] = d[PAWNS + seat]
    d[TALLY + d[LINE]] = 1
    head, tail, total = LINE, LINE + 1, 0
    while head < tail:
        cell = d[head]
        head += 1
        rest = distance(d, seat, cell)
        if rest == 0:
            total += d[TALLY + cell]
            continue
        for side in range(4):
            if not d[SHUT + 4 * cell + side]:
                other = cell + d[STEPS + side]
                if distance(d, seat, other) == rest - 1:
                    if d[TALLY + other] == 0:
                        d[tail] = other
                        tail += 1
                    # Each of them reaches the goal, so that capping early does not change the capped sum.
                    d[TALLY + other] = min(d[TALLY + other] + d[TALLY + cell], MOST_ROUTES)
    return min(total, MOST_ROUTES)


@kernel
def reachable(d: Array, seat: int, out: int) -> int:
    """Where the pawn of *seat* can go, written to d[out] in the order of the cells; how many."""
    pawn, rival = d[PAWNS + seat], d[PAWNS + 1 - seat]
    count = 0
    for side in range(4):
        if d[SHUT + 4 * pawn + side]:
            continue
        cell = pawn + d[STEPS + side]
        if cell != rival:
            count = insert(d, out, count, cell)
        elif not d[SHUT + 4 * cell + side]:
            count = insert(d, out, count, cell + d[STEPS + side])
        else:
            for aside in range(1 - side % 2, 4, 2):  # the two sides across
                if not d[SHUT + 4 * cell + aside]:
                    count = insert(d, out, count, cell + d[STEPS + aside])
    return count


@kernel
def insert(d: Array, out: int, count: int, cell: int) -> int:
    """Put *cell* in its place among the *count* ascending numbers at d[out]; how many there are now."""
    place = out + count
    while place > out and d[place - 1] > cell:
        d[place] = d[place - 1]
        place -= 1
    d[place] = cell
    return count + 1


@kernel
def survey(d: Array) -> None:
    """The fields and a shortest way of both seats: at each step north before east, south, west."""
    wipe(d, CROSSED, 5 * ROOM, NONE)  # and TROD after it
    for seat in range(2):
        if d[INVERSE]:
            fill(d, seat)
        cell = d[PAWNS + seat]
        rest = distance(d, seat, cell)
        step = 0
        d[TROD + cell] = 0
        while rest > 0:
            side = 0
            while d[SHUT + 4 * cell + side] or distance(d, seat, cell + d[STEPS + side]) != rest - 1:
                side += 1
            other = cell + d[STEPS + side]
            d[CROSSED + 2 * (seat * ROOM + min(cell, other)) + side % 2] = step
            cell = other
            step += 1
            rest -= 1
            d[TROD + cell] = min(d[TROD + cell], step)


@kernel
def cut(d: Array, seat: int, wall: int) -> int:
    """The first step of the way of *seat* that *wall* lies across, or NONE."""
    flat = wall < 2 * ROOM
    one = CROSSED + 2 * (seat * ROOM + wall % ROOM) + (0 if flat else 1)
    two = one + 2 * d[STEPS + (1 if flat else 0)]
    return int(min(d[one], d[two]))


@kernel
def build(d: Array, wall: int, closed: int) -> None:
    """Put *wall* up (1) or take it away (0)."""
    cell, kind = wall % ROOM, wall // ROOM
    near = kind - 1  # the side that it closes, of the cells south or west of it
    across, along = d[STEPS + near], d[STEPS + 1 - near]
    d[POSTS + cell] = closed * kind
    for first in range(cell, cell + along + 1, along):
        d[SHUT + 4 * first + near] = closed
        d[SHUT + 4 * (first + across) + near + 2] = closed


@kernel
def fits(d: Array, wall: int) -> bool:
    """Whether *wall*, which lies within the board, neither crosses nor overlaps another."""
    cell, kind = wall % ROOM, wall // ROOM
    along = d[STEPS + 2 - kind]
    if d[POSTS + cell] or d[POSTS + cell + along] == kind:
        return False
    # No wall goes by a cell of the last column: before the first one there is nothing to overlap.
    return bool(cell < along or d[POSTS + cell - along] != kind)


@kernel
def legal(d: Array, wall: int) -> bool:
    """Whether *wall*, which fits, leaves both pawns a way; the position has been surveyed."""
    first, second = not d[LAZY], not d[LAZY]
    if d[LAZY]:
        first, second = cut(d, 0, wall) != NONE, cut(d, 1, wall) != NONE
        if not first and not second:
            return True
    build(d, wall, 1)
    fine = (not first or walk(d, 0, d[PAWNS]) >= 0) and (not second or walk(d, 1, d[PAWNS + 1]) >= 0)
    build(d, wall, 0)
    return fine


@kernel
def rank(d: Array, turn: int, wall: int) -> int:
    """How strategic *wall* is: less is more, NONE is not near any way."""
    own, other = cut(d, turn, wall), cut(d, 1 - turn, wall)
    if other != NONE:
        return other if own == NONE else 100 + other
    if own != NONE:
        return 300 + own
    cell, above = TROD + wall % ROOM, TROD + wall % ROOM + d[WIDTH]
    near = min(d[cell], d[cell + 1], d[above], d[above + 1])
    return NONE if near == NONE else 200 + int(near)


@kernel
def select(d: Array, turn: int, walls: int, count: int) -> int:
    """Of the *count* walls at d[walls] keep the most strategic legal ones, in their order; how many."""
    for number in range(count):
        d[RANKS + number] = rank(d, turn, d[walls + number])
    chosen = 0
    while chosen < MOST_WALLS:
        best, least = -1, NONE
        for number in range(count):
            if 0 <= d[RANKS + number] < least:
                best, least = number, d[RANKS + number]
        if best < 0:
            break
        d[RANKS + best] = NONE
        if legal(d, d[walls + best]):
            d[RANKS + best] = -1  # taken
            chosen += 1
    kept = 0
    for number in range(count):
        if d[RANKS + number] == -1:
            d[walls + kept] = d[walls + number]
            kept += 1
    return kept


@kernel
def generate(d: Array, ply: int, turn: int) -> int:
    """The moves that are looked at, in the order of the rules, to d[MOVES] of this ply; how many."""
    survey(d)
    moves, width = MOVES + 2 * ROOM * ply, d[WIDTH]
    steps = reachable(d, turn, moves)
    if d[LEFT + turn] == 0:
        return steps
    walls, count = moves + steps, 0
    for kind in range(1, 3):
        for cell in range(d[CELLS] - width):
            wall = kind * ROOM + cell
            if cell % width < width - 1 and fits(d, wall) and (d[STRATEGIC] or legal(d, wall)):
                d[walls + count] = wall
                count += 1
    if d[STRATEGIC]:
        count = select(d, turn, walls, count)
    return steps + count
