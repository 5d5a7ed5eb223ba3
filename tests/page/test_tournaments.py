"""Tournaments on the page: found, looked at while they grow, and their games replayed."""

from __future__ import annotations

import re
import shutil

import pytest
from playwright.sync_api import Locator, expect
from tests.arena import contests
from tests.page.browsing import Server, Visitor, Welcome
from tests.page.states_arena import ENGINES, prepare, replay, tournament

pytestmark = pytest.mark.xdist_group("page tournaments")  # they share a server of their own

KEYS = (("End", -1), ("ArrowLeft", -2), ("ArrowLeft", -3), ("ArrowRight", -2), ("Home", 0), ("ArrowRight", 1))
"""Keys, and which step they lead to; counted from the end where negative."""


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server


def test_from_the_start_page_to_a_game(visitor: Visitor) -> None:
    prepare(visitor.server, "tictactoe")
    visitor.open()
    page = visitor.page
    visitor.follow(page.get_by_role("navigation").get_by_role("link", name="Tournaments"), "#/tournaments")
    expect(page.get_by_role("link", name="Tournaments")).to_have_attribute("aria-current", "page")
    run = page.locator(".run[data-id=tictactoe]")
    expect(run).to_contain_text("Easy – Hard – Normal")
    expect(run).to_contain_text("finished")
    visitor.follow(run.get_by_role("link"), "#/tournaments/tictactoe")
    found = visitor.ask("/tournaments/tictactoe")
    expect(page.locator(".standings tbody th")).to_have_text([row["name"] for row in found["rows"]])
    expect(page.locator(".standings .rating")).to_have_text([row["rating"] for row in found["rows"]])
    expect(page.locator(".cross .met")).to_have_count(6)
    expect(page.locator(".command")).to_contain_text("damier arena tictactoe --engines easy,hard,normal")
    visitor.follow(page.get_by_role("link", name="Replay game 3"), "#/tournaments/tictactoe/3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 3")
    visitor.follow(page.get_by_role("link", name="Next game"), "#/tournaments/tictactoe/4")
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 4")
    visitor.follow(page.get_by_role("link", name="Tournament of Tic-tac-toe"), "#/tournaments/tictactoe")


@pytest.mark.parametrize("key", ENGINES)
def test_a_game_of_every_kind_is_replayed_by_keyboard(visitor: Visitor, key: str) -> None:
    moment = replay(visitor, key)
    played = visitor.ask(f"/tournaments/{key}/games/0")
    total = played["moves"]
    # It begins where the engines did.
    visitor.shows(visitor.ask(f"/tournaments/{key}/games/0/plies/{played['opening']}")["scene"])
    for press, place in KEYS:
        step = place if place >= 0 else max(0, total + 1 + place)
        visitor.page.keyboard.press(press)
        words = f"Move {step} of {total}" if step else "Before the first move"
        expect(visitor.page.get_by_text(words, exact=True)).to_be_visible()
        visitor.shows(visitor.ask(f"/tournaments/{key}/games/0/plies/{step}")["scene"])
        if step:
            expect(moment.get_by_role("heading")).to_contain_text(played["names"][step - 1])
    expect(visitor.page.locator(".lead")).to_have_text(re.compile(re.escape(played["words"]), re.IGNORECASE))


def test_what_the_engine_thought_stands_beside_the_board(visitor: Visitor) -> None:
    moment = replay(visitor, "connect4")
    played = visitor.ask("/tournaments/connect4/games/0")
    expect(moment).to_contain_text("Part of the opening")
    visitor.page.keyboard.press("End")
    view = played["views"][-1]
    expect(moment).to_contain_text(f"Winning chance{round(100 * view['chance'])}%")
    expect(moment).to_contain_text(view["label"], ignore_case=True)
    expect(moment).to_contain_text("positions")
    expect(visitor.page.locator("svg.graph .curve")).to_have_count(1)
    visitor.page.get_by_text("As a table").click()
    expect(visitor.page.locator(".chart tbody tr")).to_have_count(played["moves"])
    # By the list, and from there to an analysis of the position.
    visitor.page.get_by_role("list", name="Moves").get_by_role("button").nth(2).click()
    expect(visitor.page.get_by_text(f"Move 3 of {played['moves']}", exact=True)).to_be_visible()
    visitor.follow(visitor.page.get_by_role("link", name="Analyse from here"), "#/position/connect4")
    visitor.shows(visitor.ask("/tournaments/connect4/games/0/plies/3")["scene"])


def test_a_tournament_grows_while_it_is_watched(visitor: Visitor) -> None:
    source = prepare(visitor.server, "under-way")
    folder = source.with_name("growing")
    contests.play(folder, contests.planned(engines="easy,hard", games=8))
    rest = contests.cut(folder, 3)
    games = tournament_page(visitor, "growing")
    expect(games).to_have_count(3)
    expect(visitor.page.locator(".run-state")).to_have_text("under way")
    link = visitor.page.get_by_role("link", name="Replay game 1", exact=True)
    link.focus()
    contests.append(folder, rest[:2])
    expect(games).to_have_count(5)
    expect(games.first).to_contain_text("4")
    expect(link).to_be_focused()  # nobody who reads is sent elsewhere
    expect(visitor.page.locator(".run-meter")).to_contain_text("5 of 8 games")
    contests.append(folder, rest[2:])
    expect(visitor.page.locator(".run-state")).to_have_text("finished")
    expect(games).to_have_count(8)
    found = visitor.ask("/tournaments/growing")
    expect(visitor.page.locator(".standings .rating")).to_have_text([row["rating"] for row in found["rows"]])
    expect(visitor.page.locator("#live")).to_have_text("The tournament is over.")


def test_games_that_repeat_others_are_told(visitor: Visitor, welcome: Welcome) -> None:
    contests.copied(prepare(visitor.server, "under-way").with_name("copied"))
    tournament_page(visitor, "copied")
    expect(visitor.page.locator(".standings tbody tr").first).to_contain_text("10 (4 different)")
    expect(visitor.page.locator(".remarks")).to_contain_text("Only 2 of 5 pairs of games are different")
    french = welcome(language="fr")
    tournament_page(french, "copied")
    expect(french.page.locator(".standings tbody tr").first).to_contain_text("10 (dont 4 différentes)")


def tournament_page(visitor: Visitor, name: str) -> Locator:
    """The page of a tournament that a test has made itself; returns its games."""
    visitor.open(f"#/tournaments/{name}")
    expect(visitor.page.locator(".standings tbody tr").first).to_be_visible()
    return visitor.page.locator(".played tbody tr")


def test_nobody_asks_while_nobody_looks(visitor: Visitor) -> None:
    prepare(visitor.server, "under-way")
    visitor.page.clock.install()
    tournament(visitor, "under-way")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    hide = "(to) => { Object.defineProperty(document, 'hidden', {value: to, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    visitor.page.evaluate(hide, True)
    visitor.page.clock.fast_forward(600_000)
    visitor.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert not asked
    with visitor.page.expect_request("**/api/v1/tournaments/under-way?*"):
        visitor.page.evaluate(hide, False)  # at once, not after a pause


def test_games_of_one_player_and_more_of_them(visitor: Visitor) -> None:
    folder = visitor.server.folder / "runs" / "many"
    if not folder.exists():
        plan = contests.planned(engines="easy,hard,normal", games=20)
        contests.written(folder, plan, [[1.0, 0.0]] * plan.total)
    games = tournament_page(visitor, "many")
    expect(games).to_have_count(25)
    visitor.button("More").click()
    expect(games).to_have_count(50)
    visitor.button("More").click()
    expect(games).to_have_count(60)
    expect(visitor.button("More")).to_be_hidden()
    expect(visitor.page.get_by_role("link", name="Replay game 9", exact=True)).to_be_focused()
    visitor.page.get_by_label("Player", exact=True).select_option("Normal")
    expect(games).to_have_count(25)
    expect(visitor.page.locator(".played tbody td:nth-child(2)")).to_have_text([re.compile("Normal")] * 25)
    # Who comes back from a game finds the list as it was.
    visitor.follow(games.first.get_by_role("link"), "#/tournaments/many/")
    visitor.page.go_back()
    expect(visitor.page.get_by_label("Player", exact=True)).to_have_value("2")
    expect(visitor.page.locator(".played tbody td:nth-child(2)")).to_have_text([re.compile("Normal")] * 25)


def test_names_are_words_whatever_they_are(visitor: Visitor) -> None:
    games = tournament(visitor, "hostile")
    expect(visitor.page.locator(".standings")).to_contain_text("<img src=x onerror=alert(1)>.py")
    expect(games.first).to_contain_text("<img src=x onerror=alert(1)>.py wins")
    expect(visitor.page.locator("main img")).to_have_count(0)
    expect(visitor.page.locator(".remarks")).to_contain_text("forfeited 2 games")


def test_a_damaged_one_is_told_and_hides_no_other(visitor: Visitor) -> None:
    visitor.forgive("422|404")
    prepare(visitor.server, "damaged")
    visitor.open("#/tournaments")
    expect(visitor.page.locator(".damaged li")).to_contain_text(
        "damaged: the last line of games.jsonl is broken"
    )
    expect(visitor.page.locator(".run[data-id=tictactoe]")).to_be_visible()
    visitor.open("#/tournaments/damaged")
    expect(visitor.page.locator(".empty")).to_contain_text(
        "line 1 of games.jsonl is broken", ignore_case=True
    )
    visitor.open("#/tournaments/nothing/3")
    expect(visitor.page.locator(".empty")).to_contain_text("there is no such tournament", ignore_case=True)


def test_a_new_tournament_appears_in_the_list(visitor: Visitor) -> None:
    source = prepare(visitor.server, "under-way")
    visitor.open("#/tournaments")
    link = visitor.page.locator(".run[data-id=under-way] a")
    link.focus()
    shutil.copytree(source, source.with_name("new"))
    expect(visitor.page.locator(".run[data-id=new]")).to_be_visible()
    expect(visitor.page.locator(".run[data-id=under-way] a")).to_be_focused()


def test_in_french_on_a_phone(welcome: Welcome) -> None:
    visitor = welcome(language="fr", phone=True)
    tournament(visitor, "tictactoe")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Tournoi de Morpion")
    expect(visitor.page.locator(".standings")).to_contain_text("Facile")
    visitor.page.locator(".played tbody a").first.tap()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Partie")
    visitor.page.locator("[data-step=after]").tap()
    expect(visitor.page.locator(".moment h2")).to_contain_text(re.compile(r"^\d+\. "))
