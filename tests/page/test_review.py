"""The review of a finished game: what went wrong, what it cost, what was better, move by move."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, Welcome, offered

BLUNDER = ["b2", "b1", "a1", "c3", "a3", "a2", "c1"]
"""Tic-tac-toe, lost by the second move; after it everybody plays as well as can be."""


def reviewed(visitor: Visitor, **table: object) -> Json:
    """A table whose review is complete, and its page."""
    made = visitor.ask("/tables", {"seed": 1, **table})
    assert made["ended"], "only a finished game is reviewed"
    visitor.open(f"#/review/{made['id']}")
    expect(visitor.page.get_by_text("Judged by")).to_be_visible()
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
    return made


def moment(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="This move")


def moves(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Moves").get_by_role("button")


def test_a_blunder_is_found_and_explained(visitor: Visitor) -> None:
    table = reviewed(visitor, game="tictactoe", players=["person", "person"], moves=BLUNDER)
    page = visitor.page
    expect(page.locator(".accuracy-value")).to_have_text([re.compile("100"), re.compile("71")])
    # The graph: one mark where it was lost, above the middle from then on.
    expect(page.locator("svg.graph .curve")).to_have_count(1)
    expect(page.locator("svg.graph .sign")).to_have_count(1)
    expect(page.locator("svg.graph .sign.blunder")).to_have_count(1)
    bad = page.locator(".moves .note.blunder")
    expect(bad).to_have_css("position", "static")  # in its place in the list
    visitor.button("Next mistake").click()
    expect(moment(visitor)).to_contain_text("Blunder")
    expect(moment(visitor)).to_contain_text("cost 50 percentage points")
    expect(moment(visitor)).to_contain_text("Better: ")
    expect(moment(visitor)).to_contain_text("nobody can force a win")
    visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/2")["scene"])
    visitor.button("Show on the board").click()
    visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/1")["scene"])
    expect(visitor.button("Show on the board")).to_have_attribute("aria-pressed", "true")
    # As a table, for who cannot see the graph.
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row")).to_have_count(1 + len(BLUNDER) + 3)  # the board has rows as well
    expect(page.get_by_role("row", name=re.compile("Blunder"))).to_be_visible()


def test_stepping_with_the_keys(visitor: Visitor) -> None:
    table = reviewed(visitor, game="tictactoe", players=["person", "person"], moves=BLUNDER)
    keyboard = visitor.page.keyboard

    def at(step: int) -> None:
        words = f"Move {step} of {len(BLUNDER)}" if step else "Before the first move"
        expect(visitor.page.get_by_text(words, exact=True)).to_be_visible()
        visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/{step}")["scene"])

    at(0)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 7), ("ArrowRight", 7)):
        keyboard.press(key)
        at(step)
    expect(visitor.page.locator("#live")).to_contain_text("Move 7")
    keyboard.press("Home")
    at(0)
    visitor.page.get_by_role("slider", name="Move").focus()
    keyboard.press("ArrowRight")
    at(1)
    moves(visitor).nth(3).click()
    at(4)


@pytest.mark.long
def test_a_review_grows_while_it_is_watched(visitor: Visitor) -> None:
    """A longer game: the engine is asked about one move after the other."""
    table = visitor.ask("/tables", {"game": "connect4", "players": ["person", "person"]})
    rng = random.Random(3)
    while not table["ended"]:
        wish = {"move": rng.choice(offered(table)), "version": table["version"]}
        table = visitor.ask(f"/tables/{table['id']}/moves", wish)
    visitor.open(f"#/review/{table['id']}")
    expect(moves(visitor)).to_have_count(len(table["moves"]))
    expect(visitor.page.get_by_text("Judged by")).to_be_visible()
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
    review = visitor.ask(f"/tables/{table['id']}/review")
    assert review["state"] == "done" and len(review["moments"]) == len(table["moves"])
    signs = sum(one["verdict"] in ("inaccuracy", "mistake", "blunder") for one in review["moments"])
    expect(visitor.page.locator("svg.graph .sign")).to_have_count(signs)


def test_every_guess_of_minesweeper(visitor: Visitor) -> None:
    table = visitor.ask("/tables", {"game": "minesweeper", "seed": 1})
    rng = random.Random(1)
    while not table["ended"]:
        digs = [mark["moves"]["dig"] for mark in table["scene"]["marks"] if "dig" in mark["moves"]]
        wish = {"move": rng.choice(digs), "version": table["version"]}
        table = visitor.ask(f"/tables/{table['id']}/moves", wish)
    visitor.open(f"#/review/{table['id']}")
    expect(visitor.page.get_by_text("Judged by")).to_be_visible()
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
    visitor.page.keyboard.press("End")
    expect(moment(visitor)).to_contain_text("mine")
    expect(moment(visitor)).to_contain_text(re.compile("safe", re.I))
    expect(moment(visitor)).to_contain_text("Better: ")
    expect(moment(visitor)).to_contain_text("9% mine · cost 9 percentage points · from 0% to 9%")
    expect(visitor.page.get_by_role("heading", name="The risk of each move")).to_be_visible()
    expect(visitor.page.locator(".graph-top")).to_have_text("0%")
    assert visitor.page.locator("svg.graph .stem").count() == len(table["moves"])


@pytest.mark.parametrize("game", ["dots", "quoridor", "nim"])
def test_other_games_too(visitor: Visitor, game: str) -> None:
    options = {"dots": {"size": "2x2"}, "quoridor": {"size": "3x3", "walls": 0}, "nim": {"size": "5x1"}}[game]
    wish = {"game": game, "players": ["person", "person"], "options": options, "seed": 1}
    table = visitor.ask("/tables", wish)
    rng = random.Random(1)
    while not table["ended"]:
        wish = {"move": rng.choice(offered(table)), "version": table["version"]}
        table = visitor.ask(f"/tables/{table['id']}/moves", wish)
    visitor.open(f"#/review/{table['id']}")
    expect(visitor.page.get_by_text("Judged by")).to_be_visible()
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
    visitor.page.keyboard.press("End")
    visitor.shows(table["scene"])
    expect(moment(visitor).get_by_role("heading").first).to_contain_text(f"{len(table['moves'])}.")
    expect(visitor.page.locator(".accuracy-value")).to_have_count(2)


def test_a_game_that_is_not_over_is_not_reviewed(visitor: Visitor) -> None:
    table = visitor.ask("/tables", {"game": "tictactoe", "players": ["person", "person"], "moves": ["b2"]})
    visitor.forgive("422|409|403")
    visitor.open(f"#/review/{table['id']}")
    expect(visitor.page.get_by_role("alert").filter(has_text="over")).to_be_visible()


def test_who_looks_on_may_read_the_review(welcome: Welcome) -> None:
    table = reviewed(welcome(), game="tictactoe", players=["person", "person"], moves=BLUNDER)
    other = welcome()
    other.open(f"#/review/{table['id']}")
    other.button("Next mistake").click()
    expect(moment(other)).to_contain_text("Blunder")
