"""How a page is brought into a state: the list of states, and what several of them need."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import expect
from tests.page.browsing import Json, Visitor
from tests.page.inspection import rest

Show: TypeAlias = Callable[[Visitor], object]

STATES: dict[str, Show] = {}
"""By name, which is the file of the picture."""

BLUNDER = ["b2", "b1", "a1", "c3", "a3", "a2", "c1"]
"""Tic-tac-toe with one blunder, the second move."""
WON = ["4", "1", "4", "1", "4", "1", "4"]
"""Connect Four, won by the first."""
TWO = ["person", "person"]


def bring(visitor: Visitor, name: str) -> None:
    """Bring a visitor to a state: as somebody new, in a fresh window, whoever they were before."""
    visitor.context.clear_cookies()
    before = visitor.page
    visitor.new_window()
    before.close()  # after the new one is there: a browser without a window takes longer to open one
    STATES[name](visitor)
    rest(visitor)


def state(show: Show) -> Show:
    STATES[getattr(show, "__name__", "").replace("_", "-")] = show
    return show


def at(visitor: Visitor, table: Json) -> Json:
    """The page of a table."""
    visitor.open(f"#/table/{table['id']}")
    visitor.shows(table["scene"])
    return table


def table(visitor: Visitor, game: str, **wish: Json) -> Json:
    return at(visitor, visitor.ask("/tables", {"game": game, "seed": 1, "players": TWO, **wish}))


def press(visitor: Visitor, action: str) -> None:
    visitor.page.locator(f"[data-act={action}]").click()


def analysed(visitor: Visitor) -> None:
    press(visitor, "analysis")
    expect(visitor.page.locator(".lines > li").first).to_be_visible()
