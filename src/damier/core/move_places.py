"""Where on the board moves are made, and how: for whoever shows a move, or a continuation step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from damier.core.engine import Line
from damier.core.game import AnyGame, Seat
from damier.core.scene import At, Scene
from damier.core.text import Refusal

MovePlace: TypeAlias = tuple[At | None, str | None]
"""A place on the board and the gesture that makes the move there: ``((1, 2), "dig")``."""

NOWHERE: MovePlace = (None, None)
"""The place of a move that the board does not show."""

MOST_STEPS = 12
"""Moves of a continuation that are told: nobody follows more on the board."""


@dataclass(frozen=True, slots=True)
class ExpectedMove:
    """One move of a continuation."""

    move: str
    """As the game writes it."""
    at: At | None
    seat: Seat
    gesture: str | None


def places_of(scene: Scene[Any]) -> dict[Any, MovePlace]:
    """Where each move is made first, and by which gesture."""
    places: dict[Any, MovePlace] = {}
    for mark in scene.marks:
        for gesture, move in mark.moves.items():
            places.setdefault(move, (mark.at, gesture))
    return places


def continuation(game: AnyGame, view: Any, line: Line[Any]) -> list[ExpectedMove]:
    """What is expected after the move of *line*; nothing where a view cannot be played on."""
    steps: list[ExpectedMove] = []
    if not line.then or not hasattr(view, "play"):
        return steps
    try:
        state = view.play(line.move)
        for move in line.then[:MOST_STEPS]:
            at, gesture = places_of(game.scene(game.view(state, state.turn))).get(move, NOWHERE)
            steps.append(ExpectedMove(game.write(move), at, state.turn, gesture))
            state = state.play(move)
    except Refusal:
        pass  # an engine's guess at the future need not be lawful: what came before is told
    return steps
