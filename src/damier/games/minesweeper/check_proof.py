"""Checks the proof that a board needs no guess: plain Python that shares nothing with the kernel.

A proof is a list of steps. Each names cells, whether they are mines or safe to dig, and the open numbers from
which that follows; a step that counts may also use how many mines there are in all. What an earlier step
found may be used. The checker digs for itself, and tries every way to lay mines beside the numbers of a step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import NamedTuple, TypeAlias

MOST_WAYS = 20_000
"""What groups may need at most at a time, in different ways: more take too long. Seen on boards: 5,040."""


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


Group: TypeAlias = tuple[tuple[int, ...], bool]
"""The numbers beside the cells of a group, by their place, and whether it is the cell that is asked for."""


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

    *whole* is how many mines lie among all cells of which nothing is known, those of *said* among them.
    """
    joined = _joined(said)
    if whole is None:
        return any(cell in _cells(part) and not _counts(part, cell, not is_mine) for part in joined)
    away = whole.cells - _cells(said)
    is_away = cell in away
    sums = (1 << len(away) + 1 - is_away) - 1 << (is_away and not is_mine)
    for part in joined:
        counts = _counts(part, cell if cell in _cells(part) else None, not is_mine)
        sums = reduce(or_, (sums << n for n in range(counts.bit_length()) if counts >> n & 1), 0)
    return cell in whole.cells and not sums >> whole.mines & 1


def _joined(said: Iterable[Constraint]) -> list[tuple[Constraint, ...]]:
    """What is said in parts that share no cell."""
    parts: list[tuple[Constraint, ...]] = []
    for one in said:
        touched = [part for part in parts if not one.cells.isdisjoint(_cells(part))]
        parts = [part for part in parts if part not in touched] + [(*chain(*touched), one)]
    return parts


@lru_cache(maxsize=4096)
def _counts(part: tuple[Constraint, ...], cell: int | None, is_mine: bool) -> int:
    """How many mines can lie in the cells of *part* if *cell* is a mine or is not: bit n is 1 if n can.

    Cells beside the same numbers are one group, *cell* is one of its own. Group after group gets any number
    of mines; all that matters of those before is what each number still needs, four bits for each, as none is
    above 8. Where these needs are too many nothing is excluded, so that nothing follows.
    """
    beside = {c: tuple(i for i, (_, cells) in enumerate(part) if c in cells) for c in _cells(part)}
    sizes = Counter((numbers, c == cell) for c, numbers in beside.items())
    to_come = [len(cells) for _, cells in part]
    ways = {sum(mines << 4 * i for i, (mines, _) in enumerate(part)): 1}
    for numbers, is_it in _in_order(sizes):
        size = sizes[numbers, is_it]
        unit = sum(1 << 4 * i for i in numbers)
        for i in numbers:
            to_come[i] -= size
        after: dict[int, int] = defaultdict(int)
        for needs, counts in ways.items():
            each = [needs >> 4 * i & 15 for i in numbers]
            least = max(0, *(need - to_come[i] for i, need in zip(numbers, each, strict=True)))
            for mines in range(least, min(size, *each) + 1):
                if not is_it or mines == is_mine:
                    after[needs - mines * unit] |= counts << mines
        ways = after
        if len(ways) > MOST_WAYS:
            return (1 << len(beside) + 1) - 1
    return ways.get(0, 0)


def _in_order(groups: Collection[Group]) -> Iterator[Group]:
    """First those that begin the fewest numbers, of these the one that brings a number nearest to its end."""
    left = Counter(i for numbers, _ in groups for i in numbers)
    begun: set[int] = set()
    rest = sorted(groups)
    while rest:
        group = min(rest, key=lambda g: (len(begun.union(g[0])), min(left[i] for i in g[0])))
        yield group
        rest.remove(group)
        begun.update(group[0])
        left.subtract(group[0])


def _cells(said: Iterable[Constraint]) -> frozenset[int]:
    return frozenset[int]().union(*(cells for _, cells in said))


def _beside(width: int, height: int, cell: int) -> frozenset[int]:
    y, x = divmod(cell, width)
    return frozenset(
        row * width + column
        for row in (y - 1, y, y + 1)
        for column in (x - 1, x, x + 1)
        if 0 <= row < height and 0 <= column < width and (row, column) != (y, x)
    )
