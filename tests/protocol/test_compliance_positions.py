"""Where ``damier check-engine`` asks: positions told whole, late ones, and ones that a habit does not fit."""

from __future__ import annotations

import random

import pytest

from damier.games import game as find_game
from damier.games import games
from damier.protocol.compliance.positions import early, late, unfit, walk


@pytest.mark.parametrize("key", games())
def test_positions_are_told_whole_and_hide_what_is_hidden(key: str) -> None:
    game = find_game(key)
    walks = [walk(game, game.settle(), random.Random(n)) for n in range(4)]
    places = early(walks) + late(walks, 6)
    assert len(places) >= 8 and places[0].moves == ()
    for place in places:
        assert place.view.moves()
        assert place.words.endswith(f"text {game.text(place.view)}")
        hidden = place.view != place.state
        assert ("setup" in place.words) != hidden and (" moves " in place.words) == (
            bool(place.moves) and not hidden
        )
        state = game.deal(game.settle(), 0)
        if not hidden:
            for word in place.moves:
                state = state.play(game.read(word, state))
            assert state == place.state


@pytest.mark.parametrize("key", ["connect4", "dots", "quoridor", "tictactoe"])
def test_late_positions_have_few_moves(key: str) -> None:
    game = find_game(key)
    walks = [walk(game, game.settle(), random.Random(n)) for n in range(6)]
    found = [len(place.view.moves()) for place in late(walks, 12)]
    assert len(found) == 12 and found == sorted(found) and found[0] == 1 and found[-1] <= 3


@pytest.mark.parametrize("key", games())
def test_every_habit_has_a_position_that_it_does_not_fit(key: str) -> None:
    game = find_game(key)
    walks = [walk(game, game.settle(), random.Random(n)) for n in range(6)]
    habits = walks[0][0].view.moves()[:6]
    places = list(unfit(walks, habits))
    assert len(places) == len(habits)
    for habit, place in zip(habits, places, strict=True):
        assert habit not in place.view.moves()
