"""How likely each cell hides a mine: arrangements of the mines are counted, exactly, in whole numbers.

1. Simple rules first: a number that has all its mines, or no more covered cells than mines.
2. Cells beside the same numbers form a *box*: k mines lie in a box of s cells in C(s, k) ways.
3. Boxes joined by numbers form a *component*; components share nothing but the total of mines.
4. A component is counted box by box. What matters of the boxes already filled is how many mines each
   open number still needs, so equal needs are counted together.
5. Cells away from all numbers take the mines that are left, in C(cells, mines) ways.

A flag is what a player believes, not a fact: flagged cells are counted like any covered cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import comb
from typing import TypeAlias

from damier.games.minesweeper.board import COVERED, FLAG, NUMBERS, Board, Cell

Ways: TypeAlias = dict[int, int]
"""In how many ways something can be filled, by the number of mines that takes: ``{1: 3, 2: 3}``."""

Needs: TypeAlias = tuple[int, ...]
"""How many mines each open number still needs, in the order in which they were opened."""


class Spent(Exception):
    """The budget is used up in the middle of a component."""


@dataclass(slots=True)
class Budget:
    """How much may be counted, and whether to go on; a node is one way to go on with one box."""

    most: int
    stop: Callable[[int], bool] = lambda nodes: False
    nodes: int = 0

    def use(self) -> None:
        self.nodes += 1
        if self.nodes > self.most or (self.nodes & 255 == 0 and self.stop(self.nodes)):
            raise Spent


@dataclass(slots=True)
class Counted:
    """What is known about a board."""

    total: int = 0
    """How many arrangements fit the numbers; 0 where none does. Means nothing unless exact."""
    exact: bool = True
    """Whether every component was counted."""
    mine: dict[Cell, float] = field(default_factory=dict)
    """The probability of a mine for every covered cell."""
    sure: dict[Cell, bool] = field(default_factory=dict)
    """The cells proved to hide a mine (True) or none (False)."""
    simple: dict[Cell, Cell] = field(default_factory=dict)
    """Where a single number is proof enough: that number's cell."""
    away: frozenset[Cell] = frozenset()
    """The covered cells beside no number."""


@dataclass(slots=True)
class Component:
    """Boxes joined by numbers."""

    boxes: list[tuple[Cell, ...]]
    """In the order in which they are filled."""
    beside: list[tuple[int, ...]]
    """The numbers beside each box, by their place in *needs*."""
    needs: list[int]
    """How many mines each number has to find in these boxes."""


def count(view: Board, budget: Budget, clear: frozenset[Cell] = frozenset()) -> Counted:
    """The probability of a mine for every covered cell of an open board, where *clear* ones have none."""
    found = Counted()
    numbers = {number: (cells - clear, need) for number, (cells, need) in _numbers(view).items()}
    if not _simple(view, numbers, found):
        return _contradiction(view, found)
    for cell, is_mine in found.sure.items():
        found.mine[cell] = float(is_mine)
    covered = {i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG)}
    unknown = covered - found.sure.keys() - clear
    parts, away = [], set(unknown)
    for component in sorted(_components(numbers), key=lambda component: len(component.boxes)):
        try:
            parts.append((component, *_fill(component, budget)))
            away.difference_update(*component.boxes)
        except Spent:
            found.exact = False
            _estimate(component, found)
    found.away = frozenset(away - found.mine.keys())
    mines = view.mines - sum(found.sure.values())
    if not _combine(parts, len(away), mines, found):
        return _contradiction(view, found)
    return found


def _numbers(view: Board) -> dict[Cell, tuple[set[Cell], int]]:
    """For each open cell its covered neighbours and how many mines they hide."""
    return {
        cell: ({i for i in view.grid.around[cell] if view.cells[i] in (COVERED, FLAG)}, int(sign))
        for cell, sign in enumerate(view.cells)
        if sign in NUMBERS
    }


def _simple(view: Board, numbers: dict[Cell, tuple[set[Cell], int]], found: Counted) -> bool:
    """Step 1, until it proves nothing more; takes what it proves out of *numbers*. False if they clash."""
    waiting = list(numbers)
    while waiting:
        number = waiting.pop()
        cells, need = numbers[number]
        if not 0 <= need <= len(cells):
            return False
        if not cells or 0 < need < len(cells):
            continue
        for cell in list(cells):
            found.sure[cell] = need > 0
            found.simple[cell] = number
            for other in view.grid.around[cell]:
                if other in numbers:
                    others, needed = numbers[other]
                    numbers[other] = (others - {cell}, needed - (need > 0))
                    waiting.append(other)
    return True


def _components(numbers: dict[Cell, tuple[set[Cell], int]]) -> list[Component]:
    """Steps 2 and 3."""
    distinct = sorted({(tuple(sorted(cells)), need) for cells, need in numbers.values() if cells})
    touching: dict[Cell, list[int]] = {}
    for index, (cells, _) in enumerate(distinct):
        for cell in cells:
            touching.setdefault(cell, []).append(index)
    boxes: dict[tuple[int, ...], list[Cell]] = {}
    for cell in sorted(touching):
        boxes.setdefault(tuple(touching[cell]), []).append(cell)
    found, left = [], set(boxes)
    while left:
        keys = _order(min(left, key=lambda key: (len(key), key)), left)
        left.difference_update(keys)
        used = sorted({index for key in keys for index in key})
        place = {index: i for i, index in enumerate(used)}
        found.append(
            Component(
                [tuple(boxes[key]) for key in keys],
                [tuple(place[index] for index in key) for key in keys],
                [distinct[index][1] for index in used],
            )
        )
    return found


def _order(start: tuple[int, ...], left: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The boxes joined to *start*, so that few numbers are open at a time."""
    by_number: dict[int, set[tuple[int, ...]]] = {}
    for key in left:
        for index in key:
            by_number.setdefault(index, set()).add(key)
    order = [start]
    done, opened = {start}, set(start)
    while True:
        # The box that opens fewest numbers, then the one that brings a number nearest to its end.
        waiting = {key for index in opened for key in by_number[index]} - done
        if not waiting:
            return order
        key = min(waiting, key=lambda key: (len(set(key) - opened), _unfinished(key, by_number, done), key))
        order.append(key)
        done.add(key)
        opened.update(key)


def _unfinished(
    key: tuple[int, ...], by_number: dict[int, set[tuple[int, ...]]], done: set[tuple[int, ...]]
) -> int:
    """How many boxes the numbers beside this one still wait for."""
    return min(len(by_number[index] - done) for index in key)


def _fill(component: Component, budget: Budget) -> tuple[Ways, list[Ways]]:
    """Step 4: the ways to fill the component, and for each box the mines in it, summed over those ways."""
    boxes, beside, needs = component.boxes, component.beside, component.needs
    room = [0] * len(needs)
    for box, touched in zip(boxes, beside, strict=True):
        for index in touched:
            room[index] += len(box)
    # Forward: every state before box i. Then backward: the ways from there to the end.
    states: list[dict[Needs, dict[Needs, int]]] = []
    layer = {tuple(needs)}
    for box, touched in zip(boxes, beside, strict=True):
        for index in touched:
            room[index] -= len(box)
        steps: dict[Needs, dict[Needs, int]] = {}
        for state in layer:
            steps[state] = _steps(state, touched, len(box), room, budget)
        states.append(steps)
        layer = {after for ways in steps.values() for after in ways}
    return _count_paths(tuple(needs), [len(box) for box in boxes], states, budget)


def _steps(
    state: Needs, touched: tuple[int, ...], size: int, room: list[int], budget: Budget
) -> dict[Needs, int]:
    """The states after a box of *size* cells, and how many mines in it lead there."""
    found = {}
    for mines in range(size + 1):
        budget.use()
        if all(0 <= state[index] - mines <= room[index] for index in touched):
            after = list(state)
            for index in touched:
                after[index] -= mines
            found[tuple(after)] = mines
    return found


def _count_paths(
    start: Needs, sizes: list[int], states: list[dict[Needs, dict[Needs, int]]], budget: Budget
) -> tuple[Ways, list[Ways]]:
    """The ways along all paths of states, and the sums of mines by box."""
    end: Needs = (0,) * len(start)
    behind: list[dict[Needs, Ways]] = [{end: {0: 1}}]
    for size, steps in zip(reversed(sizes), reversed(states), strict=True):
        layer: dict[Needs, Ways] = {}
        for state, ways in steps.items():
            here: Ways = {}
            for after, mines in ways.items():
                for m, n in behind[-1].get(after, {}).items():
                    budget.use()
                    here[m + mines] = here.get(m + mines, 0) + n * comb(size, mines)
            if here:
                layer[state] = here
        behind.append(layer)
    behind.reverse()
    before: dict[Needs, Ways] = {start: {0: 1}}
    sums: list[Ways] = []
    for size, steps, later in zip(sizes, states, behind[1:], strict=True):
        total: Ways = {}
        nexts: dict[Needs, Ways] = {}
        for state, past in before.items():
            for after, mines in steps[state].items():
                rest = later.get(after)
                if rest is None:
                    continue
                weight = comb(size, mines)
                target = nexts.setdefault(after, {})
                for m, n in past.items():
                    budget.use()
                    target[m + mines] = target.get(m + mines, 0) + n * weight
                    if mines:
                        for r, k in rest.items():
                            total[m + mines + r] = total.get(m + mines + r, 0) + n * weight * mines * k
        sums.append(total)
        before = nexts
    return behind[0].get(start, {}), sums


def _estimate(component: Component, found: Counted) -> None:
    """Where counting was too much: each number alone, the most dangerous one decides. Proves nothing."""
    sizes = [0] * len(component.needs)
    for box, touched in zip(component.boxes, component.beside, strict=True):
        for index in touched:
            sizes[index] += len(box)
    for box, touched in zip(component.boxes, component.beside, strict=True):
        danger = max(component.needs[index] / sizes[index] for index in touched)
        for cell in box:
            found.mine[cell] = danger


def _combine(parts: list[tuple[Component, Ways, list[Ways]]], away: int, mines: int, found: Counted) -> bool:
    """Step 5, and the probabilities. False if no arrangement fits."""
    every = [ways for _, ways, _ in parts]
    heads: list[Ways] = [{0: 1}]
    for ways in every:
        heads.append(_times(heads[-1], ways))
    tails: list[Ways] = [{0: 1}]
    for ways in reversed(every):
        tails.append(_times(tails[-1], ways))
    tails.reverse()

    def rest(used: int, cells: int, left: int) -> int:
        return comb(cells, left - used) if 0 <= left - used <= cells else 0

    total = sum(n * rest(m, away, mines) for m, n in heads[-1].items())
    if total == 0:
        return False
    found.total = total
    if found.away:
        hits = sum(n * rest(m, away - 1, mines - 1) for m, n in heads[-1].items())
        _settle(found.away, hits, total, found)
    for index, (component, ways, sums) in enumerate(parts):
        others = _times(heads[index], tails[index + 1])
        outside = {m: sum(n * rest(m + o, away, mines) for o, n in others.items()) for m in ways}
        for box, mined in zip(component.boxes, sums, strict=True):
            hits = sum(n * outside[m] for m, n in mined.items())
            _settle(box, hits, total * len(box), found)
    return True


def _settle(cells: Iterable[Cell], hits: int, total: int, found: Counted) -> None:
    """The same probability for all *cells*; whole numbers decide what is certain, never a rounding.

    A component that was too much to count is left out: that only adds arrangements, and what holds in
    all of them holds in those that fit.
    """
    for cell in cells:
        found.mine[cell] = hits / total
        if hits in (0, total):
            found.sure[cell] = hits > 0


def _times(a: Ways, b: Ways) -> Ways:
    """The ways to fill two things that share nothing."""
    product: Ways = {}
    for m, n in a.items():
        for o, k in b.items():
            product[m + o] = product.get(m + o, 0) + n * k
    return product


def _contradiction(view: Board, found: Counted) -> Counted:
    """No arrangement fits: nothing is known but how many mines there are for how many cells."""
    covered = [i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG)]
    return Counted(total=0, mine=dict.fromkeys(covered, min(1.0, view.mines / len(covered))))
