"""What a game says of its gestures besides clicks: how a move is written at a place, which digits make it."""

from __future__ import annotations

import random

import pytest

from damier.core.scene import Gesture, Mark
from damier.games import game, games


def written_at(mark: Mark[object], gesture: Gesture) -> str:
    """As the page writes it."""
    return gesture.written.replace("{name}", mark.name).replace("{column}", str((mark.at[0] + 1) // 2))


@pytest.mark.parametrize("key", games())
def test_a_move_is_written_as_its_gesture_says(key: str) -> None:
    """So that the rules understand what was meant where they forbid it."""
    played, rng = game(key), random.Random(3)
    state = played.begin(seed=1)
    for _ in range(40):
        view = played.view(state, state.turn)
        for mark in played.scene(view).marks:
            for name, move in mark.moves.items():
                assert played.read(written_at(mark, played.gestures[name]), view) == move
        if not state.moves():
            break
        state = state.play(rng.choice(list(state.moves())))


@pytest.mark.parametrize("key", games())
def test_a_digit_means_one_move(key: str) -> None:
    """In a column all marks that offer such a gesture offer the same move."""
    played = game(key)
    state = played.begin(seed=1)
    for name, gesture in played.gestures.items():
        offered: dict[int, set[object]] = {}
        for mark in played.scene(played.view(state, state.turn)).marks:
            if gesture.digits and name in mark.moves:
                offered.setdefault(mark.at[0], set()).add(mark.moves[name])
        assert all(len(moves) == 1 for moves in offered.values())
    assert key != "connect4" or any(gesture.digits for gesture in played.gestures.values())


def test_goal_rows_are_marked() -> None:
    """In Quoridor each pawn's goal is told apart from the other's, without colour too."""
    played = game("quoridor")
    scene = played.scene(played.begin("5x5"))
    goals = {mark.name: mark for mark in scene.marks if {"goal0", "goal1"} & mark.tags}
    assert {name for name, mark in goals.items() if "goal0" in mark.tags} == {f"{file}5" for file in "abcde"}
    assert {name for name, mark in goals.items() if "goal1" in mark.tags} == {f"{file}1" for file in "abcde"}
    assert goals["a5"].glyph != goals["a1"].glyph
