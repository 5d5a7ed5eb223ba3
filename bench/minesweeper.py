"""Our odds of Minesweeper beside ms-toollib: CPU time on the same positions, in turns, in one run; and games.

    pip install ms-toollib                          # measured here, no part of damier
    python -m bench.minesweeper                     # 10,000 positions in which an Expert player must guess
    python -m bench.minesweeper --positions 500
    python -m bench.minesweeper --games 20000       # games a CPU second and wins, by preset and level
    python -m bench.minesweeper --no-guess 200      # boards without guessing: laid, proved and checked

Each is asked as its own users ask it: from a board as Python has it to the odds of every cell.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from statistics import median

from damier.arena.statistics.elo import wilson
from damier.core.tools.simulation import Batch, Played
from damier.games.minesweeper import GAME
from damier.games.minesweeper.check_proof import check
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.no_guess import lay_mines, prepare
from damier.games.minesweeper.proof import prove
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.solver import Known, Solver
from damier.games.minesweeper.tools import simulate
from damier.games.minesweeper.tools.simulate import KERNEL_PLAYERS
from damier.games.minesweeper.visible_board import NUMBERS, Board

WIDTH, HEIGHT, MINES = 30, 16, 99
COVERED = 10
"""What the other calls a covered cell."""

ROUNDING = 1e-13
"""So near to 0 or 1 the other is taken to be certain: it says so by its numbers alone."""


def guesses(count: int) -> Iterator[Board]:
    """Boards in which nothing is certain, of games that dig what is safe and else the safest cell."""
    solver, seed, found = Solver(), 0, 0
    while True:
        field = begin(WIDTH, HEIGHT, MINES, seed)
        field = field.play(field.board.grid.acts["dig"][first_cell(field.board)])
        seed += 1
        while not field.board.over:
            board = field.board
            known = solver.count(board)
            safe = [cell for cell, is_mine in known.sure.items() if not is_mine]
            if not safe:
                yield board
                found += 1
                if found == count:
                    return
            for cell in safe or [solver.safest()]:
                if not field.board.over and field.board.cells[cell] == ".":
                    field = field.play(board.grid.acts["dig"][cell])


def rows(board: Board) -> list[list[int]]:
    """A board as the other wants it."""
    cells = [int(sign) if sign in NUMBERS else COVERED for sign in board.cells]
    return [cells[y * board.width : (y + 1) * board.width] for y in range(board.height)]


def compare(count: int) -> None:
    """Time both in turns, and see that they agree."""
    from ms_toollib import cal_probability_onboard  # type: ignore[import-not-found]

    boards = list(guesses(count))
    solver = Solver()
    ours, theirs, largest, differing = [], [], 0.0, 0
    for board in boards:
        grid = rows(board)
        began = time.process_time()
        known = solver.count(board)
        odds = known.odds
        between = time.process_time()
        other, _ = cal_probability_onboard(grid, board.mines)
        ended = time.process_time()
        ours.append(between - began)
        theirs.append(ended - between)
        flat = [mine for row in other for mine in row]
        largest = max(largest, *(abs(flat[cell] - mine) for cell, mine in odds.items()))
        differing += certain(flat, known) != known.sure
    print(f"{count} positions of Expert games in which one must guess")
    print(f"ours   {1e6 * sum(ours) / count:8.1f} us a position (median {1e6 * median(ours):.1f})")
    print(f"theirs {1e6 * sum(theirs) / count:8.1f} us a position (median {1e6 * median(theirs):.1f})")
    print(f"ratio  {sum(theirs) / sum(ours):8.1f}")
    print(f"largest difference {largest:.1e}, boards with other certain cells: {differing}")


def certain(flat: list[float], known: Known) -> dict[int, bool]:
    """The cells that the other takes for certain."""
    near = {cell: flat[cell] for cell in known.odds if min(flat[cell], 1 - flat[cell]) < ROUNDING}
    return {cell: mine > 0.5 for cell, mine in near.items()}


def play(count: int) -> None:
    """Games a CPU second, laying the mines included, and how many are won."""
    for setup in GAME.presets:
        for level in KERNEL_PLAYERS:
            batch = Batch(level, GAME.settle(setup), range(count))
            played = Played.load(simulate.play(batch))
            won = played.won.count("1")
            low, high = wilson(won / count, count)
            rate = f"{won / count:.3%} ({low:.3%} to {high:.3%})"
            print(f"{setup:12} {level:8} {rate} won, {count / played.seconds:8.1f} games a CPU second")


def lay(count: int) -> None:
    """CPU time of boards without guessing by preset, each seed with another first cell."""
    prepare()
    for setup in GAME.presets:
        board: Board = GAME.begin(setup, no_guess=1).board
        taken: dict[str, list[float]] = {"laid": [], "proved": [], "checked": []}
        for seed in range(count):
            first = random.Random(seed).randrange(len(board.cells))
            times = [time.process_time()]
            mined = lay_mines(board.width, board.height, board.mines, board.start, first, seed)
            times.append(time.process_time())
            steps = prove(board.width, board.height, mined, first)
            times.append(time.process_time())
            assert check(board.width, board.height, mined, first, steps) is None
            times.append(time.process_time())
            for each, began, ended in zip(taken.values(), times, times[1:], strict=False):
                each.append(1000 * (ended - began))
        words = [f"{name} {sum(ms) / count:.2f} ms (at most {max(ms):.1f})" for name, ms in taken.items()]
        print(f"{setup:12} {', '.join(words)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=0, help="play so many games a preset and level instead")
    parser.add_argument("--no-guess", type=int, default=0, help="lay so many boards without guessing instead")
    given = parser.parse_args()
    if given.no_guess:
        lay(given.no_guess)
    elif given.games:
        play(given.games)
    else:
        compare(given.positions)


if __name__ == "__main__":
    main()
