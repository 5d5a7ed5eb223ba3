"""Mines under a board that is shown already."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.sizes import sized

from damier.core.text import Refusal
from damier.games.minesweeper import GAME
from damier.games.minesweeper.mines_that_fit import field_of
from damier.games.minesweeper.notation import parse, text
from damier.games.minesweeper.rules import generate_map

MANY = sized(6000, 2000, 2000)


def test_the_mines_fit_what_is_shown() -> None:
    for seed in range(20):
        state = GAME.begin("beginner", seed=seed).play(GAME.read("d5,5", GAME.begin("beginner").board))
        view = state.board
        if view.over:
            continue
        field = field_of(view, seed)
        mines = field.mined()
        assert field.board == view and len(mines) == view.mines
        assert field.map == generate_map(view.height, view.width, mines)
        for cell, sign in enumerate(view.cells):
            assert not sign.isdigit() or field.map[cell] == sign


@pytest.mark.proof
def test_every_arrangement_is_as_likely() -> None:
    """One mine of two in one of three cells beside the 1, one in the four others: twelve arrangements."""
    view = parse("1.../.... 2")
    found = Counter(tuple(sorted(field_of(view, seed).mined())) for seed in range(MANY))
    assert len(found) == 12
    assert max(found.values()) < 1.6 * min(found.values())


def test_what_a_seed_lays_stays_the_same_forever() -> None:
    """Stored games hold the board and the seed only."""
    view = parse("01../12../.... 3")
    laid = [sorted(field_of(view, seed).mined()) for seed in range(4)]
    assert laid == [[2, 3, 9], [6, 9, 11], [3, 6, 9], [2, 7, 8]]


def test_a_contradiction_is_refused() -> None:
    with pytest.raises(Refusal, match="no arrangement of 2 mines"):
        field_of(parse("1...../....../....../.....1 2").showing(1, "0").showing(6, "0").showing(7, "0"), 1)


def test_an_untouched_board_is_laid_by_the_first_dig() -> None:
    view = GAME.first_view(GAME.settle("beginner"))
    assert field_of(view, 5).map == ""


def test_a_game_goes_on_from_a_board_to_its_end() -> None:
    view = parse("1../.../... 1")
    state = GAME.state_of(view, 3)
    for _ in range(20):
        if state.outcome() is not None:
            break
        safe = next(
            move for move in state.moves() if move.act == "dig" and state.map[move.y * 3 + move.x] != "m"
        )
        state = state.play(safe)
    assert state.board.won and text(state.board).endswith(" 1")
