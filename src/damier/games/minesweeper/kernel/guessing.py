"""Where nothing is certain: which cell to dig, by how safe it is and how safe it leaves the next dig."""

from __future__ import annotations

import math

from damier.jit import inlined, kernel

from .components import DROPPED, join_boxes
from .counting import DONE, IMPOSSIBLE, TOO_MUCH, count_ahead, count_behind
from .memory import COVERED, Memory
from .numbers import add_number, fill_boxes, is_unknown
from .odds import put_together

NEARLY = 0.9
"""Cells at least so safe, as a share of the safest, are looked into."""

AWAY_CANDIDATES = 6
"""Cells away that are looked into: all are equally safe, those with the fewest neighbours tell most."""


@kernel
def list_candidates(mem: Memory) -> None:
    """The cells that may be the best guess, the safest first."""
    safest = 1.0 - mem.away_mine if mem.away else 0.0
    for box in range(mem.boxes):
        safest = max(safest, 1.0 - mem.mine[box])
    mem.candidates = 0
    for box in range(mem.boxes):
        if 1.0 - mem.mine[box] >= NEARLY * safest:
            for i in range(mem.box_size[box]):
                add_candidate(mem, int(mem.box_cells[box, i]), 1.0 - mem.mine[box])
    if mem.away and 1.0 - mem.away_mine >= NEARLY * safest:
        add_away(mem)


@inlined
def add_candidate(mem: Memory, cell: int, safety: float) -> None:
    """One more, in its place by how safe it is."""
    i = mem.candidates
    mem.candidates += 1
    while i and mem.safety[i - 1] < safety:
        mem.candidate[i], mem.safety[i] = mem.candidate[i - 1], mem.safety[i - 1]
        i -= 1
    mem.candidate[i], mem.safety[i] = cell, safety


@kernel
def add_away(mem: Memory) -> None:
    """The cells away with fewest unknown neighbours, and among those with most beside numbers."""
    for _ in range(AWAY_CANDIDATES):
        best, least = -1, 1 << 30
        for cell in range(mem.cells):
            if is_unknown(mem, cell) and mem.box_of[cell] == -1:
                unknown, beside = 0, 0
                for i in range(mem.degree[cell]):
                    other = int(mem.around[cell, i])
                    unknown += int(is_unknown(mem, other))
                    beside += int(mem.box_of[other] >= 0)
                cost = unknown * 16 - beside
                if cost < least:
                    best, least = cell, cost
        if best < 0:
            break
        mem.box_of[best] = -2  # listed
        add_candidate(mem, best, 1.0 - mem.away_mine)
    for cell in range(mem.cells):
        if mem.box_of[cell] == -2:
            mem.box_of[cell] = -1


@kernel
def best_guess(mem: Memory) -> int:
    """The cell to dig where nothing is certain."""
    list_candidates(mem)
    base = math.log(mem.total) + mem.log_total
    best, most = mem.candidate[0], -1.0
    for i in range(mem.candidates):
        if mem.safety[i] <= most:
            break
        worth = look_behind(mem, mem.candidate[i], mem.safety[i], base, most)
        if worth > most:
            best, most = mem.candidate[i], worth
    return best  # type: ignore[no-any-return]


@kernel
def look_behind(mem: Memory, cell: int, safety: float, base: float, most: float) -> float:
    """What it is worth to dig *cell*, over all numbers that it may show; no more than *most* if it is less.

    Its numbers, boxes and components are put on top of those of the board and taken off again.
    """
    numbers, boxes, components = mem.numbers, mem.boxes, mem.components
    ordered, kept, away = mem.ordered, mem.kept, mem.away
    mem.shown[cell] = 0
    worth = 0.0
    if put_on_top(mem, cell):
        fill_boxes(mem, numbers)
        join_boxes(mem, boxes, numbers)
        worth = over_all_numbers(mem, components, safety, base, most)
    mem.shown[cell] = COVERED
    mem.numbers, mem.boxes, mem.components = numbers, boxes, components
    mem.ordered, mem.kept, mem.away = ordered, kept, away
    take_off(mem, cell)
    return worth


@kernel
def put_on_top(mem: Memory, cell: int) -> bool:
    """The number that *cell* would show, and once more those of the components that it touches, without it.

    False if that number is known before: then it would tell nothing.
    """
    numbers = mem.numbers
    for component in range(mem.components):
        mem.touched[component] = 0
    for number in range(numbers):
        mem.copied[number] = 0
    touch(mem, cell)
    for i in range(mem.degree[cell]):
        other = int(mem.around[cell, i])
        if is_unknown(mem, other):
            touch(mem, other)
    for component in range(mem.components):
        if mem.touched[component]:
            copy_numbers(mem, component, cell)
    size = 0
    for i in range(mem.degree[cell]):
        other = int(mem.around[cell, i])
        if is_unknown(mem, other):
            mem.number_cells[mem.numbers, size] = other
            size += 1
    before = mem.numbers
    return bool(add_number(mem, size, 0) and mem.numbers > before)


@inlined
def touch(mem: Memory, cell: int) -> None:
    """An unknown cell is touched by a guess: its component, whose cells get new numbers, or it is away no more."""
    box = int(mem.box_of[cell])
    if box < 0:
        mem.away -= 1
        mem.beside_count[cell] = 0
        return
    component = mem.component_of[box]
    if not mem.touched[component]:
        mem.touched[component] = 1
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            for i in range(mem.box_size[box]):
                mem.beside_count[int(mem.box_cells[box, i])] = 0


@kernel
def copy_numbers(mem: Memory, component: int, cell: int) -> None:
    """The numbers of *component* once more, without *cell*."""
    for place in range(mem.first[component], mem.last[component]):
        box = mem.order[place]
        for j in range(mem.box_degree[box]):
            number = int(mem.box_numbers[box, j])
            if mem.copied[number] or mem.slot[number] == DROPPED:
                continue
            mem.copied[number] = 1
            size = 0
            for i in range(mem.number_size[number]):
                if mem.number_cells[number, i] != cell:
                    mem.number_cells[mem.numbers, size] = mem.number_cells[number, i]
                    size += 1
            add_number(mem, size, mem.need[number])


@kernel
def take_off(mem: Memory, cell: int) -> None:
    """Cells get back the boxes and numbers that they have on the board."""
    mem.used = mem.components
    for component in range(mem.components):
        mem.using[component] = component
        if mem.touched[component]:
            for place in range(mem.first[component], mem.last[component]):
                box = mem.order[place]
                for i in range(mem.box_size[box]):
                    other = int(mem.box_cells[box, i])
                    mem.box_of[other] = box
                    mem.beside_count[other] = mem.box_degree[box]
                    for j in range(mem.box_degree[box]):
                        mem.beside[other, j] = mem.box_numbers[box, j]
    for i in range(mem.degree[cell]):
        other = int(mem.around[cell, i])
        if mem.box_of[other] >= mem.boxes:
            mem.box_of[other] = -1
            mem.beside_count[other] = 0


@kernel
def over_all_numbers(mem: Memory, components: int, safety: float, base: float, most: float) -> float:
    """What a dig is worth over all numbers that it may show, by how safe the next dig is after each.

    All but one of the components on top are the same for each number.
    """
    new = mem.numbers - 1
    changing = mem.component_of[int(mem.boxes_beside[new, 0])]
    mem.used = 0
    for component in range(mem.components):
        if component != changing and (component >= components or not mem.touched[component]):
            mem.using[mem.used] = component
            mem.used += 1
            if component >= components:
                if count_ahead(mem, component) != DONE:
                    return safety * safety
                count_behind(mem, component)
    mem.using[mem.used] = changing
    mem.used += 1
    kept, worth, left = mem.kept, 0.0, safety
    for need in range(mem.number_size[new] + 1):
        mem.need[new], mem.kept = need, kept
        ended = count_ahead(mem, changing)
        if ended == TOO_MUCH:
            return safety * safety
        if ended == IMPOSSIBLE:
            continue
        count_behind(mem, changing)
        if put_together(mem):
            chance = mem.total * math.exp(mem.log_total - base)
            left -= chance
            worth += chance * next_safety(mem)
            if worth + left <= most:
                return worth + left
    return worth


@kernel
def next_safety(mem: Memory) -> float:
    """How safe the next dig is: the safest living cell counts for four fifths, the second for one."""
    first, second = 0.0, 0.0
    if mem.away:
        first = 1.0 - mem.away_mine
        if mem.away > 1:
            second = first
    for i in range(mem.used):
        component = mem.using[i]
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            safe = 1.0 - mem.mine[box]
            if safe <= second:
                continue
            for j in range(mem.box_size[box]):
                if safe > second and is_living(mem, int(mem.box_cells[box, j])):
                    if safe > first:
                        first, second = safe, first
                    else:
                        second = safe
    return 0.8 * first + 0.2 * second


@inlined
def is_living(mem: Memory, cell: int) -> bool:
    """Whether the number of *cell* may be news: no number says already what its neighbours hide."""
    unknown = 0
    for i in range(mem.degree[cell]):
        unknown += int(is_unknown(mem, int(mem.around[cell, i])))
    if unknown == 0:
        return False
    x, y = cell % mem.width, cell // mem.width
    for i in range(mem.beside_count[cell]):
        number = int(mem.beside[cell, i])
        if mem.number_size[number] == unknown + 1:
            inside = True
            for j in range(mem.number_size[number]):
                other = int(mem.number_cells[number, j])
                across, down = other % mem.width - x, other // mem.width - y
                inside = inside and -1 <= across <= 1 and -1 <= down <= 1
            if inside:
                return False
    return True
