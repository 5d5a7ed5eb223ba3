"""What a dig would lead to, put on top of the board and taken off again.

Each such *level* has the number that its cell would show, once more the numbers of the components that the
cell touches, without it, and their boxes and components. All others stay in use.
"""

from __future__ import annotations

import math

from damier.jit import inlined, kernel

from .components import DROPPED, join_boxes
from .counting import DONE, count_ahead, count_behind
from .memory import COVERED, MOST, Memory, whole
from .numbers import add_number, fill_boxes, is_unknown
from .odds import put_together

NUMBERS, BOXES, COMPONENTS, ORDERED, KEPT, AWAY = range(6)
"""What is marked of a level when another is put on top of it."""


@kernel
def suppose(mem: Memory, cell: int) -> int:
    """Put the level on top in which *cell* is open; how many numbers it may show, 0 if that can tell nothing.

    That is so where its number is known before, where counting is too much, and where there is no room.
    """
    level = mem.level
    mark = mem.marked[level]
    mark[NUMBERS], mark[BOXES], mark[COMPONENTS] = mem.numbers, mem.boxes, mem.components
    mark[ORDERED], mark[KEPT], mark[AWAY] = mem.ordered, mem.kept, mem.away
    if 2 * max(mem.numbers, mem.boxes) + 16 > MOST:
        mem.level = level + 1
        return 0
    copy_touched(mem, cell)
    size = whole(0)
    for i in range(mem.degree[cell]):
        other = whole(mem.around[cell, i])
        if is_unknown(mem, other):
            mem.number_cells[mem.numbers, size] = other
            size += 1
    before = mem.numbers
    mem.level = level + 1
    if not add_number(mem, size, whole(0)) or mem.numbers == before:
        return 0
    fill_boxes(mem, mark[NUMBERS])
    join_boxes(mem, mark[BOXES], mark[NUMBERS])
    return size + 1 if use_components(mem, mark[COMPONENTS]) else 0


@kernel
def copy_touched(mem: Memory, cell: int) -> None:
    """Open *cell*, and copy the numbers of the components that it touches."""
    level = mem.level
    mem.shown[cell] = 0
    for i in range(mem.used[level]):
        mem.touched[level, mem.using[level, i]] = 0
    for number in range(mem.numbers):
        mem.copied[number] = 0
    touch(mem, cell)
    for i in range(mem.degree[cell]):
        other = whole(mem.around[cell, i])
        if is_unknown(mem, other):
            touch(mem, other)
    for i in range(mem.used[level]):
        if mem.touched[level, mem.using[level, i]]:
            copy_numbers(mem, mem.using[level, i], cell)


@kernel
def use_components(mem: Memory, components: int) -> bool:
    """Count the components on top but for the one that the new number changes; False if that is too much."""
    level, used = mem.level, 0
    changing = mem.component_of[whole(mem.boxes_beside[mem.numbers - 1, 0])]
    for i in range(mem.used[level - 1]):
        component = mem.using[level - 1, i]
        if not mem.touched[level - 1, component]:
            mem.using[level, used] = component
            used += 1
    for component in range(components, mem.components):
        if component != changing:
            mem.using[level, used] = component
            used += 1
            if count_ahead(mem, component) != DONE or not count_behind(mem, component):
                return False
    mem.using[level, used] = changing
    mem.used[level] = used + 1
    mem.changing_kept[level], mem.changing_number[level] = mem.kept, mem.numbers - 1
    return True


@kernel
def chance_of(mem: Memory, need: int, base: float) -> float:
    """How likely the new number needs so many mines, with the odds of all cells then; 0 if that is too much.

    *base* is the logarithm of all arrangements of the level below.
    """
    level = mem.level
    changing = mem.using[level, mem.used[level] - 1]
    mem.need[mem.changing_number[level]] = need
    mem.kept = mem.changing_kept[level]
    if count_ahead(mem, changing) != DONE or not count_behind(mem, changing):
        return 0.0
    return mem.total * math.exp(mem.log_total - base) if put_together(mem) else 0.0


@inlined
def touch(mem: Memory, cell: int) -> None:
    """An unknown cell is touched: its component, whose cells get new numbers, or it is away no more."""
    box = whole(mem.box_of[cell])
    if box < 0:
        mem.away -= 1
        mem.beside_count[cell] = 0
        return
    component = mem.component_of[box]
    if not mem.touched[mem.level, component]:
        mem.touched[mem.level, component] = 1
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            for i in range(mem.box_size[box]):
                mem.beside_count[whole(mem.box_cells[box, i])] = 0


@kernel
def copy_numbers(mem: Memory, component: int, cell: int) -> None:
    """The numbers of *component* once more, without *cell*."""
    for place in range(mem.first[component], mem.last[component]):
        box = mem.order[place]
        for j in range(mem.box_degree[box]):
            number = whole(mem.box_numbers[box, j])
            if mem.copied[number] or mem.slot[number] == DROPPED:
                continue
            mem.copied[number] = 1
            size = whole(0)
            for i in range(mem.number_size[number]):
                if mem.number_cells[number, i] != cell:
                    mem.number_cells[mem.numbers, size] = mem.number_cells[number, i]
                    size += 1
            add_number(mem, size, mem.need[number])


@kernel
def take_off(mem: Memory, cell: int) -> None:
    """Back to the level below: cells get back the boxes and numbers that they have there."""
    mem.level -= 1
    level = mem.level
    mark = mem.marked[level]
    mem.numbers, mem.boxes, mem.components = mark[NUMBERS], mark[BOXES], mark[COMPONENTS]
    mem.ordered, mem.kept, mem.away = mark[ORDERED], mark[KEPT], mark[AWAY]
    mem.shown[cell] = COVERED
    for i in range(mem.used[level]):
        component = mem.using[level, i]
        if mem.touched[level, component]:
            for place in range(mem.first[component], mem.last[component]):
                box = mem.order[place]
                for k in range(mem.box_size[box]):
                    other = whole(mem.box_cells[box, k])
                    mem.box_of[other] = box
                    mem.beside_count[other] = mem.box_degree[box]
                    for j in range(mem.box_degree[box]):
                        mem.beside[other, j] = mem.box_numbers[box, j]
    for i in range(mem.degree[cell]):
        other = whole(mem.around[cell, i])
        if mem.box_of[other] >= mem.boxes:
            mem.box_of[other] = -1
            mem.beside_count[other] = 0
