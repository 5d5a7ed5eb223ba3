"""Pictures of a game: its rules, and a short game that plays by itself."""

from __future__ import annotations

from pydantic import Field

from damier.web.wire.models import Place, StillMark, StillOut, Wire


class PictureOut(Wire):
    words: str
    scene: StillOut
    pointed: list[Place] = Field(default_factory=list)
    """Where to look."""


class PicturesOut(Wire):
    """The rules in pictures; a game that has none of its own is shown by its example."""

    pictures: list[PictureOut]


class DemoStep(Wire):
    """What a move changes on the board."""

    marks: list[StillMark]
    """New marks, and those that look different now."""
    gone: list[Place]
    """Where there is no mark any more."""


class DemoOut(Wire):
    """A short game for the start page: a board, and what each move changes on it."""

    scene: StillOut | None
    """None of a very large board."""
    steps: list[DemoStep]
