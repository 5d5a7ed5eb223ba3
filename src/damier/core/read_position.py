"""A position as people give it: the moves that lead to it, or its line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.scene import At
from damier.core.text import IllegalMove, Refusal, Text, Unreadable


@dataclass(frozen=True, slots=True)
class ReachedState:
    """A state, and how it came to be."""

    state: Any
    moves: tuple[str, ...]
    """The moves that were made, as the game writes them."""
    last: At | None
    """Where the last of them was made."""


class _NoMove(Unreadable):
    """The very first word is no move: perhaps it was not meant to be one."""


def play_moves(game: AnyGame, state: Any, words: Sequence[str]) -> ReachedState:
    """*state* after the moves that *words* are, each a move or several written as one: ``4453``.

    What is no move is refused with its number.
    """
    first = game.view(state, state.turn)
    parts = [part for word in words for part in game.split(word, first) or (word,)]
    moves: list[str] = []
    last: At | None = None
    for number, word in enumerate(parts, 1):
        view = game.view(state, state.turn)
        try:
            move = game.read(word, view)
            state = state.play(move)
        except Refusal as problem:
            text = Text("move {n}, '{word}': {problem}", n=number, word=word[:40], problem=problem.text)
            if isinstance(problem, IllegalMove):
                raise IllegalMove(text) from None
            raise (_NoMove if number == 1 else Unreadable)(text) from None
        if number == len(parts):
            last = game.scene(view).where(move)
        moves.append(game.write(move))
    return ReachedState(state, tuple(moves), last)


def read_view(game: AnyGame, options: Options, seed: int, position: str) -> Any:
    """What the seat to move may know: after moves from a start with *options*, or of a position as text."""
    try:
        state = play_moves(game, game.deal(options, seed), position.split()).state
        return game.view(state, state.turn)
    except _NoMove as no_move:
        try:
            return game.parse(position)
        except Refusal as no_position:
            raise Unreadable(
                Text(
                    "these are no moves ({moves}) and no position ({position})",
                    moves=no_move.text,
                    position=no_position.text,
                )
            ) from None
