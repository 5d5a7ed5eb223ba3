"""What people type, and boards as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier.core.text import Refusal, Unreadable
from damier.games.minesweeper import GAME
from damier.games.minesweeper.visible_board import Move

OPEN = GAME.parse("1F../..../.... 2")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("d3,2", "d3,2"),
        ("3,2", "d3,2"),
        ("3 2", "d3,2"),
        (" 3 , 2 ", "d3,2"),
        ("03;02", "d3,2"),
        ("dig 3 2", "d3,2"),
        ("DIG 3,2", "d3,2"),
        ("creuser 3 2", "d3,2"),
        ("Cavar 3,2", "d3,2"),
        ("flag 3,2", "f3,2"),
        ("drapeau 3 2", "f3,2"),
        ("bandera 3 2", "f3,2"),
        ("unflag 2,1", "u2,1"),
        ("retirer 2 1", "u2,1"),
        ("quitar 2 1", "u2,1"),
        ("chord 1,1", "c1,1"),
        ("autour 1 1", "c1,1"),
        ("alrededor 1 1", "c1,1"),
        ("u2,1", "u2,1"),
        ("c2", "d3,2"),
        (" C02 ", "d3,2"),
        ("dc2", "d3,2"),
        ("dig c2", "d3,2"),
        ("creuser c2", "d3,2"),
        ("fc2", "f3,2"),
        ("f c2", "f3,2"),
        ("flag c2", "f3,2"),
        ("FLAGC2", "f3,2"),
        ("drapeau c2", "f3,2"),
        ("bandera c2", "f3,2"),
        ("ub1", "u2,1"),
        ("démarquer b1", "u2,1"),
        ("ca1", "c1,1"),
        ("alrededor a1", "c1,1"),
        ("d1", "d4,1"),
    ],
)
def test_moves_are_read_as_people_write_them(words: str, written: str) -> None:
    assert GAME.write(GAME.read(words, OPEN)) == written


@pytest.mark.parametrize(
    "words",
    [
        "",
        "d",
        "3",
        "3,",
        "0,1",
        "5,1",
        "1,4",
        "d3,2,1",
        "²,1",
        "٣,1",
        "d-1,2",
        "99999999999999999999,1",
        "frobnicate 3,2",
        "x" * 10_000,
        "1" + " " * 100_000,
        "1," * 50_000,
        "dig",
        "dig 3",
        "e1",
        "a4",
        "a0",
        "aa1",
        "dig a",
        "x a1",
        "xa1",
        "dda1",
        "é1",
        "a٣",
        "a²",
    ],
)
def test_nonsense_is_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Unreadable) as problem:
        GAME.read(words, OPEN)
    assert 20 < len(problem.value.text.show("fr")) < 300


def test_moves_are_values() -> None:
    assert Move("dig", 2, 1) == GAME.read("3,2", OPEN)
    assert {Move("dig", 2, 1): 1}[GAME.read("d3,2", OPEN)] == 1


@pytest.mark.parametrize(
    "words",
    [
        ".1F/.21/... 2",
        "8../.../... 3",
        "1./11 1",
        "m1/11 1",
        "*1/x1 1",
        "0 0",
        ". 0",
        "0./.. 1",
    ],
)
def test_boards_round_trip(words: str) -> None:
    board = GAME.parse(words)
    assert GAME.text(board) == words
    assert (not board.moves()) == (board.outcome() is not None)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "...",
        "... x",
        "... 3",
        "... -1",
        "... ²",
        "... ٣",
        "../... 1",
        ".9. 1",
        "1m. 1",
        "m11 2",
        "m21 1",
        "x1m 1",
        "11. 2",
        "*.. 1",
        f"{'.' * 61} 1",
        "/".join("." * 61) + " 1",
        "... 99999999999999999999",
        "f.. 1",
        "... 1 1",
        "*mm 3",
    ],
)
def test_boards_that_cannot_be_are_refused(words: str) -> None:
    with pytest.raises(Unreadable) as problem:
        GAME.parse(words)
    assert len(problem.value.text.show("es")) > 20


def test_a_pasted_board_with_only_mines_covered_is_won() -> None:
    board = GAME.parse("1F/11 1")
    outcome = board.outcome()
    assert outcome is not None and outcome.points == (1.0,) and board.moves() == []


@given(cells=st.text(".F012345678", min_size=12, max_size=12), mines=st.integers(0, 11))
def test_any_open_board_can_be_asked_everything(cells: str, mines: int) -> None:
    words = f"{cells[:4]}/{cells[4:8]}/{cells[8:]} {mines}"
    try:
        board = GAME.parse(words)
    except Refusal:
        assert cells.count(".") + cells.count("F") < mines
        return
    assert GAME.text(board) == words
    assert (not board.moves()) == (board.outcome() is not None)
    offered = {move for mark in GAME.scene(board).marks for move in mark.moves.values()}
    assert offered == set(board.moves())
    for move in board.moves():
        assert GAME.read(GAME.write(move), board) == move
