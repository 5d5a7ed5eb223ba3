"""Boxes joined by numbers, in an order in which few numbers are open at a time."""

from __future__ import annotations

from damier.jit import kernel

from .memory import Memory, whole

DROPPED = -2
"""The slot of a number that counts no more: where a component is too much to count, it is cut there."""


@kernel
def join_boxes(mem: Memory, box: int, number: int) -> None:
    """The components of the boxes from *box* on, beside the numbers from *number* on, each in its order."""
    for each in range(number, mem.numbers):
        mem.slot[each] = -1
        mem.boxes_left[each] = mem.number_boxes[each]
    for each in range(box, mem.boxes):
        mem.unopened[each] = mem.box_degree[each]
    while True:
        begin = whole(-1)  # the end of a chain, rather than its middle
        for each in range(box, mem.boxes):
            if not mem.placed[each] and (begin < 0 or mem.box_degree[each] < mem.box_degree[begin]):
                begin = each
        if begin < 0:
            return
        component = mem.components
        mem.components += 1
        mem.first[component] = mem.ordered
        put_in_order(mem, begin, component)
        mem.last[component] = mem.ordered


@kernel
def put_in_order(mem: Memory, begin: int, component: int) -> None:
    """All boxes that are joined with *begin*: next is who opens fewest numbers and soon ends one.

    In ``placed`` 1 stands for a box on the frontier and 2 for one that has its place.
    """
    mem.frontier[0] = begin
    mem.placed[begin] = 1
    waiting = 1
    while waiting:
        best, least = 0, 1 << 60
        for i in range(waiting):
            box = mem.frontier[i]
            soonest = 1 << 20
            for j in range(mem.box_degree[box]):
                soonest = min(soonest, mem.boxes_left[whole(mem.box_numbers[box, j])])
            cost = (mem.unopened[box] << 40) + (soonest << 20) + box
            if cost < least:
                best, least = i, cost
        box = mem.frontier[best]
        waiting -= 1
        mem.frontier[best] = mem.frontier[waiting]
        mem.order[mem.ordered] = box
        mem.ordered += 1
        mem.placed[box] = 2
        mem.component_of[box] = component
        for j in range(mem.box_degree[box]):
            waiting = open_number(mem, whole(mem.box_numbers[box, j]), waiting)


@kernel
def open_number(mem: Memory, number: int, waiting: int) -> int:
    """One box of *number* has its place: the others join the frontier; how many wait there then."""
    mem.boxes_left[number] -= 1
    if mem.slot[number] != -1:
        return waiting
    mem.slot[number] = 0
    for i in range(mem.number_boxes[number]):
        other = whole(mem.boxes_beside[number, i])
        mem.unopened[other] -= 1
        if mem.placed[other] == 0:
            mem.placed[other] = 1
            mem.frontier[waiting] = other
            waiting += 1
    return waiting


@kernel
def cut(mem: Memory, component: int, where: int) -> None:
    """End *component* before *where* in the order and begin another there; numbers on both sides are dropped.

    That only adds arrangements: what holds in all of them holds in those that fit.
    """
    other = mem.components
    mem.components += 1
    mem.first[other], mem.last[other] = where, mem.last[component]
    mem.last[component] = where
    for i in range(where, mem.last[other]):
        mem.component_of[mem.order[i]] = other
    for i in range(where, mem.last[other]):
        box = mem.order[i]
        for j in range(mem.box_degree[box]):
            number = whole(mem.box_numbers[box, j])
            for k in range(mem.number_boxes[number]):
                if mem.component_of[whole(mem.boxes_beside[number, k])] == component:
                    mem.slot[number] = DROPPED
