"""Why a board needs no guess: conclusion after conclusion, each from as few numbers as were found to do.

Easy conclusions come first, so that what a board needs is what this needs: a single number where one is
enough, then two of which one tells about the other, then several, and the number of mines where nothing else
helps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from damier.games.minesweeper.check_proof import Constraint, Step, follows
from damier.games.minesweeper.rules import generate_map
from damier.games.minesweeper.visible_board import COVERED, MINE, Board, Cell, grid

SINGLE, SUBSET, SEVERAL, COUNTING = KINDS = ("single", "subset", "several", "counting")
"""The kinds of conclusions, easiest first: by one number, by two, by more, by the number of mines."""


def kind(step: Step) -> str:
    """What kind of conclusion a step is."""
    return COUNTING if step.counts else KINDS[min(len(step.numbers), 3) - 1]


def prove(width: int, height: int, mines: Collection[Cell], first: Cell) -> list[Step]:
    """A proof that the board can be won from *first* on without a guess; ValueError where it needs one."""
    return _Prover(width, height, mines, first).prove()


class _Prover:
    """A board that is opened bit by bit."""

    def __init__(self, width: int, height: int, mines: Collection[Cell], first: Cell) -> None:
        self.width, self.height, self.mines = width, height, len(mines)
        self.truth = generate_map(height, width, mines)
        self.around = grid(width, height).around
        self.unknown = set(range(width * height))
        self.proved: set[Cell] = set()
        self.active: set[Cell] = set()
        """Open numbers that may still be beside unknown cells."""
        self.steps: list[Step] = []
        self._dig(first)

    def prove(self) -> list[Step]:
        while len(self.unknown) + len(self.proved) > self.mines:
            if not (self._single() or self._subset() or self._harder()):
                raise ValueError("this board needs a guess")
        return self.steps

    def _dig(self, cell: Cell) -> None:
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in self.unknown:
                self.unknown.remove(cell)
                self.active.add(cell)
                waiting += self.around[cell] if self.truth[cell] == "0" else ()

    def _said(self, number: Cell) -> Constraint:
        beside = self.around[number]
        mines = int(self.truth[number]) - sum(cell in self.proved for cell in beside)
        return Constraint(mines, self.unknown.intersection(beside))  # type: ignore[arg-type]

    def _conclude(
        self, cells: Iterable[Cell], is_mine: bool, numbers: Iterable[Cell], counts: bool = False
    ) -> None:
        step = Step(tuple(sorted(cells)), is_mine, tuple(sorted(numbers)), counts)
        self.steps.append(step)
        if is_mine:
            self.proved.update(step.cells)
            self.unknown.difference_update(step.cells)
        else:
            for cell in step.cells:
                self._dig(cell)

    def _single(self) -> bool:
        """All that single numbers prove now; whether that was anything."""
        before = len(self.steps)
        for number in sorted(self.active):
            mines, cells = self._said(number)
            if not cells:
                self.active.discard(number)
            elif mines in (0, len(cells)):
                self._conclude(cells, mines > 0, [number])
        return len(self.steps) > before

    def _subset(self) -> bool:
        """What two numbers prove together: one has so many more mines than the other as cells of its own."""
        for one, other in combinations(sorted(self.active), 2):
            if abs(one % self.width - other % self.width) > 2 or abs(one - other) > 2 * self.width + 2:
                continue
            a, b = self._said(one), self._said(other)
            for more, less in ((a, b), (b, a)):
                if more.cells & less.cells and more.mines - less.mines == len(more.cells - less.cells):
                    mined, safe = more.cells - less.cells, less.cells - more.cells
                    if mined:
                        self._conclude(mined, True, [one, other])
                    if safe:
                        self._conclude(safe, False, [one, other])
                    if mined or safe:
                        return True
        return False

    def _harder(self) -> bool:
        """What is certain in all arrangements that fit: by several numbers if they do, else by counting."""
        certain = self._certain()
        said = {number: self._said(number) for number in sorted(self.active)}
        for cell, is_mine in certain.items():
            numbers = self._growing(cell, is_mine, said)
            if numbers is not None:
                self._conclude([cell], is_mine, self._fewest(cell, is_mine, numbers, said, None))
                return True
        whole = Constraint(self.mines - len(self.proved), frozenset(self.unknown))
        for cell, is_mine in certain.items():
            if follows(cell, is_mine, list(said.values()), whole):
                self._conclude([cell], is_mine, self._fewest(cell, is_mine, list(said), said, whole), True)
                return True
        return False

    def _growing(self, cell: Cell, is_mine: bool, said: dict[Cell, Constraint]) -> list[Cell] | None:
        """Numbers around *cell* that prove it, ring by ring until they do; None if no numbers do."""
        near: set[Cell] = set()
        reached = {cell}
        while True:
            ring = {number for number, one in said.items() if number not in near and one.cells & reached}
            if not ring:
                return None
            near |= ring
            reached = {c for number in near for c in said[number].cells}
            if follows(cell, is_mine, [said[number] for number in sorted(near)]):
                return sorted(near)

    def _fewest(
        self,
        cell: Cell,
        is_mine: bool,
        numbers: list[Cell],
        said: dict[Cell, Constraint],
        whole: Constraint | None,
    ) -> list[Cell]:
        """The same numbers without those that are not needed."""
        needed = list(numbers)
        for number in numbers:
            fewer = [one for one in needed if one != number]
            if follows(cell, is_mine, [said[one] for one in fewer], whole):
                needed = fewer
        return needed

    def _certain(self) -> dict[Cell, bool]:
        """The unknown cells of which the kernel is certain, and whether they are mines."""
        import numpy as np

        from damier.games.minesweeper.kernel.memory import MINE as IS_MINE
        from damier.games.minesweeper.kernel.memory import UNKNOWN
        from damier.games.minesweeper.kernel.odds import cell_odds, find_odds
        from damier.games.minesweeper.pack import own_memory, pack

        covered = self.unknown | self.proved
        cells = "".join(COVERED if i in covered else sign for i, sign in enumerate(self.truth))
        assert MINE not in cells, "a mine was dug"
        mem = own_memory()
        pack(Board(self.width, self.height, self.mines, cells), mem)
        odds, certain = np.empty(len(cells)), np.empty(len(cells), np.int8)
        if not find_odds(mem):
            return {}
        cell_odds(mem, odds, certain)
        return {cell: certain[cell] == IS_MINE for cell in sorted(self.unknown) if certain[cell] != UNKNOWN}
