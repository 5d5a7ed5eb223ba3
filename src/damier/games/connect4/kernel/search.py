"""Connect Four, solved: null windows over a stack of its own, and bounds before anything is searched.

The layout of a position is that of ``cells.py``, that of a table of ``engines/table/entries.py``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from damier.jit import fetcher, inlined, kernel

from . import HEIGHT, WIDTH
from .cells import BOARD, BOTTOM, CELLS, SPAN, ceiling, completing, ones
from .position_key import entries, hashed

Array: TypeAlias = Any
"""A numpy array of int64."""

Asked: TypeAlias = tuple[int, int, int, int, int]
"""MINE, TAKEN, COUNT and ALPHA: is the score greater? And the threats of the side that is not to move."""

find, keep, place_of = entries.find, entries.keep, entries.place_of
low_of, high_of = entries.low_of, entries.high_of

THREAT, ABOVE, REPLY, FORCED = 16, 24, 4, 8
"""What counts in the order of moves: a cell that completes a four later, one more if it lies right above a
cell that can be played, less for each safe reply, more for a reply that is forced."""

DISTANT = 19
"""From 2**19 entries in use on, all that will be looked up is fetched before anything else is done."""

# Registers; the fields of a frame, whose rest are its moves; the fields of a move.
MINE, TAKEN, COUNT, ALPHA, DEPTH, VALUE, NODES = range(7)
_MINE, _TAKEN, _COUNT, _ALPHA, _SIGN, _BEST, _KEY, _NEXT, _MOVES, _BEGAN, _HIGH, _LOW, _FIRST = range(13)
_CELL, _MERIT, _THREATS, _NUMBER = range(4)
MOVE = 4
FRAME = _FIRST + MOVE * WIDTH
"""Numbers in a frame."""

LINES = np.array(
    [
        sum(
            all(0 <= column + (k + j) * across < WIDTH and 0 <= row + (k + j) * up < HEIGHT for j in range(4))
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
            for k in range(-3, 1)
        )
        for column in range(WIDTH)
        for row in range(SPAN)
    ],
    np.int64,
)
"""How many fours run through each cell."""

fetch = fetcher()


@inlined
def safe_moves(taken: int, threats: int) -> int:
    """The moves after which the other side, whose *threats* they are, cannot complete a four at once."""
    moves = (taken + BOTTOM) & BOARD
    forced = moves & threats
    if forced:
        moves = 0 if forced & (forced - 1) else forced
    return moves & ~(threats >> 1)


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
        moves = safe_moves(taken, threats)
        value = 0
        if moves == 0:
            value = -((CELLS - count) // 2)
        elif count >= CELLS - 2:
            moves = 0
        elif -((CELLS - 2 - count) // 2) > alpha:
            value, moves = -((CELLS - 2 - count) // 2), 0
        elif (CELLS - 1 - count) // 2 <= alpha:
            value, moves = (CELLS - 1 - count) // 2, 0
        if moves & (moves - 1) or moves == 0:
            return mine, taken, count, alpha, sign, moves, threats, value
        mine, taken, count, alpha, sign = mine ^ taken, taken | moves, count + 1, -alpha - 1, -sign
        threats = completing(mine ^ taken, BOARD ^ taken)


@inlined
def fetch_ahead(table: Array, log: int, theirs: int, taken: int, count: int, moves: int) -> None:
    """Have the entries of the positions after all *moves* fetched."""
    while moves:
        cell = moves & -moves
        moves ^= cell
        fetch(table, place_of(hashed(theirs, taken | cell, count + 1), log))


@inlined
def merit_of(cell: int, after: int, own: int, replies: int) -> int:
    """How early a move is searched, by the mover's *own* threats after it and the safe *replies*."""
    below = (after + BOTTOM) & BOARD
    return int(
        THREAT * ones(own & ~below)
        + ABOVE * ones(own & (below << 1))
        - REPLY * ones(replies)
        + (FORCED if own & below else 0)
        + LINES[ones(cell - 1)]
    )


@inlined
def look_at_moves(
    frames: Array, end: int, table: Array, log: int, mine: int, taken: int, count: int, alpha: int, moves: int
) -> tuple[int, int]:
    """Write all *moves* to a frame, from *end* on, with their merits, until one of them answers.

    Where they end then, and a lower bound above alpha, if a move has one, else alpha.
    """
    theirs, free = mine ^ taken, BOARD ^ taken
    # 4a. A large table lies in slow memory: have all entries fetched while the moves are looked at.
    if log >= DISTANT:
        fetch_ahead(table, log, theirs, taken, count, moves)
    while moves:
        cell = moves & -moves
        moves ^= cell
        after = taken | cell
        own = completing(mine | cell, free ^ cell)
        # 4b. A move that leaves no reply but losing ones wins with the disc after the next: enough.
        replies = safe_moves(after, own)
        if replies == 0:
            return end, (CELLS - 1 - count) // 2
        number = hashed(theirs, after, count + 1)
        fetch(table, place_of(number, log))
        # 4c. What the other side cannot exceed is at least this for us; it may answer, too.
        value = -ceiling(theirs, after, count + 1, own)
        if value > alpha:
            return end, value
        # 4d. The merit: threats that are not met at once, few replies, and many fours through the cell.
        frames[end + _CELL] = cell
        frames[end + _MERIT] = merit_of(cell, after, own, replies)
        frames[end + _THREATS] = own
        frames[end + _NUMBER] = number
        end += MOVE
    return end, alpha


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
def look_up_moves(frames: Array, first: int, end: int, table: Array, log: int, alpha: int) -> tuple[int, int]:
    """Find the moves of a frame, from *first* to *end*, in the table; what is to be searched stays there.

    How many these are, and the best value of the others: greater than alpha it is a lower bound of the score,
    and nothing is to be searched; else it is an upper bound.
    """
    choices, best = 0, -CELLS
    for tried in range(first, end, MOVE):
        # 4e. The table, last because it is slowest: a move that it knows answers, or need not be searched.
        entry = find(table, log, frames[tried + _NUMBER])
        if entry:
            value = -high_of(entry)
            if value > alpha:
                return 0, value
            value = -low_of(entry)
            if value <= alpha:
                best = max(best, value)
                continue
        # 4f. The rest is searched, best first; this writes over moves that were looked at before only.
        cell, merit, own = frames[tried + _CELL], frames[tried + _MERIT], frames[tried + _THREATS]
        put_in_order(frames, first, choices, cell, merit, own)
        choices += 1
    return choices, best


@inlined
def enter(frames: Array, base: int, table: Array, log: int, asked: Asked, nodes: int) -> tuple[int, int]:
    """Begin with a position: 0, the first move to be searched, or -1 if none is; and its value then."""
    # 2. Go on while a move is forced: that costs no node, and mostly ends in something decided.
    mine, taken, count, alpha, sign, moves, threats, value = follow(*asked)
    if moves == 0:
        return -1, sign * value
    # 3. Bounds: by the discs that are left, by answering in the same column, by the table.
    low, high = -((CELLS - 2 - count) // 2), (CELLS - 1 - count) // 2
    if base == 0 or count != asked[COUNT]:  # else the position before has asked already
        high = min(high, ceiling(mine, taken, count, threats))
    number = hashed(mine, taken, count)
    entry = find(table, log, number)
    if entry:
        low, high = max(low, low_of(entry)), min(high, high_of(entry))
    if low > alpha:
        return -1, sign * low
    if high <= alpha:
        return -1, sign * high
    # 4. Look at all moves: one of them may answer, by 4a to 4d, and most need no search, by 4e and 4f.
    first = base + _FIRST
    end, value = look_at_moves(frames, first, table, log, mine, taken, count, alpha, moves)
    if value > alpha:
        return -1, sign * value
    choices, best = look_up_moves(frames, first, end, table, log, alpha)
    if choices == 0:
        return -1, sign * best
    # 5. Open a frame, with what is needed when its moves come back.
    frames[base + _MINE], frames[base + _TAKEN] = mine, taken
    frames[base + _COUNT], frames[base + _ALPHA] = count, alpha
    frames[base + _SIGN], frames[base + _KEY] = sign, number
    frames[base + _LOW], frames[base + _HIGH] = low, high
    frames[base + _BEST], frames[base + _BEGAN] = best, nodes
    frames[base + _NEXT], frames[base + _MOVES] = 1, choices
    return 0, 0


@inlined
def resume(frames: Array, base: int, table: Array, log: int, value: int, nodes: int) -> tuple[int, int]:
    """Go on after a move of a frame had *value*: the next move to be searched, or -1; and its value then."""
    # 6. Not enough: try the next move.
    tried = frames[base + _NEXT]
    best = max(frames[base + _BEST], value)
    if value <= frames[base + _ALPHA] and tried < frames[base + _MOVES]:
        frames[base + _NEXT], frames[base + _BEST] = tried + 1, best
        return tried, 0
    # 7. Enough, or no move is left: keep what was found, for other ways to this position.
    low, high = frames[base + _LOW], frames[base + _HIGH]
    if value > frames[base + _ALPHA]:
        low = value
    else:
        value = high = min(high, best)
    keep(table, log, frames[base + _KEY], low, high, nodes - frames[base + _BEGAN])
    return -1, int(value * frames[base + _SIGN])


@inlined
def after_move(frames: Array, base: int, number: int) -> Asked:
    """What is asked about the position after a move of a frame."""
    move = base + _FIRST + MOVE * number
    mine = frames[base + _MINE] ^ frames[base + _TAKEN]
    taken = frames[base + _TAKEN] | frames[move + _CELL]
    return mine, taken, frames[base + _COUNT] + 1, -frames[base + _ALPHA] - 1, frames[move + _THREATS]


@kernel
def search(registers: Array, frames: Array, table: Array, log: int, most: int) -> bool:
    """Is the score greater than alpha? Whether that is answered before *most* nodes; if not, call it again.

    Asked of a position in which nobody has a four and the side to move cannot complete one at once. The
    answer is in registers[VALUE]: greater than alpha it is a lower bound of the score, else an upper bound.
    """
    mine, taken = registers[MINE], registers[TAKEN]
    depth, value, nodes = registers[DEPTH], registers[VALUE], registers[NODES]
    asked = mine, taken, registers[COUNT], registers[ALPHA], completing(mine ^ taken, BOARD ^ taken)
    entering = True
    while depth >= 0:
        base = FRAME * depth
        if entering:
            # 1. A new position: stop here if the slice is over, so that the registers tell where to go on.
            if nodes >= most:
                break
            nodes += 1
            move, value = enter(frames, base, table, log, asked, nodes)  # steps 2 to 5
        else:
            move, value = resume(frames, base, table, log, -value, nodes)  # steps 6 and 7
        # 8. Down to the position after the move, or back to the one before.
        entering = move >= 0
        if entering:
            asked = after_move(frames, base, move)
            depth += 1
        else:
            depth -= 1
    registers[MINE], registers[TAKEN], registers[COUNT], registers[ALPHA], _ = asked
    registers[DEPTH], registers[VALUE], registers[NODES] = depth, value, nodes
    return bool(depth < 0)
