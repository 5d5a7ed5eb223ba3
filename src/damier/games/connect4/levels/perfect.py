"""``perfect``: never worse than the exact score; the quickest win, the longest loss."""

from __future__ import annotations

from damier.core.engine import Line, Reason
from damier.core.text import Text
from damier.engines.perfect import Exact, Perfect
from damier.games.connect4.book import known, shipped
from damier.games.connect4.levels.searcher import searcher
from damier.games.connect4.reasons import explain, verdict_of
from damier.games.connect4.rules import Column, Position
from damier.games.connect4.solver import Score, Solver, solver

SMALL = 8
"""Megabytes of a table that begins empty, so that a limit in nodes gives the same answer every time."""

SOON = 36
"""Free cells at most of which every position is solved in seconds; the standard board has its book before."""


def perfect(seed: int) -> Perfect[Position, Column]:
    """The engine; it plays without chance, so the seed changes nothing."""
    return Perfect(seed, EXACT)


def _solver(view: Position, fresh: bool) -> Solver:
    return Solver(view.board, SMALL) if fresh else solver(view.board.width, view.board.height)


def _line(view: Position, move: Column, score: Score) -> Line[Column]:
    verdict = verdict_of(score, view)
    chance, kind = (1.0, "wins") if score > 0 else (0.5, "draws") if score == 0 else (0.0, "loses")
    why = (Reason(verdict.label, kind=kind),)
    return Line(move=move, value=score, chance=chance, verdict=verdict, why=why)


def _notes() -> tuple[Reason, ...]:
    """That the book is damaged, if it is."""
    damaged = shipped()
    return (Reason(damaged, kind="no-book"),) if isinstance(damaged, Text) else ()


EXACT: Exact[Position, Column] = Exact(
    solver=_solver,
    is_soon=lambda view: known(view) is not None or view.empty <= SOON,
    guesser=searcher,
    line=_line,
    explain=explain,
    depth=lambda view: view.board.width * view.board.height,
    notes=_notes,
)
