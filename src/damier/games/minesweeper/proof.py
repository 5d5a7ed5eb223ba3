"""Why a board needs no guess: conclusion after conclusion, each from as few numbers as were found to do.

Easy conclusions come first, so that what a board needs is what this needs: a single number where one is
enough, then two of which one tells about the other, then several, and the number of mines where nothing else
helps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from damier.games.minesweeper.check_proof import Constraint, Step, follows
from damier.games.minesweeper.rules import generate_map
from damier.games.minesweeper.visible_board import COVERED, Board, Cell, grid

SINGLE, SUBSET, SEVERAL, COUNTING = KINDS = ("single", "subset", "several", "counting")
"""The kinds of conclusions, easiest first: by one number, by two, by more, by the number of mines."""


class NeedsGuess(ValueError):
    """A board cannot be won by certain digs alone."""


class NotProved(ValueError):
    """There is too much to try: the board may need a guess, or not."""


def kind(step: Step) -> str:
    """What kind of conclusion a step is."""
    return COUNTING if step.counts else KINDS[min(len(step.numbers), 3) - 1]


def prove(width: int, height: int, mines: Collection[Cell], first: Cell) -> list[Step]:
    """A proof that the board can be won from *first* on without a guess; NeedsGuess where it cannot.

    NotProved is for boards with more arrangements than can be counted.
    """
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
            if not (self._single() or self._subset()):
                self._harder()
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
        return Constraint(mines, frozenset(cell for cell in beside if cell in self.unknown))

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
        said = {number: self._said(number) for number in sorted(self.active)}
        for one, other in self._pairs(said):
            for more, less in ((said[one], said[other]), (said[other], said[one])):
                if more.mines - less.mines == len(more.cells - less.cells):
                    mined, safe = more.cells - less.cells, less.cells - more.cells
                    if mined:
                        self._conclude(mined, True, [one, other])
                    if safe:
                        self._conclude(safe, False, [one, other])
                    if mined or safe:
                        return True
        return False

    def _pairs(self, said: dict[Cell, Constraint]) -> Iterator[tuple[Cell, Cell]]:
        """Numbers that share unknown cells: at most two columns and two rows from each other."""
        ahead = [row * self.width + x for row in range(3) for x in range(-2, 3) if row or x > 0]
        for one in said:
            for other in (one + step for step in ahead):
                if other in said and not said[one].cells.isdisjoint(said[other].cells):
                    yield one, other

    def _harder(self) -> None:
        """What is certain in all arrangements that fit: by several numbers if they do, else by counting."""
        certain, is_all = self._certain()
        said = {number: self._said(number) for number in sorted(self.active)}
        growing = {cell: self._growing(cell, said) for cell in certain}
        while growing:  # ring by ring around all of them, so that few numbers are tried before many
            for cell in list(growing):
                numbers = next(growing[cell], None)
                if numbers is None:
                    del growing[cell]
                elif follows(cell, certain[cell], [said[number] for number in numbers]):
                    return self._conclude_all(cell, certain, numbers, said, None)
        whole = Constraint(self.mines - len(self.proved), frozenset(self.unknown))
        for cell, is_mine in certain.items():
            if follows(cell, is_mine, list(said.values()), whole):
                return self._conclude_all(cell, certain, list(said), said, whole)
        if certain or not is_all:
            raise NotProved("this board has too many arrangements to tell whether it needs a guess")
        raise NeedsGuess("this board needs a guess")

    def _growing(self, cell: Cell, said: dict[Cell, Constraint]) -> Iterator[list[Cell]]:
        """The numbers beside *cell*, then also those that share cells with these, and so on."""
        near: list[Cell] = []
        reached = {cell}
        while True:
            ring = [
                number
                for number, one in said.items()
                if number not in near and not one.cells.isdisjoint(reached)
            ]
            if not ring:
                return
            near += ring
            reached = reached.union(*(said[number].cells for number in ring))
            yield near

    def _conclude_all(
        self,
        cell: Cell,
        certain: dict[Cell, bool],
        numbers: list[Cell],
        said: dict[Cell, Constraint],
        whole: Constraint | None,
    ) -> None:
        """Conclude what is certain of *cell*, and of all others of which the same numbers prove the same."""
        is_mine = certain[cell]
        needed = self._fewest(cell, is_mine, numbers, said, whole)
        constraints = [said[number] for number in needed]
        alike = [other for other, mined in certain.items() if mined == is_mine]
        cells = [other for other in alike if follows(other, is_mine, constraints, whole)]
        self._conclude(cells, is_mine, needed, whole is not None)

    def _fewest(
        self,
        cell: Cell,
        is_mine: bool,
        numbers: list[Cell],
        said: dict[Cell, Constraint],
        whole: Constraint | None,
    ) -> list[Cell]:
        """The same numbers without those that are not needed; many at once are tried first."""
        needed, at, many = list(numbers), 0, len(numbers)
        while many:
            fewer = needed[:at] + needed[at + many :]
            if follows(cell, is_mine, [said[one] for one in fewer], whole):
                needed = fewer
            else:
                at += many
            if at >= len(needed):
                at, many = 0, many // 2
        return needed

    def _certain(self) -> tuple[dict[Cell, bool], bool]:
        """The unknown cells of which the kernel is certain, True for mines; and whether these are all.

        Where no cell is safe, nothing is told: mines help to prove other cells, they open nothing.
        """
        import numpy as np

        from damier.games.minesweeper.kernel.memory import MINE, SAFE, UNKNOWN
        from damier.games.minesweeper.kernel.odds import IS_AWAY, cell_odds, find_odds
        from damier.games.minesweeper.pack import own_memory, pack

        covered = self.unknown | self.proved
        cells = "".join(COVERED if i in covered else sign for i, sign in enumerate(self.truth))
        mem = own_memory()
        pack(Board(self.width, self.height, self.mines, cells), mem)
        odds, certain = np.empty(len(cells)), np.empty(len(cells), np.int8)
        if not find_odds(mem):
            raise RuntimeError("a board that is true is taken for impossible")
        cell_odds(mem, odds, certain)
        certain %= IS_AWAY
        found = {
            cell: bool(certain[cell] == MINE) for cell in sorted(self.unknown) if certain[cell] != UNKNOWN
        }
        return found if SAFE in certain[list(found)] else {}, bool(mem.exact)
