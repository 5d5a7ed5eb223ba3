"""Mines under a board that is shown already: one of all arrangements that fit its numbers, each as likely.

A stored game holds the board and the seed, not the mines: what a seed chooses here may never change.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from random import Random
from typing import TypeVar

from damier.core.engine import dice
from damier.core.text import Refusal, Text
from damier.engines.search import Spent
from damier.games.minesweeper.arrangements import (
    Counted,
    Ways,
    numbers_of,
    prove_simple,
    states_of,
    times,
    ways_behind,
)
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.frontier import Component, boxes_of, components, in_order
from damier.games.minesweeper.rules import Field, generate_map
from damier.games.minesweeper.visible_board import COVERED, EXPLODED, FLAG, MINE, Board, Cell

T = TypeVar("T", int, tuple[tuple[int, ...], int])

MOST_NODES = 200_000
"""Of counting for one board: about a second."""


def field_of(view: Board, seed: int) -> Field:
    """A field that is seen as *view*; its mines are laid by the seed."""
    if view.untouched:
        return Field(view, seed)
    mines = frozenset(i for i, sign in enumerate(view.cells) if sign in (MINE, EXPLODED))
    if not view.over:
        try:
            mines = _lay(view, dice(seed, view.cells), Budget(MOST_NODES))
        except Spent:
            raise Refusal(Text("these numbers are too many to count where the mines can be")) from None
    elif not mines:
        mines = frozenset(i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG))
    return Field(view, seed, generate_map(view.height, view.width, mines))


def no_fit(view: Board) -> Text:
    """What is said of numbers that contradict each other or the number of mines."""
    return Text("no arrangement of {n} mines fits these numbers", n=view.mines)


def _lay(view: Board, chance: Random, budget: Budget) -> frozenset[Cell]:
    """The cells of the mines."""
    found = Counted()
    numbers = numbers_of(view)
    if not prove_simple(view, numbers, found):
        raise Refusal(no_fit(view))
    covered = {i for i, sign in enumerate(view.cells) if sign in (COVERED, FLAG)}
    distinct, boxes = boxes_of(numbers)
    parts = [in_order(joined, boxes, distinct, budget) for joined in components(boxes)]
    away = covered - found.sure.keys() - {cell for part in parts for box in part.boxes for cell in box}
    paths = [_Paths(part, budget) for part in parts]
    heads: list[Ways] = [{0: 1}]
    for path in paths:
        heads.append(times(heads[-1], path.ways, budget))
    left = view.mines - sum(found.sure.values())
    weights = {m: n * comb(len(away), left - m) for m, n in heads[-1].items() if left - m >= 0}
    if not any(weights.values()):
        raise Refusal(no_fit(view))
    used = _choose(weights, chance)
    mines = {cell for cell, is_mine in found.sure.items() if is_mine}
    mines.update(_some(away, left - used, chance))
    for path, before in zip(reversed(paths), reversed(heads[:-1]), strict=True):
        here = _choose({m: n * before.get(used - m, 0) for m, n in path.ways.items()}, chance)
        mines.update(path.choose(here, chance))
        used -= here
    return frozenset(mines)


class _Paths:
    """All ways to fill a component."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self.boxes = component.boxes
        self.states = states_of(component, budget)
        self.behind = ways_behind([len(box) for box in self.boxes], self.states, budget)
        self.ways = self.behind[0].get((), {})

    def choose(self, mines: int, chance: Random) -> list[Cell]:
        """The cells of so many mines."""
        found: list[Cell] = []
        needs: tuple[int, ...] = ()
        for box, states, behind in zip(self.boxes, self.states, self.behind[1:], strict=True):
            weights = {
                (after, here): comb(len(box), here) * behind.get(after, {}).get(mines - here, 0)
                for after, here in states[needs].items()
            }
            needs, here = _choose(weights, chance)
            found += _some(box, here, chance)
            mines -= here
        return found


def _choose(weights: dict[T, int], chance: Random) -> T:
    """One of several, as likely as its weight says; in whole numbers, which have no rounding."""
    point = int(chance.random() * 2**53) * sum(weights.values()) >> 53
    for one, weight in sorted(weights.items()):
        if point < weight:
            return one
        point -= weight
    raise AssertionError("the weights do not add up")


def _some(cells: Iterable[Cell], count: int, chance: Random) -> list[Cell]:
    """So many of *cells*, all sets alike; only ``random()`` is promised to be the same in every Python."""
    return sorted(sorted(cells), key=lambda _: chance.random())[:count]
