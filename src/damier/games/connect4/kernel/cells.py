"""Connect Four on the bits of a number: fours, threats, and a bound by answering in the same column.

A set of cells is a number with a bit for each cell, column after column; above each column lies a bit that
is never set, so that no line runs on into the next column. On 7x6::

     6 13 20 27 34 41 48      never set
     5 12 19 26 33 40 47      row 6, even
     4 11 18 25 32 39 46      row 5, odd
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43      row 2, even
     0  7 14 21 28 35 42      row 1, odd

*mine* are the discs of the side to move, *taken* all discs, *count* how many. A score is 0 for a draw, else
how many discs the winner has left, plus one; negative for a loss of the side to move.

The size is that of the package, 7x6 or what it was specialised for.
"""

from __future__ import annotations

from damier.jit import bit_counter, inlined, kernel

from . import HEIGHT, WIDTH

SPAN = HEIGHT + 1
"""From a cell to its right neighbour."""
CELLS = WIDTH * HEIGHT
BITS = WIDTH * SPAN
COLUMN = (1 << HEIGHT) - 1
BOTTOM = sum(1 << SPAN * column for column in range(WIDTH))
BOARD = BOTTOM * COLUMN
ODD = BOTTOM * sum(1 << row for row in range(0, HEIGHT, 2))
EVEN = BOTTOM * sum(1 << row for row in range(1, HEIGHT, 2))

STEPS = (1, 2, 4) if HEIGHT <= 8 else (1, 2, 4, 8)
"""Shifts that carry a bit to the top of its column."""

ones = bit_counter()


@kernel
def completing(discs: int, free: int) -> int:
    """The free cells that would each complete a four of these discs, playable yet or not."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (HEIGHT, SPAN, HEIGHT + 2):
        two = (discs << step) & (discs << 2 * step)
        found |= two & (discs << 3 * step)
        found |= two & (discs >> step)
        two = (discs >> step) & (discs >> 2 * step)
        found |= two & (discs << step)
        found |= two & (discs >> 3 * step)
    return found & free


@kernel
def has_four(discs: int) -> bool:
    for step in (1, HEIGHT, SPAN, HEIGHT + 2):
        two = discs & (discs >> step)
        if two & (two >> 2 * step):
            return True
    return False


@kernel
def over(cells: int) -> int:
    """All cells that lie above any of these."""
    wall = BOARD
    for step in STEPS:
        cells |= wall & (cells << step)
        wall &= wall << step
    return (cells << 1) & BOARD


@kernel
def column_of(cell: int) -> int:
    """All cells of the column in which a cell lies."""
    return COLUMN << SPAN * (ones(cell - 1) // SPAN)


@kernel
def late(cells: int) -> int:
    """The score of who gets one of these cells, at most one in a column, after all that can be put off.

    When every other column is full and these are full up to two below, the other side must move under one of
    them: so many cells are left of each column then, and half of all of them, rounded down, is the score.
    """
    left = 0
    for row in range(HEIGHT):
        left += (HEIGHT + 1 - row) * ones(cells & (BOTTOM << row))
    return left // 2


@kernel
def ceiling(mine: int, taken: int, count: int, threats: int) -> int:
    """A score that the side to move cannot exceed, by the *threats* of the other; CELLS if none is known.

    The other side, *they*, answers every disc in the same column, where the columns are of even height.

    They get every even cell so that cannot be played at once. Those that can, in columns where an odd number
    of cells is left, are shared: whenever the mover takes one, they take another. What lies above an even
    threat of theirs is cut off: the mover never goes below it.

    After an even number of discs that comes out even. If no four is left to the mover, it is a draw at best;
    with an even threat, or an even four, they win, at the latest when everything else is full.
    """
    if HEIGHT & 1:
        return CELLS
    playable = (taken + BOTTOM) & BOARD
    goals = threats & ODD & ~playable
    if count & 1 and not goals:
        return CELLS
    free = BOARD ^ taken
    answers = free & EVEN & ~playable
    won = threats & answers
    cut = over(won) if won else 0
    won &= ~cut
    rest = mine | (free & ~answers & ~cut)
    if not count & 1 and not has_four(rest):
        if won:
            return -late(won)
        return -1 if has_four((mine ^ taken) | answers) else 0
    if not goals:
        return CELLS
    below = (free & EVEN) | (playable & ODD)
    return by_odd_threats(mine, count, goals & ~over(goals), won, rest, below)


@inlined
def by_odd_threats(mine: int, count: int, goals: int, won: int, rest: int, below: int) -> int:
    """The same where they have odd threats, *goals*, at most one in a column.

    In its column it is the other way round: they go there until the cell below the threat is even, and then
    the mover gets the even cells *below* it, and never wants to play the last of them, but must in the end.
    To get there, the next cell is shared as well if it is odd. That changes who is short of a move: after an
    odd number of discs one such column makes it the mover, after an even number two. *won* are their even
    threats, and *rest* what the mover can have without odd ones.
    """
    best = CELLS
    while goals:
        goal = goals & -goals
        goals ^= goal
        cells = column_of(goal)
        fewer = (rest & ~cells) | (mine & cells) | (below & cells & (goal - 1))
        if count & 1:
            if not has_four(fewer):
                best = min(best, -late((won & ~cells) | goal))
            continue
        seconds = goals
        while seconds:
            second = seconds & -seconds
            seconds ^= second
            more = column_of(second)
            fewest = (fewer & ~more) | (mine & more) | (below & more & (second - 1))
            if not has_four(fewest):
                best = min(best, -late((won & ~cells & ~more) | goal | second))
    return best
