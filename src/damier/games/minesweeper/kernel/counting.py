"""In how many ways the mines of a component can lie, by how many they are, and how many of them in each box.

A component is filled box by box. What matters of the boxes already filled is how many mines each open number
still needs, so equal needs are one *state*; a number has a slot of four bits in one of two words while it is
open::

    word 0   14 13 12 11 10  9  8  7  6  5  4  3  2  1  0     word 1   29 28 ... 16 15

A number that is closed needs no more mines, so that its slot is empty for the next. The ways ``ahead`` lead
to a state, those ``behind`` from it to the end; both by their number of mines, in floating point: only
positive numbers are added and multiplied, so nothing is lost but the last digits. What never happens is
exactly 0: large ones are scaled down, and then none below TINY is left to vanish.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from damier.jit import inlined, kernel

from .components import DROPPED, cut
from .memory import KEPT, PLACES, ROOM, SLOTS, STATES, Memory, whole

WORD = 15
"""Slots in a word."""

BITS = (1 << 30) - 1
PRIMES = (668_265_263, 374_761_393, 1_013_904_223, 915_488_749)
"""For hashing half words: no product has more than 60 bits, so that the same holds in plain Python."""

CHOOSE = np.array([[1.0 if k == 0 else 0.0 for k in range(9)] for n in range(9)])
"""``CHOOSE[s, k]``: the ways to put k mines into s cells."""
for _n in range(1, 9):
    for _k in range(1, 9):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]

LARGE, TINY, SHIFT = 1e100, 1e-150, 320
"""Ways beyond LARGE are scaled down by a power of two; none that is positive is then less than TINY."""

SCALE, LOG_2 = 2.0**-SHIFT, math.log(2.0)

DONE, TOO_MUCH, IMPOSSIBLE = 0, 1, 2
"""How counting a component ends."""


@kernel
def count_components(mem: Memory, component: int) -> bool:
    """Count the components from *component* on; False if one of them can not be filled, or when stopped.

    What is too much for the memory or the budget is cut in two, until it is not: ``exact`` is 0 then.
    """
    while component < mem.components:
        ended = count_ahead(mem, component)
        if ended == IMPOSSIBLE or mem.stop:
            return False
        if ended == TOO_MUCH or not count_behind(mem, component):
            mem.exact = 0
            cut(mem, component, (mem.first[component] + mem.last[component]) // 2)
        else:
            component += 1
    return True


@kernel
def count_ahead(mem: Memory, component: int) -> int:
    """Go through the boxes of a component: states, steps, and the ways that lead to each state."""
    first, last = mem.first[component], mem.last[component]
    mem.states, mem.steps = 1, 0
    mem.key[0, 0] = mem.key[0, 1] = 0
    mem.low[0], mem.length[0], mem.at[0] = 0, 1, 0
    mem.ahead[0] = 1.0
    for i in range(first, last):
        begin_numbers(mem, mem.order[i])
    free, begin, room, shift = whole((1 << SLOTS) - 1), whole(0), whole(1), whole(0)
    for i in range(first, last):
        layer = i - first
        mem.layer_state[layer], mem.layer_step[layer] = begin, mem.steps
        mem.layer_shift[layer] = shift
        end = mem.states
        free = take_steps(mem, mem.order[i], begin, end, free)
        mem.work += mem.steps - mem.layer_step[layer]
        if free < 0 or mem.stop:
            return TOO_MUCH
        if mem.states == end:
            return IMPOSSIBLE
        room = make_room(mem, end, room)
        if room > ROOM:
            return TOO_MUCH
        largest = add_ways(mem, whole(mem.box_size[mem.order[i]]), mem.layer_step[layer])
        begin = end
        if largest > LARGE:
            shift += scale_down(mem.ahead, mem.at[begin], room)
    mem.layer_state[last - first], mem.layer_step[last - first] = begin, mem.steps
    mem.layer_shift[last - first] = shift
    return TOO_MUCH if mem.kept + mem.length[begin] * (1 + 2 * (last - first)) > KEPT else DONE


@inlined
def begin_numbers(mem: Memory, box: int) -> None:
    """No number of *box* has a slot yet, all of its cells are to come."""
    for j in range(mem.box_degree[box]):
        number = whole(mem.box_numbers[box, j])
        if mem.slot[number] != DROPPED:
            mem.slot[number] = -1
            mem.to_come[number] = mem.number_size[number]


@kernel
def take_steps(mem: Memory, box: int, begin: int, end: int, free: int) -> int:
    """From each state before *box* a step for each number of mines in it; the slots free then, or -1.

    A dropped number is not looked at. Steps count for the budget.
    """
    size, degree = whole(mem.box_size[box]), whole(mem.box_degree[box])
    opened, taken = (whole(0), whole(0)), (whole(0), whole(0))
    for j in range(degree):
        number = whole(mem.box_numbers[box, j])
        if mem.slot[number] == DROPPED:
            continue
        if mem.slot[number] < 0:
            if free == 0:
                return -1
            lowest = free & -free
            free ^= lowest
            slot = 0
            while lowest >> slot != 1:
                slot += 1
            mem.slot[number] = slot
            opened = in_slot(opened, slot, mem.need[number])
        taken = in_slot(taken, mem.slot[number], whole(1))
        mem.to_come[number] -= size
    places = 16
    while places < 2 * (end - begin) * (size + 1) and places < PLACES:
        places *= 2
    for state in range(begin, end):
        first, second = mem.key[state, 0] + opened[0], mem.key[state, 1] + opened[1]
        least, most = bounds(mem, box, size, degree, first, second)
        if mem.steps + most - least + 1 >= mem.budget or mem.states + most - least + 1 >= STATES:
            return -1
        for mines in range(least, most + 1):
            to = state_of(mem, first - mines * taken[0], second - mines * taken[1], end, places - 1)
            widen(mem, to, mem.low[state] + mines, mem.low[state] + mines + mem.length[state])
            mem.step_from[mem.steps], mem.step_to[mem.steps] = state, to
            mem.step_mines[mem.steps] = mines
            mem.steps += 1
    return free_closed(mem, box, degree, free)


@inlined
def in_slot(words: tuple[int, int], slot: int, value: int) -> tuple[int, int]:
    """The two words with *value* added in *slot*."""
    if slot < WORD:
        return words[0] + (value << 4 * slot), words[1]
    return words[0], words[1] + (value << 4 * (slot - WORD))


@inlined
def bounds(mem: Memory, box: int, size: int, degree: int, first: int, second: int) -> tuple[int, int]:
    """How many mines a box may have at least and at most, by the numbers beside it."""
    least, most = 0, size
    for j in range(degree):
        number = whole(mem.box_numbers[box, j])
        slot = mem.slot[number]
        if slot != DROPPED:
            need = (first >> 4 * slot if slot < WORD else second >> 4 * (slot - WORD)) & 15
            least, most = max(least, need - mem.to_come[number]), min(most, need)
    return least, most


@inlined
def free_closed(mem: Memory, box: int, degree: int, free: int) -> int:
    """The slots that are free when the numbers of *box* without cells to come are closed."""
    for j in range(degree):
        number = whole(mem.box_numbers[box, j])
        if mem.slot[number] != DROPPED and mem.to_come[number] == 0:
            free |= 1 << mem.slot[number]
    return free


@inlined
def state_of(mem: Memory, first: int, second: int, begin: int, mask: int) -> int:
    """The state with these words among those from *begin* on; a new one has no ways yet.

    A place of the table belongs to a state that names the same place, so that it need not be cleared.
    """
    mixed = (first & BITS) * PRIMES[0] + (first >> 30) * PRIMES[1]
    mixed += (second & BITS) * PRIMES[2] + (second >> 30) * PRIMES[3]
    place = (mixed >> 17 ^ mixed) & mask
    while True:
        state = mem.hashed[place]
        if state < begin or state >= mem.states or mem.place[state] != place:
            state = mem.states
            mem.states += 1
            mem.hashed[place] = state
            mem.place[state] = place
            mem.key[state, 0], mem.key[state, 1] = first, second
            mem.length[state] = 0
            return state  # type: ignore[no-any-return]
        if mem.key[state, 0] == first and mem.key[state, 1] == second:
            return state  # type: ignore[no-any-return]
        place = (place + 1) & mask


@inlined
def widen(mem: Memory, state: int, low: int, high: int) -> None:
    """*state* can be reached with *low* mines, and more, fewer than *high*."""
    if mem.length[state]:
        high = max(high, mem.low[state] + mem.length[state])
        low = min(low, mem.low[state])
    mem.low[state], mem.length[state] = low, high - low


@inlined
def make_room(mem: Memory, begin: int, room: int) -> int:
    """Places for the ways to the states from *begin* on, beginning at *room*; where they end."""
    for state in range(begin, mem.states):
        mem.at[state] = room
        room += mem.length[state]
        if room > ROOM:
            return room
    for place in range(mem.at[begin], room):
        mem.ahead[place] = 0.0
    return room


@inlined
def add_ways(mem: Memory, size: int, step: int) -> float:
    """Add up the ways along the steps from *step* on; the largest of the sums."""
    largest = 0.0
    for each in range(step, mem.steps):
        begin, end, mines = mem.step_from[each], mem.step_to[each], mem.step_mines[each]
        ways = CHOOSE[size, mines]
        source = mem.at[begin]
        target = mem.at[end] + mem.low[begin] + mines - mem.low[end]
        for i in range(mem.length[begin]):
            mem.ahead[target + i] += ways * mem.ahead[source + i]
            largest = max(largest, mem.ahead[target + i])
    return largest


@inlined
def scale_down(ways: Any, begin: int, end: int) -> int:
    """Divide by a power of two, which is returned; what is positive stays so."""
    for place in range(begin, end):
        if ways[place] > 0.0:
            ways[place] = max(ways[place] * SCALE, TINY)
    return SHIFT


@kernel
def count_behind(mem: Memory, component: int) -> bool:
    """Go back through the boxes of a component, and keep what was counted; False if there is no room for it.

    Behind ``ways_at`` stand the ways of the component by the number of mines, then for each box, in its
    order, the mines in it summed over these ways, and the cells without a mine.
    """
    first, last = mem.first[component], mem.last[component]
    end = mem.layer_state[last - first]
    span, final = mem.length[end], mem.layer_shift[last - first]
    mem.fewest[component], mem.span[component] = mem.low[end], span
    mem.ways_at[component] = mem.kept
    mem.logarithm[component] = final * LOG_2
    for i in range(span):
        mem.ways[mem.kept + i] = mem.ahead[mem.at[end] + i]
    before = mem.kept
    mem.kept += span
    mem.back_low[end], mem.back_length[end], mem.back_at[end] = 0, 1, 0
    mem.behind[0] = 1.0
    room, shift = whole(1), whole(0)
    for i in range(last - 1, first - 1, -1):
        box, layer = mem.order[i], i - first
        mem.sums_at[box] = mem.kept + 2 * span * layer
        for place in range(mem.sums_at[box], mem.sums_at[box] + 2 * span):
            mem.ways[place] = 0.0
        add_sums(mem, box, layer, mem.low[end], span)
        shifted = mem.layer_shift[layer] + shift - final
        if shifted:
            scale_sums(mem, mem.sums_at[box], 2 * span, 2.0**shifted)
        begin = room
        room = make_room_behind(mem, layer, room)
        if room > ROOM:
            mem.kept = before
            return False
        if add_ways_behind(mem, whole(mem.box_size[box]), layer) > LARGE:
            shift += scale_down(mem.behind, begin, room)
    mem.kept += 2 * span * (last - first)
    return True


@inlined
def add_sums(mem: Memory, box: int, layer: int, fewest: int, span: int) -> None:
    """Add up the mines in *box*, and behind them its cells without one, over all ways."""
    size = whole(mem.box_size[box])
    for each in range(mem.layer_step[layer], mem.layer_step[layer + 1]):
        begin, end, mines = mem.step_from[each], mem.step_to[each], mem.step_mines[each]
        ways = CHOOSE[size, mines]
        mined = mem.sums_at[box] + mem.low[begin] + mines + mem.back_low[end] - fewest
        for i in range(mem.back_length[end]):
            here = ways * mem.behind[mem.back_at[end] + i]
            for j in range(mem.length[begin]):
                there = here * mem.ahead[mem.at[begin] + j]
                mem.ways[mined + i + j] += mines * there
                mem.ways[mined + span + i + j] += (size - mines) * there


@inlined
def scale_sums(mem: Memory, begin: int, length: int, factor: float) -> None:
    """Bring sums to the scale of the ways of their component; what is positive stays so."""
    for place in range(begin, begin + length):
        if mem.ways[place] > 0.0:
            mem.ways[place] = max(mem.ways[place] * factor, TINY)


@inlined
def make_room_behind(mem: Memory, layer: int, room: int) -> int:
    """Places for the ways from the states of *layer* to the end, beginning at *room*; where they end.

    A state from which there is no way has none. More than ROOM if there are not so many places.
    """
    for state in range(mem.layer_state[layer], mem.layer_state[layer + 1]):
        mem.back_length[state] = 0
    for each in range(mem.layer_step[layer], mem.layer_step[layer + 1]):
        begin, end = mem.step_from[each], mem.step_to[each]
        if mem.back_length[end]:
            low = mem.back_low[end] + mem.step_mines[each]
            high = low + mem.back_length[end]
            if mem.back_length[begin]:
                high = max(high, mem.back_low[begin] + mem.back_length[begin])
                low = min(low, mem.back_low[begin])
            mem.back_low[begin], mem.back_length[begin] = low, high - low
    for state in range(mem.layer_state[layer], mem.layer_state[layer + 1]):
        mem.back_at[state] = room
        if room + mem.back_length[state] > ROOM:
            return ROOM + 1
        for _ in range(mem.back_length[state]):
            mem.behind[room] = 0.0
            room += 1
    return room


@inlined
def add_ways_behind(mem: Memory, size: int, layer: int) -> float:
    """Add up the ways along the steps of *layer* back to the states before them; the largest of the sums."""
    largest = 0.0
    for each in range(mem.layer_step[layer], mem.layer_step[layer + 1]):
        begin, end, mines = mem.step_from[each], mem.step_to[each], mem.step_mines[each]
        ways = CHOOSE[size, mines]
        source = mem.back_at[end]
        target = mem.back_at[begin] + mem.back_low[end] + mines - mem.back_low[begin]
        for i in range(mem.back_length[end]):
            mem.behind[target + i] += ways * mem.behind[source + i]
            largest = max(largest, mem.behind[target + i])
    return largest
