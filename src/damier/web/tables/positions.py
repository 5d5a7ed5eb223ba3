"""Positions without a table: set up from moves or from a line of text, to be looked at and analysed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from damier.core.ending_text import how_it_ended
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.read_position import play_moves
from damier.core.scene import At
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.web.wire.games import scene_out
from damier.web.wire.models import PositionOut
from damier.web.wire.requests import NewPosition

EXAMPLES = 3
"""So many moves show how they are written."""


@dataclass(frozen=True, slots=True)
class SetUpPosition:
    """A view, and how it came to be."""

    game: AnyGame
    view: Any
    """What the seat to move may know: no more is ever told, though whoever gave a seed could work it out."""
    open: bool
    """Whether the view is the whole truth, from which moves can be made."""
    options: Options | None = None
    """How it began, where it came from moves."""
    moves: tuple[str, ...] | None = None
    """The moves that led here from the first position, as the game writes them."""
    made: tuple[str, ...] = ()
    """The moves that led here from where it began, be that a line of text."""
    last: At | None = None
    """Where the last move was made."""


def set_up(asked: NewPosition) -> SetUpPosition:
    """The position that was asked for; refuses with a sentence what is no position, and no move."""
    game = find_game(asked.game)
    if asked.position is None:
        options = game.settle(asked.setup, asked.options)
        state = game.deal(options, asked.seed)
        return _played(game, state, asked.moves, options)
    view = game.parse(asked.position)
    if not asked.moves:
        return SetUpPosition(game, view, _is_truth(game, view))
    if not _is_truth(game, view):
        raise Refusal(Text("no move can be made here: this board does not tell what it hides"))
    return _played(game, view, asked.moves, None)


def position_out(position: SetUpPosition, language: str) -> PositionOut:
    """The position as it goes over the wire."""
    game, view = position.game, position.view
    outcome = view.outcome()
    playable = position.open and outcome is None
    return PositionOut(
        game=game.key,
        title=game.title.show(language),
        position=game.text(view),
        options=dict(position.options) if position.options is not None else None,
        moves=list(position.moves) if position.moves is not None else None,
        names=[game.move_name(move).show(language) for move in position.made],
        examples=[game.name(move).show(language) for move in view.moves()[:EXAMPLES]] if playable else [],
        turn=view.turn,
        seats=view.seats,
        scene=scene_out(game, game.scene(view), language, playable),
        last=position.last,
        ended=how_it_ended(game, outcome.points, outcome.reason).show(language) if outcome else None,
        playable=playable,
        levels=[key for key, level in game.engines.items() if level.fits(view)] if outcome is None else [],
    )


def _is_truth(game: AnyGame, view: Any) -> bool:
    """Whether a view of this game is its state; a view may look playable and not be the truth."""
    state = game.begin(seed=0)
    return game.view(state, state.turn) is state and isinstance(view, type(state))


def _played(game: AnyGame, state: Any, written: list[str], options: Options | None) -> SetUpPosition:
    """The position after the moves *written*, with the place of the last one."""
    played = play_moves(game, state, written)
    view = game.view(played.state, played.state.turn)
    moves = played.moves if options is not None else None
    return SetUpPosition(game, view, view is played.state, options, moves, played.moves, played.last)
