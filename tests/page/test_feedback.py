"""Sounds and joy: a soft sound for what happens, one switch, and the end said large for a moment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.page.browsing import Visitor, Welcome, wait_until

TWO = ["person", "person"]
WON = ["1", "1", "2", "2", "3", "3"]
COUNT = """
    window.tones = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        const tone = make.call(this);
        const set = tone.frequency.setValueAtTime;
        tone.frequency.setValueAtTime = function (pitch, at) {
            window.tones.push(Math.round(pitch));
            return set.call(this, pitch, at);
        };
        return tone;
    };
"""
"""Notes the pitch of every tone that the page begins."""
MOVE, CAPTURE, WIN = [330], [440, 660], [523, 659, 784, 1047]


def heard(visitor: Visitor) -> list[int]:
    found: list[int] = visitor.page.evaluate("window.tones")
    return found


def hears(visitor: Visitor, tones: list[int]) -> None:
    wait_until(lambda: heard(visitor) == tones, f"not {tones}", visitor.pause)


@pytest.fixture
def listener(visitor: Visitor) -> Visitor:
    visitor.page.add_init_script(COUNT)
    return visitor


def test_a_move_a_capture_and_the_end_sound_differently(listener: Visitor) -> None:
    listener.begin("dots", options={"size": "2x1"}, players=TWO, moves=["a1t", "a1l"])
    assert heard(listener) == []
    listener.make("a1b")
    hears(listener, MOVE)
    listener.make("a1r")  # a box
    hears(listener, [*MOVE, *CAPTURE])
    for move in ("b1t", "b1b", "b1r"):
        listener.make(move)
        listener.ready()
    expect(listener.page.locator("#status.ended")).to_be_visible()
    wait_until(lambda: len(heard(listener)) > 5, "no end", listener.pause)
    assert heard(listener)[3:5] == MOVE * 2


def test_one_switch_and_it_is_remembered(listener: Visitor) -> None:
    listener.begin("connect4", players=TWO)
    switch = listener.button("Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    listener.make("4")
    listener.ready()
    listener.reload()
    listener.page.locator("#main").click(position={"x": 2, "y": 2})
    expect(switch).to_have_attribute("aria-pressed", "false")
    listener.make("4")
    listener.ready()
    assert heard(listener) == []
    switch.click()
    hears(listener, MOVE)  # how it sounds


def test_nothing_is_heard_before_the_page_is_touched(listener: Visitor) -> None:
    # A test that asks the page something has touched it, so it can only say that nobody has.
    untouched = "{value: {hasBeenActive: false}, configurable: true}"
    listener.page.add_init_script(f"Object.defineProperty(navigator, 'userActivation', {untouched})")
    listener.begin("connect4", players=TWO)
    listener.make("4")
    listener.ready()
    assert heard(listener) == []
    # Nor while the page is hidden.
    listener.page.evaluate("delete navigator.userActivation")
    listener.page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    listener.page.keyboard.press("5")
    wait_until(lambda: len(listener.table()["moves"]) == 2, "no move", listener.pause)
    listener.ready()
    assert heard(listener) == []
    listener.page.evaluate("delete document.hidden")
    listener.make("6")
    hears(listener, MOVE)


def test_you_win(welcome: Welcome) -> None:
    visitor = welcome(still=False)
    visitor.page.add_init_script(COUNT)
    visitor.begin("tictactoe", players=["person", "easy"])
    visitor.page.evaluate("""() => {
        window.said = [];
        const live = document.querySelector("#live");
        new MutationObserver(() => window.said.push(live.textContent)).observe(live, {childList: true});
    }""")
    made = visitor.ask("/tables", {"game": "connect4", "players": TWO, "yours": [0], "moves": WON})
    visitor.guest().ask(f"/tables/{made['id']}/join", {"invitation": made["invitations"]["1"]})
    visitor.open(f"#/table/{made['id']}")
    visitor.ready()
    visitor.page.keyboard.press("4")
    joy = visitor.page.locator(".joy")
    expect(joy).to_have_text("You win!")
    expect(joy).to_have_attribute("aria-hidden", "true")
    assert visitor.page.locator(".joy i").count() > 20
    expect(visitor.page.locator("#live")).to_have_text(re.compile(r"You win! Yellow wins"))
    hears(visitor, WIN)
    expect(joy).to_have_count(0)  # the position is seen again
    visitor.reload()
    expect(visitor.page.locator("#status.ended")).to_be_visible()
    expect(joy).to_have_count(0)


def test_reduced_motion_has_the_word_alone(visitor: Visitor) -> None:
    visitor.begin("connect4", players=TWO, moves=WON)
    visitor.page.keyboard.press("4")
    expect(visitor.page.locator(".joy")).to_have_text("Yellow wins!")
    expect(visitor.page.locator(".joy i")).to_have_count(0)
    expect(visitor.page.locator(".rejoices")).to_have_count(0)
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert visitor.page.evaluate(running) == 0


def test_giving_up_is_told_too(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "easy"])
    visitor.button("Resign").click()
    visitor.button("Really resign?").click()
    expect(visitor.page.locator(".joy.loss")).to_have_text("You lose.")
