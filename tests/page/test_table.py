"""At the table: hint, why, analysis, undo, looking back, clocks, and engines that play alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect
from tests.page.browsing import Visitor, find, wait_until

HEAT = "[role=grid] .heat, [role=grid] [class*=heat]"


def switch(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("switch", name="Analysis")


def lines(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Best moves").get_by_role("button")


def test_hint_and_why(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "hard"])
    visitor.make("b2")
    visitor.ready()
    advice = visitor.page.locator(".advice")
    visitor.button("Why").click()
    expect(advice).to_contain_text("Why")
    expect(advice.get_by_role("listitem").first).not_to_be_empty()
    expect(advice).to_contain_text("Hard")  # whose reason it is
    # The numbers that made it choose.
    advice.get_by_text("All moves").click()
    expect(advice.get_by_role("table").get_by_role("row")).not_to_have_count(1)
    visitor.button("Hint").click()
    expect(advice).to_contain_text("Hint: ")
    expect(advice).to_contain_text("Perfect")
    hint = visitor.ask(f"/tables/{visitor.table_id}/hint", {})
    expect(advice).to_contain_text(hint["why"][0]["text"], ignore_case=True)
    visitor.button("Close").click()
    expect(advice).to_be_hidden()


def test_why_tells_the_numbers_of_the_documents_ais(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "evaluator"])
    visitor.make("4")
    visitor.ready()
    visitor.button("Why").click()
    advice = visitor.page.locator(".advice")
    told = visitor.ask(f"/tables/{visitor.table_id}/why")
    expect(advice).to_contain_text(told["why"][0]["text"], ignore_case=True)
    advice.get_by_text("All moves").click()
    labels = [line["label"] for line in told["lines"]]
    assert labels
    expect(advice.get_by_role("table")).to_contain_text(labels[0])
    # And of every cell, on the board: a value is not for moves alone.
    values = visitor.page.locator("[role=grid] .heat.plain")
    assert len(told["labels"]) == 41
    expect(values).to_have_count(41)
    expect(values).to_have_text([label["label"] for label in told["labels"]])
    advice.get_by_role("button", name="Close").click()
    expect(values).to_have_count(0)


def test_analysis_is_a_switch(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "person"], moves=["4", "4"])
    expect(switch(visitor)).to_have_attribute("aria-checked", "false")
    expect(lines(visitor)).to_have_count(0)
    switch(visitor).click()
    expect(switch(visitor)).to_have_attribute("aria-checked", "true")
    expect(lines(visitor)).to_have_count(5)
    expect(visitor.page.get_by_role("meter", name="Who stands better")).to_be_visible()
    expect(visitor.page.locator(HEAT).first).to_be_visible()
    # The expected continuation, on hover over a line and over the board; found after the next move is.
    expect(visitor.page.locator(".analysis-state")).to_contain_text("Finished")
    told = visitor.page.locator("[role=grid] .then > *, [role=grid] .told > *")
    expect(told).to_have_count(0)
    lines(visitor).first.hover()
    expect(told).not_to_have_count(0)
    visitor.page.mouse.move(1, 1)
    expect(told).to_have_count(0)
    mark, gesture = find(visitor.table()["scene"], "4")
    visitor.board.hover(position=visitor.spot(mark, gesture))  # type: ignore[arg-type]
    expect(told).not_to_have_count(0)
    visitor.page.mouse.move(1, 1)
    expect(told).to_have_count(0)
    visitor.page.get_by_label("Heat map").uncheck()
    expect(visitor.page.locator(HEAT)).to_have_count(0)
    visitor.page.get_by_label("Heat map").check()
    # A move leads to another position, which is analysed in its turn.
    before = lines(visitor).all_inner_texts()
    visitor.make("4")
    visitor.ready()
    wait_until(
        lambda: (now := lines(visitor).all_inner_texts()) and now != before, "no new lines", visitor.pause
    )
    switch(visitor).click()
    expect(lines(visitor)).to_have_count(0)
    expect(visitor.page.locator(HEAT)).to_have_count(0)


def test_analysis_streams_ever_deeper(visitor: Visitor) -> None:
    """Whoever watches sees the engine think: each depth that it reaches is told."""
    visitor.begin("connect4", players=["person", "person"], moves=["4", "4"])
    visitor.page.evaluate("""() => {
        window.told = new Set();
        const state = document.querySelector(".analysis-state");
        const listen = () => window.told.add(/depth (\\d+)/.exec(state.textContent)?.[1] ?? "0");
        new MutationObserver(listen).observe(state, {childList: true, characterData: true, subtree: true});
    }""")
    switch(visitor).click()
    depths: list[int] = []

    def deeper() -> bool:
        depths[:] = [int(depth) for depth in visitor.page.evaluate("[...window.told]")]
        return len(depths) >= 3

    wait_until(deeper, "nothing is told while it thinks", visitor.pause)
    assert depths == sorted(depths)


@pytest.mark.parametrize("game", ["minesweeper", "dots", "quoridor", "tictactoe", "nim"])
def test_analysis_of_every_game(visitor: Visitor, game: str) -> None:
    table = visitor.begin(game, players=["person"] if game == "minesweeper" else ["person", "person"])
    if game == "minesweeper":
        table = visitor.make("d5,5")
    switch(visitor).click()
    expect(lines(visitor).first).to_be_visible()
    expect(visitor.page.locator(HEAT).first).to_be_visible()
    hint = visitor.ask(f"/tables/{table['id']}/hint", {})
    expect(visitor.page.get_by_role("region", name="Analysis")).to_contain_text(hint["title"])


def test_undo_and_redo(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "easy"])
    expect(visitor.button("Undo")).to_have_attribute("aria-disabled", "true")
    visitor.make("b2")
    after = visitor.ready()
    assert len(after["moves"]) == 2
    visitor.button("Undo").click()
    expect(visitor.page.locator("[role=gridcell][data-kind=stone]")).to_have_count(0)
    wait_until(lambda: visitor.table()["moves"] == [], "nothing is undone", visitor.pause)
    expect(visitor.page.locator("#live")).to_contain_text("Taken back")
    visitor.button("Redo").click()
    wait_until(lambda: len(visitor.table()["moves"]) > 0, "nothing is done again", visitor.pause)
    assert visitor.ready()["moves"][0] == "b2"


def test_flip(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "person"])
    before = visitor.cell("1,1").bounding_box()
    visitor.button("Flip").click()
    expect(visitor.button("Flip")).to_have_attribute("aria-pressed", "true")
    after = visitor.cell("1,1").bounding_box()
    assert before and after and after["y"] > before["y"]
    visitor.make("1")  # the board is turned, and so is what a click means
    assert visitor.ready()["moves"] == ["1"]


def test_looking_back(visitor: Visitor) -> None:
    table = visitor.begin("connect4", players=["person", "person"])
    for move in ("4", "3", "5"):
        table = visitor.make(move)
    visitor.ready()

    def at(ply: int) -> None:
        visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/{ply}")["scene"])

    visitor.button("One move back").click()
    at(2)
    expect(visitor.page.get_by_role("group", name="Look back")).to_contain_text("Move 2 of 3")
    expect(visitor.board).not_to_have_class(re.compile(r"\bready\b"))  # the past is not played on
    visitor.page.keyboard.press("ArrowLeft")
    at(1)
    visitor.page.keyboard.press("Home")
    at(0)
    visitor.page.get_by_role("list", name="Moves").get_by_role("button").nth(1).click()
    at(2)
    visitor.button("Back to the game").click()
    at(3)
    visitor.make("2")
    assert visitor.ready()["moves"] == ["4", "3", "5", "2"]


def test_looking_back_while_engines_play(visitor: Visitor) -> None:
    table = visitor.begin("dots", players=["easy", "easy"], pace=0.3)
    wait_until(lambda: len(visitor.table()["moves"]) >= 2, "engines do not play", visitor.pause)
    visitor.button("First position").click()
    start = visitor.ask(f"/tables/{table['id']}/plies/0")["scene"]
    visitor.shows(start)
    back = visitor.page.get_by_role("button", name=re.compile("back to the game", re.IGNORECASE))
    expect(back).to_have_text(re.compile("new move"))
    visitor.shows(start)
    back.click()
    expect(back).to_be_hidden()


def test_engines_alone_with_a_speed_and_a_pause(visitor: Visitor) -> None:
    visitor.begin("dots", players=["easy", "easy"], pace=0.5)
    wait_until(lambda: len(visitor.table()["moves"]) >= 1, "engines do not play", visitor.pause)
    visitor.button("Pause").click()
    expect(visitor.page.locator("#status")).to_contain_text("Paused")
    expect(visitor.button("Go on")).to_be_visible()
    assert visitor.table()["paused"]
    visitor.page.get_by_role("slider", name="Pause between moves").fill("0")
    wait_until(lambda: visitor.table()["pace"] == 0, "the speed stays as it was", visitor.pause)
    assert visitor.table()["paused"]
    visitor.button("Go on").click()
    wait_until(lambda: visitor.table()["ended"], "the game does not end", visitor.pause)
    table = visitor.ready()
    expect(visitor.page.locator("#status")).to_contain_text(table["ended"]["words"], ignore_case=True)


def test_resigning_asks_once_more(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "easy"])
    visitor.make("b2")
    visitor.ready()
    button = visitor.page.locator("[data-act=resign]")
    expect(button).to_have_text("Resign")
    button.click()
    assert not visitor.table()["ended"]
    button.dblclick()  # twice at once: the question is forgotten after a while
    expect(visitor.page.locator("#status")).to_contain_text("gave up")
    assert visitor.table()["ended"]["ending"] == "resigned"


def test_a_draw_at_one_screen(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "person"])
    visitor.make("4")
    visitor.button("Offer a draw").click()
    wait_until(lambda: visitor.table()["ended"], "no draw", visitor.pause)
    table = visitor.ready()
    assert table["ended"]["ending"] == "agreed" and table["ended"]["points"] == [0.5, 0.5]
    expect(visitor.page.locator("#status")).to_contain_text(table["ended"]["words"], ignore_case=True)


def test_a_clock_runs_out_and_ends_the_game(visitor: Visitor) -> None:
    """Nobody does anything: the server ends the game, and the page says so."""
    table = visitor.ask(
        "/tables",
        {"game": "tictactoe", "players": ["person", "person"], "clock": {"main": 5, "increment": 0}},
    )
    visitor.open(f"#/table/{table['id']}")
    clocks = visitor.page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(visitor.page.locator("#status")).to_contain_text("time")
    assert visitor.table()["ended"]["ending"] == "time" and visitor.table()["ended"]["points"] == [0, 1]
    expect(clocks.first).to_have_text("0.0")
    expect(clocks.last).to_have_text("5.0")


def test_a_clock_with_an_increment(visitor: Visitor) -> None:
    visitor.begin("tictactoe", players=["person", "person"], clock={"main": 300, "increment": 60})
    visitor.make("b2")
    table = visitor.make("a1")
    assert all(left > 300 for left in table["clock"]["left"])
    expect(visitor.page.get_by_role("timer").first).to_have_text(re.compile(r"^(5:[0-5]\d|6:00)$"))


def test_a_click_on_what_was_pushed_before_the_answer(visitor: Visitor) -> None:
    """News of a move may overtake the answer to it: who is quick enough to move on then is not ignored."""
    visitor.begin("connect4", players=["person", "person"])
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    visitor.page.route(re.compile(r"/acts(\?|$)"), hold)
    visitor.make("4")
    table = visitor.ready()
    mark, gesture = find(table["scene"], "3")
    visitor.board.click(position=visitor.spot(mark, gesture))  # type: ignore[arg-type]
    assert visitor.table()["moves"] == ["4"]
    route, answer = held[0]
    route.fulfill(response=answer)
    visitor.moved(table, "3")
    assert visitor.ready()["moves"] == ["4", "3"]


def test_the_moves_are_announced(visitor: Visitor) -> None:
    """For who does not see the board: the grid has named cells, and what happens is said."""
    visitor.begin("tictactoe", players=["person", "person"])
    expect(visitor.board).to_have_accessible_name("Tic-tac-toe")
    expect(visitor.page.get_by_role("gridcell", name=re.compile("^b2"))).to_have_count(1)
    visitor.make("b2")
    live = visitor.page.locator("#live")
    expect(live).to_contain_text("b2")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(visitor.page.get_by_role("gridcell", name=re.compile("^b2.*X"))).to_have_count(1)


def test_a_table_that_does_not_exist(visitor: Visitor) -> None:
    visitor.forgive("404")
    visitor.open("#/table/nothing")
    expect(visitor.page.get_by_role("heading", name="Not found")).to_be_visible()
    expect(visitor.page.get_by_text("there is no such table")).to_be_visible()
    visitor.follow(visitor.page.get_by_role("link", name="Games", exact=True), "#/")
