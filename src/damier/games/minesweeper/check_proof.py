"""Checks the proof that a board needs no guess: plain Python that shares nothing with the kernel.

A proof is a list of steps. Each names cells, whether they are mines or safe to dig, and the open numbers from
which that follows; a step that counts may also use how many mines there are in all. What an earlier step
found may be used. The checker digs for itself, and tries every way to lay mines beside the numbers of a step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple


class Step(NamedTuple):
    """One conclusion."""

    cells: tuple[int, ...]
    """What it is about, each as y * width + x: covered until now."""
    is_mine: bool
    """Whether all of them are mines; else all of them are dug."""
    numbers: tuple[int, ...]
    """The open cells whose numbers prove it."""
    counts: bool = False
    """Whether the number of mines on the whole board is needed too."""


class Constraint(NamedTuple):
    """So many mines lie among these cells."""

    mines: int
    cells: frozenset[int]


def check(width: int, height: int, mines: Collection[int], first: int, steps: Iterable[Step]) -> str | None:
    """What is wrong with a proof; None if each step holds and all that has no mine is open at the end."""
    everything = range(width * height)
    beside = {cell: _beside(width, height, cell) for cell in everything}
    number = {cell: len(beside[cell].intersection(mines)) for cell in everything}
    covered, proved = set(everything), set[int]()

    def dig(cell: int) -> None:
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in covered:
                covered.remove(cell)
                waiting += beside[cell] if number[cell] == 0 else ()

    if first in mines:
        return "the first cell is a mine"
    dig(first)
    for at, (cells, is_mine, numbers, counts) in enumerate(steps, 1):
        if covered.intersection(numbers) or not covered.issuperset(cells):
            return f"step {at} takes a covered cell for a number, or is about a cell that is open"
        unknown = frozenset(covered - proved)
        said = [Constraint(number[n] - len(beside[n] & proved), beside[n] & unknown) for n in numbers]
        whole = Constraint(len(mines) - len(proved), unknown) if counts else None
        for cell in cells:
            if cell not in proved and not follows(cell, is_mine, said, whole):
                return f"step {at} does not follow for cell {cell}"
        if is_mine:
            proved.update(cells)
        else:
            for cell in set(cells) - proved:
                dig(cell)
            if proved.intersection(cells):
                return f"step {at} digs a mine"
    return None if len(covered) == len(mines) else "the proof ends before the board is open"


def follows(cell: int, is_mine: bool, said: Sequence[Constraint], whole: Constraint | None = None) -> bool:
    """Whether no way to lay mines that fits what is *said* has it otherwise at *cell*.

    Cells with the same numbers beside them are one group, *cell* is a group of its own, and each group gets
    any number of mines; *whole* is how many lie among all cells of which nothing is known.
    """
    constraints = [*said, whole] if whole else list(said)
    among = {c: tuple(i for i, (_, cells) in enumerate(constraints) if c in cells) for c in _all(constraints)}
    if cell not in among:
        return False
    kinds = sorted({(kind, other == cell) for other, kind in among.items()})
    sizes = [sum(among[c] == kind and (c == cell) == is_it for c in among) for kind, is_it in kinds]

    @cache
    def can_be(group: int, needs: tuple[int, ...]) -> bool:
        if group == len(kinds):
            return not any(needs)
        kind, is_it = kinds[group]
        for mines in (1 - is_mine,) if is_it else range(sizes[group] + 1):
            after = tuple(need - mines * (i in kind) for i, need in enumerate(needs))
            if min(after) >= 0 and can_be(group + 1, after):
                return True
        return False

    return not can_be(0, tuple(constraint.mines for constraint in constraints))


def _all(constraints: Sequence[Constraint]) -> set[int]:
    return {cell for constraint in constraints for cell in constraint.cells}


def _beside(width: int, height: int, cell: int) -> frozenset[int]:
    y, x = divmod(cell, width)
    return frozenset(
        row * width + column
        for row in (y - 1, y, y + 1)
        for column in (x - 1, x, x + 1)
        if 0 <= row < height and 0 <= column < width and (row, column) != (y, x)
    )
