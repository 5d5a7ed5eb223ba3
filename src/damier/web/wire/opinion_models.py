"""What an engine thinks as it goes over the wire."""

from __future__ import annotations

from damier.web.wire.models import GestureMove, MoveOut, Place, ReasonOut, StepOut, Wire


class LineOut(GestureMove):
    label: str
    short: str = ""
    """The same in fewer words, for a cell of the board; empty where the label is short."""
    error: float = 0.0
    """The standard error of the chance, where it was sampled; 0 where it was not."""
    chance: float
    heat: float = 0.5
    """How good it is beside the others, from 0 to 1: its colour on the heat map."""
    value: float
    proven: bool
    why: list[ReasonOut]
    then: list[StepOut]
    """What is expected after the move."""


class LabelOut(Wire):
    """A short word on a place of the board, a move's or not: what a cell would be worth."""

    at: Place
    label: str


class AnalysisOut(MoveOut):
    level: str
    title: str
    """The level's name: every opinion is said to be whose it is."""
    about: str
    legend: str = ""
    """What its numbers count: ``steps of lead``."""
    turn: int
    standing: float
    """Expected points of the first seat, from 0 to 1: the bar beside the board."""
    why: list[ReasonOut]
    tells_result: bool = False
    """Whether the first reason says what the move comes to, as its label does."""
    lines: list[LineOut]
    labels: list[LabelOut]
    depth: int
    nodes: int


class AnswerOut(Wire):
    """What is asked about a place of the board, answered."""

    words: str
    """``c4 is safe.``"""
    at: Place | None
    why: list[ReasonOut]
    level: str
    title: str
    """The level's name: every opinion is said to be whose it is."""
    about: str


class AnalysisPush(AnalysisOut):
    """An opinion that is pushed while an engine thinks."""

    version: int
    ply: int
    final: bool
    """Whether it has thought to its end."""
