"""What the game itself says of a dig: a guess with its true odds, and what was missed.

In a review that is a remark on any dig, at the end of a lost game a sentence on the dig that lost it. It
counts the arrangements itself, whichever engine judges: these odds are exact or nothing is said of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from damier.core.engine import Line
from damier.core.text import Text
from damier.core.verdict import percent
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.visible_board import COVERED, Board, Cell, Move

COUNTING_STEPS = 20_000
"""Steps of counting: less than a tenth of a second, and few boards need a tenth of that."""

SAME = 1e-9
"""Probabilities that are nearer are the same."""


@dataclass(frozen=True, slots=True)
class Risked:
    """What a dig that was not certain to be safe risked, and what could be had instead."""

    mine: float | None
    """How likely a mine was; None where that was not counted."""
    least: float
    """How likely a mine was in the safest cell, where the other is known."""
    missed: Cell | None
    """A cell that was safe for certain."""
    certain: bool = False
    """Whether a mine was certain in one of the cells, counted or not."""


def risked(view: Board, move: Move, prefer: Callable[[Cell], float]) -> Risked | None:
    """None for flags, for what was certain to be safe and for the first dig, where nothing can be known.

    Of several safe cells the one with the least number by *prefer* is named.
    """
    act, x, y = move
    if act not in ("dig", "chord") or view.untouched:
        return None
    found = count(view, Budget(COUNTING_STEPS))
    if not found.total:
        return None
    cell = y * view.width + x
    dug = [cell] if act == "dig" else view.opens(cell)
    if all(found.sure.get(i) is False for i in dug):
        return None
    safe = (i for i in sorted(found.sure) if not found.sure[i])
    missed = min(safe, key=lambda i: (prefer(i), view.cells[i] != COVERED), default=None)
    if any(found.sure.get(i) for i in dug):
        return Risked(1.0, 0.0, missed, certain=True)
    if not found.exact:
        return Risked(None, 0.0, missed)
    mine = found.mine[cell] if act == "dig" else _chord_risk(view, found, dug)
    return Risked(mine, min(found.mine.values()), missed)


def _chord_risk(view: Board, found: Counted, dug: list[Cell]) -> float | None:
    """The probability that one of several cells, or more of them, hides a mine; None if not counted."""
    clear = count(view, Budget(COUNTING_STEPS), clear=frozenset(dug))
    return 1 - clear.total / found.total if clear.exact else None


def remark(view: Board, played: Line[Move], best: Line[Move]) -> Text | None:
    """What is said of a dig in a review: nothing of what was certain to be safe."""
    if played.proven and played.chance == 1:
        return None
    engines = best.move.y * view.width + best.move.x
    found = risked(view, played.move, lambda cell: float(cell != engines))
    if found is None:
        return None
    missed = None if found.missed is None else view.grid.names[found.missed]
    if found.certain:
        if missed is None:
            return Text("it was certain that a mine is here")
        return Text("it was certain that a mine is here, and {cell} was safe", cell=missed)
    if found.mine is None:
        return Text("a safe cell was missed: {cell}", cell=missed) if missed is not None else None
    return _guess(found.mine, found.least, missed)


def _guess(mine: float, least: float, missed: str | None) -> Text:
    if missed is not None:
        return Text(
            "a guess: {percent}% mine, and a safe cell was missed: {cell}", percent=percent(mine), cell=missed
        )
    if mine <= least + SAME:
        return Text("a guess: {percent}% mine, nothing was safer", percent=percent(mine))
    if percent(mine) == percent(least):
        return Text("a guess: {percent}% mine", percent=percent(mine))
    return Text(
        "a guess: {percent}% mine, though {least}% was to be had", percent=percent(mine), least=percent(least)
    )


@lru_cache(maxsize=256)
def how_lost(view: Board, move: Move) -> Text | None:
    """What is said of the dig that lost a game, seen as *view* before it: kept, since it is shown often."""
    found = risked(view, move, lambda cell: _steps_between(view, cell, move))
    if found is None:
        return None
    missed = None if found.missed is None else view.grid.names[found.missed]
    if found.mine is None:
        return Text("There was a safe cell: {cell}.", cell=missed) if missed is not None else None
    if missed is not None:
        if found.certain:
            return Text("It was certain that a mine is there, and {cell} was safe.", cell=missed)
        return Text(
            "There was a safe cell: {cell}. This dig was a mine in {percent}%.",
            cell=missed,
            percent=percent(found.mine),
        )
    if found.certain:
        return Text("It was certain that a mine is there.")
    return _unlucky(found.mine, found.least)


def _unlucky(mine: float, least: float) -> Text:
    """The same where nothing was certain to be safe."""
    if mine <= least + SAME:
        return Text(
            "Nothing was certain, and nothing safer: this dig was a mine in {percent}%.",
            percent=percent(mine),
        )
    if percent(mine) == percent(least):
        return Text(
            "Nothing was certain: this dig was a mine in {percent}%, hardly more than the best cell.",
            percent=percent(mine),
        )
    return Text(
        "Nothing was certain: this dig was a mine in {percent}%, the best cell in {least}%.",
        percent=percent(mine),
        least=percent(least),
    )


def _steps_between(view: Board, cell: Cell, move: Move) -> float:
    """How far a cell is from a move: the nearest safe cell is the one that was overlooked."""
    y, x = divmod(cell, view.width)
    return float(max(abs(x - move.x), abs(y - move.y)))
