"""Any position: from moves, from its line of text, from a link; played on, and analysed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, Welcome, find, offered


def lines(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Best moves").get_by_role("button")


def paste(visitor: Visitor, words: str) -> None:
    """Unfold what sets up a position, and give it something."""
    if visitor.page.locator(".placing").get_attribute("open") is None:
        visitor.page.locator(".placing summary").click()
    field(visitor).fill(words)
    visitor.button("Set up").click()


def field(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("textbox", name="Moves, a position or a link")


def asked(visitor: Visitor, **start: Json) -> Json:
    return visitor.ask("/positions", start)


def test_from_a_list_of_moves(visitor: Visitor) -> None:
    visitor.open("#/position/connect4")
    visitor.shows(asked(visitor, game="connect4")["scene"])
    paste(visitor, "1. 4 4, 3")
    visitor.shows(asked(visitor, game="connect4", moves=["4", "4", "3"])["scene"])
    expect(visitor.page.locator("#status")).to_contain_text("to move")
    # The address is the position: it can be given away, and Back leads back.
    assert "moves=" in visitor.page.url
    visitor.reload()
    visitor.shows(asked(visitor, game="connect4", moves=["4", "4", "3"])["scene"])
    visitor.page.go_back()
    visitor.shows(asked(visitor, game="connect4")["scene"])


def test_moves_written_as_one_come_apart(visitor: Visitor) -> None:
    visitor.open("#/position/connect4")
    paste(visitor, "ddec")
    visitor.shows(asked(visitor, game="connect4", moves=["4", "4", "5", "3"])["scene"])
    visitor.button("Take back").click()
    visitor.shows(asked(visitor, game="connect4", moves=["4", "4", "5"])["scene"])


def test_it_is_analysed_and_played_on(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4,1,4,1,4,1")
    expect(visitor.page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "true")
    expect(lines(visitor).first).to_have_text(re.compile("^d"))
    expect(lines(visitor).first).to_contain_text("wins at once")
    meter = visitor.page.get_by_role("meter", name="Who stands better")
    expect(meter).to_have_attribute("aria-valuenow", "100")
    why = visitor.page.locator(".line-why")
    expect(why).to_contain_text("Why d?")
    expect(why).to_contain_text("completes four in a row")
    lines(visitor).nth(1).hover()  # the reasons of another move
    expect(why).not_to_contain_text("Why d?")
    expect(why).to_contain_text("Column d wins at once")
    visitor.page.locator("h1").hover()
    expect(why).to_contain_text("Why d?")
    before = asked(visitor, game="connect4", moves=list("414141"))
    target, gesture = find(before["scene"], "5")
    visitor.shows(before["scene"])
    visitor.board.click(position=visitor.spot(target, gesture))  # type: ignore[arg-type]
    visitor.shows(asked(visitor, game="connect4", moves=list("4141415"))["scene"])
    visitor.button("Take back").click()
    visitor.shows(before["scene"])
    expect(lines(visitor).first).to_contain_text("wins at once")
    visitor.follow(visitor.button("Play from here"), "#/table/")
    table = visitor.ready()
    assert table["moves"] == list("414141") and table["turn"] in table["you"]


def test_from_a_line_of_text(visitor: Visitor) -> None:
    text = asked(visitor, game="tictactoe", moves=["b2", "a1"])["position"]
    visitor.open("#/position/tictactoe")
    visitor.forgive("422")
    paste(visitor, "nonsense")
    expect(visitor.page.get_by_role("alert").filter(has_text="nonsense")).to_be_visible()
    expect(field(visitor)).to_have_attribute("aria-invalid", "true")
    paste(visitor, text)
    visitor.shows(asked(visitor, game="tictactoe", position=text)["scene"])
    expect(field(visitor)).not_to_have_attribute("aria-invalid", "true")
    expect(lines(visitor).first).to_be_visible()


def test_from_a_link(visitor: Visitor) -> None:
    table = visitor.ask("/tables", {"game": "dots", "players": ["person", "person"], "moves": []})
    move = offered(table)[0]
    table = visitor.ask(f"/tables/{table['id']}/moves", {"move": move, "version": table["version"]})
    visitor.open("#/position/connect4")
    paste(visitor, "https://example.org/")
    expect(visitor.page.get_by_role("alert").filter(has_text="not a link")).to_be_visible()
    paste(visitor, f"https://elsewhere.example/#/table/{table['id']}")  # by whatever name the server is known
    visitor.page.wait_for_url("**/#/position/dots*")
    visitor.shows(table["scene"])


def test_the_position_of_a_game_that_hides_something(visitor: Visitor) -> None:
    """A board of Minesweeper offers no moves, but a game can begin with it: mines are laid that fit."""
    visitor.open("#/position/minesweeper")
    paste(visitor, "1../.../... 1")
    visitor.shows(asked(visitor, game="minesweeper", position="1../.../... 1")["scene"])
    expect(visitor.board).not_to_have_class(re.compile(r"\bready\b"))
    expect(lines(visitor).first).to_contain_text(re.compile("safe|mine"))
    visitor.follow(visitor.button("Play from here"), "#/table/")
    assert visitor.ready()["position"] == "1../.../... 1"


@pytest.mark.parametrize(("game", "title"), [("quoridor", "Quoridor"), ("nim", "Nim")])
def test_other_games_too(visitor: Visitor, game: str, title: str) -> None:
    visitor.open()
    link = visitor.page.get_by_role("link", name=f"Analyse a position of {title}")
    visitor.follow(link, f"#/position/{game}")
    visitor.shows(asked(visitor, game=game)["scene"])
    expect(lines(visitor).first).to_be_visible()


RUBBISH = {
    "connect4?moves=999": "'9' is not a column",
    "connect4?moves=1,1,1,1,1,1,1": "column a is full",
    f"connect4?moves={'4' * 2000}": "'moves.0' is too long: at most 60 characters are read",
    "connect4?moves=%E0%A4%A": "is not a column",
    "connect4?bogus=1": "has no option 'bogus'",
    "tictactoe?moves=a1,a1": "a1 is not an empty cell",
    "dots?size=99x99": "99x99 is not a possible size",
    "quoridor?moves=e9": "the pawn cannot go to e9",
    "minesweeper?position=%00": "is not a board",
}
"""Addresses that lead to no position, and what is said of them."""


@pytest.mark.parametrize("address", RUBBISH, ids=lambda address: address[:30])
def test_an_address_that_leads_to_no_position_says_why(welcome: Welcome, address: str) -> None:
    visitor = welcome(phone=True)
    visitor.forgive("422")
    visitor.open(f"#/position/{address}")
    expect(visitor.page.locator(".toast")).to_contain_text(RUBBISH[address])
    expect(visitor.page.locator("#pasted-problem")).to_contain_text(RUBBISH[address])
    expect(visitor.board).to_be_visible()


COVERED = """() => {
    const all = sort => [...document.querySelectorAll(`.board ${sort}`)];
    const boxes = sort => all(sort).map(one => one.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const [names, plates] = [boxes(".side"), boxes(".heat")];
    return [names.length, plates.length, names.filter(one => plates.some(plate => meet(one, plate))).length];
}"""
"""How many rows and columns are named, how many opinions there are, and how many names are under those."""


def test_what_is_said_of_edges_leaves_the_axes_free(visitor: Visitor) -> None:
    visitor.open("#/position/dots?setup=3x3&moves=a1l")
    expect(visitor.page.locator(".heat")).to_have_count(23)
    assert visitor.page.evaluate(COVERED) == [6, 23, 0]


def test_moves_stand_in_the_order_of_what_is_shown(visitor: Visitor) -> None:
    visitor.open("#/position/dots?setup=5x5")
    labels = visitor.page.locator(".line-label")
    expect(labels.first).to_have_text(re.compile(r"^\d+% · [+-]"))
    script = "all => all.map(one => parseInt(one.textContent))"
    first, *rest = labels.evaluate_all(script)
    assert first and rest == sorted(rest, reverse=True)
