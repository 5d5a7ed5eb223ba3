"""Boards that can be won without a guess from a given first cell.

Mines are laid as the seed says. Where the board cannot be opened by certain digs alone, a cell near the place
where nothing is certain changes with one of the other kind, a mine with a cell that has none: it stays so if
no fewer cells can be opened then, and so on, until all can. Each time the board is opened from the first cell
on, so that the last time is the proof that it needs no guess.

A record holds options, seed and moves, and not the mines: *what a seed lays here may never change*. So all
that is asked of the kernel is what is certain, safe cells and mines, which is a fact about a board and no
matter of how it is found; what is drawn from chance is ``random()`` alone, which is the same in every Python;
and nothing compares fractions. A board with more arrangements than can be counted is never kept for one that
was counted; that is all that depends on the kernel, and no search has been seen to meet such a board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from damier.core.engine import dice
from damier.core.options import Options
from damier.core.text import IllegalMove, Text
from damier.games.minesweeper.no_guess_starts import can_begin, is_odd_strip
from damier.games.minesweeper.rules import generate_bombs
from damier.games.minesweeper.starts import OPENING, SAFE
from damier.games.minesweeper.visible_board import Cell, grid
from damier.jit import is_warm, note_warm

if TYPE_CHECKING:
    from random import Random

MOST_TRIES = 20_000
"""Changes that are tried at most."""

MOST_WORK = 15_000_000
"""Changes times cells at most, on large boards: some seconds."""

MOST_DRAWS = 64
"""Cells that are drawn at most to find one of the other kind."""


KERNELS = Path(__file__).parent / "kernel"
"""What is compiled."""


def preparation(options: Options) -> Callable[[], None] | None:
    """What is compiled before the first dig on a board without guessing, where that has not been done yet."""
    return prepare if options.get("no_guess") and not is_warm(KERNELS, "no-guess") else None


def prepare() -> None:
    """Lay a crowded board: all of the kernel is used."""
    lay_mines(9, 9, 35, OPENING, 40, 0)
    note_warm(KERNELS, "no-guess")


@lru_cache(maxsize=256)
def lay_mines(width: int, height: int, mines: int, start: str, first: Cell, seed: int) -> frozenset[Cell]:
    """The mines of a board of this size that can be won without a guess from the cell *first* on.

    Its neighbours are clear too where that can be, whatever the *start* promises: nothing follows from a lone
    number unless it counts all the mines. Only then may they lie beside the first cell; see ``can_begin``.
    """
    around = grid(width, height).around[first]
    others = [cell for cell in range(width * height) if cell != first]
    room = [cell for cell in others if cell not in around]
    has_room = mines <= len(room)
    places = [room] if has_room and not is_odd_strip(width, height, mines) else []
    if room and mines <= len(around) and (start == SAFE or not has_room):
        places.append(list(around))
    if mines == len(others):
        places = [others]
    if not can_begin(width, height, mines, start, first % width, first // width):
        places = []
    for cells in places:
        excluded = set(range(width * height)).difference(cells)
        laid = generate_bombs(height, width, mines, excluded, seed)
        found = _repair(width, height, laid, first, cells, dice(seed, f"no guess {width}x{height} {first}"))
        if found is not None:
            return found
    raise IllegalMove(not_found(width, height, mines))


def _repair(
    width: int, height: int, laid: frozenset[Cell], first: Cell, cells: list[Cell], chance: Random
) -> frozenset[Cell] | None:
    """Mines that were moved among *cells* until no guess is needed; None if none were found in time."""
    import numpy as np

    from damier.games.minesweeper.kernel import no_guess
    from damier.games.minesweeper.kernel.numbers import lay_out
    from damier.games.minesweeper.pack import own_memory

    mem = own_memory()
    lay_out(mem, width, height, len(laid))
    mined, stuck = np.zeros(width * height, np.int8), np.zeros(width * height, np.int8)
    mined[list(laid)] = 1
    all_safe = width * height - len(laid)
    opened = int(no_guess.open_certain(mem, mined, first))
    near: list[Cell] = []
    for _ in range(min(MOST_TRIES, MOST_WORK // (width * height))):
        if opened == all_safe:
            break
        if not near and opened == no_guess.NOT_COUNTED:
            near = cells
        elif not near:
            no_guess.mark_stuck(mem, stuck)
            near = [cell for cell in cells if stuck[cell]]
        one = _draw(near, chance)
        other = _other_kind(near if chance.random() < 0.5 else cells, mined, int(mined[one]), chance)
        if other is None:
            continue
        mined[[one, other]] = mined[[other, one]]
        now = int(no_guess.open_certain(mem, mined, first))
        if now >= opened:
            opened, near = now, []
        else:
            mined[[one, other]] = mined[[other, one]]
    return frozenset(np.flatnonzero(mined).tolist()) if opened == all_safe else None


def _draw(cells: list[Cell], chance: Random) -> Cell:
    return cells[int(chance.random() * len(cells))]


def _other_kind(cells: list[Cell], mined: object, kind: int, chance: Random) -> Cell | None:
    """A cell with a mine where *kind* is 0 and without one where it is 1; None where few are of that kind."""
    for _ in range(MOST_DRAWS):
        cell = _draw(cells, chance)
        if mined[cell] != kind:  # type: ignore[index]
            return cell
    return None


def not_found(width: int, height: int, mines: int) -> Text:
    """What is said where a search did not find what there may be."""
    return Text(
        "no board of {size} with {n} mines was found that needs no guess: choose fewer mines",
        size=f"{width}x{height}",
        n=mines,
    )
