"""The end of a game, played out in the mind: who knows all arrangements knows the exact chance to win.

What is known is a set of arrangements, all alike. A cell is *living* if it can show two different numbers.
Where no cell is living nothing can be learned any more, and just one arrangement of the set can be won: a dig
is as good as naming it. Otherwise the worth of a set, how many of its arrangements are won, is the best over
its living cells of the sum over the numbers that a cell can show.
"""

from __future__ import annotations

from damier.jit import inlined, kernel

from .memory import COVERED, END_CELLS, LISTS, MINE, REMEMBERED, SOLUTIONS, Memory, whole
from .numbers import is_unknown

MINED = 9
"""What a cell shows in an arrangement that has a mine there."""

BITS = (1 << 30) - 1
"""Half of a sign, so that no product overflows in plain Python."""

LISTING = 64
"""Cells that are tried while arrangements are listed, for each set that may be looked into."""

UNFINISHED, UNKNOWN_WORTH = -1, -2
"""The worth of a set when the budget is used up, and of one that must be looked into."""

BEGIN, END, AT, LENGTH, WANTED, AIM, SIGN, CELL, NUMBER, WON, REST, BEST, EXACT = range(13)
"""Fields of a frame: the set, its living cells, what is wanted of it and of the cell that is tried, where it
stands, and what it has found."""


@kernel
def list_cells(mem: Memory) -> bool:
    """The unknown cells component by component, then those away; False if they are too many."""
    mem.end_cells = 0
    for part in range(mem.used[mem.level]):
        component = mem.using[mem.level, part]
        for place in range(mem.first[component], mem.last[component]):
            box = mem.order[place]
            for i in range(mem.box_size[box]):
                if not add_end_cell(mem, whole(mem.box_cells[box, i]), part):
                    return False
    for cell in range(mem.cells):
        mem.end_place[cell] = -1
        if (
            is_unknown(mem, cell)
            and mem.box_of[cell] < 0
            and not add_end_cell(mem, cell, mem.used[mem.level])
        ):
            return False
    if mem.used[mem.level] >= END_CELLS:
        return False
    mem.part_least[mem.used[mem.level]], mem.part_most[mem.used[mem.level]] = 0, mem.away
    for part in range(mem.used[mem.level] - 1, -1, -1):
        component = mem.using[mem.level, part]
        mem.part_least[part] = mem.part_least[part + 1] + mem.fewest[component]
        most = mem.fewest[component] + mem.span[component] - 1
        mem.part_most[part] = mem.part_most[part + 1] + most
    for place in range(mem.end_cells):
        cell = mem.end_cell[place]
        mem.end_place[cell] = place
        mem.end_base[place] = 0
        for i in range(mem.degree[cell]):
            other = whole(mem.around[cell, i])
            mem.end_base[place] += int(mem.shown[other] == COVERED and mem.known[other] == MINE)
    return True


@inlined
def add_end_cell(mem: Memory, cell: int, part: int) -> bool:
    """One more unknown cell; False if there is no place for it."""
    if mem.end_cells == END_CELLS:
        return False
    mem.end_cell[mem.end_cells], mem.end_part[mem.end_cells] = cell, part
    mem.end_cells += 1
    return True


@kernel
def list_solutions(mem: Memory) -> bool:
    """Every arrangement that fits, and what each cell shows in it; False if they are too many."""
    for number in range(mem.numbers):
        mem.to_come[number], mem.slot[number] = mem.number_size[number], mem.need[number]
    mem.solutions = 0
    cells, left, place = mem.end_cells, mem.left, 0
    mem.end_tried[0] = -1
    mem.end_nodes = 0
    while place >= 0:
        mem.end_nodes += 1
        if mem.stop or mem.end_nodes > LISTING * mem.end_budget:
            return False
        if place == cells:
            if left == 0:
                if mem.solutions == min(mem.end_most, SOLUTIONS):
                    return False
                write_solution(mem)
            place -= 1
            continue
        cell, tried = mem.end_cell[place], whole(mem.end_tried[place])
        if tried >= 0:
            put_mines(mem, cell, -tried, whole(1))
            left += tried
        tried += 1
        mem.end_tried[place] = tried
        if tried == 2:
            place -= 1
            continue
        left -= tried
        if put_mines(mem, cell, tried, whole(-1)) and may_go_on(mem, place + 1, left):
            place += 1
            mem.end_tried[place] = -1
    return True


@inlined
def put_mines(mem: Memory, cell: int, mines: int, cells: int) -> bool:
    """Put a mine or none into *cell*, or take it back: *mines* come, and so many *cells* are then to come.

    Whether the numbers beside it can still have what they need.
    """
    fits = True
    box = whole(mem.box_of[cell])
    if box >= 0:
        for j in range(mem.box_degree[box]):
            number = whole(mem.box_numbers[box, j])
            mem.slot[number] -= mines
            mem.to_come[number] += cells
            fits = fits and 0 <= mem.slot[number] <= mem.to_come[number]
    return fits


@inlined
def may_go_on(mem: Memory, place: int, left: int) -> bool:
    """Whether the cells from *place* on can take the mines that are *left*."""
    if left < 0 or left > mem.end_cells - place:
        return False
    if place == mem.end_cells:
        return True
    part = mem.end_part[place]
    return mem.end_part[place - 1] == part or bool(mem.part_least[part] <= left <= mem.part_most[part])


@kernel
def write_solution(mem: Memory) -> None:
    """What each cell shows in the arrangement that was found, and a sign by which sets are remembered."""
    found = mem.solutions
    for place in range(mem.end_cells):
        mem.value[found, place] = mem.end_base[place]
    for place in range(mem.end_cells):
        if mem.end_tried[place] == 1:
            cell = mem.end_cell[place]
            for i in range(mem.degree[cell]):
                other = mem.end_place[whole(mem.around[cell, i])]
                if other >= 0:
                    mem.value[found, other] += 1
    for place in range(mem.end_cells):
        if mem.end_tried[place] == 1:
            mem.value[found, place] = MINED
    mixed = (found + 1) * 668_265_263 & BITS
    mixed = (mixed ^ mixed >> 13) * 374_761_393 & BITS
    other = (mixed ^ mixed >> 15) * 915_488_749 & BITS
    mem.sign[found] = (mixed << 30 | other) ^ mixed >> 7
    mem.picked[found] = found
    mem.solutions = found + 1


@kernel
def play_out(mem: Memory) -> int:
    """The worth of all arrangements; the cell to dig first, if one is living; that of each in ``end_won``.

    Only what may be the best is looked into to its end: -1 stands at a cell that was not looked into, and one
    that is not the best may be worth less than it says. UNFINISHED if the budget is used up.
    """
    mem.end_nodes = 0
    for i in range(REMEMBERED):
        mem.set_sign[i] = 0
    for place in range(mem.end_cells):
        mem.listed[place] = place
        mem.end_won[place] = -1
    mem.end_best = -1
    depth = whole(0)
    begin_set(mem, whole(0), whole(0), mem.solutions, whole(0), mem.end_cells, whole(0))
    worth = known_worth(mem, whole(0))
    while worth != UNFINISHED:
        if mem.stop:
            return UNFINISHED
        if worth != UNKNOWN_WORTH:
            if depth == 0:
                break
            depth -= 1
            mem.frame[depth, WON] += worth
        worth = go_on(mem, depth)
        if worth == UNKNOWN_WORTH:
            depth += 1
            worth = known_worth(mem, depth)
    return worth


@inlined
def begin_set(mem: Memory, depth: int, begin: int, end: int, at: int, length: int, wanted: int) -> None:
    """A frame for the set that is picked from *begin* to *end*: its worth is exact if at least *wanted*.

    If it is less, no more than it says are won. The cells listed behind *at* are those that may be living.
    """
    mem.frame[depth, BEGIN], mem.frame[depth, END] = begin, end
    mem.frame[depth, AT], mem.frame[depth, LENGTH] = at, length
    mem.frame[depth, WANTED] = wanted


@kernel
def known_worth(mem: Memory, depth: int) -> int:
    """The worth of a set, if it need not be looked into; else its living cells are listed."""
    begin, end = mem.frame[depth, BEGIN], mem.frame[depth, END]
    if end - begin <= 1:
        return end - begin  # type: ignore[no-any-return]
    sign = 0
    for i in range(begin, end):
        sign ^= mem.sign[mem.picked[i]]
    place = sign & (REMEMBERED - 1)
    met = depth and mem.set_sign[place] == sign
    if met and (mem.set_exact[place] or mem.set_won[place] < mem.frame[depth, WANTED]):
        return mem.set_won[place]  # type: ignore[no-any-return]
    at, length = mem.frame[depth, AT], mem.frame[depth, LENGTH]
    if mem.end_nodes >= mem.end_budget or at + 2 * length > LISTS:
        return UNFINISHED
    mem.frame[depth, SIGN] = sign
    mem.frame[depth, AT] = at + length
    mem.frame[depth, LENGTH] = list_living(mem, begin, end, at, length)
    mem.frame[depth, BEST], mem.frame[depth, EXACT] = 1, 1
    mem.frame[depth, CELL], mem.frame[depth, NUMBER] = -1, 9
    return UNKNOWN_WORTH


@kernel
def go_on(mem: Memory, depth: int) -> int:
    """The next set of a frame whose worth is asked for, put on top; or the worth of the frame's own."""
    frame = mem.frame[depth]
    while True:
        # 1. The numbers that the cell can show, as long as it may still be the best.
        while frame[NUMBER] < 9 and frame[WON] + frame[REST] >= frame[AIM]:
            first, last = mem.group[depth, frame[NUMBER]], mem.group[depth, frame[NUMBER] + 1]
            frame[NUMBER] += 1
            if last > first:
                frame[REST] -= last - first
                wanted = frame[AIM] - frame[WON] - frame[REST]
                begin_set(mem, depth + 1, first, last, frame[AT], frame[LENGTH], wanted)
                return UNKNOWN_WORTH
        # 2. What the cell is worth; one without a mine costs nothing, and no other need be looked into.
        over = False
        if frame[CELL] >= 0:
            won = frame[WON] + frame[REST]
            if depth == 0:
                mem.end_won[whole(mem.listed[frame[AT] + frame[CELL]])] = won
            if won > frame[BEST]:
                frame[BEST], frame[EXACT] = won, int(won >= frame[AIM])
                if depth == 0:
                    mem.end_best = mem.end_cell[whole(mem.listed[frame[AT] + frame[CELL]])]
            over = mem.cost[frame[AT] + frame[CELL]] >> 32 == 0
        # 3. The next cell, those with fewest mines first: nobody wins more than survive.
        if over or not begin_cell(mem, depth):
            place = frame[SIGN] & (REMEMBERED - 1)
            mem.set_sign[place], mem.set_won[place] = frame[SIGN], frame[BEST]
            mem.set_exact[place] = frame[EXACT]
            return frame[BEST]  # type: ignore[no-any-return]


@kernel
def begin_cell(mem: Memory, depth: int) -> bool:
    """Take the next living cell of a frame; False if none can be better."""
    frame = mem.frame[depth]
    frame[CELL] += 1
    if frame[CELL] >= frame[LENGTH]:
        return False
    cell = frame[AT] + frame[CELL]
    bring_cheapest(mem, cell, frame[AT] + frame[LENGTH])
    rest = frame[END] - frame[BEGIN] - (mem.cost[cell] >> 32)
    frame[AIM] = max(frame[BEST] + 1, frame[WANTED])
    if rest < frame[AIM]:
        if rest > frame[BEST]:
            frame[BEST], frame[EXACT] = rest, 0
        return False
    split(mem, frame[BEGIN], frame[END], whole(mem.listed[cell]), depth)
    frame[WON], frame[REST], frame[NUMBER] = 0, rest, 0
    return True


@kernel
def tally(mem: Memory, begin: int, end: int, at: int, length: int) -> None:
    """How often each of the cells listed shows what, over a set of arrangements."""
    for i in range(length):
        for shown in range(10):
            mem.tally[i, shown] = 0
    for i in range(begin, end):
        solution = mem.picked[i]
        for j in range(length):
            mem.tally[j, mem.value[solution, mem.listed[at + j]]] += 1


@kernel
def list_living(mem: Memory, begin: int, end: int, at: int, length: int) -> int:
    """List those of the cells behind *at* that are living, behind these; how many they are.

    Each with its cost: the mines, then how little a dig would tell, by the squares of what stays together.
    """
    mem.end_nodes += 1
    tally(mem, begin, end, at, length)
    to, living = at + length, 0
    for i in range(length):
        shown, together = 0, 0
        for number in range(9):
            count = mem.tally[i, number]
            shown += int(count > 0)
            together += count * count
        if shown > 1:
            mem.listed[to + living] = mem.listed[at + i]
            mem.cost[to + living] = (mem.tally[i, MINED] << 32) + together
            living += 1
    return living


@inlined
def bring_cheapest(mem: Memory, begin: int, end: int) -> None:
    """Bring the cell that costs least to *begin*."""
    least = begin
    for i in range(begin + 1, end):
        if mem.cost[i] < mem.cost[least]:
            least = i
    mem.listed[begin], mem.listed[least] = mem.listed[least], mem.listed[begin]
    mem.cost[begin], mem.cost[least] = mem.cost[least], mem.cost[begin]


@inlined
def split(mem: Memory, begin: int, end: int, cell: int, depth: int) -> None:
    """Sort a set by what *cell* shows; ``group`` has where each number begins, and the mines."""
    for number in range(11):
        mem.group[depth, number] = 0
    for i in range(begin, end):
        mem.sorting[i] = mem.picked[i]
        mem.group[depth, mem.value[mem.picked[i], cell] + 1] += 1
    mem.group[depth, 0] = begin
    for number in range(10):
        mem.group[depth, number + 1] += mem.group[depth, number]
    for i in range(begin, end):
        shown = mem.value[mem.sorting[i], cell]
        mem.picked[mem.group[depth, shown]] = mem.sorting[i]
        mem.group[depth, shown] += 1
    for number in range(10, 0, -1):
        mem.group[depth, number] = mem.group[depth, number - 1]
    mem.group[depth, 0] = begin
