"""Where nothing is certain: which cell to dig, by how safe it is and how safe it leaves the next digs.

Depth is worth little beyond two digs: the number of arrangements left, or how many cells are safe next, added
nothing to how safe the two safest are.
"""

from __future__ import annotations

import math

from damier.jit import inlined, kernel

from . import CELLS
from .memory import Memory, whole
from .numbers import is_unknown
from .supposing import chance_of, suppose, take_off

NEARLY = 0.9
"""Cells at least so safe, as a share of the safest, are looked into."""

AWAY_MOST = 6
"""Cells away that are looked into: all are equally safe, those with the fewest neighbours tell most."""

DEEP_SHARE, DEEP_MOST, NEXT_MOST = 0.97, 4, 3
"""How many cells are looked into two digs deep: worth such a share of the best by one; and next ones each."""


@kernel
def best_guess(mem: Memory) -> int:
    """The cell to dig where nothing is certain: all candidates one dig deep, the best of them two."""
    mem.work = 0
    list_candidates(mem)
    base = math.log(mem.total) + mem.log_total
    best, most = mem.candidate[0, 0], -1.0
    for i in range(mem.candidates[0]):
        mem.promise[i] = -1.0
        if mem.safety[0, i] > most * DEEP_SHARE and not is_over(mem):
            aim = most * DEEP_SHARE
            mem.promise[i] = look_behind(mem, mem.candidate[0, i], mem.safety[0, i], base, aim)
            if mem.promise[i] > most:
                best, most = mem.candidate[0, i], mem.promise[i]
    least, deep = most * DEEP_SHARE, -1.0
    for _ in range(DEEP_MOST):
        next_best = -1
        for i in range(mem.candidates[0]):
            if mem.promise[i] >= least and (next_best < 0 or mem.promise[i] > mem.promise[next_best]):
                next_best = i
        if next_best < 0 or is_over(mem):
            break
        worth = look_deeper(mem, mem.candidate[0, next_best], mem.safety[0, next_best], base, deep)
        if worth > deep and not mem.stop:
            best, deep = mem.candidate[0, next_best], worth
        mem.promise[next_best] = -1.0
    return best  # type: ignore[no-any-return]


@inlined
def is_over(mem: Memory) -> bool:
    """Whether nothing more is looked into."""
    return bool(mem.stop or mem.work > mem.work_most)


@kernel
def list_candidates(mem: Memory) -> None:
    """The cells that may be the best guess, the safest first."""
    safest = 1.0 - mem.away_mine if mem.away else 0.0
    for box in range(mem.boxes):
        safest = max(safest, 1.0 - mem.mine[box])
    mem.candidates[0] = 0
    for box in range(mem.boxes):
        if 1.0 - mem.mine[box] >= NEARLY * safest:
            for i in range(mem.box_size[box]):
                add_candidate(mem, whole(mem.box_cells[box, i]), 1.0 - mem.mine[box], whole(CELLS))
    if mem.away and 1.0 - mem.away_mine >= NEARLY * safest:
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
    for _ in range(AWAY_MOST):
        best, least = whole(-1), 1 << 30
        for cell in range(mem.cells):
            if is_unknown(mem, cell) and mem.box_of[cell] == -1:
                unknown, beside = 0, 0
                for i in range(mem.degree[cell]):
                    other = whole(mem.around[cell, i])
                    unknown += int(is_unknown(mem, other))
                    beside += int(mem.box_of[other] >= 0)
                cost = unknown * 16 - beside
                if cost < least:
                    best, least = cell, cost
        if best < 0:
            break
        mem.box_of[best] = -2  # listed
        add_candidate(mem, best, 1.0 - mem.away_mine, whole(CELLS))
    for cell in range(mem.cells):
        if mem.box_of[cell] == -2:
            mem.box_of[cell] = -1


@kernel
def look_behind(mem: Memory, cell: int, safety: float, base: float, most: float) -> float:
    """What it is worth to dig *cell*, over all numbers that it may show, by how safe the next dig is then.

    No more than *most* if it is less. *base* is the logarithm of all arrangements.
    """
    worth, left = 0.0, safety
    for need in range(suppose(mem, cell)):
        chance = chance_of(mem, need, base)
        left -= chance
        if chance > 0.0:
            worth += chance * next_safety(mem)
        if worth + left <= most:
            break
    take_off(mem, cell)
    return worth + left if worth + left <= most else worth


@kernel
def look_deeper(mem: Memory, cell: int, safety: float, base: float, most: float) -> float:
    """The same, by the worth of the best next dig."""
    worth, left = 0.0, safety
    for need in range(suppose(mem, cell)):
        chance = chance_of(mem, need, base)
        left -= chance
        if chance > 0.0:
            worth += chance * next_worth(mem)
        if worth + left <= most:
            break
    take_off(mem, cell)
    return worth + left if worth + left <= most else worth


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
    level, most = mem.level, whole(NEXT_MOST)
    mem.candidates[level] = 0
    for i in range(mem.used[level]):
        component = mem.using[level, i]
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            safe = 1.0 - mem.mine[box]
            if mem.candidates[level] == most and safe <= mem.safety[level, most - 1]:
                continue
            for j in range(mem.box_size[box]):
                cell = whole(mem.box_cells[box, j])
                if is_living(mem, cell):
                    add_candidate(mem, cell, safe, most)
    if mem.away and (mem.candidates[level] < most or 1.0 - mem.away_mine > mem.safety[level, most - 1]):
        for cell in range(mem.cells):
            if is_unknown(mem, cell) and mem.box_of[cell] == -1:
                add_candidate(mem, cell, 1.0 - mem.away_mine, most)
                break


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
                if safe > second and is_living(mem, whole(mem.box_cells[box, j])):
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
        unknown += int(is_unknown(mem, whole(mem.around[cell, i])))
    if unknown == 0:
        return False
    x, y = cell % mem.width, cell // mem.width
    for i in range(mem.beside_count[cell]):
        number = whole(mem.beside[cell, i])
        if mem.number_size[number] == unknown + 1:
            inside = True
            for j in range(mem.number_size[number]):
                other = whole(mem.number_cells[number, j])
                across, down = other % mem.width - x, other // mem.width - y
                inside = inside and -1 <= across <= 1 and -1 <= down <= 1
            if inside:
                return False
    return True
