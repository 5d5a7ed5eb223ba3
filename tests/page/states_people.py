"""Two people who play by a link, in every state."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.page.browsing import Json, Visitor
from tests.page.staging import TWO, at, state


def invited(visitor: Visitor) -> Json:
    return visitor.ask("/tables", {"game": "connect4", "players": TWO, "yours": [0], "clock": {"main": 300}})


def link(made: Json) -> str:
    (token,) = made["invitations"].values()
    return f"#/join/{made['id']}/{token}"


def joined(visitor: Visitor) -> tuple[Json, Visitor]:
    """The table of two people, and the other one of them."""
    made = invited(visitor)
    guest = visitor.guest()
    guest.ask(f"/tables/{made['id']}/join", {"invitation": link(made).rpartition("/")[2]})
    return visitor.ask(f"/tables/{made['id']}"), guest


def act(visitor: Visitor, made: Json, what: str) -> Json:
    now = visitor.ask(f"/tables/{made['id']}")
    return visitor.ask(f"/tables/{made['id']}/{what}", {"version": now["version"]})


@state
def link_waiting(visitor: Visitor) -> None:
    at(visitor, invited(visitor))
    expect(visitor.page.locator(".invitation")).to_be_visible()


@state
def link_invitation(visitor: Visitor) -> None:
    made = invited(visitor.guest())
    visitor.open(link(made))
    expect(visitor.page.locator("#join")).to_be_visible()


@state
def link_nobody_is_awaited(visitor: Visitor) -> None:
    host = visitor.guest()
    made, _ = joined(host)
    visitor.open(f"#/join/{made['id']}/used")
    expect(visitor.page.locator(".answer a")).to_be_visible()


@state
def link_plan(visitor: Visitor) -> None:
    """A move that waits while the other thinks."""
    made, _ = joined(visitor)
    visitor.ask(f"/tables/{made['id']}/moves", {"move": "4", "version": made["version"]})
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    visitor.cell("5,11").click()
    expect(visitor.page.locator("#cancel-moves")).to_be_visible()


@state
def link_offer(visitor: Visitor) -> None:
    made, guest = joined(visitor)
    visitor.ask(f"/tables/{made['id']}/moves", {"move": "4", "version": made["version"]})
    act(guest, made, "draw")
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    expect(visitor.page.locator(".offer [data-answer=draw]")).to_be_visible()


@state
def link_offer_made(visitor: Visitor) -> None:
    made, _ = joined(visitor)
    act(visitor, made, "draw")
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    expect(visitor.page.locator(".offer [data-answer=decline]")).to_be_visible()


@state
def link_rematch(visitor: Visitor) -> None:
    made, guest = joined(visitor)
    act(guest, made, "resign")
    act(guest, made, "rematch")
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    expect(visitor.page.locator(".offer a")).to_be_visible()


@state
def link_watching(visitor: Visitor) -> None:
    made, _ = joined(visitor.guest())
    at(visitor, made)
    expect(visitor.page.get_by_text("You are watching.")).to_be_visible()
