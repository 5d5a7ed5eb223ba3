"""Positions without a table: set up from moves or from a line of text, to be looked at and analysed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from damier.core.ending_text import how_it_ended
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.read_position import play_moves, understand
from damier.core.scene import At
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.web.wire.games import scene_out
from damier.web.wire.position_models import PositionOut
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
    understood: Text | None = None
    """As what a pasted text was understood."""


def set_up(asked: NewPosition) -> SetUpPosition:
    """The position that was asked for; refuses with a sentence what is no position, and no move."""
    game = find_game(asked.game)
    if asked.pasted is not None:
        return _pasted(game, asked)
    if asked.position is None:
        options = game.settle(asked.setup, asked.options)
        state = game.deal(options, asked.seed)
        return _played(game, state, asked.moves, options)
    view = game.parse(asked.position)
    if not asked.moves:
        return SetUpPosition(game, view, game.is_open)
    if not game.is_open:
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
        board=game.board_key(position.options) if position.options is not None else None,
        moves=list(position.moves) if position.moves is not None else None,
        names=[game.move_name(move).show(language) for move in position.made],
        examples=[game.name(move).show(language) for move in view.moves()[:EXAMPLES]] if playable else [],
        turn=view.turn,
        seats=view.seats,
        scene=scene_out(game.write, game.scene(view), language, playable),
        last=position.last,
        ended=how_it_ended(game, outcome.points, outcome.reason).show(language) if outcome else None,
        playable=playable,
        continuable=outcome is None and (position.open or game.deal_from is not None),
        understood=position.understood.show(language) if position.understood else None,
        levels=[key for key, level in game.engines.items() if level.fits(view)] if outcome is None else [],
    )


def _pasted(game: AnyGame, asked: NewPosition) -> SetUpPosition:
    """Whatever somebody pasted, and as what it was understood."""
    assert asked.pasted is not None
    options = game.settle(asked.setup, asked.options)
    found = understand(game, options, asked.seed, asked.pasted, asked.options)
    reached = found.reached
    if reached is None:
        return SetUpPosition(game, found.view, game.is_open, understood=found.what)
    is_open = found.view is reached.state
    moves = reached.moves
    return SetUpPosition(game, found.view, is_open, options, moves, moves, reached.last, found.what)


def _played(game: AnyGame, state: Any, written: list[str], options: Options | None) -> SetUpPosition:
    """The position after the moves *written*, with the place of the last one."""
    played = play_moves(game, state, written)
    view = game.view(played.state, played.state.turn)
    moves = played.moves if options is not None else None
    return SetUpPosition(game, view, view is played.state, options, moves, played.moves, played.last)
