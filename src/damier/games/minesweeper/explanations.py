"""Why a cell is safe or a mine: the shortest chain of conclusions that was found, each from few numbers.

1. Single numbers and pairs of them near the cell, cheapest chain first: a number costs more than anything
   else, so that few numbers are named, and one number after the other is easier than two at once.
2. Several numbers at once around the cell, as few of them as do, with what step 1 had found.
3. The number of mines, with all that is certain by single numbers and pairs on the whole board.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from damier.core.engine import Limit
from damier.engines.search import Spent
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.deductions import (
    Clue,
    Facts,
    Mask,
    apart,
    as_mask,
    clues_of,
    covered_cells,
    in_mask,
)
from damier.games.minesweeper.fitting import must_be
from damier.games.minesweeper.proof import COUNTING, SEVERAL, SINGLE, SUBSET
from damier.games.minesweeper.visible_board import Board, Cell

MOST_STEPS = 5
"""Conclusions in a chain that somebody can follow."""

MOST_NUMBERS = 6
"""Numbers that one conclusion may rest on, for the same reason."""

REACHES = ((1, 1), (3, 2), (5, MOST_STEPS))
"""Numbers so many rows and columns away from a cell are looked at, which bounds the work on any board; the
farther ones where those near it give no chain of so few conclusions."""

FEW_LEFT = 60
"""Mines are counted only where so few cells are unknown."""

STEPS = 12_000
"""Steps of looking for the reasons of one cell: some hundredths of a second at most."""

COSTS = {SINGLE: 10, SUBSET: 23}
"""What a conclusion counts in a chain: a number 10, two at once a little more than one after the other."""


def steps_of(limit: Limit) -> int:
    """Steps of looking for reasons within *limit*; none where no line is asked for: nobody reads them."""
    if not limit.lines:
        return 0
    return STEPS if limit.nodes is None else min(STEPS, limit.nodes)


class Deduction(NamedTuple):
    """One conclusion."""

    cells: tuple[Cell, ...]
    """What it is about, all of them covered."""
    is_mine: bool
    """Whether all of them are mines; else all of them are safe."""
    numbers: tuple[Cell, ...]
    """The open cells whose numbers prove it; for two, the one that needs more mines first."""
    kind: str
    """One of KINDS."""
    mines: tuple[Cell, ...] = ()
    """What it takes as known to be mines: by earlier conclusions, or where mines are counted by any."""
    safe: tuple[Cell, ...] = ()
    """What it takes as known to be safe, in the same way."""
    rests: bool = False
    """Where mines are counted, whether numbers apart from each other need all that are left."""


class _Found(NamedTuple):
    """A conclusion as it is looked for."""

    cells: Mask
    is_mine: bool
    numbers: tuple[Cell, ...]
    kind: str
    given: Mask
    """What it takes as known."""
    chain: frozenset[int]
    """The conclusions before it that it rests on."""


def explain(view: Board, cell: Cell, is_mine: bool, most: int = STEPS) -> tuple[Deduction, ...]:
    """A chain that ends with *cell*, which is certain; empty where none is found that somebody can follow.

    On a board that no arrangement of mines fits, what it says means nothing.
    """
    if not most:
        return ()
    budget = Budget(most)
    every = _every_clue(view)
    try:
        for reach, long in REACHES:
            near = {at: clue for at, clue in every.items() if _distance(view, at, cell) <= reach}
            chains = _Chains(near, budget)
            if chains.reach(cell) and len(chain := chains.chain_of(cell)) <= long:
                return chain
        return chains.by_several(cell, is_mine) or _by_counting(view, cell, is_mine, budget)
    except Spent:
        return ()


@lru_cache(maxsize=4)
def _every_clue(view: Board) -> dict[Cell, Clue]:
    return clues_of(view, covered_cells(view))


def _distance(view: Board, one: Cell, other: Cell) -> int:
    """By rows or columns, whichever is more."""
    return max(abs(one // view.width - other // view.width), abs(one % view.width - other % view.width))


class _Chains:
    """Conclusions from single numbers and pairs, the cheapest chain first."""

    def __init__(self, clues: dict[Cell, Clue], budget: Budget) -> None:
        self.clues, self.budget = clues, budget
        self.mines: Mask = 0
        self.safe: Mask = 0
        self.found: list[_Found] = []
        self.by: dict[Cell, int] = {}
        """The conclusion by which a cell is known."""
        self.beside: dict[Cell, list[Cell]] = {}
        """The numbers beside each covered cell."""
        for at, clue in clues.items():
            for cell in in_mask(clue.cells):
                self.beside.setdefault(cell, []).append(at)
        self.left = dict(clues)
        """What each number says of the cells that are not known."""
        self._waiting: list[tuple[int, int, _Found]] = []
        self._seen: set[tuple[Mask, bool, tuple[Cell, ...], Mask]] = set()

    def reach(self, cell: Cell) -> bool:
        """Go on until *cell* is known, or nothing more is to be found; whether it is known."""
        self._look_at(set(self.clues))
        while self._waiting and cell not in self.by:
            _, _, found = heappop(self._waiting)
            new = found.cells & ~(self.mines | self.safe)
            if not new:
                continue
            self.by.update(dict.fromkeys(in_mask(new), len(self.found)))
            self.found.append(found)
            if found.is_mine:
                self.mines |= new
            else:
                self.safe |= new
            touched = {at for known in in_mask(new) for at in self.beside[known]}
            for at in touched:
                self.left[at] = self._given_left(at, self.mines | self.safe)
            self._look_at(touched)
        return cell in self.by

    def _look_at(self, numbers: set[Cell]) -> None:
        """What these numbers prove now, alone and with others that share a cell with them."""
        for at in sorted(numbers):
            self._single(at)
            others = {other for cell in in_mask(self.left[at].cells) for other in self.beside[cell]}
            for other in sorted(others):
                if other > at or other not in numbers:  # each pair once
                    self.budget.use()
                    self._pair(at, other)
                    self._pair(other, at)

    def _single(self, at: Cell) -> None:
        cells = self.clues[at].cells
        unknown, left = self.left[at]
        if unknown and left == 0:
            self._add(cells & ~self.mines, False, (at,), SINGLE, cells & self.mines)
        elif unknown and left == unknown.bit_count():
            self._add(cells & ~self.safe, True, (at,), SINGLE, cells & self.safe)

    def _pair(self, one: Cell, other: Cell) -> None:
        """Whether *one* needs so many more mines than the *other* as it has cells of its own."""
        (a, more), (b, less) = self.left[one], self.left[other]
        only_a = a & ~b
        if more - less != only_a.bit_count() or a == b or one == other:
            return
        only_b = b & ~a
        given = (self.clues[one].cells | self.clues[other].cells) & (self.mines | self.safe)
        if only_a:
            self._add(only_a, True, (one, other), SUBSET, given)
        if only_b:
            self._add(only_b, False, (one, other), SUBSET, given)

    def _add(self, cells: Mask, is_mine: bool, numbers: tuple[Cell, ...], kind: str, given: Mask) -> None:
        key = cells, is_mine, numbers, given
        if key in self._seen:
            return
        self._seen.add(key)
        chain = self._behind(given)
        if len(chain) < MOST_STEPS:
            cost = COSTS[kind] + sum(COSTS[self.found[index].kind] for index in chain)
            found = _Found(cells, is_mine, numbers, kind, given, chain)
            heappush(self._waiting, (cost, len(self._seen), found))

    def _behind(self, given: Mask) -> frozenset[int]:
        """All conclusions that lead to what is *given*."""
        direct = {self.by[cell] for cell in in_mask(given)}
        return frozenset(direct.union(*(self.found[index].chain for index in direct)))

    def chain_of(self, cell: Cell) -> tuple[Deduction, ...]:
        """The conclusions up to the one by which *cell* is known, without what is not needed for it."""
        needed: dict[int, Mask] = {self.by[cell]: 1 << cell}
        chain: list[Deduction] = []
        while needed:
            index = max(needed)
            found, wanted = self.found[index], needed.pop(index)
            given = self._fewest_given(found.cells, found.is_mine, found.numbers, found.given, found.kind)
            for known in in_mask(given):
                needed[self.by[known]] = needed.get(self.by[known], 0) | 1 << known
            told = found.cells if found.cells.bit_count() <= MOST_NUMBERS else wanted
            chain.append(self._told(told, found, given))
        return tuple(reversed(chain))

    def _told(self, cells: Mask, found: _Found, given: Mask) -> Deduction:
        mines, safe = tuple(in_mask(given & self.mines)), tuple(in_mask(given & self.safe))
        return Deduction(tuple(in_mask(cells)), found.is_mine, found.numbers, found.kind, mines, safe)

    def _given_left(self, at: Cell, given: Mask) -> Clue:
        """What a number says of its cells but for those that are *given*."""
        cells, mines = self.clues[at]
        return Clue(cells & ~given, mines - (cells & given & self.mines).bit_count())

    def _fewest_given(
        self, cells: Mask, is_mine: bool, numbers: tuple[Cell, ...], given: Mask, kind: str
    ) -> Mask:
        """What has to be known for a conclusion: for a single number all of it."""
        if kind == SINGLE:
            return given
        for known in in_mask(given):
            fewer = given & ~(1 << known)
            clues = [self._given_left(at, fewer) for at in numbers]
            if all(must_be(cell, is_mine, clues, self.budget) for cell in in_mask(cells)):
                given = fewer
        return given

    def by_several(self, cell: Cell, is_mine: bool) -> tuple[Deduction, ...]:
        """A chain that ends with a conclusion from several numbers; empty if there is none."""
        known = self.mines | self.safe
        numbers = self._enough_around(cell, is_mine, known)
        for at in list(reversed(numbers)):
            fewer = [other for other in numbers if other != at]
            if must_be(cell, is_mine, [self._given_left(other, known) for other in fewer], self.budget):
                numbers = fewer
        if not 0 < len(numbers) <= MOST_NUMBERS:
            return ()
        chosen = tuple(sorted(numbers))
        given = known & as_mask(other for at in chosen for other in in_mask(self.clues[at].cells))
        given = self._fewest_given(1 << cell, is_mine, chosen, given, SEVERAL)
        chain = self._behind(given)
        if len(chain) >= MOST_STEPS:
            return ()
        self.by[cell] = len(self.found)
        self.found.append(_Found(1 << cell, is_mine, chosen, SEVERAL, given, chain))
        return self.chain_of(cell)

    def _enough_around(self, cell: Cell, is_mine: bool, known: Mask) -> list[Cell]:
        """Numbers around *cell* that prove it, ring by ring until they do; none if no numbers do."""
        near: list[Cell] = []
        reached = 1 << cell
        while True:
            ring = [at for at in self.clues if at not in near and self._given_left(at, known).cells & reached]
            if not ring:
                return []
            near += ring
            for at in ring:
                reached |= self._given_left(at, known).cells
            if must_be(cell, is_mine, [self._given_left(at, known) for at in near], self.budget):
                return near


def _by_counting(view: Board, cell: Cell, is_mine: bool, budget: Budget) -> tuple[Deduction, ...]:
    """A conclusion from the number of mines left; empty where too much is unknown, or none is found."""
    facts = Facts(view)
    facts.use_single()
    while facts.use_subset():
        facts.use_single()
    bit = 1 << cell
    if not facts.unknown & bit or facts.unknown.bit_count() > FEW_LEFT:
        return ()
    told = facts.open_clues()
    numbers = _apart(told, facts, cell, is_mine, budget)
    rests = numbers is not None
    if numbers is None:
        numbers = _fewest_counted(told, facts, cell, is_mine, budget)
    if numbers is None or len(numbers) > MOST_NUMBERS:
        return ()
    mines, safe = tuple(in_mask(facts.mines)), tuple(in_mask(facts.safe))
    return (Deduction((cell,), is_mine, tuple(sorted(numbers)), COUNTING, mines, safe, rests),)


def _apart(
    told: dict[Cell, Clue], facts: Facts, cell: Cell, is_mine: bool, budget: Budget
) -> list[Cell] | None:
    """Fewest numbers apart from each other and from *cell* that need all mines left, or leave none safe."""
    by_clue = {clue: at for at, clue in told.items() if not clue.cells >> cell & 1}
    best: list[Cell] | None = None
    for chosen in apart(list(by_clue), budget.most // 8):
        if best is not None and len(chosen) >= len(best):
            continue
        budget.work(1)
        left = facts.mines_left - sum(mines for _, mines in chosen)
        room = facts.unknown.bit_count() - sum(cells.bit_count() for cells, _ in chosen)
        if left == (room if is_mine else 0):
            best = [by_clue[clue] for clue in chosen]
    return best


def _fewest_counted(
    told: dict[Cell, Clue], facts: Facts, cell: Cell, is_mine: bool, budget: Budget
) -> list[Cell] | None:
    """Numbers that prove it together with the number of mines left, without those that are not needed."""
    whole = Clue(facts.unknown, facts.mines_left)
    numbers = list(told)
    if not must_be(cell, is_mine, [*told.values(), whole], budget):
        return None
    for at in list(numbers):
        fewer = [other for other in numbers if other != at]
        if must_be(cell, is_mine, [*(told[other] for other in fewer), whole], budget):
            numbers = fewer
    return numbers
