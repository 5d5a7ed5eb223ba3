"""How likely each unknown cell is a mine: the components put together with the cells that are away."""

from __future__ import annotations

import math

import numpy as np

from damier.jit import inlined, kernel

from . import CELLS
from .components import join_boxes
from .counting import LARGE, TINY, count_components
from .memory import COVERED, MINE, SAFE, UNKNOWN, Memory, whole
from .numbers import fill_boxes, lay_out, prove_simple, read_numbers

IS_AWAY = 4
"""Added to what is proved of a cell that is beside no number."""

LOG_FACTORIAL = np.array([math.lgamma(n + 1) for n in range(CELLS + 1)])


@kernel
def find_odds(mem: Memory) -> bool:
    """The odds of every unknown cell of the board; False if no arrangement fits it, or when stopped."""
    mem.exact = 1
    mem.boxes = mem.components = mem.ordered = mem.kept = mem.level = 0
    if not prove_simple(mem) or not read_numbers(mem):
        return False
    fill_boxes(mem, whole(0))
    join_boxes(mem, whole(0), whole(0))
    if not count_components(mem, whole(0)):
        return False
    mem.left, mem.away = mem.mines, 0
    for cell in range(mem.cells):
        if mem.shown[cell] == COVERED:
            mem.left -= int(mem.known[cell] == MINE)
            mem.away += int(mem.known[cell] == UNKNOWN and mem.box_of[cell] < 0)
    mem.used[0] = mem.components
    for component in range(mem.components):
        mem.using[0, component] = component
    return put_together(mem)


@kernel
def put_together(mem: Memory) -> bool:
    """The odds of all boxes of the components in use and of the cells away; False if nothing fits.

    ``total`` times e to the ``log_total`` is the number of arrangements.
    """
    if mem.left < 0:
        return False
    mem.log_total = 0.0
    multiply_heads(mem)
    low, length = mem.head_low[mem.used[mem.level]], mem.head_length[mem.used[mem.level]]
    at = mem.head_at[mem.used[mem.level]]
    if length <= 0 or not fill_tail(mem, low, length):
        return False
    total, hits = 0.0, 0.0
    some, others = False, False
    for i in range(length):
        ways = mem.head[at + i] * mem.tail[low + i]
        mines = mem.left - low - i
        total += ways
        hits += ways * mines
        some = some or (ways > 0.0 and mines > 0)
        others = others or (ways > 0.0 and mines < mem.away)
    if total == 0.0:
        return False
    mem.total = total
    if mem.away:
        mem.away_mine = hits / (total * mem.away)
        mem.away_certain = SAFE if not some else MINE if not others else UNKNOWN
    for i in range(mem.used[mem.level] - 1, -1, -1):
        settle_boxes(mem, i)
    return True


@kernel
def multiply_heads(mem: Memory) -> None:
    """The ways to fill all components in use before each one, and after the last, by their mines."""
    mem.head_low[0], mem.head_length[0], mem.head_at[0] = 0, 1, 0
    mem.head[0] = 1.0
    for i in range(mem.used[mem.level]):
        component = mem.using[mem.level, i]
        span, ways = mem.span[component], mem.ways_at[component]
        mem.log_total += mem.logarithm[component]
        at, length = mem.head_at[i], mem.head_length[i]
        low = mem.head_low[i] + mem.fewest[component]
        long = min(length + span - 1, mem.left - low + 1)
        to = at + length
        mem.head_low[i + 1], mem.head_length[i + 1], mem.head_at[i + 1] = low, max(long, 0), to
        largest = 0.0
        for j in range(long):
            new = 0.0
            for k in range(max(0, j - length + 1), min(span, j + 1)):
                new += mem.ways[ways + k] * mem.head[at + j - k]
            mem.head[to + j] = new
            largest = max(largest, new)
        if largest > LARGE:
            mem.log_total += math.log(largest)
            for j in range(long):
                if mem.head[to + j] > 0.0:
                    mem.head[to + j] = max(mem.head[to + j] / largest, TINY)


@kernel
def fill_tail(mem: Memory, low: int, length: int) -> bool:
    """By the mines used from *low* on: the ways to put the others into the cells away, the most of them 1.

    Each follows from its neighbour: binomial coefficients of large numbers, without their size. False if the
    cells away have room for none of them.
    """
    cells, left = mem.away, mem.left
    for used in range(low, low + length):
        mem.tail[used] = 0.0
    least, most = max(0, left - low - length + 1), min(cells, left - low)
    if least > most:
        return False
    middle = min(max(cells // 2, least), most)
    mem.log_total += LOG_FACTORIAL[cells] - LOG_FACTORIAL[middle] - LOG_FACTORIAL[cells - middle]
    ways = 1.0
    mem.tail[left - middle] = 1.0
    for mines in range(middle + 1, most + 1):
        ways = max(ways * (cells - mines + 1) / mines, TINY)
        mem.tail[left - mines] = ways
    ways = 1.0
    for mines in range(middle - 1, least - 1, -1):
        ways = max(ways * (mines + 1) / (cells - mines), TINY)
        mem.tail[left - mines] = ways
    return True


@kernel
def settle_boxes(mem: Memory, i: int) -> None:
    """The odds of the boxes of the component in use at *i*; the tail is then that of the one before it.

    What never happens is exactly 0, so that what is certain is never a matter of rounding.
    """
    component = mem.using[mem.level, i]
    span, fewest = mem.span[component], mem.fewest[component]
    at, low, length = mem.head_at[i], mem.head_low[i], mem.head_length[i]
    for m in range(span):
        mem.next_tail[m] = 0.0  # for now, the ways outside the component by the mines inside
        for j in range(length):
            used = low + j + fewest + m
            if used <= mem.left:
                mem.next_tail[m] += mem.head[at + j] * mem.tail[used]
        if 0.0 < mem.next_tail[m] < TINY:
            mem.next_tail[m] = TINY
    for place in range(mem.first[component], mem.last[component]):
        box = mem.order[place]
        hits, misses = 0.0, 0.0
        for m in range(span):
            hits += mem.ways[mem.sums_at[box] + m] * mem.next_tail[m]
            misses += mem.ways[mem.sums_at[box] + span + m] * mem.next_tail[m]
        mem.mine[box] = hits / (hits + misses)
        mem.certain[box] = SAFE if hits == 0.0 else MINE if misses == 0.0 else UNKNOWN
    draw_back(mem, component, low, length)


@inlined
def draw_back(mem: Memory, component: int, low: int, length: int) -> None:
    """The tail before *component* from the tail after it, the most of it 1."""
    span, fewest, ways = mem.span[component], mem.fewest[component], mem.ways_at[component]
    largest = 0.0
    for used in range(low, low + length):
        new = 0.0
        for m in range(span):
            if used + fewest + m <= mem.left:
                new += mem.ways[ways + m] * mem.tail[used + fewest + m]
        mem.next_tail[used] = new
        largest = max(largest, new)
    for used in range(low, low + length):
        new = mem.next_tail[used] / largest
        mem.tail[used] = max(new, TINY) if new > 0.0 else 0.0


@kernel
def cell_odds(mem: Memory, chances: np.ndarray, proofs: np.ndarray) -> None:
    """For every cell the chance of a mine, -1 if it is open; SAFE or MINE if certain, and IS_AWAY."""
    for cell in range(mem.cells):
        chances[cell], proofs[cell] = -1.0, UNKNOWN
        if mem.shown[cell] != COVERED:
            continue
        box = whole(mem.box_of[cell])
        if mem.known[cell] != UNKNOWN:
            chances[cell], proofs[cell] = 1.0 if mem.known[cell] == MINE else 0.0, mem.known[cell]
        elif box >= 0:
            chances[cell], proofs[cell] = mem.mine[box], mem.certain[box]
        else:
            chances[cell], proofs[cell] = mem.away_mine, mem.away_certain | IS_AWAY


@kernel
def count_board(
    mem: Memory,
    shown: np.ndarray,
    size: tuple[int, int, int],
    chances: np.ndarray,
    proofs: np.ndarray,
    told: np.ndarray,
) -> bool:
    """All about a board in one call: what is *shown* on it, with so many columns, rows and mines.

    Told are the logarithm of the number of arrangements, whether all were counted, and the steps it took.
    False if no arrangement fits.
    """
    lay_out(mem, size[0], size[1], size[2])
    for cell in range(mem.cells):
        mem.shown[cell] = shown[cell]
    mem.work = 0
    found = find_odds(mem)
    told[1], told[2] = mem.exact, mem.work
    if found:
        told[0] = math.log(mem.total) + mem.log_total
        cell_odds(mem, chances, proofs)
    return bool(found)
