"""Connect Four, solved: null windows over a stack of its own, and bounds by answering in the same column.

A set of cells is a number with a bit for each cell, column after column; above each column lies a bit that
is never set, so that no line runs on into the next column. On 7x6::

     6 13 20 27 34 41 48      never set
     5 12 19 26 33 40 47      row 6, even
     4 11 18 25 32 39 46      row 5, odd
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43      row 2, even
     0  7 14 21 28 35 42      row 1, odd

*mine* are the discs of the side to move, *taken* all discs, *count* how many. A score is 0 for a draw, else
how many discs the winner has left, plus one; negative for a loss of the side to move.

The size is that of the module's name: ``kernel`` is 7x6, the same file loaded as ``kernel_5x4`` is 5x4.
With constants instead of variables everything is faster; ``width * (height + 1)`` is at most 64.

A table entry is one word, so that threads may share a table: a half-written entry cannot be seen::

    tag | 5 bits: work, as a power of 2 | 6 bits: lower bound + 32 | 6 bits: upper bound + 32
"""

from __future__ import annotations

from typing import Any, TypeAlias

from damier.jit import bit_counter, fetcher, inlined, kernel

Array: TypeAlias = Any
"""A numpy array of int64."""

WIDTH, HEIGHT = (int(part) for part in (__name__.partition("kernel_")[2] or "7x6").split("x"))
SPAN = HEIGHT + 1
"""From a cell to its right neighbour."""
CELLS = WIDTH * HEIGHT
BITS = WIDTH * SPAN
COLUMN = (1 << HEIGHT) - 1
BOTTOM = sum(1 << SPAN * column for column in range(WIDTH))
BOARD = BOTTOM * COLUMN
ODD = BOTTOM * sum(1 << row for row in range(0, HEIGHT, 2))
EVEN = BOTTOM * sum(1 << row for row in range(1, HEIGHT, 2))

STEPS = (1, 2, 4) if HEIGHT <= 8 else (1, 2, 4, 8)
"""Shifts that carry a bit to the top of its column."""

SYMMETRIC = 16
"""Up to so many discs, a position and its mirror image are one."""

MULTIPLIER = 0x1E3779B97F4A7C15
"""Odd, so that different keys have different products."""

SHIFT = 17
"""Where the tag begins."""

HOME = min(BITS, max(16, BITS - 45))
"""Bits of a place that the tag does not repeat: the tag must fit above the bounds."""
MORE = min(BITS - HOME, 14)
"""Bits at most by which a place may be longer: a small part of a table is fast, all of it remembers more."""

THREAT, ABOVE, REPLY, FORCED = 16, 24, 4, 8
"""What counts in the order of moves: a cell that completes a four later, one more if it lies right above a
cell that can be played, less for each safe reply, more for a reply that is forced."""

# Registers, and the fields of a frame; the rest of a frame are moves and their merits, in turns.
MINE, TAKEN, COUNT, ALPHA, DEPTH, VALUE, ENTERING, NODES = range(8)
_MINE, _TAKEN, _COUNT, _ALPHA, _SIGN, _BEST, _KEY, _NEXT, _MOVES, _BEGAN, _HIGH, _LOW, _FIRST = range(13)
FRAME = _FIRST + 3 * WIDTH
"""Numbers in a frame."""

LINES = tuple(
    sum(
        all(0 <= column + (k + j) * across < WIDTH and 0 <= row + (k + j) * up < HEIGHT for j in range(4))
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        for k in range(-3, 1)
    )
    if row < HEIGHT
    else 0
    for column in range(WIDTH)
    for row in range(SPAN)
)
"""How many fours run through each cell."""

ones = bit_counter()
fetch = fetcher()


@kernel
def completing(discs: int, free: int) -> int:
    """The free cells that would each complete a four of these discs, playable yet or not."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (HEIGHT, SPAN, HEIGHT + 2):
        two = (discs << step) & (discs << 2 * step)
        found |= two & (discs << 3 * step)
        found |= two & (discs >> step)
        two = (discs >> step) & (discs >> 2 * step)
        found |= two & (discs << step)
        found |= two & (discs >> 3 * step)
    return found & free


@kernel
def has_four(discs: int) -> bool:
    for step in (1, HEIGHT, SPAN, HEIGHT + 2):
        two = discs & (discs >> step)
        if two & (two >> 2 * step):
            return True
    return False


@kernel
def over(cells: int) -> int:
    """All cells that lie above any of these."""
    wall = BOARD
    for step in STEPS:
        cells |= wall & (cells << step)
        wall &= wall << step
    return (cells << 1) & BOARD


@kernel
def column_of(cell: int) -> int:
    """All cells of the column in which a cell lies."""
    return COLUMN << SPAN * (ones(cell - 1) // SPAN)


@kernel
def late(cells: int) -> int:
    """The score of who gets one of these cells, at most one in a column, after all that can be put off.

    When every other column is full and these are full up to two below, the other side must move under one of
    them: so many cells are left of each column then, and half of all of them, rounded down, is the score.
    """
    left = 0
    for row in range(HEIGHT):
        left += (HEIGHT + 1 - row) * ones(cells & (BOTTOM << row))
    return left // 2


@kernel
def ceiling(mine: int, taken: int, count: int, threats: int) -> int:
    """A score that the side to move cannot exceed, by the *threats* of the other; CELLS if none is known.

    The other side, *they*, answers every disc in the same column, where the columns are of even height.

    They get every even cell so that cannot be played at once. Those that can, in columns where an odd number
    of cells is left, are shared: whenever the mover takes one, they take another. What lies above an even
    threat of theirs is cut off: the mover never goes below it.

    After an even number of discs that comes out even. If no four is left to the mover, it is a draw at best;
    with an even threat, or an even four, they win, at the latest when everything else is full.

    With an odd threat it is the other way round in its column: they go there until the cell below the threat
    is even, and then the mover gets the even cells below it, and never wants to play the last of them, but
    must in the end. To get there, the next cell is shared as well if it is odd. That changes who is short of
    a move: after an odd number of discs one such column makes it the mover, after an even number two.
    """
    if HEIGHT & 1:
        return CELLS
    free = BOARD ^ taken
    playable = (taken + BOTTOM) & BOARD
    answers = free & EVEN & ~playable
    won = threats & answers
    cut = over(won) if won else 0
    won &= ~cut
    rest = mine | (free & ~answers & ~cut)
    if not count & 1 and not has_four(rest):
        if won:
            return -late(won)
        return -1 if has_four((mine ^ taken) | answers) else 0
    goals = threats & ODD & ~playable
    best = CELLS
    if goals:
        goals &= ~over(goals)
        below = (free & EVEN) | (playable & ODD)
        while goals:
            goal = goals & -goals
            goals ^= goal
            cells = column_of(goal)
            fewer = (rest & ~cells) | (mine & cells) | (below & cells & (goal - 1))
            if count & 1:
                if not has_four(fewer):
                    best = min(best, -late((won & ~cells) | goal))
                continue
            seconds = goals
            while seconds:
                second = seconds & -seconds
                seconds ^= second
                more = column_of(second)
                fewest = (fewer & ~more) | (mine & more) | (below & more & (second - 1))
                if not has_four(fewest):
                    best = min(best, -late((won & ~cells & ~more) | goal | second))
    return best


@kernel
def mirrored(key: int) -> int:
    found = 0
    for column in range(WIDTH):
        found |= ((key >> SPAN * column) & ((1 << SPAN) - 1)) << SPAN * (WIDTH - 1 - column)
    return found


@kernel
def hashed(mine: int, taken: int, count: int) -> int:
    """A number for the position that no other has: its low bits are the tag, its high bits the home."""
    key = mine + taken
    if count < SYMMETRIC:
        key = min(key, mirrored(key))
    return key * MULTIPLIER


@kernel
def place_of(number: int, log: int) -> int:
    """Where a position belongs, when only the first 2**log entries are used.

    The low bits are the same for any *log*, so that with the tag they tell the position, whatever part of the
    table was in use when the entry was made.
    """
    more = (number >> (BITS - HOME - MORE)) & ((1 << (log - HOME)) - 1)
    return ((number >> (BITS - HOME)) & ((1 << HOME) - 1)) | (more << HOME)


@kernel
def tag_of(number: int) -> int:
    """What is stored of a position: all but the bits of its home, and one of those.

    For an entry may lie in the place next to its own.
    """
    return number & ((2 << (BITS - HOME)) - 1)


@kernel
def find(table: Array, log: int, number: int) -> int:
    """The entry of a position, or 0."""
    place, tag = place_of(number, log), tag_of(number)
    entry = table[place]
    if entry >> SHIFT == tag and entry:
        return int(entry)
    entry = table[place ^ 1]
    if entry >> SHIFT == tag and entry:
        return int(entry)
    return 0


@kernel
def keep(table: Array, log: int, number: int, low: int, high: int, work: int) -> None:
    """Store bounds in the one of two places that took less work; the other is held in less regard then."""
    place, tag = place_of(number, log), tag_of(number)
    power = 0
    while work > 1 and power < 31:
        work >>= 1
        power += 1
    entry = (tag << SHIFT) | (power << 12) | ((low + 32) << 6) | (high + 32)
    here, there = table[place], table[place ^ 1]
    if here == 0 or here >> SHIFT == tag:
        table[place] = entry
    elif there == 0 or there >> SHIFT == tag:
        table[place ^ 1] = entry
    elif ((here >> 12) & 31) <= ((there >> 12) & 31):
        table[place] = entry
        if (there >> 12) & 31:
            table[place ^ 1] = there - (1 << 12)
    else:
        table[place ^ 1] = entry
        if (here >> 12) & 31:
            table[place] = here - (1 << 12)


@inlined
def follow(mine: int, taken: int, count: int, alpha: int) -> tuple[int, int, int, int, int, int, int, int]:
    """Go on while there is only one move that does not lose at once.

    Where that leads to: mine, taken, count, alpha, and 1 or -1 for who moves there, the moves, the threats of
    the other side, and the score if it is known; without moves it is. The moves are two at least.
    """
    sign = 1
    while True:
        threats = completing(mine ^ taken, BOARD ^ taken)
        playable = (taken + BOTTOM) & BOARD
        moves = playable
        forced = playable & threats
        if forced:
            moves = 0 if forced & (forced - 1) else forced
        moves &= ~(threats >> 1)
        value = 0
        if moves == 0:
            value = -((CELLS - count) // 2)
        elif count >= CELLS - 2:
            moves = 0
        elif -((CELLS - 2 - count) // 2) > alpha:
            value = -((CELLS - 2 - count) // 2)
            moves = 0
        elif (CELLS - 1 - count) // 2 <= alpha:
            value = (CELLS - 1 - count) // 2
            moves = 0
        if moves & (moves - 1) or moves == 0:
            return mine, taken, count, alpha, sign, moves, threats, value
        mine ^= taken
        taken |= moves
        count += 1
        alpha = -alpha - 1
        sign = -sign


@inlined
def consider(
    frames: Array,
    base: int,
    table: Array,
    log: int,
    lines: Array,
    mine: int,
    taken: int,
    count: int,
    alpha: int,
    moves: int,
) -> tuple[int, int, int]:
    """Look at every move before one is searched: which one answers already, which need not be searched?

    How many are to be searched, which the frame has in order of merit then; the best upper bound of the
    others; and a lower bound above alpha, if a move has one, else alpha.
    """
    theirs, free = mine ^ taken, BOARD ^ taken
    first = end = base + _FIRST
    while moves:
        cell = moves & -moves
        moves ^= cell
        after = taken | cell
        own = completing(mine | cell, free ^ cell)
        below = (after + BOTTOM) & BOARD
        forced = below & own
        replies = below
        if forced:
            replies = 0 if forced & (forced - 1) else forced
        replies &= ~(own >> 1)
        if replies == 0:
            return 0, 0, (CELLS - 1 - count) // 2
        number = hashed(theirs, after, count + 1)
        fetch(table, place_of(number, log))
        value = -ceiling(theirs, after, count + 1, own)
        if value > alpha:
            return 0, 0, value
        frames[end] = cell
        frames[end + 1] = (
            THREAT * ones(own & ~below)
            + ABOVE * ones(own & (below << 1))
            - REPLY * ones(replies)
            + (FORCED if forced else 0)
            + lines[ones(cell - 1)]
        )
        frames[end + 2] = number
        end += 3
    choices, best = 0, -CELLS
    for tried in range(first, end, 3):
        cell, merit = frames[tried], frames[tried + 1]
        entry = find(table, log, frames[tried + 2])
        if entry:
            value = 32 - (entry & 63)
            if value > alpha:
                return 0, 0, value
            value = 32 - ((entry >> 6) & 63)
            if value <= alpha:
                best = max(best, value)
                continue
        place = first + 3 * choices
        while place > first and frames[place - 2] < merit:
            frames[place] = frames[place - 3]
            frames[place + 1] = frames[place - 2]
            place -= 3
        frames[place] = cell
        frames[place + 1] = merit
        choices += 1
    return choices, best, alpha


@kernel
def search(registers: Array, frames: Array, table: Array, log: int, lines: Array, most: int) -> bool:
    """Is the score greater than alpha? Whether that is answered before *most* nodes; if not, call it again.

    Asked of a position in which nobody has a four and the side to move cannot complete one at once. The
    answer is in registers[VALUE]: greater than alpha it is a lower bound of the score, else an upper bound.
    """
    mine, taken, count = registers[MINE], registers[TAKEN], registers[COUNT]
    alpha, depth, value = registers[ALPHA], registers[DEPTH], registers[VALUE]
    entering, nodes = registers[ENTERING], registers[NODES]
    while depth >= 0:
        base = FRAME * depth
        if entering:
            if nodes >= most:
                break
            nodes += 1
            came = count
            mine, taken, count, alpha, sign, moves, threats, value = follow(mine, taken, count, alpha)
            if moves:
                low, high = -((CELLS - 2 - count) // 2), (CELLS - 1 - count) // 2
                if depth == 0 or count != came:  # else the position before has asked already
                    high = min(high, ceiling(mine, taken, count, threats))
                number = hashed(mine, taken, count)
                entry = find(table, log, number)
                if entry:
                    low = max(low, ((entry >> 6) & 63) - 32)
                    high = min(high, (entry & 63) - 32)
                if low > alpha:
                    value = low
                elif high <= alpha:
                    value = high
                else:
                    choices, best, value = consider(
                        frames, base, table, log, lines, mine, taken, count, alpha, moves
                    )
                    if choices:
                        frames[base + _MINE] = mine
                        frames[base + _TAKEN] = taken
                        frames[base + _COUNT] = count
                        frames[base + _ALPHA] = alpha
                        frames[base + _SIGN] = sign
                        frames[base + _BEST] = best
                        frames[base + _KEY] = number
                        frames[base + _NEXT] = 1
                        frames[base + _MOVES] = choices
                        frames[base + _BEGAN] = nodes
                        frames[base + _HIGH] = high
                        frames[base + _LOW] = low
                        mine ^= taken
                        taken |= frames[base + _FIRST]
                        count += 1
                        alpha = -alpha - 1
                        depth += 1
                        continue
                    if value <= alpha:
                        value = best
            value *= sign
        else:  # the position after a move has its answer
            alpha = frames[base + _ALPHA]
            value = -value
            tried = frames[base + _NEXT]
            frames[base + _BEST] = max(frames[base + _BEST], value)
            if value <= alpha and tried < frames[base + _MOVES]:
                frames[base + _NEXT] = tried + 1
                mine = frames[base + _MINE] ^ frames[base + _TAKEN]
                taken = frames[base + _TAKEN] | frames[base + _FIRST + 3 * tried]
                count = frames[base + _COUNT] + 1
                alpha = -alpha - 1
                entering = 1
                depth += 1
                continue
            low, high = frames[base + _LOW], frames[base + _HIGH]
            if value > alpha:
                low = value
            else:
                value = high = min(high, frames[base + _BEST])
            keep(table, log, frames[base + _KEY], low, high, nodes - frames[base + _BEGAN])
            value *= frames[base + _SIGN]
        entering = 0
        depth -= 1
    registers[MINE], registers[TAKEN], registers[COUNT] = mine, taken, count
    registers[ALPHA], registers[DEPTH], registers[VALUE] = alpha, depth, value
    registers[ENTERING], registers[NODES] = entering, nodes
    return bool(depth < 0)
