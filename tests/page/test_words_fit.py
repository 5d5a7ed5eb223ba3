"""Words have their room in every language, on a phone too, and what is said moves nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, expect
from tests.page.browsing import Visitor, Welcome, box
from tests.page.inspection import sticks_out
from tests.page.solo_play import digs, dug
from tests.page.staging import TWO, WON, analysed, press
from tests.page.states_people import link

LANGUAGES = ("en", "fr", "es")
SIZES = {"desk": (1280, 900), "phone": (390, 844), "phone-on-its-side": (844, 390)}
PHONES = ("phone", "phone-on-its-side")

SPILLED = """one => {
    const room = one.getBoundingClientRect();
    const gap = getComputedStyle(one).borderTopStyle === "none" ? -0.5 : 1;
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const out = [];
    while (words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        for (const at of range.getClientRects()) {
            if (at.left < room.left - 0.5 || at.right > room.right + 0.5
                || at.top < room.top + gap || at.bottom > room.bottom - gap) out.push(words.currentNode.data);
        }
    }
    return out;
}"""


def someone(welcome: Welcome, language: str, size: str) -> Visitor:
    visitor = welcome(language=language, phone=size in PHONES)
    width, height = SIZES[size]
    visitor.page.set_viewport_size({"width": width, "height": height})
    return visitor


def spilled(place: Locator) -> list[str]:
    """Words in *place* that leave it, or touch the border above or below."""
    expect(place).to_be_visible()
    found: list[str] = place.evaluate(SPILLED)
    return found


def boxes(place: Locator, parts: str) -> list[FloatRect]:
    """Where *parts* of *place* are, all at one moment: what is told anew is drawn anew."""
    find = (
        "(one, parts) => [...one.querySelectorAll(parts)].map(part => part.getBoundingClientRect().toJSON())"
    )
    found: list[FloatRect] = place.evaluate(find, parts)
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def same(one: FloatRect, other: FloatRect) -> bool:
    return all(abs(one[side] - other[side]) < 1 for side in ("x", "y", "width", "height"))


def end_fits(visitor: Visitor) -> None:
    """How it ended stands in its box, and the box in its bar, beside the sound and over nobody."""
    expect(visitor.page.locator("#rematch-now")).to_be_visible()
    status, bar = visitor.page.locator("#status"), box(visitor.page.locator(".status-bar"))
    assert spilled(status) == []
    assert box(status)["height"] <= bar["height"] + 1
    for button in status.locator("button, .button").all():
        bottom = box(button)["y"] + box(button)["height"]
        assert bottom <= box(status)["y"] + box(status)["height"], "in the box"
    assert not overlap(box(status), box(visitor.page.locator(".sound")))
    for player in visitor.page.locator(".player").all():
        assert not overlap(box(status), box(player)) and spilled(player) == []
    assert sticks_out(visitor) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_has_its_room(welcome: Welcome, language: str, size: str) -> None:
    visitor = someone(welcome, language, size)
    visitor.begin("connect4", players=TWO, moves=WON[:-1])
    before = box(visitor.board)
    visitor.make(WON[-1])
    end_fits(visitor)
    assert same(before, box(visitor.board))
    visitor.begin("quoridor", players=TWO)
    press(visitor, "resign")
    press(visitor, "resign")
    end_fits(visitor)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_counts_of_players_do_not_meet(welcome: Welcome, language: str, size: str) -> None:
    visitor = someone(welcome, language, size)
    visitor.begin("quoridor", players=["person", "hard"])
    for player in visitor.page.locator(".player").all():
        parts = [box(player.locator(part)) for part in (".emblem", "strong", ".count")]
        assert not any(overlap(one, other) for one in parts for other in parts if one is not other)
        assert spilled(player) == []
    for button in visitor.page.locator(".group button:visible").all():
        words = button.evaluate(
            "one => { const all = document.createRange(); all.selectNodeContents(one);"
            " return all.getBoundingClientRect().width }"
        )
        assert words <= box(button)["width"] - 8, button.text_content()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wide_minefield_beside_its_switch(welcome: Welcome, language: str) -> None:
    visitor = someone(welcome, language, "phone-on-its-side")
    visitor.begin("minesweeper", setup="expert")
    field, switch = visitor.page.locator(".board-room"), visitor.page.locator(".switch")
    left, words = visitor.page.locator(".counter.left"), visitor.page.locator(".solo-words")
    assert not overlap(box(field), box(switch)) and not overlap(box(left), box(words))
    assert spilled(words) == [] and sticks_out(visitor) == []
    for choice in switch.locator("label span").all():
        assert box(choice)["height"] <= 48, "on one line"
    before = [box(field), box(switch)]
    visitor.make("d5,5")
    assert all(map(same, before, [box(field), box(switch)]))
    mine = digs(dug(1, "expert"), mined=True)[0]
    table = visitor.table()
    visitor.ask(f"/tables/{table['id']}/moves", {"move": mine, "version": table["version"]})
    end_fits(visitor)
    assert all(map(same, before, [box(field), box(switch)]))
    assert spilled(words) == [] and not overlap(box(visitor.page.locator("#status")), box(left))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "piece", "places"), [("connect4", 1, ["1,11", "3,11"]), ("tictactoe", 0, ["1,1", "3,1", "5,1"])]
)
def test_what_is_missing_of_a_board_moves_nothing(
    welcome: Welcome, language: str, game: str, piece: int, places: list[str]
) -> None:
    visitor = someone(welcome, language, "phone")
    visitor.open(f"#/position/{game}?moves=")
    visitor.page.locator(".position-acts button").first.tap()
    visitor.page.locator(".palette label").nth(piece).tap()
    before = box(visitor.board)
    for place in places:
        visitor.cell(place).tap(force=True)
        expect(visitor.cell(place)).not_to_have_attribute("data-kind", "empty")
    expect(visitor.page.locator(".status.unready")).to_be_visible()
    assert same(before, box(visitor.board))
    assert spilled(visitor.page.locator("#status")) == []


@pytest.mark.parametrize("size", PHONES)
def test_a_guest_with_a_name_moves_nothing(welcome: Welcome, size: str) -> None:
    visitor = someone(welcome, "es", size)
    wish = {"game": "quoridor", "players": TWO, "yours": [0], "clock": {"main": 600}, "nickname": "Alejandra"}
    made = visitor.ask("/tables", wish)
    visitor.open(f"#/table/{made['id']}")
    expect(visitor.page.locator(".invitation")).to_be_visible()
    before = box(visitor.board)
    joining = {"invitation": link(made).rpartition("/")[2], "nickname": "Alejandra"}
    guest = visitor.guest()
    guest.ask(f"/tables/{made['id']}/join", joining)
    guest.open(f"#/table/{made['id']}")
    other = visitor.page.locator(".player").nth(1)
    expect(other.locator("strong")).to_have_text("Alejandra")
    assert same(before, box(visitor.board))
    for player in visitor.page.locator(".player").all():
        assert spilled(player) == []
        assert player.locator("strong").evaluate("one => one.scrollWidth <= one.clientWidth"), "all of it"
    line = box(other.locator("strong"))
    assert line["height"] < 26, "on one line"
    parts = [box(other.locator(part)) for part in (".emblem", "strong", ".count", ".clock")]
    assert not any(overlap(one, two) for one in parts for two in parts if one is not two)
    dot = box(other.locator(".presence"))
    assert overlap(dot, parts[0]), "on the piece"
    assert not any(overlap(dot, part) for part in parts[1:])
    guest.ask(f"/tables/{made['id']}/phrases", {"phrase": "moment"})
    bubble = other.locator(".bubble")
    expect(bubble).to_be_visible()
    for part in ("#status", ".sound"):
        assert not overlap(box(bubble), box(visitor.page.locator(part)))


@pytest.mark.parametrize("size", SIZES)
def test_a_long_name_is_not_broken_within_a_word(welcome: Welcome, size: str) -> None:
    visitor = someone(welcome, "en", size)
    name = "Wolfeschlegelsteinha"
    wish = {"game": "quoridor", "players": TWO, "yours": [0], "clock": {"main": 600}, "nickname": name}
    made = visitor.ask("/tables", wish)
    visitor.open(f"#/table/{made['id']}")
    mine = visitor.page.locator(".player").first
    expect(mine.locator("strong")).to_have_attribute("title", f"{name} (you)")
    expect(mine.locator(".clock")).to_be_visible()  # its script is fetched for tables with a clock alone
    everything = visitor.page.locator("body")  # a player told anew is drawn anew, and then elsewhere
    parts = boxes(
        everything, ", ".join(f".player {part}" for part in (".emblem", "strong", ".count", ".clock"))
    )
    assert len(parts) == 8
    assert not any(overlap(one, two) for one in parts for two in parts if one is not two)
    assert mine.locator("strong").evaluate("one => getComputedStyle(one).textOverflow") == "ellipsis"
    words, _ = boxes(everything, ".player strong")
    assert words["height"] < 26 and words["width"] > 100, "on one line, and enough to tell who it is"


def test_the_first_dig_moves_nothing_under_the_board(welcome: Welcome) -> None:
    visitor = someone(welcome, "en", "phone")
    visitor.begin("minesweeper")
    acts = visitor.page.locator(".actions")
    before = box(acts)
    visitor.make("d5,5")
    expect(visitor.page.locator(".lookback")).to_be_visible()
    assert same(before, box(acts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_moves_are_counted_fits_beside_a_move(welcome: Welcome, language: str) -> None:
    visitor = someone(welcome, language, "desk")
    visitor.begin("connect4", players=TWO, moves=["4", "4"])
    analysed(visitor)
    labels = visitor.page.locator(".line-label")
    seat = {"en": "yellow's", "fr": "jaune", "es": "amarillo"}[language]
    expect(labels.first).to_contain_text(seat)
    assert {one["height"] < 26 for one in boxes(visitor.page.locator(".lines"), ".line-label")} == {True}
    expect(visitor.page.locator(".legend").first).to_contain_text(seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_opinions_fit_their_cells(welcome: Welcome, language: str) -> None:
    visitor = someone(welcome, language, "phone")
    visitor.begin("connect4", players=TWO, moves=["4", "4"])
    analysed(visitor)
    wider = """() => [...document.querySelectorAll(".heat")].flatMap(one => {
        const room = one.querySelector("rect").getBoundingClientRect().width;
        return [...one.querySelectorAll("text")].filter(text => text.getBoundingClientRect().width > room)
            .map(text => text.textContent);
    })"""
    expect(visitor.page.locator(".heat text").first).to_be_visible()
    assert visitor.page.evaluate(wider) == []
    visitor.page.set_viewport_size({"width": 1280, "height": 900})
    share = visitor.page.locator(".standing-share")
    share.evaluate("one => one.textContent = '100%'")
    assert spilled(share) == []


def test_choices_of_the_archive_are_read_whole(welcome: Welcome) -> None:
    visitor = someone(welcome, "es", "phone")
    visitor.begin("connect4", players=TWO, moves=["4"])
    visitor.open("#/archive")
    narrow = """() => [...document.querySelectorAll(".filters select")].filter(one => {
        const free = one.cloneNode(true);
        free.style.width = "auto";
        free.replaceChildren(one.selectedOptions[0].cloneNode(true));
        one.after(free);
        const wanted = free.offsetWidth;
        free.remove();
        return wanted > one.offsetWidth;
    }).map(one => one.selectedOptions[0].textContent)"""
    expect(visitor.page.locator(".filters select")).to_have_count(3)
    assert visitor.page.evaluate(narrow) == []


def test_a_place_keeps_its_small_letter(visitor: Visitor) -> None:
    """As the board names it, at the beginning of a sentence too."""
    visitor.begin("tictactoe", players=TWO, moves=["b2"])
    taken = next(mark for mark in visitor.table()["scene"]["marks"] if mark["kind"] == "stone")
    visitor.cell(",".join(map(str, taken["at"]))).focus()
    visitor.page.keyboard.press("Enter")
    toast = visitor.page.locator(".toast.note")
    expect(toast).to_have_text(f"{taken['name']} is not an empty cell.")
    assert toast.evaluate("one => getComputedStyle(one, '::first-letter').textTransform") == "none"


def test_a_hint_says_once_what_its_move_comes_to(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=["4"] * 4)
    press(visitor, "hint")
    advice = visitor.page.locator(".advice")
    expect(advice.locator("h2")).to_be_visible()
    # Who has no time for a line says that best play wins, and for whom.
    expect(advice.locator("li").first).to_contain_text(re.compile("of your moves|for yellow in 19 own moves"))
    expect(advice.locator("h2")).not_to_contain_text("moves")
    expect(advice.locator("h2 .proven")).to_be_visible()
