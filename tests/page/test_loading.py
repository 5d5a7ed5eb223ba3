"""How the page comes: few requests, an answer to every press at once, and a page for what is not found."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Response, Route, expect
from tests.page import inspection
from tests.page.browsing import Json, Visitor, Welcome
from tests.page.staging import BLUNDER, TWO

from damier.web.page.files import page_files

SCRIPTS = re.compile(r"/static/.*\.(js|css)$")


@contextmanager
def held_up(visitor: Visitor, address: str) -> Iterator[Callable[[], None]]:
    """Requests for *address* are answered when the function that is given is called."""
    held: list[Route] = []
    open_again = threading.Event()
    visitor.page.route(
        address, lambda route: route.continue_() if open_again.is_set() else held.append(route)
    )

    def let_go() -> None:
        open_again.set()
        while held:
            held.pop().continue_()

    yield let_go
    let_go()
    visitor.page.unroute(address)


def asked(visitor: Visitor) -> list[str]:
    """A list that gets the address of every request that leaves the browser's own store."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    cached: set[str] = set()
    addresses: list[str] = []

    def received(it: Json) -> None:
        if it["requestId"] not in cached and not it["response"]["fromDiskCache"]:
            addresses.append(it["response"]["url"])

    session.on("Network.requestServedFromCache", lambda it: cached.add(it["requestId"]))
    session.on("Network.responseReceived", received)
    return addresses


def test_scripts_come_joined(visitor: Visitor) -> None:
    """One script and one sheet for the start, one more of each for a page that is opened by its address."""
    addresses = asked(visitor)
    visitor.open()
    assert len([one for one in addresses if SCRIPTS.search(one)]) == 2
    table = visitor.ask("/tables", {"game": "tictactoe", "players": TWO})
    again = visitor.guest()
    addresses = asked(again)
    again.open(f"#/table/{table['id']}")
    expect(again.board).to_be_visible()
    assert len([one for one in addresses if SCRIPTS.search(one)]) == 4
    assert all(page_files().digest in one for one in addresses if "/static/" in one)
    questions = [one for one in addresses if "/api/" in one]
    assert len(questions) == len(set(questions)), "what was asked for early is not asked for again"


@pytest.mark.parametrize(("page", "most"), [("start", 114_000), ("table", 219_000)])
def test_a_page_weighs_no_more_than_it_did(visitor: Visitor, page: str, most: int) -> None:
    """Bytes of everything that a first visit fetches, uncompressed."""
    table = visitor.ask("/tables", {"game": "connect4", "players": TWO})
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.open("#/" if page == "start" else f"#/table/{table['id']}")
    visitor.page.wait_for_load_state("networkidle")
    assert sum(len(answer.body()) for answer in answers if answer.ok) <= most


@pytest.mark.parametrize("page", ["start", "table"])
def test_a_reload_asks_for_little(visitor: Visitor, page: str) -> None:
    table = visitor.begin("tictactoe", players=TWO)
    if page == "start":
        visitor.open()
    else:
        visitor.open(f"#/table/{table['id']}")
    addresses = asked(visitor)
    visitor.reload()
    visitor.page.wait_for_load_state("networkidle")
    paths = [one.removeprefix(visitor.server.address).partition("?")[0] for one in addresses]
    own = "api/v1/tables" if page == "start" else f"api/v1/tables/{table['id']}"
    assert sorted(paths) == sorted(["", "api/v1/games", own])


# Every press is answered at once.


def busy(button: Locator) -> None:
    expect(button).to_have_attribute("aria-busy", "true")
    stripe = button.evaluate("one => getComputedStyle(one, '::after').backgroundColor")
    assert stripe == button.evaluate("one => getComputedStyle(one).color")


def test_play_is_heard_before_the_answer(visitor: Visitor) -> None:
    visitor.open()
    play = visitor.page.locator("[data-play=tictactoe]")
    play.hover()  # which scrolls it into sight
    before = play.bounding_box()
    made: list[str] = []
    visitor.page.on("request", lambda one: made.append(one.url) if one.method == "POST" else None)
    with held_up(visitor, "**/api/v1/tables?*") as let_go:
        play.click()
        busy(play)
        assert play.bounding_box() == before
        assert inspection.barriers(visitor) == []
        play.click()  # is not a second game
        let_go()
        expect(visitor.board).to_be_visible()
    assert len(made) == 1


def test_the_table_that_was_begun_is_not_asked_for_again(visitor: Visitor) -> None:
    visitor.open()
    got: list[str] = []
    visitor.page.on("request", lambda one: got.append(one.url) if one.method == "GET" else None)
    visitor.follow(visitor.page.locator("[data-play=tictactoe]"), "#/table/")
    expect(visitor.board).to_be_visible()
    assert not [one for one in got if f"tables/{visitor.table_id}?" in one]


def test_who_leaves_before_the_answer_is_not_fetched_back(visitor: Visitor) -> None:
    visitor.open()
    with held_up(visitor, "**/api/v1/tables?lang=*") as let_go:
        visitor.page.locator("[data-play=tictactoe]").click()
        visitor.page.get_by_role("link", name="Tournaments", exact=True).click()
        expect(visitor.page.get_by_role("heading", level=1, name="Tournaments")).to_be_visible()
        with visitor.page.expect_response("**/api/v1/tables?lang=*"):
            let_go()
        visitor.pause(0.2)
        assert visitor.page.url.endswith("#/tournaments")


@pytest.mark.parametrize("action", ["hint", "why"])  # an undo shows at once
def test_buttons_of_a_table_are_busy_until_the_answer(visitor: Visitor, action: str) -> None:
    visitor.begin("tictactoe", players=["person", "easy"])
    visitor.make("b2")
    visitor.ready()
    button = visitor.page.locator(f"[data-act={action}]")
    with held_up(visitor, f"**/{action}?*") as let_go:
        button.click()
        busy(button)
        let_go()
        expect(button).not_to_have_attribute("aria-busy", "true")


def test_joining_is_heard(visitor: Visitor) -> None:
    visitor.open("#/play/tictactoe")
    visitor.page.locator("input[name=who][value=link]").check(force=True)
    visitor.follow(visitor.button("Invite"), "#/table/")
    link = visitor.page.locator("input[readonly]").first.input_value()
    guest = visitor.guest()
    guest.open(f"#{link.partition('#')[2]}")
    join = guest.page.locator("#join")
    with held_up(guest, "**/join?*") as let_go:
        join.click()
        busy(join)
        let_go()
        expect(guest.board).to_be_visible()


def test_a_rematch_is_heard(visitor: Visitor) -> None:
    table = visitor.ask("/tables", {"game": "tictactoe", "players": TWO, "moves": BLUNDER})
    visitor.open(f"#/table/{table['id']}")
    rematch = visitor.page.locator("#rematch-now")
    with held_up(visitor, "**/rematch?*") as let_go:
        rematch.click()
        busy(rematch)
        let_go()
        visitor.page.wait_for_url(re.compile(rf"#/table/(?!{table['id']})"))
    visitor.ready()


# The outline of a page.


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_outline_of_the_next_page_stands_at_once(welcome: Welcome, phone: bool) -> None:
    visitor = welcome(phone=phone)
    table = visitor.ask("/tables", {"game": "tictactoe", "players": TWO, "moves": BLUNDER})
    visitor.open(f"#/table/{table['id']}")
    outline = visitor.page.locator("#main > .skeleton-board")
    with held_up(visitor, f"**/tables/{table['id']}?*") as let_go:
        visitor.page.get_by_role("link", name="Review", exact=True).click()
        expect(outline).to_be_visible()
        expect(visitor.page.locator("#main")).to_have_attribute("aria-busy", "true")
        expect(visitor.page.locator("#main > .page")).to_have_count(0)
        assert inspection.barriers(visitor) == [] and inspection.sticks_out(visitor) == []
        let_go()
        expect(visitor.page.get_by_role("heading", name=re.compile("^Review of"))).to_be_visible()
    expect(outline).to_have_count(0)
    expect(visitor.page.locator("#main")).not_to_have_attribute("aria-busy", "true")


def test_back_and_forth_before_anything_has_come(visitor: Visitor) -> None:
    """The page that is shown is that of the address, whichever answer comes last."""
    table = visitor.ask("/tables", {"game": "tictactoe", "players": TWO})
    visitor.open()
    with held_up(visitor, f"**/tables/{table['id']}?*") as let_go:
        visitor.page.evaluate("id => (location.hash = `#/table/${id}`)", table["id"])
        expect(visitor.page.locator("#main > .skeleton-board")).to_be_visible()
        visitor.page.go_back()
        expect(visitor.page.locator(".card").first).to_be_visible()
        with visitor.page.expect_response(f"**/tables/{table['id']}?*"):
            let_go()
        visitor.pause(0.2)
        expect(visitor.page.locator(".card").first).to_be_visible()
    visitor.page.go_forward()
    expect(visitor.board).to_be_visible()


def test_a_page_that_fails_says_so_and_can_be_tried_again(visitor: Visitor) -> None:
    visitor.forgive("503")
    visitor.open()
    sentence = "the database does not answer"
    visitor.page.route(
        "**/api/v1/tournaments?*", lambda route: route.fulfill(status=503, json={"detail": sentence})
    )
    visitor.page.get_by_role("link", name="Tournaments", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="This did not work")).to_be_visible()
    expect(visitor.page.get_by_text(sentence)).to_be_visible()
    visitor.page.unroute("**/api/v1/tournaments?*")
    visitor.button("Try again").click()
    expect(visitor.page.get_by_role("heading", level=1, name="Tournaments")).to_be_visible()


# What is not found.

LOST = {
    "en": ("Not found", "There is nothing at this address.", "All games", "Archive"),
    "fr": ("Introuvable", "Il n'y a rien à cette adresse.", "Tous les jeux", "Archives"),
    "es": ("No encontrado", "No hay nada en esta dirección.", "Todos los juegos", "Archivo"),
}


@pytest.mark.parametrize("language", LOST)
def test_a_route_that_means_nothing(welcome: Welcome, language: str) -> None:
    visitor = welcome(language=language)
    title, words, games, archive = LOST[language]
    page = visitor.open("#/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page).to_contain_text(words)
    expect(page.get_by_role("link", name=archive)).to_be_visible()
    assert inspection.barriers(visitor) == []
    visitor.follow(visitor.page.get_by_role("link", name=games), "#/")
    expect(visitor.page.locator(".card").first).to_be_visible()


@pytest.mark.parametrize("language", LOST)
def test_a_path_that_means_nothing(welcome: Welcome, language: str) -> None:
    visitor = welcome(language=language)
    visitor.forgive("404")
    visitor.page.goto(f"{visitor.server.address}nowhere/at/all")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(LOST[language][1].rstrip("."))
    assert inspection.barriers(visitor) == []
    visitor.page.get_by_role("link", name=LOST[language][2]).click()
    expect(visitor.page.locator(".card").first).to_be_visible()
