"""A place has one name: on the axes, in the list of moves, in opinions, typed and said aloud."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.page.browsing import Visitor


def moves_listed(visitor: Visitor) -> list[str]:
    rows = visitor.page.get_by_role("list", name="Moves", exact=True).get_by_role("button")
    return [words.split()[-1] for words in rows.all_inner_texts()]


def axis(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".board-room .board text.side").all_text_contents()


def test_connect_four_shows_letters_and_keeps_digits_in_the_address(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4,4,5")
    expect(visitor.page.get_by_role("list", name="Moves", exact=True).get_by_role("button")).to_have_count(3)
    assert moves_listed(visitor) == ["d", "d", "e"]
    assert axis(visitor) == [*"abcdefg", *"654321"]
    best = visitor.page.get_by_role("list", name="Best moves").get_by_role("button").first
    expect(best).to_have_text(re.compile(r"^[a-g](wins|draws|loses)"))
    visitor.page.locator(".board [data-name=c1]").click()
    expect(visitor.page.locator("#live")).to_contain_text("c. Yellow to move")
    assert visitor.page.evaluate("decodeURIComponent(location.hash)").endswith("moves=4,4,5,3")
    visitor.page.locator(".placing summary").click()
    expect(visitor.page.get_by_role("textbox", name="Moves, a position or a link")).to_have_value("d d e c")
    expect(visitor.page.locator("#pasted-about")).to_contain_text("For example a b c")


def test_a_cell_can_be_typed_where_the_disc_lands(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=d1,D2,e1")
    expect(visitor.page.get_by_role("list", name="Moves", exact=True).get_by_role("button")).to_have_count(3)
    assert moves_listed(visitor) == ["d", "d", "e"]


def test_minesweeper_names_columns_by_letters(visitor: Visitor) -> None:
    visitor.begin("minesweeper", setup="expert", seed=7)
    assert axis(visitor)[24:32] == ["y", "z", "aa", "ab", "ac", "ad", "1", "2"]
    visitor.make("d3,4")
    assert moves_listed(visitor) == ["c4"]
    expect(visitor.page.locator("#live")).to_contain_text("c4")
    flagged = next(mark for mark in visitor.table()["scene"]["marks"] if "flag" in mark["moves"])
    visitor.make(flagged["moves"]["flag"])
    rows = visitor.page.get_by_role("list", name="Moves", exact=True).get_by_role("button")
    expect(rows.last).to_contain_text(f"flag {flagged['name']}")
    visitor.button("Hint").click()
    expect(visitor.page.locator(".advice h2")).to_contain_text(re.compile(r"^Hint: Dig [a-z]{1,2}\d+"))
