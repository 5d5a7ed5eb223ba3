"""A position set up by hand, piece by piece: what a game offers for that, as data.

A draft is a board under construction. It goes to a screen and back as text, in the notation of the
game's positions, and may break rules that a finished position keeps: discs of one colour, a pawn shut in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from damier.core.game import Seat
from damier.core.scene import Gesture, Mark, Scene
from damier.core.text import Text, Unreadable

D = TypeVar("D")
"""A draft: of the type of the game's views, though it need not be a possible one."""

PUT = "put"
"""The gesture of a plain click that puts the chosen piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Something that can be put on a board, and how it is drawn."""

    key: str
    """``yellow``."""
    title: Text
    """``yellow disc``."""
    letter: str
    """The key that chooses it: ``1``."""
    kind: str
    """As the kind of a mark: ``disc``."""
    seat: Seat | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a position holds besides what lies on the board: walls left, mines, whose turn it is."""

    key: str
    title: Text
    value: int
    low: int = 0
    high: int = 0
    choices: tuple[Text, ...] = ()
    """Names of the values from *low* on; empty: a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor(Generic[D]):
    """How drafts of one game are read, changed and drawn."""

    about: Text
    """What a click does: ``A click in a column drops a disc.``"""
    pieces: tuple[Piece, ...]
    """What can be chosen; the first one is chosen at first."""
    read: Callable[[str], D]
    """A draft from its text; refuses what is no board at all."""
    write: Callable[[D], str]
    put: Callable[[D, str, str], D]
    """The draft with the piece of a key at a place, named as in the scene's moves; refuses what cannot be."""
    draw: Callable[[D], Scene[str]]
    """The draft as marks, whose moves are the places to put something."""
    problem: Callable[[D], Text | None] = lambda draft: None
    """Why nobody can play on from it yet, where the notation itself does not say so, or not as well."""
    settings: Callable[[D], Sequence[Setting]] = lambda draft: ()
    change: Callable[[D, str, int], D] = lambda draft, key, value: draft
    """The draft with another value of a setting, which lies between its bounds."""
    gestures: Mapping[str, Gesture] = field(default_factory=lambda: {PUT: Gesture()})
    """How places are chosen by hand; a plain click shows the chosen piece beforehand."""

    def piece(self, key: str) -> Piece:
        """The piece of that key."""
        found = next((piece for piece in self.pieces if piece.key == key), None)
        if found is None:
            choices = ", ".join(piece.key for piece in self.pieces)
            raise Unreadable(
                Text("'{word}' is no piece: choose one of {choices}", word=key[:40], choices=choices)
            )
        return found

    def with_piece(self, draft: D, key: str, place: str) -> D:
        """The draft with the piece *key* at *place*."""
        return self.put(draft, self.piece(key).key, place)

    def with_setting(self, draft: D, key: str, value: int) -> D:
        """The draft with another value of the setting *key*; refuses what is out of its bounds."""
        found = next((setting for setting in self.settings(draft) if setting.key == key), None)
        if found is None or not found.low <= value <= found.high:
            raise Unreadable(
                Text(
                    "'{value}' is not possible for {name}: choose a whole number from {low} to {high}",
                    value=value,
                    name=key[:40],
                    low=found.low if found else 0,
                    high=found.high if found else 0,
                )
            )
        return self.change(draft, key, value)


AnyEditor = Editor[Any]


def offering(scene: Scene[Any], places: Callable[[Mark[Any]], Mapping[str, str]]) -> Scene[str]:
    """The same picture, with places to put something in place of moves."""
    return replace(scene, marks=tuple(replace(mark, moves=places(mark)) for mark in scene.marks))


def turn_setting(turn: Seat, names: Sequence[Text]) -> Setting:
    """Whose turn it is, as a setting."""
    return Setting(key="turn", title=Text("to move"), value=turn, high=len(names) - 1, choices=tuple(names))
