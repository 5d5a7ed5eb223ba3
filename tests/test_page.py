"""The page in a real browser."""

from __future__ import annotations

import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from damier.games import games

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUICK = {"quoridor": {"size": "3x3", "walls": 0}, "dots": {"size": "2x2"}}
"""Small boards, where a random game is short."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('page') / 'games.sqlite'}"
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0", "--database", database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    yield found[0]
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=20)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "the tests of the page need Chromium: apt install chromium"
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    mistakes: list[str] = []
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    page.on("console", lambda message: mistakes.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not mistakes


def ask(page: Page, path: str, content: Any = None) -> Any:
    """Talk to the server as the page does."""
    script = """async ([path, content]) => {
        const init = content && {method: "POST", headers: {"content-type": "application/json"},
                                 body: JSON.stringify(content)};
        return await (await fetch("/api/v1" + path, init ?? {})).json();
    }"""
    return page.evaluate(script, [path, content])


def table_of(page: Page) -> Any:
    found = re.search(r"#/table/([\w-]+)", page.url)
    assert found, page.url
    return ask(page, f"/tables/{found[1]}")


def ready(page: Page) -> Any:
    """The table when it is a person's turn, or over, and the page shows it."""
    for _ in range(300):
        table = table_of(page)
        shown = page.locator("[role=grid]").get_attribute("class") or ""
        if table["ended"] or (table["to_move"] == "person" and "ready" in shown.split()):
            return table
        page.wait_for_timeout(50)
    raise AssertionError("the engine does not move")


def click(page: Page, table: Any, rng: random.Random) -> None:
    """Make some move by the mouse and wait until the server has it."""
    marks = [mark for mark in table["scene"]["marks"] if mark["moves"]]
    mark = rng.choice(marks)
    page.locator(f'[data-at="{mark["at"][0]},{mark["at"][1]}"]').click()
    for _ in range(200):
        if table_of(page)["version"] > table["version"]:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"nothing happened at {mark}")


def play_through(page: Page) -> Any:
    rng = random.Random(1)
    for _ in range(120):
        table = ready(page)
        if table["ended"]:
            expect(page.locator("#status")).to_contain_text(table["ended"]["words"], ignore_case=True)
            return table
        click(page, table, rng)
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("key", games())
def test_a_whole_game_by_mouse(page: Page, address: str, key: str) -> None:
    page.goto(address)
    if key in QUICK:
        table = ask(page, "/tables", {"game": key, "options": QUICK[key]})
        page.goto(f"{address}#/table/{table['id']}")
    else:
        card = page.locator("article, li, section").filter(has_text=games()[key].title.show("en"))
        card.get_by_role("button", name=re.compile("Play")).first.click()
        page.wait_for_url("**/#/table/*")
    assert play_through(page)["moves"]


def test_a_game_by_keyboard(page: Page, address: str) -> None:
    page.goto(address)
    table = ask(page, "/tables", {"game": "tictactoe", "players": ["person", "easy"], "seed": 1})
    page.goto(f"{address}#/table/{table['id']}")
    for _ in range(9):
        table = ready(page)
        if table["ended"]:
            break
        free = next(mark for mark in table["scene"]["marks"] if mark["moves"])
        page.locator("[role=gridcell][tabindex='0']").focus()
        here = page.evaluate("document.activeElement.dataset.at").split(",")
        x, y = (int(word) for word in here)
        for key, steps in (("ArrowRight", free["at"][0] - x), ("ArrowDown", free["at"][1] - y)):
            opposite = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
            for _ in range(abs(steps) // 2):
                page.keyboard.press(key if steps > 0 else opposite)
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    assert table_of(page)["ended"]


def test_hint_why_heat_undo_and_reload(page: Page, address: str) -> None:
    page.goto(address)
    table = ask(page, "/tables", {"game": "tictactoe", "players": ["person", "hard"], "seed": 1})
    page.goto(f"{address}#/table/{table['id']}")
    ready(page)
    page.locator('[data-at="3,3"]').click()
    expect(page.locator("[role=gridcell][data-seat='1']")).to_have_count(1)
    page.get_by_role("button", name="Why", exact=True).click()
    expect(page.locator(".advice")).not_to_be_empty()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".advice")).to_contain_text("nobody can force a win")
    page.get_by_role("button", name="Heat map").click()
    page.wait_for_timeout(1500)
    page.reload()
    ready(page)
    assert len(table_of(page)["moves"]) == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[role=gridcell][data-kind=stone]")).to_have_count(0)
    assert table_of(page)["moves"] == []


@pytest.mark.parametrize(("language", "words"), [("fr", "Puissance 4"), ("es", "Conecta 4")])
def test_languages(page: Page, address: str, language: str, words: str) -> None:
    page.goto(address)
    page.get_by_role("combobox").first.select_option(language)
    expect(page.get_by_text(words).first).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == language


def test_a_phone_held_in_one_hand(chromium: Browser, address: str, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address)
    wide = "document.documentElement.scrollWidth"
    page.wait_for_selector("svg")
    assert page.evaluate(wide) <= 390
    table = ask(page, "/tables", {"game": "connect4", "players": ["person", "opponent"]})
    page.goto(f"{address}#/table/{table['id']}")
    table = ready(page)
    assert page.evaluate(wide) <= 390
    page.locator('[data-at="7,11"]').tap()
    expect(page.locator("[role=gridcell][data-kind=disc]")).to_have_count(2)
    context.close()
