"""Whole games on the page: every game by mouse, one by keyboard alone, one by touch on a phone."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.page.browsing import Json, Visitor, Welcome, find, offered

from damier.games import game as find_game
from damier.games import games

SMALL = {"quoridor": {"size": "3x3", "walls": 1}, "dots": {"size": "2x2"}}
"""Boards on which a game by chance is short; the others begin with one click."""


def over(visitor: Visitor, table: Json) -> None:
    """The page says how it ended."""
    status = visitor.page.locator("#status")
    expect(status).to_contain_text(table["ended"]["words"], ignore_case=True)
    expect(visitor.page.locator("#live")).to_contain_text(table["ended"]["words"], ignore_case=True)
    expect(status.get_by_role("link", name="Review")).to_be_visible()


@pytest.mark.parametrize("key", [*games(), "nim"])
def test_a_whole_game_by_mouse(visitor: Visitor, key: str) -> None:
    visitor.open()
    if key in SMALL:
        visitor.begin(key, options=SMALL[key])
    else:
        visitor.follow(visitor.page.locator(f"[data-play={key}]"), "#/table/")
    table = visitor.play_through()
    assert table["moves"] and table["game"] == key
    over(visitor, table)


def test_a_rematch_and_a_new_game(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "easy"])
    before = visitor.play_through()
    visitor.follow(visitor.button("Rematch"), "#/table/")
    after = visitor.ready()
    assert after["id"] != before["id"] and not after["ended"]
    assert [player["name"] for player in after["players"]] == ["easy", "person"]
    visitor.follow(visitor.button("New game"), "#/play/tictactoe")


def walk(visitor: Visitor, to: tuple[int, int]) -> None:
    """Arrow keys from where the keyboard is to a place on the lattice."""
    for _ in range(80):
        here = visitor.page.evaluate("document.activeElement.dataset.at ?? ''")
        assert here, "the keyboard is not on the board"
        x, y = map(int, here.split(","))
        if (x, y) == to:
            return
        if y != to[1]:
            visitor.page.keyboard.press("ArrowDown" if to[1] > y else "ArrowUp")
        else:
            visitor.page.keyboard.press("ArrowRight" if to[0] > x else "ArrowLeft")
    raise AssertionError(f"the keyboard does not reach {to}")


def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until the keyboard is there."""
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_whole_game_by_keyboard(visitor: Visitor) -> None:
    visitor.open()
    expect(visitor.page.locator("[data-play=tictactoe]")).to_be_visible()
    tab_to(visitor, "[data-play=tictactoe]")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/#/table/*")
    visitor.ready()
    tab_to(visitor, "[role=gridcell]")
    rng = random.Random(2)
    for turn in range(9):
        table = visitor.ready()
        if table["ended"]:
            break
        move = rng.choice(offered(table))
        mark, _ = find(table["scene"], move)
        walk(visitor, tuple(mark["at"]))
        expect(visitor.cell(",".join(map(str, mark["at"])))).to_have_accessible_name(re.compile(mark["name"]))
        visitor.page.keyboard.press("Enter" if turn % 2 else "Space")
        visitor.moved(table, move)
    table = visitor.ready()
    over(visitor, table)
    tab_to(visitor, "#rematch-now")


def test_a_wall_by_mouse_leaves_no_frame_around_the_board(visitor: Visitor) -> None:
    """A browser gives the focus to the whole board where a click is between its cells."""
    table = visitor.begin("quoridor", players=["person", "person"])
    visitor.make(marks_with(table, "horizontal")[0]["moves"]["horizontal"])
    expect(visitor.board).to_have_css("outline-style", "none")


def test_walls_by_keyboard(visitor: Visitor) -> None:
    table = visitor.begin("quoridor", players=["person", "person"], options={"size": "5x5", "walls": 3})
    visitor.page.locator("[role=gridcell][tabindex='0']").focus()
    for key, gesture in (("h", "horizontal"), ("v", "vertical")):
        table = visitor.ready()
        marks = [mark for mark in table["scene"]["marks"] if gesture in mark["moves"]]
        walk(visitor, tuple(marks[0]["at"]))
        visitor.page.keyboard.press(key)
        visitor.moved(table, marks[0]["moves"][gesture])


def test_a_gesture_that_no_script_knows(welcome: Welcome) -> None:
    """The sixth game says how its gesture is made: with Shift, with a letter, by a finger that chose it."""
    visitor = welcome()
    table = visitor.begin("nim", players=["person", "person"])
    last = marks_with(table, "grab")[0]
    where: Any = visitor.spot(last, "grab")
    visitor.board.click(position=where)  # a plain click is no such gesture
    visitor.page.keyboard.down("Shift")
    visitor.board.hover(position=where)
    expect(visitor.page.locator("[role=grid] .ghost .kind-disc")).to_be_visible()
    visitor.page.keyboard.up("Shift")
    visitor.board.click(position=where, modifiers=["Shift"])
    table = visitor.moved(table, "3")
    assert len(table["moves"]) == 1
    last = marks_with(visitor.ready(), "grab")[0]
    visitor.page.locator("[role=gridcell][tabindex='0']").focus()
    walk(visitor, tuple(last["at"]))
    visitor.page.keyboard.press("f")  # a letter of another game
    visitor.page.keyboard.press("g")
    assert len(visitor.moved(table, "3")["moves"]) == 2
    visitor.page.get_by_text("Keys", exact=True).click()
    expect(visitor.page.get_by_text("G: Grab", exact=True)).to_be_visible()
    visitor.open("#/rules/nim")
    expect(visitor.page.locator(".hands")).to_contain_text("Shift and clickGrab")
    finger = welcome(phone=True)
    table = finger.begin("nim", players=["person", "person"])
    finger.page.locator("label").filter(has_text="Grab").tap()
    finger.board.tap(position=finger.spot(marks_with(table, "grab")[0], "grab"))  # type: ignore[arg-type]
    finger.moved(table, "3")


@pytest.mark.parametrize("key", ["connect4", "quoridor", "dots"])
def test_a_whole_game_by_touch(welcome: Welcome, key: str) -> None:
    visitor = welcome(phone=True)
    visitor.open()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    if key in SMALL:
        visitor.begin(key, options=SMALL[key])
    else:
        visitor.page.locator(f"[data-play={key}]").tap()
        visitor.page.wait_for_url("**/#/table/*")
        visitor.arrived()
    table = visitor.play_through()
    over(visitor, table)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390


def marks_with(table: Json, gesture: str) -> list[Json]:
    return [mark for mark in table["scene"]["marks"] if gesture in mark["moves"]]


def test_minesweeper_by_touch_with_flags(welcome: Welcome) -> None:
    visitor = welcome(phone=True)
    visitor.begin("minesweeper")
    table = visitor.make("d5,5")
    mark = marks_with(table, "flag")[0]
    cell = visitor.cell(",".join(map(str, mark["at"])))
    visitor.make(mark["moves"]["flag"])
    expect(cell).to_have_attribute("data-kind", "flag")
    visitor.make("u" + mark["moves"]["flag"][1:])
    expect(cell).to_have_attribute("data-kind", "cover")
    # A finger has no right button, so what a tap means can be chosen.
    visitor.page.locator("label").filter(has_text=re.compile("flag", re.IGNORECASE)).tap()
    visitor.board.tap(position=visitor.spot(mark, "dig"))  # type: ignore[arg-type]
    expect(cell).to_have_attribute("data-kind", "flag")
    expect(visitor.page.get_by_text("9 mines without a flag")).to_be_visible()


def test_minesweeper_is_won_by_mouse_with_flags_and_chords(visitor: Visitor) -> None:
    """A right click flags, a double click on a number opens what is left around it."""
    game = find_game("minesweeper")
    visitor.begin("minesweeper", seed=7)
    visitor.make("d5,5")
    field = game.begin(seed=7).play(game.read("d5,5", game.view(game.begin(seed=7), 0)))
    digs = field.board.grid.acts["dig"]
    mines = {game.write(digs[cell])[1:] for cell in field.mined()}
    used = set()

    def choose(table: Json) -> str:
        moves = offered(table)
        chords = [move for move in moves if move[0] == "c" and all_flagged(table, move[1:], mines)]
        flags = [move for move in moves if move[0] == "f" and move[1:] in mines]
        digs = [move for move in moves if move[0] == "d" and move[1:] not in mines]
        chosen = (chords or flags or digs)[0]
        used.add(chosen[0])
        return chosen

    table = visitor.play_through(choose)
    assert table["ended"]["points"] == [1] and used == {"f", "c"}
    over(visitor, table)


def all_flagged(table: Json, name: str, mines: set[str]) -> bool:
    """Whether every mine around a number has its flag."""
    x, y = map(int, name.split(","))
    around = {f"{x + dx},{y + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    flags = (mark["at"] for mark in table["scene"]["marks"] if mark["kind"] == "flag")
    flagged = {f"{(x + 1) // 2},{(y + 1) // 2}" for x, y in flags}
    return around & mines <= flagged


def test_what_a_click_would_do_is_shown_before(visitor: Visitor) -> None:
    """A wall hovers before it is placed, a disc over where it will land."""
    table = visitor.begin("quoridor", players=["person", "person"], options={"size": "5x5", "walls": 3})
    ghost = visitor.page.locator("[role=grid] .ghost > *")
    expect(ghost).to_have_count(0)
    wall = marks_with(table, "vertical")[0]
    visitor.board.hover(position=visitor.spot(wall, "vertical"))  # type: ignore[arg-type]
    expect(ghost).to_have_class(re.compile("kind-wall"))
    visitor.page.mouse.move(1, 1)
    expect(ghost).to_have_count(0)
    assert not visitor.table()["moves"]


def test_the_last_move_and_the_winning_line_are_marked(visitor: Visitor) -> None:
    """And a disc falls, unless somebody wants less motion."""
    visitor.begin("connect4", players=["person", "person"], moves=["4", "1", "4", "1", "4", "1"])
    visitor.make("4")
    table = visitor.ready()
    assert table["ended"]
    wins = [mark for mark in table["scene"]["marks"] if "win" in mark["tags"]]
    assert len(wins) == 4
    expect(visitor.page.locator("[role=gridcell].win, [role=gridcell].tag-win")).to_have_count(4)
    expect(visitor.page.locator("[role=grid] .last, [role=grid] .last-move")).not_to_have_count(0)


def test_a_disc_falls(welcome: Welcome) -> None:
    visitor = welcome(still=False)
    visitor.begin("connect4", players=["person", "person"])
    visitor.make("4")
    expect(visitor.cell("7,11")).to_have_class(re.compile("fresh"))
    name = visitor.page.evaluate(
        "getComputedStyle(document.querySelector('[data-at=\"7,11\"] .figure')).animationName"
    )
    assert name not in ("", "none")
