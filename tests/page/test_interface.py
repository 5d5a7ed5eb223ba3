"""The page at /docs: the description of the interface, for people."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.page import inspection
from tests.page.browsing import Server, Visitor, Welcome

TITLES = {"en": "The interface", "fr": "L'interface", "es": "La interfaz"}


def come(welcome: Welcome, server: Server, **how: object) -> Visitor:
    visitor = welcome(**how)
    visitor.page.goto(f"{server.address}docs")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(TITLES[str(how.get("language", "en"))])
    return visitor


def test_every_operation_and_schema_is_there(welcome: Welcome, server: Server) -> None:
    page = come(welcome, server).page
    api = page.evaluate("fetch('openapi.json').then(answer => answer.json())")
    for path, item in api["paths"].items():
        for method in item:
            name = f"{method.upper()} {path}"
            expect(page.get_by_role("heading", level=3, name=name, exact=True)).to_have_count(1)
    for name in api["components"]["schemas"]:
        expect(page.locator(f"#schema-{name}")).to_have_count(1)
    card = page.locator("details", has=page.get_by_role("heading", name="POST /api/v1/tables", exact=True))
    assert card.get_attribute("open") is None
    card.locator("summary").click()
    expect(card.get_by_role("rowheader", name="429")).to_be_visible()
    card.get_by_role("link", name="NewTable").click()
    schema = page.locator("#schema-NewTable")
    expect(schema.get_by_role("rowheader", name="players")).to_be_visible()
    expect(schema).to_contain_text("nobody named means a person against a fair level")


def test_by_keyboard(welcome: Welcome, server: Server) -> None:
    page = come(welcome, server).page
    card = page.locator("details").first
    card.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(card).not_to_have_attribute("open", "")


@pytest.mark.parametrize("language", TITLES)
@pytest.mark.parametrize(
    ("phone", "dark"), [(False, False), (True, True)], ids=["desktop-light", "phone-dark"]
)
def test_nobody_is_kept_out(welcome: Welcome, server: Server, language: str, phone: bool, dark: bool) -> None:
    visitor = come(welcome, server, language=language, phone=phone, dark=dark)
    assert inspection.barriers(visitor) == []
    visitor.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert inspection.barriers(visitor) == []
    assert inspection.sticks_out(visitor) == []


def test_the_language_can_be_changed_and_is_remembered(welcome: Welcome, server: Server) -> None:
    page = come(welcome, server).page
    page.get_by_label("Language").select_option("es")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["es"])
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["es"])
