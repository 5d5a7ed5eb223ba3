"""What a guess is good for: what each number that a cell may show would tell, and what else there was."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

from damier.core.engine import Reason
from damier.core.text import Number, Text
from damier.core.verdict import Risk
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import NUMBERS, Board, Cell

if TYPE_CHECKING:
    from damier.games.minesweeper.solver import Known, Solver

MOST_STEPS = 20_000
"""Steps of counting a board may take so that it is counted again for each number: few need a tenth of it."""

MOST_TOLD = 2
"""Numbers of which it is said what they would tell."""

LEAST_CHANCE = 0.005
"""What is less likely is not worth a sentence."""

MARKED = 8
"""Cells that are pointed at, at most."""

DIFFERENT = 0.1
"""Means of cells that are nearer are not compared."""

SAME = 1e-9
"""Chances that are nearer are the same."""


class Telling(NamedTuple):
    """What a cell may show."""

    number: str
    """``2``."""
    chance: float
    """How likely it shows that, mines among all that it may turn out to be: ``0.48``."""
    safe: tuple[Cell, ...]
    """The cells that are certain to be safe then."""
    wins: bool
    """Whether nothing is left to dig then."""


def tellings(solver: Solver, known: Known, cell: Cell) -> list[Telling]:
    """What *cell* may show; empty where that would take long, or the odds are an estimate."""
    if not known.exact or not known.possible or known.steps > MOST_STEPS:
        return []
    found = []
    for number in NUMBERS[: len(known.view.grid.around[cell]) + 1]:
        board = known.view.showing(cell, number)
        then = solver.count(board)
        if solver.stopped or not then.exact:
            return []
        if then.possible:
            safe = tuple(other for other, is_mine in then.sure.items() if not is_mine)
            found.append(Telling(number, exp(then.logarithm - known.logarithm), safe, board.won))
    return found


def expected_safe(told: list[Telling]) -> float:
    """How many cells are safe after the dig, on average over all that may come of it."""
    return sum(telling.chance * len(telling.safe) for telling in told)


def guess_reasons(solver: Solver, known: Known, cell: Cell) -> tuple[Reason, ...]:
    """What the likeliest numbers at *cell* would tell, and how it compares with other cells.

    The solver counts other boards for that, and knows no more of the one it has counted before.
    """
    view, told = known.view, tellings(solver, known, cell)
    if not told:
        return ()
    best = sorted(told, key=lambda one: -one.chance * (len(one.safe) + one.wins))
    reasons = [
        _telling(view, cell, one) for one in best if (one.safe or one.wins) and one.chance >= LEAST_CHANCE
    ]
    if not reasons:
        words = Text("whatever number {cell} shows, it makes no cell safe", cell=view.grid.names[cell])
        reasons = [Reason(words, (at(cell, view),), kind="tells")]
    return *reasons[:MOST_TOLD], *_compared(solver, known, cell, told)


def _telling(view: Board, cell: Cell, told: Telling) -> Reason:
    places = tuple(at(other, view) for other in (cell, *told.safe[:MARKED]))
    name, chance = view.grid.names[cell], Number(told.chance, ".0%")
    if told.wins:
        words = Text(
            "a {number} at {cell} ({chance}) would win", number=told.number, cell=name, chance=chance
        )
    elif len(told.safe) == 1:
        words = Text(
            "a {number} at {cell} ({chance}) would make {other} safe",
            number=told.number,
            cell=name,
            chance=chance,
            other=view.grid.names[told.safe[0]],
        )
    else:
        words = Text(
            "a {number} at {cell} ({chance}) would make {count} cells safe",
            number=told.number,
            cell=name,
            chance=chance,
            count=len(told.safe),
        )
    return Reason(words, places, kind="tells")


def _compared(solver: Solver, known: Known, cell: Cell, told: list[Telling]) -> tuple[Reason, ...]:
    """Another cell that is safer, or the safest of the others, and what a dig there would tell."""
    others = {other: mine for other, mine in known.odds.items() if other != cell and other not in known.sure}
    if not others:
        return ()
    # The safer, then the nearer in kind: one beside a number tells more than one away from all.
    other = min(others, key=lambda one: (others[one], one in known.away, one))
    view, names = known.view, known.view.grid.names
    places, percent = (at(other, view),), Risk(others[other], estimated=False).percent
    if others[other] < known.odds[cell] - SAME:
        here, compared = expected_safe(told), tellings(solver, known, other)
        there = expected_safe(compared)
        if compared and here >= there + DIFFERENT:
            words = Text(
                "after {cell} there are {here} safe cells on average, after the safer {other} {there}",
                cell=names[cell],
                here=Number(here, ".1f"),
                other=names[other],
                there=Number(there, ".1f"),
            )
            return (Reason(words, places, kind="tells"),)
    words = Text("{cell} would risk {percent}%", cell=names[other], percent=percent)
    return (Reason(words, places, kind="other"),)
