"""Positions set up by hand, in every game that offers it: whatever is clicked gives a board or a sentence."""

from __future__ import annotations

import random

import pytest
from tests.sizes import sized

from damier.core.editor import AnyEditor
from damier.core.game import AnyGame
from damier.core.text import LANGUAGES, Refusal
from damier.games import games

EDITED = [game for game in games().values() if game.editor is not None]
SEQUENCES = sized(60, 12, 4)
RUBBISH = ("", " ", "/", "a1", "zz99", "1,1", "b2t", "e3h", "-1", "9" * 50, "é", "\0", "put")


def editor_of(game: AnyGame) -> AnyEditor:
    assert game.editor is not None
    return game.editor


def first(game: AnyGame, preset: str) -> str:
    return game.text(game.first_view(game.settle(preset)))


def test_all_five_games_can_be_set_up_by_hand() -> None:
    assert {game.key for game in EDITED} >= {"tictactoe", "connect4", "dots", "quoridor", "minesweeper"}


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_any_clicks_give_a_board_that_is_read_back_the_same(game: AnyGame) -> None:
    editor, chance = editor_of(game), random.Random(7)
    played = refused = 0
    for _ in range(SEQUENCES):
        preset = chance.choice([key for key in game.presets if key not in ("gomoku", "expert")])
        draft = editor.read(first(game, preset))
        for _ in range(30):
            offers = [place for mark in editor.draw(draft).marks for place in mark.moves.values()]
            try:
                draft = editor.with_piece(draft, chance.choice(editor.pieces).key, chance.choice(offers))
                settings = editor.settings(draft)
                if settings and chance.random() < 0.2:
                    setting = chance.choice(settings)
                    value = chance.randint(setting.low, setting.high)
                    draft = editor.with_setting(draft, setting.key, value)
            except Refusal as problem:
                assert problem.text.show("fr")
            written = editor.write(draft)
            assert editor.write(editor.read(written)) == written
            problem_text = editor.problem(draft)
            if problem_text is not None:
                assert all(problem_text.show(language) for language in LANGUAGES)
                refused += 1
                continue
            try:
                view = game.parse(written)
            except Refusal as problem:
                assert problem.text.show("es")
                refused += 1
            else:
                played += 1
                assert game.text(view) == written and game.parse(written) == view
                assert game.settle(None, game.options_of(view))
    assert played
    assert refused or game.key == "dots"  # where any edges can be drawn


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_rubbish_gets_a_sentence(game: AnyGame) -> None:
    editor = editor_of(game)
    draft = editor.read(first(game, next(iter(game.presets))))
    for word in RUBBISH:
        try:
            editor.read(word)
        except Refusal as problem:
            assert problem.text.show("fr")
        for piece in (editor.pieces[0].key, word):
            try:
                editor.with_piece(draft, piece, word)
            except Refusal as problem:
                assert problem.text.show("fr")
        with pytest.raises(Refusal):
            editor.with_setting(draft, word, 10**9)


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_each_piece_has_a_key_and_a_letter_of_its_own(game: AnyGame) -> None:
    editor = editor_of(game)
    pieces, taken = editor.pieces, {gesture.key for gesture in editor.gestures.values()}
    assert len({piece.key for piece in pieces}) == len({piece.letter for piece in pieces}) == len(pieces)
    assert not taken & {piece.letter for piece in pieces}
    scene = editor.draw(editor.read(first(game, next(iter(game.presets)))))
    assert {gesture for mark in scene.marks for gesture in mark.moves} <= set(editor.gestures)


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_a_game_can_begin_with_any_position_of_another(game: AnyGame) -> None:
    """And its options tell the board."""
    for preset in game.presets:
        options = game.settle(preset)
        view = game.first_view(options)
        found = game.settle(None, game.options_of(view))
        assert {**found, "start": ""} == {**options, "start": ""}  # what was drawn at first is not told
        state = game.state_of(view, 7)
        assert game.view(state, state.turn) == view
