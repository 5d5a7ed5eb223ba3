"""Scenes drawn with characters."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from damier.core.engine import Limit, Line, think
from damier.core.grid import file_name
from damier.core.scene import Mark, Scene, cell
from damier.core.text import LANGUAGES
from damier.core.verdict import Margin
from damier.games import game, games
from damier.terminal.draw_board import DrawnBoard, Look
from damier.terminal.screen import Screen


def draw(scene: Scene[Any], **look: Any) -> list[str]:
    console = Console(file=io.StringIO(), width=200, height=60)
    console.print(DrawnBoard(scene, Look(**look)), end="", soft_wrap=True)
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


def test_numbers_widen_upright_edges_and_lines_still_meet() -> None:
    upright: Mark[Any] = Mark(at=(2, 1), kind="edge", ascii="|")
    labels = {(0, 1): "-1.5", (4, 1): "+2", (1, 4): "+10.5"}
    assert draw(scene("dots", X, EDGE, upright), labels=labels, ascii=True) == [
        "    +--------+        +",
        " 2 -1.5  X   |        +2",
        "    +        +        +",
        " 1",
        "    +  +10.5 +        +",
        "         a        b",
    ]


def test_the_last_edge_and_the_last_wall_are_told_apart_without_colour() -> None:
    upright: Mark[Any] = Mark(at=(2, 1), kind="edge", ascii="|")
    flat, plain = scene("dots", EDGE, upright), {"ascii": True}
    assert draw(flat, chosen=EDGE.at, **plain)[:2] == ["   +===+   +", " 2     |"]
    assert draw(flat, chosen=upright.at, **plain)[:2] == ["   +---+   +", " 2     #"]
    assert draw(flat, chosen=EDGE.at)[0] == "   •═══•   •"
    assert draw(flat, chosen=upright.at, flip=True)[3].rstrip() == " 2     ║"
    assert draw(scene("gaps", *WALL), chosen=(2, 2), ascii=True)[2] == "   +===*===+"
    assert draw(scene("gaps", *WALL), chosen=(2, 2))[2] == "   │━━━◆━━━│"


@pytest.mark.parametrize("size", ["5x5", "10x10"])
def test_every_edge_has_its_number_in_eighty_columns(size: str) -> None:
    """Edges worth two boxes, upright and level: nothing is cut to its sign."""
    dots = game("dots")
    state = dots.begin(size=size)
    edges = [Line(move=move, value=2, chance=0.5, verdict=Margin(-2, proven=True)) for move in state.moves()]
    out = io.StringIO()
    screen = Screen(ascii=True, console=Console(file=out, width=80, height=60))
    screen.board(dots, state, heat=edges)
    lines = out.getvalue().splitlines()
    assert sum(line.count("-2") for line in lines) == len(edges)
    assert max(map(len, lines)) <= 80


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
        board = DrawnBoard(found.scene(found.view(state, 0)), Look(ascii=ascii, roomy=roomy))
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


def heat_at(width: int, setup: str, *moves: str, language: str = "en", flip: bool = False) -> list[str]:
    """The lines of a heat map of Minesweeper, drawn in plain characters."""
    out = io.StringIO()
    screen = Screen(language, ascii=True, console=Console(file=out, width=width, height=24))
    screen.look = replace(screen.look, flip=flip)
    minesweeper = game("minesweeper")
    field = minesweeper.begin(setup, seed=5)
    for move in moves:
        field = field.play(minesweeper.read(move, field.board))
    level = minesweeper.engines["odds"]
    screen.board(minesweeper, field.board, heat=think(level.make(0), field.board, Limit()).lines)
    return out.getvalue().splitlines()


def test_every_number_near_the_frontier_is_there_at_80_columns() -> None:
    lines = heat_at(80, "expert", "8,8")
    assert max(map(cell_len, lines)) <= 80 and len(lines) <= 24
    assert " ".join(lines[15].split()) == "16 100 2 . 1 100 1 . . . 1 100 0 0 0 # # # # #"
    assert lines[16].split() == list("abcdefghijklmnopqrs")
    assert "100: 100% mine" in lines or "0: 0% mine" in lines, "what a number without a sign means"
    assert "elsewhere: 22% mine" in lines
    turned = heat_at(80, "expert", "8,8", flip=True)
    assert turned[0].split() == lines[15].split()[:1] + lines[15].split()[:0:-1]
    assert turned[16].split() == list("srqponmlkjihgfedcba")


def test_a_frontier_wider_than_the_screen_is_drawn_in_parts() -> None:
    lines = heat_at(60, "expert", "8,8", "d29,4")
    heads = [line.split() for line in lines if re.fullmatch(r"[ a-z]+", line) and len(line.split()) > 9]
    assert [name for head in heads for name in head] == [*map(file_name, range(30))], "every column, once"
    assert max(map(cell_len, lines)) <= 60
    wide = heat_at(200, "expert", "8,8", "d29,4")
    numbers = {word for line in wide for word in re.findall(r"(\S+)%", line)}
    assert len(numbers) > 5
    for number in numbers - {"22"}:
        assert any(number in line.split() for line in lines), number


def test_a_board_wider_than_the_screen_needs_no_numbers_to_be_drawn_in_parts() -> None:
    out = io.StringIO()
    screen = Screen(ascii=True, console=Console(file=out, width=40, height=24))
    minesweeper = game("minesweeper")
    screen.board(minesweeper, minesweeper.begin("expert", seed=1).board)
    lines = out.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= 40 and sum(line.count("#") for line in lines) == 30 * 16


@pytest.mark.parametrize("language", LANGUAGES)
def test_certainty_is_told_on_the_scale_of_all_numbers(language: str) -> None:
    lines = heat_at(200, "beginner", "1,1", language=language)
    percents = {int(word) for line in lines[:9] for word in re.findall(r"(\d+)\s?%", line)}
    assert {0, 100} <= percents
    minesweeper = game("minesweeper")
    field = minesweeper.begin("beginner", seed=5)
    board = field.play(minesweeper.read("1,1", field.board)).board
    level = minesweeper.engines["odds"]
    for line in think(level.make(0), board, Limit()).lines:
        row = lines[line.move.y]
        if line.proven:
            assert re.search(rf"{100 * (line.chance == 0):.0f}\s?%", row), "0 is safe and 100 is a mine"


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
