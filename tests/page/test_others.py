"""With others: who they are called, whether they are there, what they say, and a link that they can open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.page.browsing import Json, Server, Visitor, Welcome, wait_until
from tests.page.states_people import act, invited, joined, link

pytestmark = pytest.mark.xdist_group("page others")  # they share a server of their own


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """In the network, by a name; nobody waits a minute for who has left."""
    words = ["--host", "0.0.0.0", "--allow-host", "class.example", "--away-seconds", "2"]
    server = Server(tmp_path_factory.mktemp("server"), *words)
    yield server
    server.stop()


def at_table(host: Visitor, guest: Visitor, *names: str) -> Json:
    """Both look at one table; the first to come begins."""
    made = invited(host, nickname=names[0] if names else "")
    joining = {"invitation": link(made).rpartition("/")[2], "nickname": names[1] if names else ""}
    guest.ask(f"/tables/{made['id']}/join", joining)
    for one in (host, guest):
        one.open(f"#/table/{made['id']}")
        one.ready()
    return made


# The link.


def test_a_link_that_others_can_open_is_also_a_picture(visitor: Visitor) -> None:
    made = invited(visitor)
    visitor.open(f"#/table/{made['id']}")
    code = visitor.page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.complete && image.naturalWidth > 0")
    port = visitor.server.port
    expect(visitor.page.get_by_role("textbox", name="Invitation")).to_have_value(
        f"http://class.example:{port}/{link(made)}"
    )
    expect(visitor.page.locator(".only-here")).to_have_count(0)


def test_the_link_to_look_on_is_one_that_others_can_open(visitor: Visitor) -> None:
    made = invited(visitor)
    visitor.open(f"#/table/{made['id']}")
    visitor.page.locator("summary", has_text="Share").click()
    expect(visitor.page.get_by_role("textbox", name="Link to look on")).to_have_value(
        f"http://class.example:{visitor.server.port}/#/table/{made['id']}"
    )


def test_who_looks_on_gets_no_invitation(welcome: Welcome) -> None:
    host, other = welcome(), welcome()
    made = invited(host)
    other.open(f"#/table/{made['id']}")
    expect(other.page.get_by_text("You are watching.")).to_be_visible()
    expect(other.page.locator(".invitation, .qr")).to_have_count(0)


def test_a_link_that_only_this_machine_opens_says_so(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("alone"))
    visitor = Visitor(chromium, server)
    try:
        visitor.open(f"#/table/{invited(visitor)['id']}")
        warning = visitor.page.locator(".only-here")
        expect(warning).to_contain_text("Only this computer can open this link.")
        expect(warning.locator("code")).to_have_text(f"damier serve --host 0.0.0.0 --port {server.port}")
        expect(visitor.page.locator(".qr")).to_have_count(0)
    finally:
        visitor.leave()
        server.stop()


def test_a_used_invitation_shows_the_clock_of_the_game(welcome: Welcome) -> None:
    host, other = welcome(), welcome()
    made, _ = joined(host)
    wait_until(
        lambda: host.ask(f"/tables/{made['id']}")["clock"]["left"][0] < 299, "no time passes", host.pause
    )
    for one in (host, other):
        one.open(f"#/join/{made['id']}/used")
        expect(one.page.get_by_text("Clock: 5:00 each")).to_be_visible()


# Names.


def test_a_nickname_is_asked_for_once(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    for again in (False, True):
        host.open("#/play/connect4")
        host.page.locator("label:has(input[name=who][value=link])").click()
        if again:
            expect(host.page.get_by_text("You play as <b>Ada</b>.")).to_be_visible()
            expect(host.page.get_by_label("Your nickname")).to_have_count(0)
        else:
            host.page.get_by_label("Your nickname").fill("<b>Ada</b>")
        host.follow(host.button("Invite"), "#/table/")
    made = host.table()
    guest.open(link(made))
    expect(guest.page.get_by_text("<b>Ada</b> invites you to a game.")).to_be_visible()
    guest.page.get_by_label("Your nickname").fill("Bob")
    guest.follow(guest.page.locator("#join"), "#/table/")
    expect(guest.page.locator(".players strong")).to_have_text(["<b>Ada</b>", "Bob (you)"])
    expect(host.page.locator(".players strong")).to_have_text(["<b>Ada</b> (you)", "Bob"])
    host.open("#/archive")
    expect(host.page.get_by_text("against Bob").first).to_be_visible()


def test_a_nickname_can_be_left_out_and_changed(visitor: Visitor) -> None:
    made = invited(visitor.guest())
    visitor.open("#/play/connect4")
    visitor.page.locator("label:has(input[name=who][value=link])").click()
    visitor.follow(visitor.button("Invite"), "#/table/")
    visitor.open(link(made))
    expect(visitor.page.get_by_text("You play without a nickname.")).to_be_visible()
    visitor.button("Change").click()
    expect(visitor.page.get_by_label("Your nickname")).to_be_focused()
    visitor.page.keyboard.type("a" * 30)
    expect(visitor.page.get_by_label("Your nickname")).to_have_value("a" * 20)


def test_a_nickname_that_is_refused_can_be_changed(visitor: Visitor) -> None:
    visitor.forgive("422")
    visitor.open(link(invited(visitor.guest())))
    visitor.page.get_by_label("Your nickname").fill("a\u202eb")
    visitor.page.locator("#join").click()
    expect(visitor.page.get_by_text(re.compile("a nickname is of letters", re.I))).to_be_visible()
    visitor.page.get_by_label("Your nickname").fill("ab")
    visitor.follow(visitor.page.locator("#join"), "#/table/")


# Whether they are there.


def test_who_leaves_is_away_and_the_win_can_be_claimed(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    made = at_table(host, guest, "Ada", "Bob")
    dot = host.page.locator(".presence")
    expect(dot).to_have_attribute("aria-label", "Is here")
    host.make("4")
    guest.page.goto("about:blank")
    expect(dot).to_have_attribute("aria-label", re.compile("^Away"))
    notice = host.page.locator(".away-notice")
    expect(notice).to_contain_text("Your opponent has left.")
    expect(notice.get_by_role("link", name="Leave")).to_have_attribute("href", "#/")
    guest.open(f"#/table/{made['id']}")
    expect(dot).to_have_attribute("aria-label", "Is here")
    expect(notice).to_be_hidden()
    guest.page.goto("about:blank")
    notice.get_by_role("button", name="Claim the win").click()
    expect(host.page.locator("#status")).to_have_class(re.compile("won"))
    expect(host.page.locator("#status")).to_contain_text("left the game")
    guest.open(f"#/table/{made['id']}")
    expect(guest.page.locator("#status")).to_have_class(re.compile("lost"))


def test_a_draw_will_do(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    at_table(host, guest)
    host.make("4")
    guest.page.goto("about:blank")
    host.page.locator("[data-claim=draw]").click()
    expect(host.page.locator("#status")).to_have_class(re.compile("drawn"))


def test_nothing_is_claimed_while_it_is_your_turn(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    at_table(host, guest)
    guest.page.goto("about:blank")
    expect(host.page.locator(".presence.away")).to_be_visible()
    expect(host.page.locator(".away-notice")).to_be_hidden()


# What they say.


def test_a_phrase_is_read_in_ones_own_language(welcome: Welcome) -> None:
    host, guest = welcome(), welcome(language="fr")
    at_table(host, guest, "Ada", "Bob")
    guest.page.get_by_text("Dire quelque chose").first.click()
    guest.page.locator("[data-phrase=hello]").click()
    expect(guest.page.locator(".player:nth-child(2) .bubble")).to_have_text("Bonjour\u202f!")
    expect(host.page.locator(".player:nth-child(2) .bubble")).to_have_text("Hello!")
    expect(host.page.locator("#live")).to_have_text("Bob: Hello!")
    expect(host.page.locator(".player:nth-child(1) .bubble")).to_be_hidden()
    assert "hello" not in str(host.table())


def test_what_others_say_can_be_muted(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    made = at_table(host, guest)
    host.page.locator(".phrases summary").click()
    host.button("Do not show what others say").click()
    expect(host.button("Do not show what others say")).to_have_attribute("aria-pressed", "true")
    guest.ask(f"/tables/{made['id']}/phrases", {"phrase": "hello"})
    expect(guest.page.locator(".bubble:not([hidden])")).to_have_count(1)
    host.page.locator("[data-phrase=oops]").click()  # what is said later is there: the first has come too
    expect(host.page.locator(".bubble:not([hidden])")).to_have_text("Oops!")


def test_a_flood_of_phrases_gets_a_sentence(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    at_table(host, guest)
    host.forgive("429")
    host.page.locator(".phrases summary").click()
    host.page.evaluate("for (const one of document.querySelectorAll('[data-phrase]')) one.click()")
    expect(host.page.get_by_text(re.compile("not so many phrases at once", re.I)).first).to_be_visible()


# Offers, dates.


def test_who_offered_is_told_that_it_was_declined(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    made = at_table(host, guest)
    host.make("4")
    host.ready()
    host.button("Offer a draw").click()
    guest.page.locator(".offer").get_by_role("button", name="Decline").click()
    expect(host.page.locator(".offer")).to_contain_text("Your draw offer was declined.")
    expect(host.page.locator("#live")).to_have_text("Your draw offer was declined.")
    expect(guest.page.locator(".offer")).to_be_hidden()
    host.cannot("Offer a draw")
    host.button("Undo").click()
    expect(guest.page.locator(".offer")).to_contain_text("asks to take a move back")
    act(guest, made, "undo")
    expect(host.page.locator(".offer")).to_be_hidden()


def test_imported_games_keep_their_dates(visitor: Visitor, tmp_path: Path) -> None:
    lines = "damier record 1\ngame: tictactoe\nmoves: b2\nmore: {}\n\n".format('{"date": "2024-05-06"}')
    (tmp_path / "old.txt").write_text(lines)
    visitor.begin("connect4", players=["person", "person"])
    visitor.open("#/archive")
    visitor.page.set_input_files("#record-file", tmp_path / "old.txt")
    entries = visitor.page.locator(".entries > .entry")
    expect(entries).to_have_count(2)
    expect(entries.last.locator("time")).to_have_text("6 May 2024")
    expect(entries.last.locator("h2")).to_have_text("Tic-tac-toe")
