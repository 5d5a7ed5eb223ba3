"""What is looked at afterwards: review, position, archive; and where there is nothing."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor
from tests.page.staging import BLUNDER, TWO, WON, state


def reviewed(visitor: Visitor, made: Json) -> Locator:
    visitor.open(f"#/review/{made['id']}")
    expect(visitor.page.locator(".judge")).to_be_visible()
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
    return visitor.page.locator(".moment")


@state
def review_beginning(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "tictactoe", "players": TWO, "moves": BLUNDER})
    reviewed(visitor, made)


@state
def review_blunder(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "tictactoe", "players": TWO, "moves": BLUNDER})
    moment = reviewed(visitor, made)
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")
    expect(moment.locator(".blunder")).to_be_visible()
    visitor.page.locator("#better").click()
    visitor.page.locator(".chart summary").click()
    expect(visitor.page.locator(".chart table")).to_be_visible()


@state
def review_minesweeper(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "minesweeper", "seed": 1})
    for move in ("d9,2", "d8,7"):
        made = visitor.ask(f"/tables/{made['id']}/moves", {"move": move, "version": made["version"]})
    assert made["ended"]
    reviewed(visitor, made)
    visitor.page.keyboard.press("End")
    expect(visitor.page.locator("#better")).to_be_visible()


@state
def review_refused(visitor: Visitor) -> None:
    visitor.forgive("422|409|403|404")
    made = visitor.ask("/tables", {"game": "tictactoe", "players": TWO, "moves": ["b2"]})
    visitor.open(f"#/review/{made['id']}")
    expect(visitor.page.get_by_role("alert").filter(visible=True).first).not_to_be_empty()


@state
def position_analysed(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4,1,4,1,4,1")
    expect(visitor.page.locator(".lines > li").first).to_be_visible()


@state
def position_over(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4,1,4,1,4,1,4")
    expect(visitor.page.locator("#status.ended")).to_be_visible()


@state
def position_complaint(visitor: Visitor) -> None:
    visitor.forgive("422")
    visitor.open("#/position/minesweeper?position=nonsense")
    expect(visitor.page.locator(".problem").filter(visible=True)).not_to_be_empty()


@state
def position_of_ones_own_from_a_link(visitor: Visitor) -> None:
    visitor.open("#/position/quoridor?size=5x5&walls=2")
    expect(visitor.page.locator(".lines > li").first).to_be_visible()
    visitor.page.locator(".placing summary").click()


@state
def position_set_up_on_the_board(visitor: Visitor) -> None:
    visitor.open("#/position/quoridor?size=5x5&walls=2")
    visitor.button("Set up on the board").click()
    expect(visitor.page.locator(".editor")).to_be_visible()
    expect(visitor.page.locator(".lines > li").first).to_be_visible()


@state
def position_not_ready(visitor: Visitor) -> None:
    """Numbers that contradict each other, told over the board."""
    visitor.open("#/position/minesweeper?position=2.../..../....+1")
    visitor.button("Set up on the board").click()
    expect(visitor.page.locator("#status.unready")).to_be_visible()


@state
def looked_back_at(visitor: Visitor) -> None:
    """What can be done with a past moment of a game."""
    visitor.begin("connect4", players=TWO, moves=["4", "4", "5"])
    visitor.page.locator("[data-step=before]").click()
    expect(visitor.page.get_by_role("group", name="From here")).to_be_visible()


@state
def archive_empty(visitor: Visitor) -> None:
    visitor.open("#/archive")
    expect(visitor.page.locator(".none .empty")).to_be_visible()


def fill_archive(visitor: Visitor) -> None:
    for made in (
        {"game": "connect4", "players": TWO, "moves": WON},
        {"game": "tictactoe", "players": TWO, "moves": BLUNDER},
        {"game": "quoridor", "players": ["person", "easy"]},
        {"game": "dots", "players": ["easy", "easy"], "pace": 10},
        {"game": "minesweeper", "setup": "expert"},
    ):
        visitor.ask("/tables", made)


@state
def archive(visitor: Visitor) -> None:
    fill_archive(visitor)
    visitor.open("#/archive")
    expect(visitor.page.locator(".entry").nth(4)).to_be_visible()


@state
def archive_nothing_found(visitor: Visitor) -> None:
    fill_archive(visitor)
    visitor.open("#/archive")
    visitor.page.get_by_role("searchbox").fill("nothing like this")
    expect(visitor.page.locator(".none .empty")).to_be_visible()


@state
def archive_question_before_deleting(visitor: Visitor) -> None:
    fill_archive(visitor)
    visitor.open("#/archive")
    visitor.page.locator(".entry .danger").first.click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


@state
def archive_brought_in(visitor: Visitor) -> None:
    visitor.open("#/archive")
    visitor.page.locator("#records").fill("nonsense\nmore nonsense")
    visitor.page.locator(".files form button").click()
    expect(visitor.page.locator(".brought li").first).to_be_visible()


@state
def link_copied(visitor: Visitor) -> None:
    fill_archive(visitor)
    visitor.open("#/archive")
    visitor.page.locator(".entry .entry-actions button:not(.danger)").first.click()
    expect(visitor.page.locator(".toast")).to_be_visible()


@state
def nothing_here(visitor: Visitor) -> None:
    visitor.forgive("404")
    visitor.open("#/table/nothing")
    expect(visitor.page.locator(".empty h1")).to_be_visible()


@state
def interface(visitor: Visitor) -> None:
    """The page of the server's interface, which is no part of the page of games."""
    visitor.page.goto(f"{visitor.server.address}docs")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
