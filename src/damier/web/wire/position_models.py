"""Positions without a table and boards under construction, as they go over the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from damier.web.wire.models import BoardNow, GestureOut, OfGame, SceneOut, Wire


class PositionOut(OfGame, BoardNow):
    """A position without a table."""

    options: dict[str, int | str] | None
    """How it began, where it came from moves."""
    board: str | None = None
    """By what results on a board with these options are remembered: ``expert``, ``expert no_guess=1``."""
    moves: list[str] | None
    names: Annotated[list[str], Field(default_factory=list)]
    """The moves that led here from where it began, as people read them."""
    examples: Annotated[list[str], Field(default_factory=list)]
    """A few moves that can be made here, as people read them."""
    seats: int
    ended: str | None
    """How it ended, as a sentence."""
    playable: bool
    """Whether moves can be made from it: not where something is hidden."""
    levels: Annotated[list[str], Field(default_factory=list)]
    """Which levels play on this board, weakest first."""
    continuable: bool = False
    """Whether a game can begin with it; where something is hidden, mines are laid that fit."""
    understood: str | None = None
    """As what a pasted text was understood: ``4 moves from the start``."""


class PieceOut(Wire):
    """Something to put on the board."""

    key: str
    title: str
    letter: str
    """The key that chooses it."""
    kind: str
    """How it is drawn, as a mark."""
    seat: int | None
    tags: list[str]


class EditorOut(Wire):
    """How positions of a game are set up by hand."""

    about: str
    pieces: list[PieceOut]
    gestures: dict[str, GestureOut]


class SettingOut(Wire):
    """What a position holds besides the board: whose turn it is, walls left, mines."""

    key: str
    title: str
    value: int
    low: int
    high: int
    choices: list[str]
    """Names of the values from *low* on; none of a plain number."""


class DraftOut(Wire):
    """A board under construction."""

    game: str
    draft: str
    """As text, to be sent with the next change."""
    scene: SceneOut
    """Its moves are the places where a piece can be put."""
    options: dict[str, int | str]
    """Of the board: what an empty one of the kind begins with."""
    preset: str | None
    """The named board that it is, if it is one."""
    settings: list[SettingOut]
    problem: str | None
    """Why nobody can play on from it yet."""
    position: str | None = None
    """The position as a line of text, where it is one."""
    turn: int | None = None
    ended: str | None = None
    """How the game has ended in it."""
