"""Whole games, played inside the kernel: what a level would do, without a table around it."""

from __future__ import annotations

import math

import numpy as np

from damier.jit import kernel

from .ending import MINED, UNFINISHED, list_cells, list_solutions, play_out
from .guessing import best_guess
from .memory import COVERED, SAFE, Memory, whole
from .numbers import is_unknown, lay_out, prove_simple
from .odds import find_odds

ODDS, CHAMPION = 0, 1
"""Who plays."""

IMPOSSIBLE = -1
"""What a game comes to whose numbers contradict each other: it does not happen on a board that is true."""

UNDECIDED = -2
"""What a game comes to in which somebody has to guess."""

ROUNDING = 1e-9
"""Odds that are nearer are equal."""


@kernel
def dig(mem: Memory, cell: int) -> None:
    """Open a cell without a mine, and from one with no mine beside it everything around."""
    mem.shown[cell] = mem.truth[cell]
    mem.waiting[0] = cell
    waiting = 1
    while waiting:
        waiting -= 1
        here = whole(mem.waiting[waiting])
        if mem.truth[here] == 0:
            for i in range(mem.degree[here]):
                other = whole(mem.around[here, i])
                if mem.shown[other] == COVERED:
                    mem.shown[other] = mem.truth[other]
                    mem.waiting[waiting] = other
                    waiting += 1


@kernel
def number_truth(mem: Memory, mined: np.ndarray) -> None:
    """What each cell hides, from where the mines are."""
    for cell in range(mem.cells):
        beside = 0
        for i in range(mem.degree[cell]):
            beside += int(mined[whole(mem.around[cell, i])])
        mem.truth[cell] = MINED if mined[cell] else beside


@kernel
def dig_safe(mem: Memory) -> int:
    """Dig all cells that are known to be safe; how many these were."""
    dug = 0
    for cell in range(mem.cells):
        if mem.shown[cell] == COVERED and mem.known[cell] == SAFE:
            dig(mem, cell)
            dug += 1
    return dug


@kernel
def learn(mem: Memory) -> int:
    """Keep which cells the odds prove safe; how many that are.

    Mines that only the odds prove are not kept: on a board that is seen for the first time they would be in
    boxes, and what is chosen must not depend on the way to the board.
    """
    learnt = 0
    for cell in range(mem.cells):
        if is_unknown(mem, cell):
            box = whole(mem.box_of[cell])
            if (mem.certain[box] if box >= 0 else mem.away_certain) == SAFE:
                mem.known[cell] = SAFE
                learnt += 1
    return learnt


@kernel
def is_won(mem: Memory) -> bool:
    """Whether every cell without a mine is open."""
    covered = 0
    for cell in range(mem.cells):
        covered += int(mem.shown[cell] == COVERED)
    return covered == mem.mines  # type: ignore[no-any-return]


@kernel
def choose(mem: Memory, player: int) -> int:
    """The cell to dig where the odds are known and nothing is certain.

    ``played_out`` is how many arrangements are then won, where the end was played out, else 0.
    """
    if player == CHAMPION and mem.exact:
        mem.played_out = play_out(mem) if is_end(mem) else UNFINISHED
        if mem.played_out == UNFINISHED:
            mem.played_out = 0
            return best_guess(mem)
        if mem.end_best >= 0:
            return int(mem.end_best)
    return safest(mem)


@kernel
def is_end(mem: Memory) -> bool:
    """Whether the arrangements are few enough to play them out; then they are listed."""
    few = math.log(mem.total) + mem.log_total <= math.log(mem.end_most) + ROUNDING
    return bool(few and list_cells(mem) and list_solutions(mem))


@kernel
def safest(mem: Memory) -> int:
    """The cell that is a mine in the fewest arrangements; of equals that with fewest unknown neighbours."""
    best, least, fewest = -1, 2.0, 9
    for cell in range(mem.cells):
        if is_unknown(mem, cell):
            box = whole(mem.box_of[cell])
            mine = mem.mine[box] if box >= 0 else mem.away_mine
            if mine > least + ROUNDING:
                continue
            unknown = 0
            for i in range(mem.degree[cell]):
                unknown += int(is_unknown(mem, whole(mem.around[cell, i])))
            if mine < least - ROUNDING or unknown < fewest:
                best, least, fewest = cell, min(mine, least), unknown
    return best


@kernel
def dig_certain(mem: Memory) -> int:
    """Dig all that is certain, until nothing is: 1 if that wins the game, UNDECIDED if there is to guess."""
    while True:
        if is_won(mem):
            return 1
        if not prove_simple(mem):
            return IMPOSSIBLE
        if dig_safe(mem):
            continue
        if not find_odds(mem):
            return IMPOSSIBLE
        if not learn(mem):
            return UNDECIDED
        dig_safe(mem)


@kernel
def play_game(mem: Memory, first: int, player: int) -> int:
    """1 if the game is won, 0 if not; the board is laid out and its truth is known.

    In ``guesses`` it counts the digs after the first that were not certain.
    """
    mem.guesses = 0
    cell = first
    while mem.truth[cell] != MINED:
        dig(mem, cell)
        ended = dig_certain(mem)
        if ended != UNDECIDED:
            return ended
        mem.guesses += 1
        cell = choose(mem, player)
    return 0


@kernel
def play_games(
    mem: Memory, mined: np.ndarray, mines: int, first: int, player: int, won: np.ndarray, guesses: np.ndarray
) -> None:
    """Play one game on each board of *mined*: whether it was won, and how many guesses that took."""
    for game in range(len(mined)):
        lay_out(mem, mem.width, mem.height, mines)
        number_truth(mem, mined[game])
        won[game] = play_game(mem, first, player)
        guesses[game] = mem.guesses
