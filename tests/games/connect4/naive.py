"""Connect Four without any idea: cells in a row, plain alpha-beta, discs thrown in at random.

It shares nothing with the kernel of the solver but the compiler, and that only to be in time: the tests ask
about some hundred thousand positions. Cell (column, row) is ``cells[column * height + row]``: 0 is free, 1 a
disc of the side to move, 2 one of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from tests.sizes import COMPILED

from damier.jit import kernel

Cells: TypeAlias = Any
"""A numpy array of int64; a list without the JIT, which is faster there."""


@kernel
def height_of(cells: Cells, height: int, column: int) -> int:
    """How many discs a column has."""
    row = 0
    while row < height and cells[column * height + row]:
        row += 1
    return row


@kernel
def completes(cells: Cells, width: int, height: int, column: int, row: int, who: int) -> bool:
    """Whether a disc of *who* in this cell makes a four."""
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for way in (1, -1):
            c, r = column + way * across, row + way * up
            while 0 <= c < width and 0 <= r < height and cells[c * height + r] == who:
                run += 1
                c += way * across
                r += way * up
        if run >= 4:
            return True
    return False


@kernel
def wins(cells: Cells, width: int, height: int, who: int) -> bool:
    """Whether *who* can complete a four with the next disc."""
    for column in range(width):
        row = height_of(cells, height, column)
        if row < height and completes(cells, width, height, column, row, who):
            return True
    return False


@kernel
def value(cells: Cells, width: int, height: int, who: int, left: int, low: int, high: int) -> int:
    """The score for *who*, to move with so many cells left: exact between low and high, else a bound."""
    if left == 0:
        return 0
    if wins(cells, width, height, who):
        return (left + 1) // 2
    best = -left
    for column in range(width):
        row = height_of(cells, height, column)
        if row < height:
            cells[column * height + row] = who
            score = -value(cells, width, height, 3 - who, left - 1, -high, -max(low, best))
            cells[column * height + row] = 0
            best = max(best, score)
            if best >= high:
                break
    return best


@kernel
def deep(
    cells: Cells, width: int, height: int, who: int, left: int, low: int, high: int, key: int, memory: Any
) -> int:
    """The same from early positions: what has been found is remembered, and columns in the middle come first.

    *key* has a digit from 0 to 2 for each cell; memory has rows of a key and its bounds.
    """
    if left == 0:
        return 0
    if wins(cells, width, height, who):
        return (left + 1) // 2
    best, worst, most = -left, -left, left
    place = key % len(memory)
    if memory[place, 0] == key + 1:
        worst, most = memory[place, 1], memory[place, 2]
        if worst >= high or worst == most:
            return int(worst)
        if most <= low:
            return int(most)
    for index in range(width):
        column = (width - 1) // 2 + ((index + 1) // 2 if index % 2 else -(index // 2))
        row = height_of(cells, height, column)
        if row < height:
            cell = column * height + row
            cells[cell] = who
            score = -deep(
                cells, width, height, 3 - who, left - 1, -high, -max(low, best), key + who * 3**cell, memory
            )
            cells[cell] = 0
            best = max(best, score)
            if best >= high:
                break
    memory[place, 0] = key + 1
    memory[place, 1] = best if best > low else worst
    memory[place, 2] = best if best < high else most
    return best


@kernel
def throw(
    cells: Cells, tops: Cells, width: int, height: int, left: int, open_columns: int, share: int, state: int
) -> int:
    """Fill a board but for *left* cells at the top of at most so many columns, with no four for anybody.

    Whoever could have played it: *share* of 100 discs are the other side's, where that makes no four. The new
    state of chance, or 0 if it went wrong. *tops* are for its notes, one a column.
    """
    for column in range(width):
        tops[column] = height
    for _ in range(left):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        column = (state >> 8) % open_columns
        if tops[column] == 0:
            return 0
        tops[column] -= 1
    for i in range(width - 1, 0, -1):  # which columns are open is chance too
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        j = (state >> 8) % (i + 1)
        tops[i], tops[j] = tops[j], tops[i]
    for cell in range(width * height):
        cells[cell] = 0
    for row in range(height):
        for column in range(width):
            if row < tops[column]:
                state = (state * 1103515245 + 12345) & 0x7FFFFFFF
                who = 2 if (state >> 8) % 100 < share else 1
                if completes(cells, width, height, column, row, who):
                    who = 3 - who
                    if completes(cells, width, height, column, row, who):
                        return 0
                cells[column * height + row] = who
    return state


@kernel
def batch(into: Any, tops: Cells, width: int, height: int, most: int, seed: int) -> None:
    """Fill every row of *into* with a thrown board on which the side to move cannot win at once.

    Of all kinds: even and odd counts, up to *most* cells left, in few columns or in all, and with as many
    discs of each side or with many of one, which threatens a lot then. *tops* are for notes.
    """
    state = seed
    row = tries = 0
    while row < len(into):
        tries += 1
        left = 2 + tries % (most - 1)
        share = (50, 50, 35, 65)[tries % 13 % 4]
        found = throw(into[row], tops, width, height, left, 1 + tries % 11 % width, share, state)
        state = found if found else (state * 1103515245 + 12345 + tries) & 0x7FFFFFFF
        if found and not wins(into[row], width, height, 1):
            row += 1


@dataclass(frozen=True, slots=True)
class Thrown:
    """A position that need not come from a game."""

    cells: Cells
    width: int
    height: int
    mine: int
    """The discs of the side to move, as the kernel lays them out."""
    taken: int
    count: int

    @property
    def left(self) -> int:
        return self.width * self.height - self.count

    def exceeds(self, score: int) -> bool:
        """Whether the true score is greater."""
        return bool(value(self.cells, self.width, self.height, 1, self.left, score, score + 1) > score)

    def score(self) -> int:
        """The true score."""
        return int(value(self.cells, self.width, self.height, 1, self.left, -self.left, self.left))


@cache
def thrown(width: int, height: int, number: int, most: int, seed: int = 1) -> tuple[Thrown, ...]:
    """So many thrown positions of a size, with at most so many cells left; the same in every run."""
    into = np.zeros((number, width * height), np.int64)
    rows: Any = into if COMPILED else into.tolist()
    batch(rows, np.zeros(width, np.int64), width, height, most, seed)
    cells = np.array(rows)
    bits = np.array([1 << c * (height + 1) + r for c in range(width) for r in range(height)], np.int64)
    packed = zip(rows, (cells == 1) @ bits, (cells > 0) @ bits, (cells > 0).sum(axis=1), strict=True)
    return tuple(Thrown(row, width, height, int(m), int(t), int(n)) for row, m, t, n in packed)
