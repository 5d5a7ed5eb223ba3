"""Connect Four, solved: null windows over a stack of its own, and bounds before anything is searched.

The layout of a position is that of ``cells.py``, that of a table of ``engines/table/entries.py``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from damier.jit import fetcher, inlined, kernel

from . import HEIGHT, WIDTH
from .cells import BOARD, BOTTOM, CELLS, SPAN, ceiling, completing, ones
from .position_key import entries, hashed

Array: TypeAlias = Any
"""A numpy array of int64."""

find, keep, place_of = entries.find, entries.keep, entries.place_of
low_of, high_of = entries.low_of, entries.high_of

THREAT, ABOVE, REPLY, FORCED = 16, 24, 4, 8
"""What counts in the order of moves: a cell that completes a four later, one more if it lies right above a
cell that can be played, less for each safe reply, more for a reply that is forced."""

DISTANT = 19
"""From 2**19 entries in use on, all that will be looked up is fetched before anything else is done."""

# Registers; the fields of a frame, whose rest are its moves; the fields of a move.
MINE, TAKEN, COUNT, ALPHA, DEPTH, VALUE, ENTERING, NODES = range(8)
_MINE, _TAKEN, _COUNT, _ALPHA, _SIGN, _BEST, _KEY, _NEXT, _MOVES, _BEGAN, _HIGH, _LOW, _FIRST = range(13)
_CELL, _MERIT, _THREATS, _NUMBER = range(4)
MOVE = 4
FRAME = _FIRST + MOVE * WIDTH
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

fetch = fetcher()


@inlined
def follow(
    mine: int, taken: int, count: int, alpha: int, threats: int
) -> tuple[int, int, int, int, int, int, int, int]:
    """Go on while there is only one move that does not lose at once; *threats* are those of the other side.

    Where that leads to: mine, taken, count, alpha, and 1 or -1 for who moves there, the moves, the threats of
    the other side, and the score if it is known; without moves it is. The moves are two at least.
    """
    sign = 1
    while True:
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
        threats = completing(mine ^ taken, BOARD ^ taken)


@inlined
def fetch_ahead(table: Array, log: int, theirs: int, taken: int, count: int, moves: int) -> None:
    """Have the entries of the positions after all *moves* fetched."""
    while moves:
        cell = moves & -moves
        moves ^= cell
        fetch(table, place_of(hashed(theirs, taken | cell, count + 1), log))


@inlined
def put_in_order(frames: Array, first: int, choices: int, cell: int, merit: int, own: int) -> None:
    """Add a move to the first so many of a frame, which stand in order of merit."""
    place = first + MOVE * choices
    while place > first and frames[place - MOVE + _MERIT] < merit:
        frames[place + _CELL] = frames[place - MOVE + _CELL]
        frames[place + _MERIT] = frames[place - MOVE + _MERIT]
        frames[place + _THREATS] = frames[place - MOVE + _THREATS]
        place -= MOVE
    frames[place + _CELL] = cell
    frames[place + _MERIT] = merit
    frames[place + _THREATS] = own


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
    # 1. A large table lies in slow memory: have all entries fetched while the moves are looked at.
    if log >= DISTANT:
        fetch_ahead(table, log, theirs, taken, count, moves)
    while moves:
        cell = moves & -moves
        moves ^= cell
        after = taken | cell
        own = completing(mine | cell, free ^ cell)
        # 2. A move that leaves no reply but losing ones wins with the disc after the next: no more is needed.
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
        # 3. What the other side cannot exceed is at least this for us; it may answer, too.
        value = -ceiling(theirs, after, count + 1, own)
        if value > alpha:
            return 0, 0, value
        # 4. The merit: threats that are not met at once, few replies, and many fours through the cell.
        frames[end + _CELL] = cell
        frames[end + _MERIT] = (
            THREAT * ones(own & ~below)
            + ABOVE * ones(own & (below << 1))
            - REPLY * ones(replies)
            + (FORCED if forced else 0)
            + lines[ones(cell - 1)]
        )
        frames[end + _THREATS] = own
        frames[end + _NUMBER] = number
        end += MOVE
    choices, best = 0, -CELLS
    for tried in range(first, end, MOVE):
        # 5. The table, last because it is slowest: a move that it knows answers, or need not be searched.
        entry = find(table, log, frames[tried + _NUMBER])
        if entry:
            value = -high_of(entry)
            if value > alpha:
                return 0, 0, value
            value = -low_of(entry)
            if value <= alpha:
                best = max(best, value)
                continue
        # 6. The rest is searched, best first; this writes over moves that were looked at before only.
        cell, merit, own = frames[tried + _CELL], frames[tried + _MERIT], frames[tried + _THREATS]
        put_in_order(frames, first, choices, cell, merit, own)
        choices += 1
    return choices, best, alpha


@inlined
def after_move(frames: Array, base: int, number: int) -> tuple[int, int, int, int, int]:
    """The position after a move of a frame: mine, taken, count, alpha, and the threats of who moved."""
    move = base + _FIRST + MOVE * number
    mine = frames[base + _MINE] ^ frames[base + _TAKEN]
    taken = frames[base + _TAKEN] | frames[move + _CELL]
    return mine, taken, frames[base + _COUNT] + 1, -frames[base + _ALPHA] - 1, frames[move + _THREATS]


@inlined
def settled(frames: Array, base: int, table: Array, log: int, value: int, nodes: int) -> int:
    """The value of a frame's position after its last move had *value*; the bounds are kept."""
    low, high = frames[base + _LOW], frames[base + _HIGH]
    if value > frames[base + _ALPHA]:
        low = value
    else:
        value = high = min(high, frames[base + _BEST])
    keep(table, log, frames[base + _KEY], low, high, nodes - frames[base + _BEGAN])
    return int(value * frames[base + _SIGN])


@kernel
def search(registers: Array, frames: Array, table: Array, log: int, lines: Array, most: int) -> bool:
    """Is the score greater than alpha? Whether that is answered before *most* nodes; if not, call it again.

    Asked of a position in which nobody has a four and the side to move cannot complete one at once. The
    answer is in registers[VALUE]: greater than alpha it is a lower bound of the score, else an upper bound.
    """
    mine, taken, count = registers[MINE], registers[TAKEN], registers[COUNT]
    alpha, depth, value = registers[ALPHA], registers[DEPTH], registers[VALUE]
    entering, nodes = registers[ENTERING], registers[NODES]
    threats = completing(mine ^ taken, BOARD ^ taken)
    while depth >= 0:
        base = FRAME * depth
        if entering:
            # 1. A new position: stop here if the slice is over, so that the registers tell where to go on.
            if nodes >= most:
                break
            nodes += 1
            # 2. Go on while a move is forced: that costs no node, and mostly ends in something decided.
            came = count
            mine, taken, count, alpha, sign, moves, threats, value = follow(
                mine, taken, count, alpha, threats
            )
            if moves:
                # 3. Bounds: by the discs that are left, by answering in the same column, by the table.
                low, high = -((CELLS - 2 - count) // 2), (CELLS - 1 - count) // 2
                if depth == 0 or count != came:  # else the position before has asked already
                    high = min(high, ceiling(mine, taken, count, threats))
                number = hashed(mine, taken, count)
                entry = find(table, log, number)
                if entry:
                    low, high = max(low, low_of(entry)), min(high, high_of(entry))
                if low > alpha:
                    value = low
                elif high <= alpha:
                    value = high
                else:
                    # 4. Look at all moves: one of them may answer, and most need no search.
                    choices, best, value = consider(
                        frames, base, table, log, lines, mine, taken, count, alpha, moves
                    )
                    if choices:
                        # 5. Open a frame, with what is needed when its moves come back, and go down.
                        frames[base + _MINE], frames[base + _TAKEN] = mine, taken
                        frames[base + _COUNT], frames[base + _ALPHA] = count, alpha
                        frames[base + _SIGN], frames[base + _BEST] = sign, best
                        frames[base + _KEY], frames[base + _BEGAN] = number, nodes
                        frames[base + _NEXT], frames[base + _MOVES] = 1, choices
                        frames[base + _LOW], frames[base + _HIGH] = low, high
                        mine, taken, count, alpha, threats = after_move(frames, base, 0)
                        depth += 1
                        continue
                    if value <= alpha:
                        value = best
            value *= sign
        else:
            # 6. The position after a move has its answer. Not enough: try the next move.
            value = -value
            tried = frames[base + _NEXT]
            frames[base + _BEST] = max(frames[base + _BEST], value)
            if value <= frames[base + _ALPHA] and tried < frames[base + _MOVES]:
                frames[base + _NEXT] = tried + 1
                mine, taken, count, alpha, threats = after_move(frames, base, tried)
                entering = 1
                depth += 1
                continue
            # 7. Enough, or no move is left: keep what was found, for other ways to this position.
            value = settled(frames, base, table, log, value, nodes)
        # 8. Back to the position before.
        entering = 0
        depth -= 1
    registers[MINE], registers[TAKEN], registers[COUNT] = mine, taken, count
    registers[ALPHA], registers[DEPTH], registers[VALUE] = alpha, depth, value
    registers[ENTERING], registers[NODES] = entering, nodes
    return bool(depth < 0)
