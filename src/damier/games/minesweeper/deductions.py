"""What the numbers of a visible board prove, as people find it: by one, by two, by several, by counting.

Sets of cells are whole numbers with bit ``cell`` for each cell, which is quick to join and to compare::

    cells 0 1 2 of a row      bits 1 2 4      cells 0 and 2 are 5

Flags are beliefs and prove nothing here. Where the numbers of a board contradict each other, so may what is
said to follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from damier.games.minesweeper.visible_board import COVERED, COVERS, NUMBERS, Board, Cell, grid

Mask: TypeAlias = int
"""A set of cells: ``5`` has the cells 0 and 2."""

MOST_GROUPS = 400
"""Groups of cells that somebody keeps in mind at most, when several numbers are put together."""

MOST_TRIES = 4000
"""Numbers that are tried at most to find some that need all mines left."""


_AS_BITS = str.maketrans({sign: "1" if sign in COVERS else "0" for sign in COVERS + NUMBERS})
"""1 for what is covered."""


class Clue(NamedTuple):
    """So many mines lie in these cells, by the number at a place or by several numbers together."""

    cells: Mask
    """Covered cells, all of them beside the number."""
    mines: int


@lru_cache(maxsize=64)
def _masks(width: int, height: int) -> tuple[Mask, ...]:
    """The cells around each cell."""
    return tuple(sum(1 << other for other in cells) for cells in grid(width, height).around)


@lru_cache(maxsize=64)
def _two_steps(width: int, height: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells after each cell, in the order of cells, that have a neighbour with it in common."""
    return tuple(
        tuple(
            row * width + column
            for row in range(y, min(y + 3, height))
            for column in range(max(x - 2, 0), min(x + 3, width))
            if (row, column) > (y, x)
        )
        for y in range(height)
        for x in range(width)
    )


def as_mask(cells: Iterable[Cell]) -> Mask:
    """The set of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def in_mask(mask: Mask) -> Iterator[Cell]:
    """The cells of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def covered_cells(view: Board) -> Mask:
    """What is not open, with a flag or without."""
    return int(view.cells[::-1].translate(_AS_BITS), 2)


def clues_of(view: Board, covered: Mask) -> dict[Cell, Clue]:
    """What each number says that has covered cells beside it."""
    masks = _masks(view.width, view.height)
    found = {}
    for cell, sign in enumerate(view.cells):
        if sign in NUMBERS and (beside := masks[cell] & covered):
            found[cell] = Clue(beside, int(sign))
    return found


class Facts:
    """What is proved of the covered cells of a board so far."""

    def __init__(self, view: Board) -> None:
        self.view = view
        self.covered = covered_cells(view)
        self.clues = clues_of(view, self.covered)
        self.mines: Mask = 0
        self.safe: Mask = 0

    @property
    def unknown(self) -> Mask:
        return self.covered & ~(self.mines | self.safe)

    @property
    def mines_left(self) -> int:
        """How many mines are not proved."""
        return self.view.mines - self.mines.bit_count()

    def left(self, clue: Clue) -> Clue:
        """What a clue says of the cells of which nothing is proved."""
        mines = clue.mines - (clue.cells & self.mines).bit_count()
        return Clue(clue.cells & ~(self.mines | self.safe), mines)

    def open_clues(self) -> dict[Cell, Clue]:
        """What each number still says of cells of which nothing is proved."""
        told = {cell: self.left(clue) for cell, clue in self.clues.items()}
        return {cell: clue for cell, clue in told.items() if clue.cells}

    def use_single(self, looked_at: Iterable[Cell] | None = None) -> bool:
        """All that single numbers prove, one after the other; whether that was anything."""
        clues = list(self.clues.values()) if looked_at is None else [self.clues[cell] for cell in looked_at]
        began = self.mines, self.safe
        while clues:
            before = self.mines, self.safe
            kept = []
            for clue in clues:
                unknown = clue.cells & ~(self.mines | self.safe)
                if not unknown:
                    continue
                left = clue.mines - (clue.cells & self.mines).bit_count()
                if left == 0:
                    self.safe |= unknown
                elif left == unknown.bit_count():
                    self.mines |= unknown
                else:
                    kept.append(clue)
            clues = kept
            if before == (self.mines, self.safe):
                break
        return began != (self.mines, self.safe)

    def use_subset(self) -> bool:
        """What two numbers prove together, each pair looked at once; whether that was anything."""
        told = self.open_clues()
        nearby = _two_steps(self.view.width, self.view.height)
        began = self.mines, self.safe
        for cell, (a, more) in told.items():
            for other in nearby[cell]:
                if other in told:
                    b, less = told[other]
                    if a & b:
                        self._compare(a, more, b, less)
        return began != (self.mines, self.safe)

    def _compare(self, a: Mask, in_a: int, b: Mask, in_b: int) -> None:
        """One clue has so many more mines than the other as cells of its own: those are mines.

        Then what the other has of its own is safe.
        """
        only_a, only_b = a & ~b, b & ~a
        if in_a - in_b == only_a.bit_count():
            self.mines |= only_a
            self.safe |= only_b
        elif in_b - in_a == only_b.bit_count():
            self.mines |= only_b
            self.safe |= only_a

    def use_several(self) -> bool:
        """What follows where a group of cells is taken out of a larger one, again and again."""
        began = self.mines, self.safe
        groups = {clue.cells: clue.mines for clue in self.open_clues().values()}
        waiting = list(groups)
        while waiting and len(groups) < MOST_GROUPS:
            a = waiting.pop()
            for b in list(groups):
                if not a & b or a == b:
                    continue
                self._compare(a, groups[a], b, groups[b])
                small, large = (a, b) if not a & ~b else (b, a)
                rest = large & ~small
                if not small & ~large and rest not in groups:
                    groups[rest] = groups[large] - groups[small]
                    waiting.append(rest)
            if began != (self.mines, self.safe):
                return True
        return False

    def use_counting(self) -> bool:
        """What the number of mines proves: numbers apart from each other need all mines left, or leave
        no cell without one elsewhere."""
        unknown, mines = self.unknown, self.mines_left
        if not unknown:
            return False
        clues = list(dict.fromkeys(self.open_clues().values()))
        for chosen in apart(clues, MOST_TRIES):
            rest = unknown
            needed = 0
            for clue in chosen:
                rest &= ~clue.cells
                needed += clue.mines
            if rest and needed == mines:
                self.safe |= rest
                return True
            if rest and mines - needed == rest.bit_count():
                self.mines |= rest
                return True
        return False


def apart(clues: list[Clue], most: int) -> Iterator[list[Clue]]:
    """Every choice of clues that share no cell, each as large as can be; ends after *most* tries."""
    tries = 0
    chosen: list[Clue] = []

    def go_on(start: int, used: Mask) -> Iterator[list[Clue]]:
        nonlocal tries
        for index in range(start, len(clues)):
            tries += 1
            if tries > most:
                return
            if not clues[index].cells & used:
                chosen.append(clues[index])
                yield chosen
                yield from go_on(index + 1, used | clues[index].cells)
                chosen.pop()

    yield []
    yield from go_on(0, 0)


def danger(facts: Facts) -> dict[Cell, float]:
    """An estimate for each cell of which nothing is proved: the number beside it that has most mines left
    for its cells; away from the numbers what they leave over."""
    told = facts.open_clues()
    found: dict[Cell, float] = {}
    for cells, mines in told.values():
        share = mines / cells.bit_count()
        for cell in in_mask(cells):
            if share > found.get(cell, -1.0):
                found[cell] = share
    away = [cell for cell in in_mask(facts.unknown) if cell not in found]
    if away:
        beside = sum(found.values())
        share = min(1.0, max(0.0, (facts.mines_left - beside) / len(away)))
        found.update(dict.fromkeys(away, share))
    return found


def free_cells(view: Board) -> list[Cell]:
    """Covered cells without a flag."""
    return [cell for cell, sign in enumerate(view.cells) if sign == COVERED]
