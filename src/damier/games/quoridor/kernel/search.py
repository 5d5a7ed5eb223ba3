"""The document's search, compiled: the twin of ``levels/document.py``.

The position is the array *d* of ``board.py``, which has its layout. The table has two numbers an
entry, the whole key and ``4 * value + kind``, where kind 0 is empty::

    table[2 * slot]  table[2 * slot + 1]        slot: the last bits of the key

A key is the exclusive or of random numbers from d[SIGNS], one for everything that is true::

    SIGNS + 128 * seat + cell        a pawn          SIGNS + 512 + 32 * seat + n    walls left
    SIGNS + 128 + 128 * kind + cell  a wall          SIGNS + 576                    seat 1 is to move
                                                     SIGNS + 577 + depth            searched so deep
"""

from __future__ import annotations

from damier.games.quoridor.kernel.board import (
    CELLS,
    GOALS,
    INVERSE,
    LEFT,
    MERITS,
    MOST_NODES,
    MOVES,
    NODES,
    NONE,
    ORDERING,
    PAWNS,
    POSTS,
    RANKS,
    ROOM,
    SIGNS,
    STOP,
    TABLE,
    Array,
    build,
    cut,
    distance,
    fill,
    generate,
    reachable,
    routes,
)
from damier.jit import inlined, kernel

WIN, INFINITY = 1000, 10_000
DISTANCE, ROUTES, WALL, MOBILITY, NEAR = 10, 1, 12, 1, 4
# As in levels/document.py, where they are explained: a test compares them.

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""Kinds of table entries."""

STOCK = SIGNS + 4 * ROOM
TURN = STOCK + 64
DEEP = TURN + 1


@kernel
def evaluate(d: Array, turn: int) -> int:
    """The standing of the seat to move, while the game goes on."""
    if d[INVERSE]:
        fill(d, 0)
        fill(d, 1)
    value = 0
    for seat in range(2):
        other = distance(d, 1 - seat, d[PAWNS + 1 - seat])
        merit = (
            ROUTES * routes(d, seat)
            + MOBILITY * reachable(d, seat, RANKS)
            + (WALL + max(0, NEAR - other)) * d[LEFT + seat]
            - DISTANCE * distance(d, seat, d[PAWNS + seat])
        )
        value += merit if seat == turn else -merit
    return int(max(1 - WIN, min(WIN - 1, value)))


@kernel
def order(d: Array, ply: int, turn: int, count: int) -> None:
    """Sort the moves of this ply by what they seem to gain, equal ones as they were."""
    moves, merits = MOVES + 2 * ROOM * ply, MERITS + 2 * ROOM * ply
    here = distance(d, turn, d[PAWNS + turn])
    for number in range(count):
        move = d[moves + number]
        if move < ROOM:
            merit = DISTANCE * (here - distance(d, turn, move))
        else:
            other, own = cut(d, 1 - turn, move), cut(d, turn, move)
            merit = (0 if other == NONE else 8) - (0 if own == NONE else 12) - 4
        place = number
        while place > 0 and d[merits + place - 1] < merit:
            d[moves + place] = d[moves + place - 1]
            d[merits + place] = d[merits + place - 1]
            place -= 1
        d[moves + place] = move
        d[merits + place] = merit


@kernel
def key_of(d: Array, turn: int) -> int:
    """The key of the position, without a depth."""
    key = turn * d[TURN]
    for seat in range(2):
        key ^= d[SIGNS + ROOM * seat + d[PAWNS + seat]] ^ d[STOCK + 32 * seat + d[LEFT + seat]]
    for cell in range(d[CELLS]):
        if d[POSTS + cell]:
            key ^= d[SIGNS + ROOM + ROOM * d[POSTS + cell] + cell]
    return int(key)


@kernel
def make(d: Array, turn: int, move: int) -> int:
    """Play *move*; how it changes the key."""
    if move < ROOM:
        pawns = SIGNS + ROOM * turn
        change = d[pawns + d[PAWNS + turn]] ^ d[pawns + move]
        d[PAWNS + turn] = move
    else:
        stock = STOCK + 32 * turn + d[LEFT + turn]
        change = d[stock] ^ d[stock - 1] ^ d[SIGNS + ROOM + move]
        d[LEFT + turn] -= 1
        build(d, move, 1)
    return int(change ^ d[TURN])


@kernel
def undo(d: Array, turn: int, move: int, pawn: int) -> None:
    """Take *move* back; *pawn* is where the pawn of *turn* stood."""
    if move < ROOM:
        d[PAWNS + turn] = pawn
    else:
        d[LEFT + turn] += 1
        build(d, move, 0)


@inlined
def stopped(d: Array) -> bool:
    """Count a node; whether the search is over, by the limit on nodes or because somebody said so."""
    d[NODES] += 1
    if d[NODES] > d[MOST_NODES]:
        d[STOP] = 1
    return bool(d[STOP])


@inlined
def settles(entry: int, alpha: int, beta: int) -> bool:
    """Whether the value of a table entry is all that this window asks for."""
    value, kind = entry >> 2, entry & 3
    return kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)


@kernel
def search(d: Array, table: Array, depth: int, ply: int, turn: int, key: int, alpha: int, beta: int) -> int:
    """The value for the seat to move: at most alpha means no better, at least beta means no worse.

    It means nothing once d[STOP] is set, by whoever asked or by the limit on nodes.
    """
    # 1. See whether to go on: nothing below would mean anything.
    if stopped(d):
        return 0
    # 2. Look it up: an entry holds for its own depth only, and a bound only where it settles the matter.
    whole = key ^ d[DEEP + depth]
    slot = 2 * (whole & (table.size // 2 - 1))
    if d[TABLE] and table[slot] == whole and settles(table[slot + 1], alpha, beta):
        return int(table[slot + 1] >> 2)
    # 3. Only the other seat can just have arrived. The less depth is left, the later, so better, it is.
    kind = EXACT
    if d[GOALS + ROOM * (1 - turn) + d[PAWNS + 1 - turn]]:
        best = -WIN - depth
    elif depth == 0:
        best = evaluate(d, turn)
    else:
        # 4. Try every move, until the other would not let it come to this.
        best, floor = -INFINITY, alpha
        count = generate(d, ply, turn)
        if d[ORDERING]:
            order(d, ply, turn, count)
        pawn = d[PAWNS + turn]
        for number in range(count):
            move = d[MOVES + 2 * ROOM * ply + number]
            value = -search(d, table, depth - 1, ply + 1, 1 - turn, key ^ make(d, turn, move), -beta, -floor)
            undo(d, turn, move, pawn)
            best, floor = max(best, value), max(floor, value)
            if floor >= beta or d[STOP]:
                break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    # 5. Remember it, unless it was broken off.
    if not d[STOP]:
        table[slot] = whole
        table[slot + 1] = 4 * best + kind
    return best


@kernel
def reply(d: Array, table: Array, depth: int, turn: int, key: int, value: int) -> int:
    """A move that keeps *value*, which a search to *depth* gave the seat to move; -1 if the table knows none.

    At least *value* is sure of it, by an entry for the position after it, and more there is not.
    """
    if depth == 0 or d[GOALS + ROOM * (1 - turn) + d[PAWNS + 1 - turn]]:
        return -1
    count = generate(d, 0, turn)
    order(d, 0, turn, count)
    pawn, found = d[PAWNS + turn], -1
    for number in range(count):
        move = d[MOVES + number]
        whole = key ^ make(d, turn, move) ^ d[DEEP + depth - 1]
        undo(d, turn, move, pawn)
        slot = 2 * (whole & (table.size // 2 - 1))
        known, kind = table[slot + 1] >> 2, table[slot + 1] & 3
        if table[slot] == whole and kind != AT_LEAST and -known >= value:
            found = move
            break
    return found


@kernel
def lines(d: Array, depth: int, ply: int, turn: int) -> int:
    """How many sequences of *depth* moves there are (perft), among those that are looked at."""
    if d[GOALS + ROOM * (1 - turn) + d[PAWNS + 1 - turn]]:
        return 0
    count = generate(d, ply, turn)
    if depth == 1:
        return count
    total = 0
    pawn = d[PAWNS + turn]
    for number in range(count):
        move = d[MOVES + 2 * ROOM * ply + number]
        make(d, turn, move)
        total += lines(d, depth - 1, ply + 1, 1 - turn)
        undo(d, turn, move, pawn)
    return total
