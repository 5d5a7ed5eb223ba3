"""Where nothing is certain: which cell to dig, by how safe it is and how safe it leaves the next digs.

A guess puts a *level* on top of the board: the number that its cell would show, and what that changes.
"""

from __future__ import annotations

import math

from damier.jit import inlined, kernel

from . import CELLS
from .components import DROPPED, join_boxes
from .counting import DONE, IMPOSSIBLE, count_ahead, count_behind
from .memory import COVERED, Memory
from .numbers import add_number, fill_boxes, is_unknown
from .odds import put_together

FAILED = -2.0
"""The chance of a number whose arrangements are too much to count."""


@kernel
def best_guess(mem: Memory) -> int:
    """The cell to dig where nothing is certain: all candidates one level deep, the best of them two levels."""
    list_candidates(mem)
    base = math.log(mem.total) + mem.log_total
    best, most = mem.candidate[0, 0], -1.0
    for i in range(mem.candidates[0]):
        mem.promise[i] = -1.0
        if mem.safety[0, i] > most * mem.tune[11]:
            aim = most * mem.tune[11]
            mem.promise[i] = look_behind(mem, mem.candidate[0, i], mem.safety[0, i], base, aim)
            if mem.promise[i] > most:
                best, most = mem.candidate[0, i], mem.promise[i]
    if mem.tune[12] == 0.0:
        return best  # type: ignore[no-any-return]
    least, deep = most * mem.tune[11], -1.0
    for _ in range(int(mem.tune[12])):
        next_best = -1
        for i in range(mem.candidates[0]):
            if mem.promise[i] >= least and (next_best < 0 or mem.promise[i] > mem.promise[next_best]):
                next_best = i
        if next_best < 0:
            break
        worth = look_deeper(mem, mem.candidate[0, next_best], mem.safety[0, next_best], base, deep)
        if worth > deep:
            best, deep = mem.candidate[0, next_best], worth
        mem.promise[next_best] = -1.0
    return best  # type: ignore[no-any-return]


@kernel
def list_candidates(mem: Memory) -> None:
    """The cells that may be the best guess, the safest first."""
    safest = 1.0 - mem.away_mine if mem.away else 0.0
    for box in range(mem.boxes):
        safest = max(safest, 1.0 - mem.mine[box])
    mem.candidates[0] = 0
    for box in range(mem.boxes):
        if 1.0 - mem.mine[box] >= mem.tune[0] * safest:
            for i in range(mem.box_size[box]):
                add_candidate(mem, int(mem.box_cells[box, i]), 1.0 - mem.mine[box], CELLS)
    if mem.away and 1.0 - mem.away_mine >= mem.tune[0] * safest:
        add_away(mem)


@inlined
def add_candidate(mem: Memory, cell: int, safety: float, most: int) -> None:
    """One more, in its place by how safe it is; at most so many."""
    level = mem.level
    i = mem.candidates[level]
    if i == most:
        i -= 1
        if mem.safety[level, i] >= safety:
            return
    else:
        mem.candidates[level] += 1
    while i and mem.safety[level, i - 1] < safety:
        mem.candidate[level, i] = mem.candidate[level, i - 1]
        mem.safety[level, i] = mem.safety[level, i - 1]
        i -= 1
    mem.candidate[level, i], mem.safety[level, i] = cell, safety


@kernel
def add_away(mem: Memory) -> None:
    """The cells away with fewest unknown neighbours, and among those with most beside numbers."""
    for _ in range(int(mem.tune[1])):
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
        add_candidate(mem, best, 1.0 - mem.away_mine, CELLS)
    for cell in range(mem.cells):
        if mem.box_of[cell] == -2:
            mem.box_of[cell] = -1


@kernel
def look_behind(mem: Memory, cell: int, safety: float, base: float, most: float) -> float:
    """What it is worth to dig *cell*, over all numbers that it may show, by how safe the next dig is then.

    No more than *most* if it is less. *base* is the logarithm of all arrangements.
    """
    numbers, boxes, components = mem.numbers, mem.boxes, mem.components
    ordered, kept, away = mem.ordered, mem.kept, mem.away
    worth, left = 0.0, safety
    if put_on_top(mem, cell, numbers, boxes, components):
        for need in range(mem.number_size[mem.numbers - 1] + 1):
            chance = chance_of(mem, need, base)
            if chance == FAILED:
                worth = safety * safety
                break
            if chance > 0.0:
                left -= chance
                told = math.log(mem.total) + mem.log_total
                worth += chance * next_safety(mem) * math.exp(-mem.tune[14] * told)
                if worth + left <= most:
                    worth += left
                    break
    mem.numbers, mem.boxes, mem.components = numbers, boxes, components
    mem.ordered, mem.kept, mem.away = ordered, kept, away
    take_off(mem, cell)
    return worth


@kernel
def look_deeper(mem: Memory, cell: int, safety: float, base: float, most: float) -> float:
    """The same by the worth of the best next dig."""
    numbers, boxes, components = mem.numbers, mem.boxes, mem.components
    ordered, kept, away = mem.ordered, mem.kept, mem.away
    worth, left = 0.0, safety
    if put_on_top(mem, cell, numbers, boxes, components):
        for need in range(mem.number_size[mem.numbers - 1] + 1):
            chance = chance_of(mem, need, base)
            if chance == FAILED:
                worth = safety * safety
                break
            if chance > 0.0:
                left -= chance
                worth += chance * next_worth(mem)
                if worth + left <= most:
                    worth += left
                    break
    mem.numbers, mem.boxes, mem.components = numbers, boxes, components
    mem.ordered, mem.kept, mem.away = ordered, kept, away
    take_off(mem, cell)
    return worth


@kernel
def next_worth(mem: Memory) -> float:
    """The worth of the best dig that comes next."""
    level = mem.level
    list_next(mem)
    base = math.log(mem.total) + mem.log_total
    best = 0.0
    total, logarithm, away_mine = mem.total, mem.log_total, mem.away_mine
    for i in range(mem.candidates[level]):
        safety = mem.safety[level, i]
        if safety <= best:
            break
        best = max(best, look_behind(mem, mem.candidate[level, i], safety, base, best))
        if safety == 1.0:
            break
    mem.total, mem.log_total, mem.away_mine = total, logarithm, away_mine
    return best


@kernel
def list_next(mem: Memory) -> None:
    """A few candidates for the next dig."""
    level, most = mem.level, int(mem.tune[13])
    mem.candidates[level] = 0
    for i in range(mem.used[level]):
        component = mem.using[level, i]
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            safe = 1.0 - mem.mine[box]
            if mem.candidates[level] == most and safe <= mem.safety[level, most - 1]:
                continue
            for j in range(mem.box_size[box]):
                cell = int(mem.box_cells[box, j])
                if is_living(mem, cell):
                    add_candidate(mem, cell, safe, most)
    if mem.away and (mem.candidates[level] < most or 1.0 - mem.away_mine > mem.safety[level, most - 1]):
        for cell in range(mem.cells):
            if is_unknown(mem, cell) and mem.box_of[cell] == -1:
                add_candidate(mem, cell, 1.0 - mem.away_mine, most)
                break


@kernel
def put_on_top(mem: Memory, cell: int, numbers: int, boxes: int, components: int) -> bool:
    """The number that *cell* would show, and once more those of the components that it touches, without it.

    False if that number is known before: then it would tell nothing. The components in use on the new level
    are those that are not touched, then those on top, the one that the number changes last.
    """
    mem.shown[cell] = 0
    level = mem.level
    for i in range(mem.used[level]):
        mem.touched[level, mem.using[level, i]] = 0
    for number in range(numbers):
        mem.copied[number] = 0
    touch(mem, cell)
    for i in range(mem.degree[cell]):
        other = int(mem.around[cell, i])
        if is_unknown(mem, other):
            touch(mem, other)
    for i in range(mem.used[level]):
        if mem.touched[level, mem.using[level, i]]:
            copy_numbers(mem, mem.using[level, i], cell)
    size = 0
    for i in range(mem.degree[cell]):
        other = int(mem.around[cell, i])
        if is_unknown(mem, other):
            mem.number_cells[mem.numbers, size] = other
            size += 1
    before = mem.numbers
    mem.level += 1
    if not add_number(mem, size, 0) or mem.numbers == before:
        return False
    fill_boxes(mem, numbers)
    join_boxes(mem, boxes, numbers)
    return use_components(mem, components)  # type: ignore[no-any-return]


@kernel
def use_components(mem: Memory, components: int) -> bool:
    """Count the components on top but for the one that the new number changes; False if that is too much."""
    level, used = mem.level, 0
    changing = mem.component_of[int(mem.boxes_beside[mem.numbers - 1, 0])]
    for i in range(mem.used[level - 1]):
        component = mem.using[level - 1, i]
        if not mem.touched[level - 1, component]:
            mem.using[level, used] = component
            used += 1
    for component in range(components, mem.components):
        if component != changing:
            mem.using[level, used] = component
            used += 1
            if count_ahead(mem, component) != DONE:
                return False
            count_behind(mem, component)
    mem.using[level, used] = changing
    mem.used[level] = used + 1
    mem.changing_kept[level], mem.changing_number[level] = mem.kept, mem.numbers - 1
    return True


@kernel
def chance_of(mem: Memory, need: int, base: float) -> float:
    """How likely the new number needs so many mines, with the odds of all cells then."""
    changing = mem.using[mem.level, mem.used[mem.level] - 1]
    mem.need[mem.changing_number[mem.level]] = need
    mem.kept = mem.changing_kept[mem.level]
    ended = count_ahead(mem, changing)
    if ended == IMPOSSIBLE:
        return 0.0
    if ended != DONE:
        return FAILED
    count_behind(mem, changing)
    if not put_together(mem):
        return 0.0
    return mem.total * math.exp(mem.log_total - base)  # type: ignore[no-any-return]


@inlined
def touch(mem: Memory, cell: int) -> None:
    """An unknown cell is touched by a guess: its component, whose cells get new numbers, or it is away no more."""
    box = int(mem.box_of[cell])
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
    """Back to the level below: cells get back the boxes and numbers that they have there."""
    mem.level -= 1
    level = mem.level
    mem.shown[cell] = COVERED
    for i in range(mem.used[level]):
        component = mem.using[level, i]
        if mem.touched[level, component]:
            for place in range(mem.first[component], mem.last[component]):
                box = mem.order[place]
                for k in range(mem.box_size[box]):
                    other = int(mem.box_cells[box, k])
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
def next_safety(mem: Memory) -> float:
    """How safe the next dig is: the safest living cell counts for four fifths, the second for one."""
    first, second = 0.0, 0.0
    if mem.away:
        first = 1.0 - mem.away_mine
        if mem.away > 1:
            second = first
    for i in range(mem.used[mem.level]):
        component = mem.using[mem.level, i]
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
