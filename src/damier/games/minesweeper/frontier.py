"""What joins the covered cells beside numbers: boxes of cells alike, and components of boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.visible_board import Cell

Box: TypeAlias = tuple[int, ...]
"""The numbers beside all cells of a box, by their place among all numbers: what makes them a box."""

Number: TypeAlias = tuple[tuple[Cell, ...], int]
"""The covered cells beside a number, and how many of them hide a mine."""


@dataclass(slots=True)
class Component:
    """Boxes joined by numbers."""

    boxes: list[tuple[Cell, ...]]
    """In the order in which they are filled."""
    beside: list[tuple[int, ...]]
    """The numbers beside each box, by their place in *needs*."""
    needs: list[int]
    """How many mines each number has to find in these boxes."""


def boxes_of(
    numbers: dict[Cell, tuple[set[Cell], int]],
) -> tuple[list[Number], dict[Box, list[Cell]]]:
    """Step 2: the numbers that differ, each with its cells and need, and the cells of each box."""
    distinct = sorted({(tuple(sorted(cells)), need) for cells, need in numbers.values() if cells})
    touching: dict[Cell, list[int]] = {}
    for index, (cells, _) in enumerate(distinct):
        for cell in cells:
            touching.setdefault(cell, []).append(index)
    boxes: dict[Box, list[Cell]] = {}
    for cell in sorted(touching):
        boxes.setdefault(tuple(touching[cell]), []).append(cell)
    return distinct, boxes


def components(boxes: Iterable[Box]) -> list[list[Box]]:
    """Step 3: the boxes of each component, the one to begin with first."""
    by_number = _by_number(boxes)
    found, done = [], set()
    for start in sorted(boxes, key=lambda box: (len(box), box)):
        if start in done:
            continue
        component = [start]
        done.add(start)
        for box in component:  # which grows meanwhile
            new = {other for index in box for other in by_number[index]} - done
            component += new
            done |= new
        found.append(component)
    return found


def _by_number(boxes: Iterable[Box]) -> dict[int, set[Box]]:
    """The boxes beside each number."""
    found: dict[int, set[Box]] = {}
    for box in boxes:
        for index in box:
            found.setdefault(index, set()).add(box)
    return found


def in_order(
    joined: list[Box],
    boxes: dict[Box, list[Cell]],
    distinct: list[Number],
    budget: Budget,
) -> Component:
    """The boxes of a component in the order in which they are filled, with the numbers that join them."""
    order = _order(joined, budget)
    used = sorted({index for box in order for index in box})
    place = {index: i for i, index in enumerate(used)}
    return Component(
        [tuple(boxes[box]) for box in order],
        [tuple(place[index] for index in box) for box in order],
        [distinct[index][1] for index in used],
    )


def _order(joined: list[Box], budget: Budget) -> list[Box]:
    """The boxes from the first one on, so that few numbers are open at a time."""
    by_number = _by_number(joined)
    unfinished = {index: len(beside) for index, beside in by_number.items()}
    unopened = {box: len(box) for box in joined}
    order: list[Box] = []
    done, opened, waiting = set(), set(), {joined[0]}

    # The box that opens fewest numbers, then the one that brings a number nearest to its end.
    def cost(box: Box) -> tuple[int, int, Box]:
        return unopened[box], min(unfinished[index] for index in box), box

    while waiting:
        budget.work(len(waiting))
        box = min(waiting, key=cost)
        order.append(box)
        done.add(box)
        for index in box:
            unfinished[index] -= 1
            if index not in opened:
                opened.add(index)
                waiting |= by_number[index]
                for other in by_number[index]:
                    unopened[other] -= 1
        waiting -= done
    return order
