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

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb
from typing import TypeAlias

from damier.engines.search import Spent
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.frontier import Box, Component, Number, boxes_of, components, in_order
from damier.games.minesweeper.visible_board import COVERED, FLAG, NUMBERS, Board, Cell

Ways: TypeAlias = dict[int, int]
"""In how many ways something can be filled, by the number of mines that takes: ``{1: 3, 2: 3}``."""

Needs: TypeAlias = tuple[int, ...]
"""How many mines each open number still needs, in the order in which they were opened."""

States: TypeAlias = dict[Needs, dict[Needs, int]]
"""By state before a box: the states after it, with the mines in the box that lead there."""


@dataclass(slots=True)
class Counted:
    """What is known about a board."""

    total: int = 0
    """How many arrangements fit the numbers; 0 where none does. Means nothing unless exact."""
    exact: bool = True
    """Whether every component was counted, and all of them together."""
    mine: dict[Cell, float] = field(default_factory=dict)
    """The probability of a mine for every covered cell."""
    sure: dict[Cell, bool] = field(default_factory=dict)
    """The cells proved to hide a mine (True) or none (False)."""
    simple: dict[Cell, Cell] = field(default_factory=dict)
    """Where a single number is proof enough: that number's cell."""
    away: frozenset[Cell] = frozenset()
    """The covered cells beside no number."""


def count(view: Board, budget: Budget, clear: frozenset[Cell] = frozenset()) -> Counted:
    """The probability of a mine for every covered cell of an open board, where *clear* ones have none."""
    found = Counted()
    numbers = {number: (cells - clear, need) for number, (cells, need) in numbers_of(view).items()}
    if not prove_simple(view, numbers, found):
        return _contradiction(view, found)
    found.mine.update({cell: float(is_mine) for cell, is_mine in found.sure.items()})
    covered = {i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG)}
    unknown = covered - found.sure.keys() - clear
    parts, away = [], set(unknown)
    distinct, boxes = boxes_of(numbers)
    for joined in sorted(components(boxes), key=len):
        try:
            component = in_order(joined, boxes, distinct, budget)
            parts.append((component, *_fill(component, budget)))
            away.difference_update(*component.boxes)
        except Spent:
            found.exact = False
            _estimate(joined, boxes, distinct, found)
    found.away = frozenset(away - found.mine.keys())
    mines = view.mines - sum(found.sure.values())
    try:
        fits = _combine(parts, len(away), mines, found, Budget(budget.most, budget.late))
    except Spent:
        found.exact = False
        fits = _each_alone(parts, len(unknown), mines, found)
    return found if fits else _contradiction(view, found)


def numbers_of(view: Board) -> dict[Cell, tuple[set[Cell], int]]:
    """For each open cell its covered neighbours and how many mines they hide."""
    return {
        cell: ({i for i in view.grid.around[cell] if view.cells[i] in (COVERED, FLAG)}, int(sign))
        for cell, sign in enumerate(view.cells)
        if sign in NUMBERS
    }


def prove_simple(view: Board, numbers: dict[Cell, tuple[set[Cell], int]], found: Counted) -> bool:
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


def _fill(component: Component, budget: Budget) -> tuple[Ways, list[Ways]]:
    """Step 4: the ways to fill the component, and for each box the mines in it, summed over those ways."""
    return _count_paths([len(box) for box in component.boxes], states_of(component, budget), budget)


def states_of(component: Component, budget: Budget) -> list[States]:
    """Every state before each box, and the states after it with the mines in it that lead there."""
    boxes, beside, needs = component.boxes, component.beside, component.needs
    room = [0] * len(needs)
    for box, touched in zip(boxes, beside, strict=True):
        for index in touched:
            room[index] += len(box)
    states: list[States] = []
    layer: set[Needs] = {()}
    opened: list[int] = []
    for box, touched in zip(boxes, beside, strict=True):
        here = opened + [index for index in touched if index not in opened]
        new = tuple(needs[index] for index in here[len(opened) :])
        for index in touched:
            room[index] -= len(box)
        places = [(here.index(index), room[index]) for index in touched]
        kept = [place for place, index in enumerate(here) if room[index]]  # the others need no more
        steps = {state: _steps(state + new, places, kept, len(box), budget) for state in layer}
        states.append(steps)
        layer = {after for ways in steps.values() for after in ways}
        opened = [here[place] for place in kept]
    return states


def _steps(
    state: Needs, places: list[tuple[int, int]], kept: list[int], size: int, budget: Budget
) -> dict[Needs, int]:
    """The states after a box of *size* cells, and how many mines in it lead there.

    *places* are those of the numbers beside the box, each with the cells that it then has left.
    """
    found = {}
    for mines in range(size + 1):
        budget.use()
        if all(0 <= state[place] - mines <= left for place, left in places):
            after = list(state)
            for place, _ in places:
                after[place] -= mines
            found[tuple(after[place] for place in kept)] = mines
    return found


def ways_behind(sizes: list[int], states: list[States], budget: Budget) -> list[dict[Needs, Ways]]:
    """From every state before each box, and after the last: the ways to go on to the end."""
    behind: list[dict[Needs, Ways]] = [{(): {0: 1}}]
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
    return behind


def _count_paths(sizes: list[int], states: list[States], budget: Budget) -> tuple[Ways, list[Ways]]:
    """The ways along all paths of states, and the sums of mines by box."""
    behind = ways_behind(sizes, states, budget)
    before: dict[Needs, Ways] = {(): {0: 1}}
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
                        budget.work(len(rest))
                        for r, k in rest.items():
                            total[m + mines + r] = total.get(m + mines + r, 0) + n * weight * mines * k
        sums.append(total)
        before = nexts
    return behind[0].get((), {}), sums


def _estimate(
    joined: list[Box],
    boxes: dict[Box, list[Cell]],
    distinct: list[Number],
    found: Counted,
) -> None:
    """Where counting was too much: each number alone, the most dangerous one decides. Proves nothing."""
    for box in joined:
        danger = max(need / len(cells) for cells, need in (distinct[index] for index in box))
        for cell in boxes[box]:
            found.mine[cell] = danger


def _combine(
    parts: list[tuple[Component, Ways, list[Ways]]], away: int, mines: int, found: Counted, budget: Budget
) -> bool:
    """Step 5, and the probabilities. False if no arrangement fits."""
    heads: list[Ways] = [{0: 1}]
    """The ways to fill all parts before one, by the mines that takes."""
    for _, ways, _ in parts:
        heads.append(times(heads[-1], ways, budget))
    behind = _left_over(heads[-1], away, mines, budget)
    """The ways to fill what comes after a part, by the mines that were used up to there."""
    total = sum(n * behind[m] for m, n in heads[-1].items())
    if total == 0:
        return False
    found.total = total
    if found.away:
        # Of C(cells, k) arrangements a cell has a mine in k of every *cells*.
        hits = sum(n * behind[m] * (mines - m) for m, n in heads[-1].items())
        _settle(found.away, hits, total * away, found)
    for (component, ways, sums), before in zip(reversed(parts), reversed(heads[:-1]), strict=True):
        outside = dict.fromkeys(ways, 0)
        nexts: Ways = {}
        for used, n in before.items():
            budget.work(2 * len(ways))
            for m in ways:
                outside[m] += n * behind[used + m]
            nexts[used] = sum(k * behind[used + m] for m, k in ways.items())
        behind = nexts
        for box, mined in zip(component.boxes, sums, strict=True):
            budget.work(len(mined))
            _settle(box, sum(n * outside[m] for m, n in mined.items()), total * len(box), found)
    return True


def _left_over(used: Iterable[int], cells: int, mines: int, budget: Budget) -> Ways:
    """By the mines that were *used*: the ways to put the others into so many cells."""
    found: Ways = {}
    last, ways = 0, 1
    for left, m in sorted((mines - m, m) for m in used):
        if not 0 <= left <= cells:
            found[m] = 0
            continue
        while last < left:  # C(cells, k + 1) from C(cells, k): much quicker than each from scratch
            budget.work(1)
            ways = ways * (cells - last) // (last + 1)
            last += 1
        found[m] = ways
    return found


def _each_alone(
    parts: list[tuple[Component, Ways, list[Ways]]], unknown: int, mines: int, found: Counted
) -> bool:
    """Where there is no time left for step 5: each component alone, as if mines were no concern to it.

    What is certain there is certain. False if no arrangement fits.
    """
    found.total = 1
    found.mine.update(dict.fromkeys(found.away, min(1.0, max(0.0, mines / max(1, unknown)))))
    for component, ways, sums in parts:
        total = sum(ways.values())
        if not total:
            return False
        for box, mined in zip(component.boxes, sums, strict=True):
            _settle(box, sum(mined.values()), total * len(box), found)
    found.mine.update({cell: float(is_mine) for cell, is_mine in found.sure.items()})
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


def times(a: Ways, b: Ways, budget: Budget) -> Ways:
    """The ways to fill two things that share nothing."""
    product: Ways = {}
    for m, n in a.items():
        budget.work(len(b))
        for o, k in b.items():
            product[m + o] = product.get(m + o, 0) + n * k
    return product


def _contradiction(view: Board, found: Counted) -> Counted:
    """No arrangement fits: nothing is known but how many mines there are for how many cells."""
    covered = [i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG)]
    return Counted(total=0, mine=dict.fromkeys(covered, min(1.0, view.mines / len(covered))))
