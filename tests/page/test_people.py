"""Two people with a browser each: they meet by a link, and nobody helps them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.page.browsing import Json, Visitor, Welcome, wait_until


def invited(visitor: Visitor) -> str:
    """The link that the page shows to send away, as a route."""
    link = visitor.page.get_by_role("textbox", name="Invitation").input_value()
    assert link.startswith(visitor.server.address)
    return link.removeprefix(visitor.server.address)


@pytest.fixture
def pair(welcome: Welcome) -> tuple[Visitor, Visitor]:
    """Two people at one table of Connect Four; the first to come begins."""
    host, guest = welcome(), welcome()
    host.open("#/play/connect4")
    host.page.locator("label:has(input[name=who][value=link])").click()
    host.follow(host.button("Invite"), "#/table/")
    expect(host.page.locator("#status")).not_to_be_empty()
    guest.open(invited(host))
    expect(guest.page.get_by_text("You are invited to a game.")).to_be_visible()
    guest.follow(guest.page.locator("#join"), "#/table/")
    expect(host.page.get_by_role("textbox", name="Invitation")).to_have_count(0)
    host.ready()
    guest.ready()
    return host, guest


def both_see(pair: tuple[Visitor, Visitor], table: Json) -> None:
    for one in pair:
        one.shows(table["scene"])


def test_they_play_each_other(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    assert host.table()["you"] == [0] and guest.table()["you"] == [1]
    for number, move in enumerate("4141414"):
        mover = pair[number % 2]
        other = pair[1 - number % 2]
        other.ready()
        expect(other.board).not_to_have_class(re.compile(r"\bready\b"))
        both_see(pair, mover.make(move))
    for one, won in ((host, True), (guest, False)):
        table = one.ready()
        assert table["ended"]["points"] == [1, 0]
        expect(one.page.locator("#status")).to_have_class(re.compile("won" if won else "lost"))


def test_nobody_is_advised_before_the_end(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    host.make("4")
    for one in pair:
        one.forgive("403")
        one.ready()
        table = one.table_id
        for name in ("Hint", "Why", "Analysis"):
            one.cannot(name)
        expect(one.page.get_by_text("No advice while people play each other by link.")).to_be_visible()
        status, answer = one.try_to_ask(f"/tables/{table}/hint", {})
        assert status == 403 and answer["detail"]
    guest.page.locator("[data-act=resign]").dblclick()
    expect(guest.page.locator("#status")).to_contain_text("gave up")
    host.ready()
    assert host.ask(f"/tables/{host.table_id}/review", None, "POST")["state"] in ("running", "done")


def test_nobody_moves_for_the_other(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    guest.forgive("403")
    table = guest.table()
    status, answer = guest.try_to_ask(
        f"/tables/{table['id']}/moves", {"move": "4", "version": table["version"]}
    )
    assert status == 403 and answer["detail"]
    assert host.table()["moves"] == []


def test_a_draw_is_offered_declined_and_accepted(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    host.make("4")
    host.ready()
    host.button("Offer a draw").click()
    expect(host.page.get_by_text("You have offered a draw.").first).to_be_visible()
    offer = guest.page.locator(".offer")
    expect(offer).to_contain_text("Your opponent offers a draw.")
    expect(guest.page.locator("#live")).to_contain_text("Your opponent offers a draw.")
    offer.get_by_role("button", name="Decline").click()
    expect(offer).to_be_hidden()
    expect(host.page.locator(".offer")).to_contain_text("Your draw offer was declined.")
    assert not host.table()["ended"]
    guest.ready()
    guest.make("4")  # what was declined can be offered again after a move
    guest.button("Offer a draw").click()
    host.page.locator(".offer").get_by_role("button", name="Accept").click()
    for one in pair:
        expect(one.page.locator("#status")).to_have_class(re.compile("drawn"))
        assert one.table()["ended"]["ending"] == "agreed"


def test_a_move_is_taken_back_if_the_other_agrees(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    host.make("4")
    host.ready()
    host.button("Undo").click()
    offer = guest.page.locator(".offer")
    expect(offer).to_contain_text("Your opponent asks to take a move back.")
    assert host.table()["moves"] == ["4"]
    offer.get_by_role("button", name="Accept").click()
    wait_until(lambda: host.table()["moves"] == [], "nothing is taken back", host.pause)
    both_see(pair, host.table())
    host.make("3")
    both_see(pair, host.table())


def test_a_rematch_leads_both_to_the_same_table(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    host.page.locator("[data-act=resign]").dblclick()
    guest.ready()
    expect(guest.page.locator("#status")).to_have_class(re.compile("won"))
    guest.follow(guest.button("Rematch"), "#/table/")
    host.follow(host.page.get_by_role("link", name="Go to the rematch"), "#/table/")
    assert host.table_id == guest.table_id
    assert guest.ready()["you"] == [0] and host.ready()["you"] == [1]  # seats are swapped
    both_see(pair, guest.make("4"))


def test_an_invitation_is_for_one(welcome: Welcome, pair: tuple[Visitor, Visitor]) -> None:
    host, guest = pair
    other = welcome()
    used = guest.page.evaluate("performance.getEntriesByType('navigation')[0].name")
    assert "#/join/" in used
    other.open(used.removeprefix(other.server.address))
    expect(other.page.get_by_text("Nobody is awaited at this table any more.")).to_be_visible()
    other.follow(other.page.get_by_role("link", name="Watch the game"), "#/table/")
    expect(other.page.get_by_text("You are watching.")).to_be_visible()
    host.make("4")
    other.shows(host.table()["scene"])


def test_a_wrong_invitation_is_refused(welcome: Welcome) -> None:
    host, other = welcome(), welcome()
    table = host.ask("/tables", {"game": "connect4", "players": ["person", "person"], "yours": [0]})
    other.forgive("403|404|422")
    other.open(f"#/join/{table['id']}/wrong")
    other.page.locator("#join").click()
    expect(other.page.locator(".problem")).not_to_be_empty()
    assert host.ask(f"/tables/{table['id']}")["waiting"] == [1]


def test_the_one_who_waits_sees_the_invitation_again(welcome: Welcome) -> None:
    host = welcome()
    table = host.ask("/tables", {"game": "connect4", "players": ["person", "person"], "yours": [1]})
    host.open(f"#/table/{table['id']}")
    first = invited(host)
    host.reload()
    assert invited(host) == first
    host.page.get_by_role("button", name=re.compile("^Copy: Invitation")).click()
    expect(host.page.get_by_text("The link is copied.")).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()").endswith(first)


def test_clocks_of_two_browsers(welcome: Welcome) -> None:
    """Nobody's time runs before both are there; then the server ends the game on both screens."""
    host, guest = welcome(), welcome()
    wish = {"players": ["person", "person"], "yours": [0], "clock": {"main": 5}}
    table = host.ask("/tables", {"game": "connect4", **wish})
    host.open(f"#/table/{table['id']}")
    assert not host.table()["clock"]["running"]
    guest.open(invited(host))
    guest.follow(guest.page.locator("#join"), "#/table/")
    for one in (host, guest):
        expect(one.page.locator("#status")).to_contain_text("time")
        assert one.table()["ended"]["ending"] == "time"
