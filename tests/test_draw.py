"""Scenes drawn with characters."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from damier.core.scene import Mark, Scene, cell
from damier.games import game, games
from damier.terminal.draw import Board, Look
from damier.terminal.screen import Screen


def draw(scene: Scene[Any], **look: Any) -> list[str]:
    console = Console(file=io.StringIO(), width=200, height=60)
    console.print(Board(scene, Look(**look)), end="", soft_wrap=True)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def scene(grid: str, *marks: Mark[Any]) -> Scene[Any]:
    return Scene(width=2, height=2, marks=marks, columns=("a", "b"), rows=("2", "1"), grid=grid)


X: Mark[Any] = Mark(at=cell(0, 0), kind="stone", glyph="●", ascii="X", seat=0)
EDGE: Mark[Any] = Mark(at=(1, 0), kind="edge")
WALL: tuple[Mark[Any], ...] = (
    Mark(at=(1, 2), kind="wall"),
    Mark(at=(2, 2), kind="wall", glyph="━"),
    Mark(at=(3, 2), kind="wall"),
)


def test_lines() -> None:
    assert draw(scene("lines", X)) == [
        "   ┌───┬───┐",
        " 2 │ ● │   │",
        "   ├───┼───┤",
        " 1 │   │   │",
        "   └───┴───┘",
        "     a   b",
    ]
    assert draw(scene("lines", X), ascii=True) == [
        "   +---+---+",
        " 2 | X |   |",
        "   +---+---+",
        " 1 |   |   |",
        "   +---+---+",
        "     a   b",
    ]
    assert draw(scene("lines", X), roomy=False) == [" 2 │ ● │   │", " 1 │   │   │", "     a   b"]


def test_dots_and_edges() -> None:
    assert draw(scene("dots", X, EDGE), ascii=True) == [
        "   +---+   +",
        " 2   X",
        "   +   +   +",
        " 1",
        "   +   +   +",
        "     a   b",
    ]


def test_walls() -> None:
    assert draw(scene("gaps", X, *WALL)) == [
        "   ┌───────┐",
        " 2 │ ●     │",
        "   │━━━━━━━│",
        " 1 │       │",
        "   └───────┘",
        "     a   b",
    ]
    assert draw(scene("gaps", X, *WALL), ascii=True)[2] == "   +===#===+"


def test_flip_turns_everything_round() -> None:
    assert draw(scene("lines", X), flip=True) == [
        "   ┌───┬───┐",
        " 1 │   │   │",
        "   ├───┼───┤",
        " 2 │   │ ● │",
        "   └───┴───┘",
        "     b   a",
    ]
    assert draw(scene("dots", EDGE), flip=True)[4] == "   •   •───•"


def test_what_is_pointed_at_shows_without_colour() -> None:
    assert draw(scene("lines", X), chosen=X.at)[1] == " 2 │[●]│   │"
    assert draw(scene("lines", X), pointed=frozenset({X.at}))[1] == " 2 │(●)│   │"
    winning: Mark[Any] = Mark(at=X.at, kind="stone", ascii="X", tags=frozenset({"win"}))
    assert draw(scene("lines", winning), ascii=True)[1] == " 2 |[X]|   |"
    assert draw(scene("dots"), pointed=frozenset({(1, 0)}), ascii=True)[0] == "   +???+   +"


def test_numbers_widen_their_cells() -> None:
    assert draw(scene("lines", X), labels={cell(1, 1): "-12.5"}, ascii=True)[3] == " 1 |     |-12.5|"


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("ascii", [True, False])
@pytest.mark.parametrize("roomy", [True, False])
def test_every_row_of_a_board_is_equally_wide(key: str, ascii: bool, roomy: bool) -> None:
    found = game(key)
    for setup in found.presets:
        state = found.begin(setup, seed=1)
        for _ in range(4):
            state = state.play(state.moves()[len(state.moves()) // 2])
            if state.outcome() is not None:
                break
        board = Board(found.scene(found.view(state, 0)), Look(ascii=ascii, roomy=roomy))
        console = Console(file=io.StringIO(), width=300, height=60)
        console.print(board, end="", soft_wrap=True)
        assert isinstance(console.file, io.StringIO)
        rows = console.file.getvalue().splitlines()
        labels = 2 if not roomy and max(map(len, board.scene.columns)) > 1 and board.cell < 3 else 1
        assert {cell_len(row) for row in rows[:-labels]} == {board.width()}


def test_the_expert_field_fits_an_ordinary_terminal() -> None:
    out = io.StringIO()
    screen = Screen(console=Console(file=out, width=80, height=24))
    minesweeper = game("minesweeper")
    screen.board(minesweeper, minesweeper.view(minesweeper.begin("expert", seed=1), 0))
    lines = out.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) <= 20


def test_emoji_columns_are_set_by_the_cursor_on_a_terminal() -> None:
    out = io.StringIO()
    screen = Screen(console=Console(file=out, width=80, height=24, force_terminal=True, color_system=None))
    minesweeper = game("minesweeper")
    screen.board(minesweeper, minesweeper.view(minesweeper.begin(seed=1), 0))
    assert "\x1b[6G" in out.getvalue()


def test_sentences_break_between_words_on_a_terminal_only() -> None:
    for terminal, lines in ((True, ["one two", "three"]), (False, ["one two three"])):
        out = io.StringIO()
        Screen(console=Console(file=out, width=10, force_terminal=terminal, color_system=None)).line(
            "one two three"
        )
        assert [line.rstrip() for line in out.getvalue().splitlines()] == lines
