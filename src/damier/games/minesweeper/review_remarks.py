"""What the game itself says of a dig in a review: a guess with its true odds, and what was missed.

It counts the arrangements itself, whichever engine judges: these odds are exact or nothing is said of them.
"""

from __future__ import annotations

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


def remark(view: Board, played: Line[Move], best: Line[Move]) -> Text | None:
    """Nothing of flags, of what was certain to be safe, and of the first dig."""
    act, x, y = played.move
    if act not in ("dig", "chord") or view.untouched or (played.proven and played.chance == 1):
        return None
    found = count(view, Budget(COUNTING_STEPS))
    if not found.total:
        return None
    cell = y * view.width + x
    dug = [cell] if act == "dig" else view.opens(cell)
    if all(found.sure.get(i) is False for i in dug):
        return None
    missed = _safe(view, found, best.move)
    if any(found.sure.get(i) for i in dug):
        return _certain(view, missed)
    risk = found.mine[cell] if act == "dig" else _risk(view, found, dug)
    if not found.exact or risk is None:
        return (
            Text("a safe cell was missed: {cell}", cell=view.grid.names[missed])
            if missed is not None
            else None
        )
    return _guess(view, found, risk, missed)


def _certain(view: Board, missed: Cell | None) -> Text:
    if missed is None:
        return Text("it was certain that a mine is here")
    return Text("it was certain that a mine is here, and {cell} was safe", cell=view.grid.names[missed])


def _guess(view: Board, found: Counted, risk: float, missed: Cell | None) -> Text:
    if missed is not None:
        name = view.grid.names[missed]
        return Text(
            "a guess: {percent}% mine, and a safe cell was missed: {cell}", percent=percent(risk), cell=name
        )
    least = min(found.mine.values())
    if risk <= least + SAME:
        return Text("a guess: {percent}% mine, nothing was safer", percent=percent(risk))
    if percent(risk) == percent(least):
        return Text("a guess: {percent}% mine", percent=percent(risk))
    return Text(
        "a guess: {percent}% mine, though {least}% was to be had", percent=percent(risk), least=percent(least)
    )


def _safe(view: Board, found: Counted, best: Move) -> Cell | None:
    """A cell that is safe for certain: the engine's own, else the first without a flag, else any."""
    safe = [cell for cell in sorted(found.sure) if not found.sure[cell]]
    first = best.y * view.width + best.x
    return min(safe, key=lambda cell: (cell != first, view.cells[cell] != COVERED), default=None)


def _risk(view: Board, found: Counted, dug: list[Cell]) -> float | None:
    """The probability that one of several cells, or more of them, hides a mine; None if not counted."""
    clear = count(view, Budget(COUNTING_STEPS), clear=frozenset(dug))
    return 1 - clear.total / found.total if clear.exact else None
