"""The start page, the rules, and what is chosen before a game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, Welcome, wait_until

import damier
from damier.games import games

ALL = [*games(), "nim"]
TITLES = {"en": "Connect Four", "fr": "Puissance 4", "es": "Conecta 4"}
LOCALE = Path(damier.__file__).parent / "web" / "static" / "locale"


def said(language: str, sentence: str) -> str:
    """A sentence of the page in a language; in French and Spanish it must be another one."""
    if language == "en":
        return sentence
    words = json.loads((LOCALE / f"{language}.json").read_text())[sentence]
    assert words != sentence
    return str(words)


def card(visitor: Visitor, key: str) -> Locator:
    return visitor.page.locator(".card").filter(has=visitor.page.locator(f"[data-play={key}]"))


def choose(visitor: Visitor, name: str, value: str) -> None:
    """Click on one of several choices."""
    radio = visitor.page.locator(f'input[type=radio][name="{name}"][value="{value}"]')
    visitor.page.locator("label").filter(has=radio).click()
    expect(radio).to_be_checked()


def begun(visitor: Visitor, title: str) -> Json:
    """The table that the form leads to."""
    visitor.follow(visitor.button(title), "#/table/")
    return visitor.table()


def test_every_game_is_one_click_away(visitor: Visitor) -> None:
    visitor.open()
    expect(visitor.page.locator(".card")).to_have_count(len(ALL))
    for key in ALL:
        expect(card(visitor, key).locator("svg.board")).to_be_visible()
        expect(card(visitor, key).get_by_role("link", name=re.compile("^Rules"))).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Continue")).to_have_count(0)


def test_thumbnails_live_and_can_be_stopped(welcome: Welcome) -> None:
    visitor = welcome(still=False)
    visitor.open()
    board = card(visitor, "connect4").locator("svg.board")
    before = board.inner_html()
    wait_until(lambda: board.inner_html() != before, "nothing moves", visitor.pause)
    visitor.button("Pause animations").click()
    expect(visitor.button("Play animations")).to_be_visible()
    visitor.reload()
    expect(visitor.button("Play animations")).to_be_visible()  # remembered
    still = board.inner_html()
    visitor.button("Play animations").click()
    wait_until(lambda: board.inner_html() != still, "nothing moves", visitor.pause)


def test_the_last_opponent_is_remembered(visitor: Visitor) -> None:
    visitor.open("#/play/tictactoe")
    choose(visitor, "level", "easy")
    choose(visitor, "begins", "opponent")
    table = begun(visitor, "Play")
    assert [player["name"] for player in table["players"]] == ["easy", "person"]
    visitor.open()
    expect(card(visitor, "tictactoe")).to_contain_text("against Easy")
    visitor.follow(visitor.page.locator("[data-play=tictactoe]"), "#/table/")
    assert [player["name"] for player in visitor.table()["players"]] == ["easy", "person"]


def test_a_few_opponents_are_offered_and_the_others_under_more(visitor: Visitor) -> None:
    visitor.open("#/play/connect4")
    seen = visitor.page.locator("[name=level]:visible")
    assert [radio.get_attribute("value") for radio in seen.all()] == [
        "child",
        "beginner",
        "amateur",
        "expert",
        "master",
        "perfect",
    ]
    expect(visitor.page.locator("label", has=visitor.page.locator("[value=child]"))).to_contain_text(
        "Weak point:"
    )
    visitor.page.get_by_text("More opponents").click()
    assert seen.count() == 11
    choose(visitor, "level", "opponent")
    table = begun(visitor, "Play")
    assert "Backwards" in [player["title"] for player in table["players"]]
    visitor.open("#/play/connect4")
    expect(
        visitor.page.locator("[name=level][value=opponent]")
    ).to_be_visible()  # what is chosen is not hidden


def test_unfinished_games_continue(visitor: Visitor) -> None:
    table = visitor.begin("connect4", players=["person", "person"])
    visitor.make("4")
    visitor.open()
    ticket = visitor.page.get_by_role("region", name="Continue").get_by_role(
        "link", name=re.compile("Connect Four")
    )
    expect(ticket).to_contain_text("1 move")
    visitor.follow(ticket, f"#/table/{table['id']}")
    assert visitor.ready()["moves"] == ["4"]


@pytest.mark.parametrize("key", ALL)
def test_the_rules_in_a_minute(visitor: Visitor, key: str) -> None:
    visitor.open(f"#/rules/{key}")
    (told,) = [game for game in visitor.ask("/games")["games"] if game["key"] == key]
    shown = visitor.ask(f"/games/{key}/pictures")["pictures"]
    assert len(shown) >= (1 if key == "nim" else 2)
    pictures = visitor.page.locator(".pictures > li")
    expect(pictures).to_have_count(len(shown))
    for i, picture in enumerate(shown):
        expect(pictures.nth(i)).to_contain_text(picture["words"], ignore_case=True)
        expect(pictures.nth(i).locator("svg.board")).to_be_visible()
    for words in told["rules"]:
        expect(visitor.page.get_by_role("region", name="In words")).to_contain_text(words)
    visitor.follow(visitor.button("Play"), "#/table/")
    assert visitor.table()["game"] == key


def test_a_board_of_ones_own(visitor: Visitor) -> None:
    visitor.open("#/play/quoridor")
    choose(visitor, "board", "")
    visitor.page.locator('input[name="option size"]').fill("5x5")
    visitor.page.locator('input[name="option walls"]').fill("2")
    choose(visitor, "who", "people")
    table = begun(visitor, "Play")
    assert table["options"]["size"] == "5x5" and table["options"]["walls"] == 2
    assert table["scene"]["width"] == 5 and table["you"] == [0, 1]


def test_a_board_that_cannot_be(visitor: Visitor) -> None:
    visitor.forgive("422")
    visitor.open("#/play/connect4")
    choose(visitor, "board", "")
    visitor.page.locator('input[name="option size"]').fill("99x99")
    expect(visitor.page.locator("form .problem")).not_to_be_empty()
    visitor.page.locator('input[name="option size"]').fill("5x4")
    expect(visitor.page.locator("form .problem")).to_be_empty()


@pytest.mark.parametrize("key", ALL)
def test_every_board_of_the_rules_can_be_begun(visitor: Visitor, key: str) -> None:
    (told,) = [game for game in visitor.ask("/games")["games"] if game["key"] == key]
    for preset in told["presets"]:
        visitor.open(f"#/play/{key}")
        choose(visitor, "board", preset["key"])
        choose(visitor, "who", "people")
        table = begun(visitor, "Play")
        visitor.shows(table["scene"])


def test_a_clock_and_engines_to_watch(visitor: Visitor) -> None:
    visitor.open("#/play/connect4")
    choose(visitor, "who", "people")
    choose(visitor, "clock", "own")
    visitor.page.locator('input[name="minutes"]').fill("7")
    visitor.page.locator('input[name="seconds"]').fill("4")
    clock = begun(visitor, "Play")["clock"]
    assert clock["increment"] == 4 and clock["left"][1] == 7 * 60
    visitor.open("#/play/connect4")
    choose(visitor, "who", "watch")
    visitor.page.locator('select[name="level"]').select_option("child")
    visitor.page.locator('select[name="second"]').select_option("evaluator")
    visitor.page.get_by_role("slider", name="Pause between moves").fill("1.5")
    table = begun(visitor, "Watch")
    assert [player["name"] for player in table["players"]] == ["child", "evaluator"] and table["pace"] == 1.5


@pytest.mark.parametrize("language", TITLES)
def test_the_browsers_language_and_another(welcome: Welcome, language: str) -> None:
    """The page speaks the browser's language by itself, and any of the three when told so."""
    visitor = welcome(language=language)
    visitor.open()

    def speaks(code: str) -> None:
        title = said(code, "Play the classic grid games")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(visitor.page.get_by_role("heading", name=TITLES[code], exact=True)).to_be_visible()
        expect(visitor.page.get_by_role("link", name=said(code, "Archive"), exact=True)).to_be_visible()
        expect(visitor.page.locator("html")).to_have_attribute("lang", code)

    speaks(language)
    for code in TITLES:
        visitor.page.locator("#languages select").select_option(code)
        speaks(code)
    visitor.page.locator("#languages select").select_option("es")
    speaks("es")
    visitor.reload()
    speaks("es")


def test_a_game_that_does_not_exist(visitor: Visitor) -> None:
    visitor.forgive("404|422")  # the pictures of its rules are asked for at once
    for route in ("#/play/chess", "#/rules/chess", "#/position/chess"):
        visitor.open(route)
        expect(visitor.page.get_by_text("There is no such game.")).to_be_visible()


def test_skipping_to_the_content(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#main")).to_be_focused()
    expect(visitor.page.locator(".card").first).to_be_visible()


def test_the_policy_holds(visitor: Visitor) -> None:
    """No script runs but the server's own: one in the page, or from elsewhere, is refused by the browser."""
    visitor.open()
    visitor.forgive("Content Security Policy")
    visitor.page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.inline = true";
        document.body.append(script);
        document.body.setAttribute("onclick", "window.inline = true");
        document.body.click();
    }""")
    assert visitor.page.evaluate("window.inline") is None
    assert any("Content Security Policy" in words for words in visitor.complaints)
