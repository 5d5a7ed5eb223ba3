"""Nobody is kept out: every page in every state, light and dark, wide and narrow, by the rules of axe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.page.browsing import DESKTOP, LANGUAGES, PHONE, Server, Visitor
from tests.page.inspection import barriers, sticks_out
from tests.page.states import STATES, bring
from tests.page.wording import english_left

pytestmark = pytest.mark.long

LONG = [
    "start",
    "rules-quoridor",
    "choose-everything-of-ones-own",
    "choose-engines-to-watch",
    "table-minesweeper-analysed",
    "table-minesweeper-won",
    "table-tictactoe-analysed",
    "table-why",
    "table-won",
    "table-clocks",
    "table-engines-paused",
    "link-waiting",
    "link-invitation",
    "link-offer",
    "link-as-a-qr-code",
    "link-phrases",
    "link-opponent-away",
    "link-choice-with-a-nickname",
    "review-blunder",
    "position-complaint",
    "archive",
    "archive-question-before-deleting",
    "archive-brought-in",
    "tournaments",
    "tournament-under-way",
    "tournament-minesweeper",
    "replay-connect4",
]
"""States with much to read: French and Spanish words are longer, and break what English fits into."""


def look(visitor: Visitor, *, narrow: bool, dark: bool) -> None:
    width, height = PHONE if narrow else DESKTOP
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")


@pytest.fixture(scope="module")
def visitors(chromium: Browser, server: Server) -> Iterator[dict[str, Visitor]]:
    """One for each language: a browser that has been here before has the scripts already."""
    visitors = {language: Visitor(chromium, server, language=language) for language in LANGUAGES}
    yield visitors
    for visitor in visitors.values():
        visitor.leave()


@pytest.mark.parametrize("name", STATES)
def test_every_state(visitors: dict[str, Visitor], name: str) -> None:
    visitor = visitors["en"]
    bring(visitor, name)
    found: list[str] = []
    for narrow, dark in ((False, False), (False, True), (True, False), (True, True)):
        look(visitor, narrow=narrow, dark=dark)
        # Light and dark differ in their colours alone: each width is looked at thoroughly once.
        now = [*barriers(visitor, colours_only=narrow != dark), *sticks_out(visitor)]
        found += [f"narrow={narrow} dark={dark}: {one}" for one in now]
    visitor.check()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", LONG)
def test_other_languages(visitors: dict[str, Visitor], name: str) -> None:
    found: list[str] = []
    for language in ("fr", "es"):
        visitor = visitors[language]
        bring(visitor, name)
        look(visitor, narrow=True, dark=language == "es")
        now = [*barriers(visitor), *sticks_out(visitor), *english_left(visitor, language)]
        found += [f"{language}: {one}" for one in now]
        visitor.check()
    assert not found, "\n".join(found)


def test_english_is_found(visitor: Visitor) -> None:
    """What a page says in English would be noticed on a page in another language."""
    bring(visitor, "archive")
    left = english_left(visitor, "fr")
    assert "in English: The games of this browser." in left and "in English: two people" in left


@pytest.mark.parametrize("fault", ["image", "contrast", "width"])
def test_faults_are_found(visitor: Visitor, fault: str) -> None:
    """What finds nothing anywhere must be able to find something."""
    bring(visitor, "start")
    assert not barriers(visitor) and not sticks_out(visitor)
    planted = {
        "image": "document.querySelector('main').append(new Image())",
        "contrast": "document.querySelector('h1').style.color = 'color-mix(in srgb, canvas 90%, canvastext)'",
        "width": "document.querySelector('h1').style.width = '3000px'",
    }
    visitor.page.evaluate(planted[fault])
    expected = {"image": "image-alt", "contrast": "color-contrast", "width": "sticks out"}
    assert any(expected[fault] in one for one in [*barriers(visitor), *sticks_out(visitor)])
