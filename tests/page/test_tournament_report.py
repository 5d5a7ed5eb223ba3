"""The report of a tournament in a real browser: on a desk and on a phone, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page
from tests.page.browsing import DESKTOP, PHONE

from damier.arena.plan import Plan, named
from damier.arena.report.report import Report
from damier.arena.report.report_page import page as page_of
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Standings
from damier.core.record import Record
from damier.games import game as find_game

NAMES = (
    "<script>document.title = 'caught'</script>",
    "x" * 90,
    "searcher@100nodes",
    "searcher@1000nodes",
    "random",
)


def told(test: bool) -> Report:
    """A report of made-up games: long and evil names, forfeits, a winner of everything, a sequential test."""
    game = find_game("connect4")
    names = NAMES[:2] if test else NAMES
    plan = Plan(
        game="connect4",
        options=game.settle(),
        seed=2**127,
        entrants=named([(name, name.partition("@")[0], None) for name in names]),
        games=20,
        sprt=Sprt(elo0=0, elo1=300) if test else None,
    )
    standings = Standings(plan)
    for number in range(plan.total):
        one, two = plan.slot(number).seats
        points = [0.5, 0.5] if number % 3 == 0 and len(NAMES) - 1 not in (one, two) else [1.0, 0.0]
        points = points if one < two else points[::-1]
        more = {"arena": {"game": number, "pair": 0, "opening": 0, "points": points}}
        more |= {"reason": {"literal": "<img src=x onerror=alert(1)>" * 9}, "printed": ["<b>" * 60]}  # type: ignore[dict-item]
        lost = points.index(0.0) if 0.0 in points and number % 7 == 1 else None
        ending = "rules" if lost is None else "forfeited"
        moves = (str(plan.slot(number).pair),)  # no two pairs are alike
        record = Record(
            game="connect4", options={}, seed=1, moves=moves, ending=ending, loser=lost, more=more
        )
        standings.add(record)
    progress = tuple((pairs, 0.2 * pairs) for pairs in range(15)) if test else ((0, 0.0),)
    pace = {entry: 10.0 ** (entry - 4) for entry in range(len(names))}
    return Report(plan, game, standings, progress, pace)


def opened(browser: Browser, path: Path, size: tuple[int, int], *, dark: bool) -> tuple[Page, list[str]]:
    """The page as somebody sees it, and whatever the browser had to say or to fetch."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        is_mobile=size is PHONE,
        has_touch=size is PHONE,
    )
    page = context.new_page()
    heard: list[str] = []

    def refuse(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url))
    page.on("dialog", refuse)
    page.goto(path.as_uri())
    return page, heard


CONTRAST = """() => {
    const bright = words => {
        const [r, g, b] = words.match(/[\\d.]+/g).map(Number).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = at => {
        for (; at; at = at.parentElement) {
            const found = getComputedStyle(at).backgroundColor;
            if (/^rgb\\(/.test(found)) return bright(found);
        }
        return 1;
    };
    return [...document.querySelectorAll(
        "h1, h2, p, dt, dd, caption, th, td:not([style]), small, summary, pre, footer")]
        .map(at => [bright(getComputedStyle(at).color), ground(at)].sort((a, b) => b - a))
        .reduce((least, [more, less]) => Math.min(least, (more + 0.05) / (less + 0.05)), 21);
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("test", [False, True], ids=["crowd", "test"])
def test_a_report_fits_is_quiet_and_can_be_read(
    chromium: Browser, tmp_path: Path, size: tuple[int, int], dark: bool, test: bool
) -> None:
    path = tmp_path / "report.html"
    path.write_text(page_of(told(test), "fr"), "utf-8")
    page, heard = opened(chromium, path, size, dark=dark)
    assert heard == [path.as_uri()], "it fetches nothing and says nothing"
    assert page.title() == "Tournoi\u00a0: Puissance 4", "no script has run"
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "only tables scroll sideways"
    assert page.evaluate(CONTRAST) >= 4.5
    for chart in page.locator("svg").all():
        box = chart.bounding_box()
        assert box is not None and 250 < box["width"] <= size[0]
    small = page.evaluate("""() => Math.min(...[...document.querySelectorAll("svg text")]
        .map(text => text.getBoundingClientRect().height))""")
    assert small >= 9, "even on a phone the figures of a chart can be read"
    page.get_by_text("ce qu'il a affiché en dernier").first.click()
    assert page.locator("details[open] pre").first.is_visible()
    page.context.close()
