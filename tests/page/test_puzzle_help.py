"""A puzzle's heading names the puzzle, and one that a hint has solved is still to be solved."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.page.browsing import Visitor, wait_until
from tests.page.staging import press
from tests.page.test_puzzles import PUZZLE, asked, verdict


def heading(visitor: Visitor, words: str) -> None:
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(words)
    assert visitor.page.title() == f"{words} · damier"


def solve(visitor: Visitor) -> None:
    """The first of the easy ones, by digits."""
    puzzle = visitor.ask(PUZZLE)
    visitor.shows(puzzle["position"]["scene"])
    first = asked(visitor, f"{PUZZLE}/hint", [])["move"]
    after = asked(visitor, PUZZLE, [first])
    last = asked(visitor, f"{PUZZLE}/hint", [first, after["reply"]])["move"]
    visitor.page.keyboard.press(first)
    expect(verdict(visitor)).to_contain_text("plays")
    visitor.shows(after["position"]["scene"])
    visitor.page.keyboard.press(last)
    expect(verdict(visitor)).to_contain_text("Solved!")


def test_the_heading_follows_the_puzzle(visitor: Visitor) -> None:
    visitor.open("#/puzzles/connect4/easy/3")
    wait_until(lambda: "damier" in visitor.page.title(), "no title", visitor.pause)
    heading(visitor, "Connect Four: Easy, puzzle 3")
    visitor.page.get_by_role("link", name="Next puzzle").click()
    expect(visitor.page.locator(".numbers [aria-current=page]")).to_have_text("4")
    heading(visitor, "Connect Four: Easy, puzzle 4")


def test_solved_by_a_hint_is_not_solved(visitor: Visitor) -> None:
    visitor.forgive("503")
    visitor.open("#/puzzles/connect4/easy/1")
    press(visitor, "hint")
    expect(verdict(visitor)).to_contain_text("Hint")
    press(visitor, "again")  # who knows the answer knows it
    solve(visitor)
    expect(verdict(visitor)).to_contain_text("A hint helped")
    link = visitor.page.get_by_role("link", name=re.compile("^Puzzle 1,"))
    expect(link).to_have_accessible_name("Puzzle 1, with help")
    expect(visitor.page.get_by_role("link", name="Easy 0/30")).to_be_visible()
    # Another time, without.
    visitor.open("#/puzzles/connect4/easy/1")
    expect(link).to_have_accessible_name("Puzzle 1, with help")
    solve(visitor)
    expect(link).to_have_accessible_name("Puzzle 1, solved")
    expect(visitor.page.get_by_role("link", name="Easy 1/30")).to_be_visible()


def test_what_older_versions_have_kept_is_read(visitor: Visitor) -> None:
    visitor.page.add_init_script("""localStorage.setItem("damier puzzles connect4", '{"easy": [2, 3]}')""")
    visitor.open("#/puzzles/connect4/easy/1")
    expect(visitor.page.get_by_role("link", name="Easy 2/30")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Puzzle 2, solved")).to_be_visible()
