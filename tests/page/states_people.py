"""Two people who play by a link, in every state."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect
from tests.page.browsing import Json, Visitor
from tests.page.staging import TWO, at, state

from damier.web.host.reachable_links import qr_code


def invited(visitor: Visitor, **more: Json) -> Json:
    wish = {"game": "connect4", "players": TWO, "yours": [0], "clock": {"main": 300}, **more}
    return visitor.ask("/tables", wish)


def link(made: Json) -> str:
    (token,) = made["invitations"].values()
    return f"#/join/{made['id']}/{token}"


def joined(visitor: Visitor, *names: str) -> tuple[Json, Visitor]:
    """The table of two people, and the other one of them."""
    own, other = names or ("", "")
    made = invited(visitor, nickname=own)
    guest = visitor.guest()
    joining = {"invitation": link(made).rpartition("/")[2], "nickname": other}
    guest.ask(f"/tables/{made['id']}/join", joining)
    return visitor.ask(f"/tables/{made['id']}"), guest


def act(visitor: Visitor, made: Json, what: str) -> Json:
    now = visitor.ask(f"/tables/{made['id']}")
    return visitor.ask(f"/tables/{made['id']}/{what}", {"version": now["version"]})


@state
def link_waiting(visitor: Visitor) -> None:
    at(visitor, invited(visitor))
    expect(visitor.page.locator(".invitation")).to_be_visible()


@state
def link_as_a_qr_code(visitor: Visitor) -> None:
    """As a server in a network tells it."""
    link = "http://192.168.1.5:8000/#/join/NezaTmf4rtusSimmS_Mhqg/55b54baf443f7cc02fd5a14d2cd5d0c5a"
    answer = {"link": link, "qr": qr_code(link), "local": False, "command": None, "address": None}
    visitor.page.route(re.compile("/links"), lambda route: route.fulfill(json=answer))
    at(visitor, invited(visitor))
    expect(visitor.page.locator(".qr img")).to_be_visible()


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
def link_offer_declined(visitor: Visitor) -> None:
    made, guest = joined(visitor)
    visitor.ask(f"/tables/{made['id']}/moves", {"move": "4", "version": made["version"]})
    act(visitor, made, "draw")
    act(guest, made, "decline")
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    expect(visitor.page.locator(".offer")).to_be_visible()


@state
def link_phrases(visitor: Visitor) -> None:
    made, guest = joined(visitor, "Ada Lovelace", "Niña Ñoña de Ávila")
    at(guest, made)
    at(visitor, made)
    guest.ask(f"/tables/{made['id']}/phrases", {"phrase": "thanks"})
    expect(visitor.page.locator(".bubble:not([hidden])")).to_be_visible()
    visitor.page.locator(".phrases summary").click()
    expect(visitor.page.locator("[data-phrase=hello]")).to_be_visible()


@state
def link_opponent_away(visitor: Visitor) -> None:
    """As the server tells it after a minute, which is not waited for."""
    made, _ = joined(visitor, "Ada", "Bob")
    visitor.ask(f"/tables/{made['id']}/moves", {"move": "4", "version": made["version"]})

    def gone(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "away": {"1": 75}, "claim_in": 0})

    visitor.page.route(re.compile(r"/tables/[\w-]+\?"), gone)
    visitor.page.route_web_socket(re.compile("/events"), lambda socket: None)
    at(visitor, visitor.ask(f"/tables/{made['id']}"))
    expect(visitor.page.locator("[data-claim=win]")).to_be_visible()


@state
def link_choice_with_a_nickname(visitor: Visitor) -> None:
    visitor.open("#/play/connect4")
    visitor.page.locator("label:has(input[name=who][value=link])").click()
    expect(visitor.page.locator("[name=nickname]")).to_be_visible()


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
