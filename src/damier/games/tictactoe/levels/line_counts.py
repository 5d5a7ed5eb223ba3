"""A board to scribble on: every place where a line could be, and how many stones of each are in it.

Only the engine uses it. It changes in place, because a search puts and lifts stones a million times; the
rules never see it. A cell is a number, ``row * width + column``; a *window* is a place for a line.

For each window one number says what is in it: ``code = stones of X + (line + 1) * stones of O``. All that
is asked of a window (its worth, whether it is one stone short) is then looked up by its code.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from damier.core.game import Seat
from damier.core.grid import lines
from damier.games.tictactoe.rules import Board, Position, Stones

Spot: TypeAlias = int
"""A cell as a number, as its bit in Stones: a1 is 0."""

GROWTH = 5
"""How many times more a window is worth with one stone more, among the last few stones of a line."""

REACH = 2
"""Cells further than this from every stone are not candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What depends on the board alone."""

    through: tuple[tuple[int, ...], ...]
    """The windows through each cell."""
    masks: tuple[Stones, ...]
    """The cells of each window."""
    around: tuple[Stones, ...]
    """The cells near each cell, itself too."""
    pull: tuple[float, ...]
    """Less than 1: how near the middle each cell is, to order equal ones."""
    weights: tuple[int, ...]
    """The worth of a window with so many stones of one seat and none of the other."""
    worth: tuple[int, ...]
    """By code: the worth of a window for X, negative for O."""
    appeal: tuple[tuple[int, ...], tuple[int, ...]]
    """By seat and code: how much a stone of that seat in the window would bring."""


@cache
def tables(board: Board) -> Tables:
    size, k = board.width * board.height, board.line
    windows = lines(board.width, board.height, k)
    through: list[list[int]] = [[] for _ in range(size)]
    for number, cells in enumerate(windows):
        for cell in cells:
            through[cell].append(number)
    places = [(spot % board.width, spot // board.width) for spot in range(size)]
    around = tuple(
        sum(
            1 << v * board.width + u
            for v in range(max(0, y - REACH), min(board.height, y + REACH + 1))
            for u in range(max(0, x - REACH), min(board.width, x + REACH + 1))
        )
        for x, y in places
    )
    middle = (board.width - 1) / 2, (board.height - 1) / 2
    pull = tuple(1 / (2 + abs(x - middle[0]) + abs(y - middle[1])) for x, y in places)
    grades = tuple(stones + GROWTH ** max(0, stones - max(0, k - 7)) for stones in range(k + 1))
    weights = (0, *grades[:k])
    # A code in which both seats have stones is dead: worth nothing to either.
    codes = [(code % (k + 1), code // (k + 1)) for code in range((k + 1) ** 2)]
    worth = tuple(0 if x and o else weights[x] - weights[o] for x, o in codes)
    mine = [0 if x and o else grades[o] if o else 2 * grades[x] for x, o in codes]
    theirs = [0 if x and o else grades[x] if x else 2 * grades[o] for x, o in codes]
    return Tables(
        tuple(map(tuple, through)), board.lines, around, pull, weights, worth, (tuple(mine), tuple(theirs))
    )


class Sheet:
    """A position that can be changed and changed back."""

    def __init__(self, position: Position) -> None:
        self.board = b = position.board
        self.tables = t = tables(b)
        self.stones = [0, 0]
        """The cells of X and of O."""
        self.total = 0
        """The worth of all windows, for X."""
        self.short: tuple[set[int], set[int]] = (set(), set())
        """By seat: the windows that are one stone short of a line, the other cell empty."""
        self.half: tuple[set[int], set[int]] = (set(), set())
        """By seat: those that are two stones short, both cells empty."""
        self._codes = [0] * len(t.masks)
        self._steps = (1, b.line + 1)
        self._near = [0]
        # Which of the sets above a window belongs to, by its code; None for most.
        self._home: list[set[int] | None] = [None] * (b.line + 1) ** 2
        for seat, step in enumerate(self._steps):
            self._home[(b.line - 1) * step] = self.short[seat]
            self._home[(b.line - 2) * step] = self.half[seat]
        for seat in (0, 1):
            for spot in spots(position.stones[seat]):
                self.put(spot, seat)

    def put(self, spot: Spot, seat: Seat) -> None:
        """A stone of *seat* on an empty cell."""
        self.stones[seat] |= 1 << spot
        self._near.append(self._near[-1] | self.tables.around[spot])
        self._change(spot, self._steps[seat])

    def lift(self, spot: Spot, seat: Seat) -> None:
        """Take back the last stone."""
        self.stones[seat] ^= 1 << spot
        self._near.pop()
        self._change(spot, -self._steps[seat])

    def _change(self, spot: Spot, step: int) -> None:
        codes, home, worth = self._codes, self._home, self.tables.worth
        total = self.total
        for window in self.tables.through[spot]:
            old = codes[window]
            new = codes[window] = old + step
            total += worth[new] - worth[old]
            if (left := home[old]) is not None:
                left.discard(window)
            if (joined := home[new]) is not None:
                joined.add(window)
        self.total = total

    @property
    def empty(self) -> Stones:
        return self.board.full & ~(self.stones[0] | self.stones[1])

    def gaps(self, seat: Seat) -> Stones:
        """The cells on which *seat* would complete a line."""
        found = 0
        if self.short[seat]:
            empty, masks = self.empty, self.tables.masks
            for window in self.short[seat]:
                found |= masks[window] & empty
        return found

    def standing(self, seat: Seat) -> int:
        """The worth of all windows for *seat*, which is to move: that alone is worth something."""
        return (-self.total if seat else self.total) + self.tables.weights[self.board.line - 2]

    def appeal(self, spot: Spot, seat: Seat) -> float:
        """How promising *spot* looks for a stone of *seat*."""
        codes, appeal = self._codes, self.tables.appeal[seat]
        return sum([appeal[codes[window]] for window in self.tables.through[spot]]) + self.tables.pull[spot]

    def candidates(self, seat: Seat, among: Stones) -> list[Spot]:
        """The cells of *among* near stones, the most promising first; all of *among* when none is near."""
        near = among & self._near[-1] or among
        return sorted(spots(near), key=lambda spot: -self.appeal(spot, seat))

    def touched(self, spot: Spot, seat: Seat) -> tuple[int, int]:
        """How many begun lines a stone of *seat* would go on with, and how many of the other it closes."""
        own, other = self._steps[seat], self._steps[1 - seat]
        codes = [self._codes[window] for window in self.tables.through[spot]]
        k = self.board.line
        mine = {stones * own for stones in range(1, k)}
        theirs = {stones * other for stones in range(1, k)}
        return sum(code in mine for code in codes), sum(code in theirs for code in codes)


def spots(stones: Stones) -> list[Spot]:
    """The cells of a set as numbers, from a1 on."""
    found = []
    while stones:
        bit = stones & -stones
        found.append(bit.bit_length() - 1)
        stones ^= bit
    return found
