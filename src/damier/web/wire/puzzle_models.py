"""Puzzles as they go over the wire."""

from __future__ import annotations

from damier.web.wire.models import MoveOut, Named, ReasonOut, Wire
from damier.web.wire.position_models import PositionOut


class GradeOut(Named):
    count: int


class PuzzlesOut(Wire):
    grades: list[GradeOut]
    """The easiest first."""


class PuzzleOut(Wire):
    """A position in which exactly one move is right."""

    grade: str
    number: int
    count: int
    """How many there are of this grade."""
    seat: int
    """Who is to move and to win."""
    task: str
    """``yellow to move: one move wins, in 2 of your moves.``"""
    one_move: bool = False
    """Whether the one move is all; else the game is to be won."""
    position: PositionOut


class TriedOut(Wire):
    """A move of a puzzle, judged."""

    right: bool
    """Whether it keeps the win, or is what was asked for."""
    solved: bool
    """Whether the game is won."""
    words: str
    why: list[ReasonOut]
    """Why it does not win; nothing that gives the answer away."""
    reply: str | None
    """What the other side answered."""
    task: str | None
    """What is still to be done after a right move that was answered; null where nothing has changed."""
    position: PositionOut
    """After the move and its answer; where it was, if it was wrong."""


class HintOut(MoveOut):
    why: list[ReasonOut]
