"""Keys that work wherever the focus is, what is said where nothing can be done, and a wall's second tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, Welcome, box, find, wait_until

TWO = ["person", "person"]
WON = ["1", "1", "2", "2", "3", "3"]
"""Yellow wins in column 4."""


def note(visitor: Visitor) -> Locator:
    return visitor.page.locator(".note")


def told(visitor: Visitor, words: str) -> None:
    """Shown, and said to who listens."""
    expect(note(visitor)).to_contain_text(re.compile(words, re.IGNORECASE))
    expect(visitor.page.locator("#live")).to_contain_text(re.compile(words, re.IGNORECASE))


def moves(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.table()["moves"]
    return found


def becomes(visitor: Visitor, expected: list[str]) -> None:
    wait_until(lambda: moves(visitor) == expected, f"the moves are not {expected}", visitor.pause)
    visitor.ready()


def test_digits_drop_discs(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO)
    visitor.page.keyboard.press("4")
    becomes(visitor, ["4"])
    visitor.button("Flip").click()
    visitor.page.keyboard.press("7")  # the column that is called so, wherever it is shown
    becomes(visitor, ["4", "7"])
    visitor.page.keyboard.press("Control+1")
    visitor.page.keyboard.press("9")  # there is no such column
    visitor.page.locator("summary", has_text="Share").click()
    visitor.page.get_by_label("Link to look on", exact=True).focus()
    visitor.page.keyboard.press("3")  # typed into a field
    visitor.page.locator("summary", has_text="Keys").click()
    expect(visitor.page.get_by_text("1 to 9: play in the column of that number.")).to_be_visible()
    visitor.page.keyboard.press("2")
    becomes(visitor, ["4", "7", "2"])


def test_digits_in_puzzles_and_positions(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4")
    visitor.page.keyboard.press("3")
    visitor.page.wait_for_url(re.compile(r"moves=4%2C3"))
    visitor.open("#/puzzles/connect4/easy/1")
    puzzle = visitor.ask("/games/connect4/puzzles/easy/1")
    visitor.shows(puzzle["position"]["scene"])
    visitor.page.keyboard.press("1")
    visitor.forgive("503")
    expect(visitor.page.get_by_role("region", name="Verdict")).to_contain_text(re.compile("1|sure"))


def test_a_game_without_such_a_gesture_has_no_digits(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=TWO)
    visitor.page.locator("summary", has_text="Keys").click()
    expect(visitor.page.get_by_text("1 to 9")).to_have_count(0)
    visitor.page.keyboard.press("1")
    visitor.cell("3,3").focus()
    visitor.page.keyboard.press("Enter")
    becomes(visitor, ["b2"])


def test_space_plays_again_at_the_end(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=WON)
    first = visitor.table_id
    visitor.page.keyboard.press("4")
    expect(visitor.page.locator("#status.ended")).to_be_visible()
    visitor.page.locator("summary", has_text="Rules").focus()
    visitor.page.keyboard.press("Space")  # opens the rules
    expect(visitor.page.locator("details[open] summary", has_text="Rules")).to_be_visible()
    assert visitor.table_id == first
    visitor.pause(1.0)  # whoever pressed it at the last moment meant a move
    visitor.cell("7,11").focus()
    visitor.page.keyboard.press("Space")
    wait_until(lambda: visitor.table_id != first, "no new game", visitor.pause)
    visitor.arrived()
    table = visitor.table()
    assert table["moves"] == [] and [player["kind"] for player in table["players"]] == TWO


def test_space_begins_nothing_before_the_end(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=["4"])
    before = visitor.table_id
    visitor.page.locator("#main").focus()
    visitor.page.keyboard.press("Space")
    visitor.page.keyboard.press("5")
    becomes(visitor, ["4", "5"])
    assert visitor.table_id == before


def test_enter_says_why_nothing_can_be_done(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=["4"] * 6)
    visitor.cell("7,1").focus()
    visitor.page.keyboard.press("Enter")
    told(visitor, "column d is full")
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("4")  # a digit is told the same
    expect(note(visitor)).to_have_count(1)
    told(visitor, "column d is full")
    visitor.page.locator("[data-step=before]").click()
    expect(visitor.page.locator("[data-step=live]")).to_be_visible()
    expect(visitor.page.locator("#live")).to_contain_text("Move 5 of 6")  # or it would be said last
    visitor.cell("1,1").focus()
    visitor.page.keyboard.press("Enter")
    told(visitor, "looking back")
    assert moves(visitor) == ["4"] * 6


@pytest.mark.parametrize(
    ("moves", "place", "key", "words"),
    [
        (["e3h"], "9,13", "v", "wall|cross|walls"),
        (["e2"], "1,1", "Enter", "a9"),
    ],
    ids=["a wall", "a step"],
)
def test_quoridor_says_why(visitor: Visitor, moves: list[str], place: str, key: str, words: str) -> None:
    visitor.begin("quoridor", players=TWO, moves=moves)
    visitor.cell(place).focus()
    visitor.page.keyboard.press(key)
    told(visitor, words)


def test_a_wall_that_cannot_be_built_without_walls(visitor: Visitor) -> None:
    visitor.begin("quoridor", players=TWO, options={"size": "5x5", "walls": 0})
    visitor.cell("3,5").focus()
    visitor.page.keyboard.press("h")
    told(visitor, "no wall")


def test_the_end_and_another_turn_are_told(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=[*WON, "4"])
    visitor.cell("1,1").focus()
    visitor.page.keyboard.press("Enter")
    told(visitor, "the game is over")
    onlooker = visitor.guest()
    made: Json = visitor.ask("/tables", {"game": "connect4", "players": TWO})
    onlooker.open(f"#/table/{made['id']}")
    onlooker.page.keyboard.press("4")
    told(onlooker, "watching")


def test_in_french(welcome: Welcome) -> None:
    visitor = welcome(language="fr")
    visitor.begin("connect4", players=TWO, moves=["4"] * 6)
    visitor.cell("7,1").focus()
    visitor.page.keyboard.press("Enter")
    told(visitor, "la colonne d est pleine")


def test_the_second_tap_of_a_wall_is_announced(welcome: Welcome) -> None:
    visitor = welcome(phone=True)
    table = visitor.begin("quoridor", players=TWO)
    mark, gesture = find(table["scene"], "e3h")
    visitor.board.tap(position=visitor.spot(mark, gesture))  # type: ignore[arg-type]
    told(visitor, "Tap again to play e3h")
    assert moves(visitor) == []
    visitor.board.tap(position=visitor.spot(mark, gesture))  # type: ignore[arg-type]
    becomes(visitor, ["e3h"])


def test_goal_rows_are_marked(visitor: Visitor) -> None:
    visitor.begin("quoridor", players=TWO)
    goals = visitor.page.locator("[role=grid] .goal")
    expect(goals).to_have_count(18)
    above = box(visitor.page.locator("[role=grid] .goal.seat-0").first)["y"]
    below = box(visitor.page.locator("[role=grid] .goal.seat-1").first)["y"]
    assert above < below
    expect(visitor.page.get_by_role("gridcell", name="a9: empty, goal of yellow")).to_have_count(1)
    visitor.button("Flip").click()
    wait_until(
        lambda: box(visitor.page.locator("[role=grid] .goal.seat-0").first)["y"] > above,
        "no flip",
        visitor.pause,
    )
