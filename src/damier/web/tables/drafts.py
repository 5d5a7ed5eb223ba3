"""Boards under construction: changed piece by piece, drawn, and told what is missing."""

from __future__ import annotations

from damier.core.editor import AnyEditor, Setting
from damier.core.ending_text import how_it_ended
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.web.refusals import NotFound
from damier.web.wire.games import gesture_out, scene_out
from damier.web.wire.position_models import DraftOut, EditorOut, PieceOut, SettingOut
from damier.web.wire.requests import EditRequest


def editor_of(key: str) -> tuple[AnyGame, AnyEditor]:
    """A game and its editor."""
    game = find_game(key)
    if game.editor is None:
        raise NotFound(Text("positions of {game} cannot be set up by hand", game=game.title))
    return game, game.editor


def editor_out(key: str, language: str) -> EditorOut:
    """What can be put on the board, and how."""
    _, editor = editor_of(key)
    return EditorOut(
        about=editor.about.show(language),
        pieces=[
            PieceOut(
                key=piece.key,
                title=piece.title.show(language),
                letter=piece.letter,
                kind=piece.kind,
                seat=piece.seat,
                tags=list(piece.tags),
            )
            for piece in editor.pieces
        ],
        gestures={name: gesture_out(gesture, language) for name, gesture in editor.gestures.items()},
    )


def edit(asked: EditRequest, language: str) -> DraftOut:
    """The draft after a change, and what keeps it from being played; refuses what no board can hold."""
    game, editor = editor_of(asked.game)
    written = asked.draft
    if written is None:
        written = game.text(game.first_view(game.settle(asked.setup, asked.options)))
    draft = editor.read(written)
    if asked.piece is not None:
        draft = editor.with_piece(draft, asked.piece, asked.place)
    if asked.setting is not None:
        draft = editor.with_setting(draft, asked.setting, asked.value)
    written = editor.write(draft)
    scene = editor.draw(draft)
    problem = editor.problem(draft)
    options = game.settle(None, game.options_of(draft))
    shown = DraftOut(
        game=game.key,
        draft=written,
        scene=scene_out(str, scene, language),
        options=dict(options),
        preset=game.preset_of(options),
        settings=[_setting(setting, language) for setting in editor.settings(draft)],
        problem=problem.show(language) if problem else None,
    )
    return shown if problem else _judged(shown, game, language)


def _judged(shown: DraftOut, game: AnyGame, language: str) -> DraftOut:
    """The draft with what it is as a position, or why it is none."""
    try:
        view = game.parse(shown.draft)
    except Refusal as refusal:
        return shown.model_copy(update={"problem": refusal.text.show(language)})
    outcome = view.outcome()
    ended = how_it_ended(game, outcome.points, outcome.reason).show(language) if outcome else None
    return shown.model_copy(update={"position": game.text(view), "turn": view.turn, "ended": ended})


def _setting(setting: Setting, language: str) -> SettingOut:
    return SettingOut(
        key=setting.key,
        title=setting.title.show(language),
        value=setting.value,
        low=setting.low,
        high=setting.high,
        choices=[name.show(language) for name in setting.choices],
    )
