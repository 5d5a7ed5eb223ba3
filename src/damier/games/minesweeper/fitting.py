"""Whether mines can be laid so that some clues hold: what a conclusion from several numbers is checked by."""

from __future__ import annotations

from collections.abc import Sequence

from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.deductions import Clue, Mask
from damier.games.minesweeper.visible_board import Cell


def must_be(cell: Cell, is_mine: bool, clues: Sequence[Clue], budget: Budget) -> bool:
    """Whether the *clues* leave no way to have it otherwise at *cell*; raises Spent if that is too much."""
    bit = 1 << cell
    if not any(cells & bit for cells, _ in clues):
        return False
    otherwise = [
        Clue(cells & ~bit, mines - 1 if cells & bit and not is_mine else mines) for cells, mines in clues
    ]
    return not can_fit(otherwise, budget)


def can_fit(clues: Sequence[Clue], budget: Budget) -> bool:
    """Whether there is a way to lay mines.

    Cells in the same clues are one part and get any number of mines, part after part; what matters is how
    many mines each clue still needs.
    """
    parts = _parts(clues)
    room = [cells.bit_count() for cells, _ in clues]
    needs = {tuple(mines for _, mines in clues)}
    if any(not 0 <= mines <= size for (_, mines), size in zip(clues, room, strict=True)):
        return False
    for size, beside in parts:
        for index in beside:
            room[index] -= size
        after = set()
        for state in needs:
            for mines in range(size + 1):
                budget.use()
                if all(0 <= state[index] - mines <= room[index] for index in beside):
                    left = list(state)
                    for index in beside:
                        left[index] -= mines
                    after.add(tuple(left))
        needs = after
    return bool(needs)


def _parts(clues: Sequence[Clue]) -> list[tuple[int, tuple[int, ...]]]:
    """How many cells each part has, and in which clues they are; parts of the first clue come first."""
    parts: list[tuple[Mask, tuple[int, ...]]] = []
    for index, (cells, _) in enumerate(clues):
        split = []
        for mask, beside in parts:
            if inside := mask & cells:
                split.append((inside, (*beside, index)))
            if outside := mask & ~cells:
                split.append((outside, beside))
            cells &= ~mask
        if cells:
            split.append((cells, (index,)))
        parts = split
    return [(mask.bit_count(), beside) for mask, beside in sorted(parts, key=lambda part: part[1])]
