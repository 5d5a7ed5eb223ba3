"""The start page, the rules and what is chosen before a game, in every state."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.page.browsing import Visitor
from tests.page.staging import STATES, TWO, Show, press, state

from damier.games import games


@state
def start(visitor: Visitor) -> None:
    visitor.open()
    expect(visitor.page.locator(".card svg.board").first).to_be_visible()


@state
def start_with_unfinished_games(visitor: Visitor) -> None:
    for moves in ([], ["4"], ["4", "4"], ["3"], ["2"], ["1", "1"]):
        visitor.ask("/tables", {"game": "connect4", "players": TWO, "moves": moves})
    visitor.open()
    expect(visitor.page.locator(".ticket").first).to_be_visible()


def rules_of(key: str) -> Show:
    def show(visitor: Visitor) -> None:
        visitor.open(f"#/rules/{key}")
        expect(visitor.page.locator(".pictures svg").first).to_be_visible()

    return show


def choice_of(key: str) -> Show:
    def show(visitor: Visitor) -> None:
        visitor.open(f"#/play/{key}")
        expect(visitor.page.locator("form button[type=submit]")).to_be_visible()

    return show


for _key in [*games(), "nim"]:
    STATES[f"rules-{_key}"] = rules_of(_key)
    STATES[f"choose-{_key}"] = choice_of(_key)


def pick(visitor: Visitor, name: str, value: str) -> None:
    radio = visitor.page.locator(f'input[type=radio][name="{name}"][value="{value}"]')
    visitor.page.locator("label").filter(has=radio).click()
    expect(radio).to_be_checked()


@state
def puzzle(visitor: Visitor) -> None:
    visitor.open("#/puzzles/connect4/medium/1")
    expect(visitor.page.locator(".numbers [aria-current=page]")).to_have_text("1")


@state
def puzzle_with_a_hint(visitor: Visitor) -> None:
    visitor.open("#/puzzles/connect4/hard/2")
    press(visitor, "hint")
    expect(visitor.page.locator(".verdict li").first).to_be_visible()


@state
def choose_everything_of_ones_own(visitor: Visitor) -> None:
    visitor.open("#/play/quoridor")
    pick(visitor, "board", "")
    pick(visitor, "who", "link")
    pick(visitor, "clock", "own")
    expect(visitor.page.locator("input[name=minutes]")).to_be_visible()


@state
def choose_engines_to_watch(visitor: Visitor) -> None:
    visitor.open("#/play/connect4")
    pick(visitor, "who", "watch")
    expect(visitor.page.locator("select[name=second]")).to_be_visible()


@state
def choose_a_board_that_cannot_be(visitor: Visitor) -> None:
    visitor.forgive("422")
    visitor.open("#/play/connect4")
    pick(visitor, "board", "")
    visitor.page.locator('input[name="option size"]').fill("99x99")
    expect(visitor.page.locator("form .problem")).not_to_be_empty()
