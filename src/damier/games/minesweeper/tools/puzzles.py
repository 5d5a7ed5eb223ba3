"""Puzzles of Minesweeper: one covered cell is certainly safe, and no single number shows it.

A puzzle is what can be seen and nothing more: no mine lies under it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from damier.core.engine import Reason
from damier.core.text import Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.puzzle import Puzzle, puzzler
from damier.games.minesweeper.arrangements import numbers_of
from damier.games.minesweeper.check_proof import Constraint, follows
from damier.games.minesweeper.notation import text, write
from damier.games.minesweeper.presets import LEVELS
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import COVERS, Board, Cell, Move

PUZZLES_EACH = 30
"""So many of each grade are stored."""

MOST_NUMBERS = 16
"""Numbers that a conclusion is looked for in; nobody keeps more in mind."""

GRADES = {
    "pairs": Text("Two numbers at a time"),
    "several": Text("Several numbers together"),
    "counting": Text("Counting the mines"),
}
"""By what the safe cell is found, where nothing easier shows it."""

BOARDS = ("Beginner", "Intermediate")
"""The boards of the games that puzzles come from: larger ones do not fit a phone."""


def make(grade: str, seed: int) -> Iterator[Puzzle]:
    """New puzzles of a grade, no two of them alike."""
    from damier.games.minesweeper.solver import Solver

    solver = Solver()
    rng = random.Random(f"minesweeper puzzle {grade} {seed}")
    seen: set[str] = set()
    while True:
        level = LEVELS[rng.choice(BOARDS)]
        field = begin(level["width"], level["height"], level["mines"], rng.getrandbits(64))
        field = field.play(rng.choice([move for move in field.moves() if move.act == "dig"]))
        while not field.board.over:
            view = field.board
            known = solver.count(view)
            safe = [cell for cell, is_mine in known.sure.items() if not is_mine]
            if known.exact and len(safe) == 1 and grade_of(view, safe[0]) == grade and text(view) not in seen:
                seen.add(text(view))
                answer = write(view.grid.acts["dig"][safe[0]])
                yield Puzzle(grade, (), answer, 1, position=text(view))
            dug = safe[0] if safe else solver.safest()
            field = field.play(view.grid.acts["dig"][dug])


def grade_of(view: Board, safe: Cell) -> str | None:
    """By what *safe*, the only safe cell, is found; None for a single number, and for too many."""
    mines: set[Cell] = set()
    said = constraints(view, mines)
    while (more := _mined(said, 1)) - mines:
        mines |= more
        said = constraints(view, mines)
    if any(safe in one.cells and one.mines == 0 for one in said):
        return None
    while True:
        if _shown(said, safe):
            return "pairs"
        more = _mined(said, 2)
        if not more - mines:
            break
        mines |= more
        said = constraints(view, mines)
    near = _growing(said, safe)
    if near is None or follows(safe, False, near):
        return "several" if near is not None and len(near) <= MOST_NUMBERS else None
    covered = frozenset(cell for cell, sign in enumerate(view.cells) if sign in COVERS) - mines
    whole = Constraint(view.mines - len(mines), covered)
    return "counting" if len(said) <= MOST_NUMBERS and follows(safe, False, said, whole) else None


def constraints(view: Board, mines: set[Cell]) -> list[Constraint]:
    """What each number says of the cells beside it of which nothing is known, some *mines* known."""
    found = (
        Constraint(need - len(cells & mines), frozenset(cells - mines))
        for cells, need in numbers_of(view).values()
    )
    return sorted({one for one in found if one.cells}, key=lambda one: sorted(one.cells))


def _mined(said: list[Constraint], most: int) -> set[Cell]:
    """The cells that are mines by one number, or by two of which one has so many more."""
    found = {cell for one in said if one.mines == len(one.cells) for cell in one.cells}
    if most > 1:
        for one, other in combinations(said, 2):
            for more, less in ((one, other), (other, one)):
                if more.cells & less.cells and more.mines - less.mines == len(more.cells - less.cells):
                    found |= more.cells - less.cells
    return found


def _shown(said: list[Constraint], safe: Cell) -> bool:
    """Whether one number, or two together, leave no mine for *safe*."""
    beside = [one for one in said if safe in one.cells]
    return any(follows(safe, False, [one, other]) for one in beside for other in said)


def _growing(said: list[Constraint], safe: Cell) -> list[Constraint] | None:
    """What the numbers around *safe* say, ring by ring until it is proved, or all that are joined.

    None where that becomes too much.
    """
    near: list[Constraint] = []
    reached = {safe}
    while True:
        ring = [one for one in said if one not in near and one.cells & reached]
        if not ring:
            return near
        near += ring
        if len(near) > MOST_NUMBERS:
            return None
        reached |= {cell for one in ring for cell in one.cells}
        if follows(safe, False, near):
            return near


def betrays(reason: Reason, view: Any, move: Move) -> bool:
    """Whether a reason against another cell points at the safe one."""
    return at(move.y * view.width + move.x, view) in reason.cells


PUZZLES = puzzler(
    Text("boards on which one cell is certainly safe; damier puzzles lets you solve them"),
    game="minesweeper",
    level="odds",
    grades=GRADES,
    make=make,
    stored=data_file(__file__, "puzzles.txt"),
    each=PUZZLES_EACH,
    betrays=betrays,
    quest=Text("one cell is certainly safe: which?"),
)
