"""A game for one at the table: time, figures and results, the own board at the end, places that stay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, expect
from tests.page.browsing import Json, Visitor, Welcome, box
from tests.page.solo_play import GAME, digs, dug, winning_digs
from tests.page.staging import press

SEED = 7


def play(visitor: Visitor, table: Json, *moves: str) -> Json:
    """Make moves without a hand, and wait until the page shows them."""
    for move in moves:
        table = visitor.ask(f"/tables/{table['id']}/moves", {"move": move, "version": table["version"]})
    visitor.shows(table["scene"])
    return table


def begin(visitor: Visitor, **wish: Json) -> Json:
    return visitor.begin("minesweeper", seed=SEED, **wish)


def win(visitor: Visitor) -> Json:
    return play(visitor, begin(visitor), *winning_digs(SEED))


def timer(visitor: Visitor) -> str:
    return visitor.page.get_by_role("timer").inner_text()


def seconds(words: str) -> float:
    minutes, rest = words.split(":")
    return 60 * int(minutes) + float(rest)


def test_the_time_runs_from_the_first_dig_on_survives_a_reload_and_stops_at_the_end(visitor: Visitor) -> None:
    table = begin(visitor)
    clock = visitor.page.get_by_role("timer")
    table = play(visitor, table, "f1,1")
    expect(clock).to_have_text("0:00")
    expect(clock).not_to_have_class(re.compile("running"))
    play(visitor, table, "d5,5")
    expect(clock).to_have_class(re.compile("running"))
    expect(clock).to_have_text(re.compile(r"0:0[2-9]"))
    before = seconds(timer(visitor))
    visitor.reload()
    assert seconds(timer(visitor)) >= before
    visitor.make(digs(dug(SEED), mined=True)[-1])
    expect(clock).to_have_text(re.compile(r"^0:\d\d\.\d$"))
    stopped = timer(visitor)
    visitor.reload()
    assert timer(visitor) == stopped


def test_the_end_of_a_won_game_says_how_well_and_is_remembered_by_board(visitor: Visitor) -> None:
    table = win(visitor)
    words = visitor.page.locator(".solo-words")
    state = GAME.begin(seed=SEED)
    for move in winning_digs(SEED):
        state = state.play(GAME.read(move, state.board))
    assert GAME.clicks is not None
    expect(words).to_contain_text(f"3BV: {GAME.clicks(state)} · 3BV/s: ")
    expect(words).to_contain_text(f"efficiency: {100 * GAME.clicks(state) / len(table['moves']):.0f}%")
    expect(words).to_contain_text("A new best time!")
    best = timer(visitor)
    visitor.button("Play again").click()
    expect(words).to_have_text(f"Best: {best}1 won in a row")
    begin(visitor, setup="expert")
    expect(words).to_have_text("No best time yet")
    visitor.page.get_by_text("Your results").click()
    expect(visitor.page.locator(".results li")).to_have_count(1)
    expect(visitor.page.locator(".results li")).to_contain_text("Beginner")
    expect(visitor.page.locator(".results li")).to_contain_text("won: 1 of 1")


def test_a_loss_ends_the_row(visitor: Visitor) -> None:
    win(visitor)
    play(visitor, begin(visitor), "d5,5", digs(dug(SEED), mined=True)[0])
    words = visitor.page.locator(".solo-words")
    expect(words).to_contain_text("Best: ")
    expect(words).not_to_contain_text("in a row")
    assert (
        visitor.page.evaluate("JSON.parse(localStorage['damier results minesweeper']).beginner.played") == 2
    )


@pytest.mark.parametrize("help", ["hint", "undo", "analysis", "ask"])
def test_a_game_with_help_counts_in_no_results_and_says_so(visitor: Visitor, help: str) -> None:
    first, *rest = winning_digs(SEED)
    play(visitor, begin(visitor), first)
    if help == "ask":
        visitor.page.locator("[data-kind=cover]").last.focus()
        visitor.page.keyboard.press("s")
    else:
        press(visitor, help)
    if help == "undo":
        visitor.page.wait_for_function("document.querySelectorAll('[data-kind=cover]').length === 81")
        rest = [first, *rest]
    else:
        expect(visitor.page.locator(".advice h2, .lines > li").first).to_be_visible()
    visitor.reload()  # it is not forgotten
    play(visitor, visitor.table(), *rest)
    expect(visitor.page.locator(".solo-words")).to_contain_text("Counts in no results")
    assert visitor.page.evaluate("localStorage['damier results minesweeper'] ?? null") is None


@pytest.mark.parametrize("phone", [False, True])
def test_a_tap_can_ask_whether_a_cell_is_safe(welcome: Welcome, phone: bool) -> None:
    visitor = welcome(phone=phone)
    play(visitor, begin(visitor), "d5,5")
    visitor.page.get_by_role("radio", name="Safe?").check()
    words = visitor.page.locator(".advice h2")
    for name, said in {
        "c2": "c2 is safe.",
        "a1": "a1 is not certain: 22% mine.",
        "c4": "c4 is a mine.",
    }.items():
        spot = visitor.page.locator(f"[data-name={name}] .spot")
        spot.tap() if phone else spot.click()
        expect(words).to_have_text(said)
        if phone:
            expect(visitor.page.locator(".note")).to_have_text(said)
    visitor.page.locator("[data-name=b4]").focus()
    visitor.page.keyboard.press("Enter")
    expect(words).to_have_text("b4 is a mine.")
    assert visitor.table()["moves"] == ["d5,5"]
    visitor.page.get_by_role("radio", name="Dig").check()
    spot = visitor.page.locator("[data-name=a1] .spot")
    spot.tap() if phone else spot.click()
    mistake = visitor.page.get_by_text("There was a safe cell: c2. This dig was a mine in 22%.")
    expect(mistake).to_be_visible()


def test_nothing_speaks_of_another_player(visitor: Visitor) -> None:
    table = begin(visitor)
    expect(visitor.page.locator("#status")).to_have_text("Beginner")
    for name in ("Flip", "Resign", "Rematch"):
        visitor.cannot(name)
    expect(visitor.page.locator(".players")).to_have_count(0)
    play(visitor, table, "d5,5", digs(dug(SEED), mined=True)[0])
    expect(visitor.page.locator("#status")).to_contain_text("You lose: a mine went off")
    visitor.cannot("Rematch")
    assert not re.search("opponent|your turn", visitor.page.locator("#main").inner_text(), re.IGNORECASE)


def test_after_a_loss_the_own_board_is_seen_with_the_mines_on_it(welcome: Welcome) -> None:
    visitor = welcome(still=False)
    state = dug(SEED)
    mines = digs(state, mined=True)
    flag, wrong = f"f{mines[0][1:]}", f"f{digs(state, mined=False)[0][1:]}"
    before = play(visitor, begin(visitor), "d5,5", flag, wrong)
    visitor.make(mines[-1])
    own = {tuple(mark["at"]): mark["kind"] for mark in before["scene"]["marks"]}
    over = visitor.ready()
    kinds = {tuple(mark["at"]): mark["kind"] for mark in over["scene"]["marks"]}
    assert sorted(kinds.values()).count("mine") == len(mines) - 2
    changed = {kind for place, kind in kinds.items() if kind != own[place]}
    assert changed == {"mine", "exploded", "wrong"}
    assert list(kinds.values()).count("flag") == 1
    visitor.page.wait_for_timeout(300)
    expect(visitor.page.locator(".joy")).to_have_count(0)


def switch(visitor: Visitor) -> FloatRect:
    return box(visitor.page.locator(".switch"))


@pytest.mark.parametrize("setup", ["beginner", "expert"])
def test_what_a_tap_means_is_chosen_at_one_place_whatever_appears(welcome: Welcome, setup: str) -> None:
    visitor = welcome(phone=True)
    table = begin(visitor, setup=setup)
    place = switch(visitor)
    assert all(box(one)["height"] >= 44 for one in visitor.page.locator(".switch label").all())
    state = dug(SEED, setup)
    table = play(visitor, table, "d5,5")
    assert switch(visitor) == place
    press(visitor, "hint")
    expect(visitor.page.locator(".advice h2")).to_be_visible()
    visitor.page.evaluate("scrollTo(0, 0)")
    assert switch(visitor) == place
    visitor.page.locator("[data-step=before]").click()
    expect(visitor.page.locator("[data-step=live]")).to_be_visible()
    visitor.page.evaluate("scrollTo(0, 0)")
    assert switch(visitor) == place
    visitor.page.locator("[data-step=live]").click()
    play(visitor, table, digs(state, mined=True)[0])
    expect(visitor.page.locator("#rematch-now")).to_be_visible()
    visitor.page.evaluate("scrollTo(0, 0)")
    assert switch(visitor) == place


class Fingers:
    """On the screen of a phone."""

    def __init__(self, visitor: Visitor) -> None:
        self.session = visitor.context.new_cdp_session(visitor.page)

    def move(self, *paths: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Each finger from one point to another, all at once."""
        for step in range(11):
            points = [
                {"x": x + (to_x - x) * step / 10, "y": y + (to_y - y) * step / 10, "id": finger}
                for finger, ((x, y), (to_x, to_y)) in enumerate(paths)
            ]
            kind = "touchMove" if step else "touchStart"
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_fingers_zoom_and_move_a_large_board_and_dig_nothing(welcome: Welcome) -> None:
    visitor = welcome(phone=True)
    begin(visitor, setup="expert")
    visitor.page.wait_for_load_state("networkidle")
    fingers, room = Fingers(visitor), visitor.page.locator(".board-room")
    wide = box(visitor.board)["width"]
    fingers.move(((160, 400), (80, 400)), ((220, 400), (300, 400)))
    assert box(visitor.board)["width"] > 2 * wide
    wide = box(visitor.board)["width"]
    fingers.move(((80, 400), (150, 400)), ((300, 400), (230, 400)))
    assert box(visitor.board)["width"] < wide
    left = room.evaluate("room => room.scrollLeft")
    fingers.move(((300, 450), (100, 450)))
    visitor.page.wait_for_function(
        "left => document.querySelector('.board-room').scrollLeft > left", arg=left
    )
    visitor.pause(0.6)  # a long press would have been heard by now
    assert visitor.table()["moves"] == []
    wide = box(visitor.board)["width"]
    visitor.button("Larger").click()
    assert box(visitor.board)["width"] > wide
    visitor.button("Smaller").click()
    visitor.button("Smaller").click()
    assert box(visitor.board)["width"] < wide
    visitor.make("d5,5")


RESULTS = {
    "en": "Best: 0:47.3 · 2 won in a row",
    "fr": "Record\u00a0: 0:47,3 · 2 victoires d'affilée",
    "es": "Récord: 0:47,3 · 2 victorias seguidas",
}


@pytest.mark.parametrize("language", RESULTS)
def test_results_stand_beside_the_board_that_is_chosen(welcome: Welcome, language: str) -> None:
    visitor = welcome(language=language)
    won = {"played": 5, "won": 3, "streak": 2, "longest": 2, "best": 47.3, "rate": 1.2, "last": ""}
    boards = {"beginner": won, "size=12x9 mines=12": {**won, "best": 77}}
    visitor.open()
    visitor.page.evaluate("all => localStorage['damier results minesweeper'] = JSON.stringify(all)", boards)
    visitor.open("#/play/minesweeper")
    results = visitor.page.locator(".own-results")
    expect(results).to_have_text(RESULTS[language])
    visitor.page.locator("label:has([name=board][value=expert])").click()
    expect(results).not_to_contain_text(re.compile(r"\d"))
    visitor.page.locator("label:has([name=board][value=''])").click()
    visitor.page.locator("[name='option size']").fill("12x9")
    visitor.page.locator("[name='option mines']").fill("12")
    expect(results).to_contain_text("1:17")
    visitor.page.locator("[name='option size']").fill("9x9")
    visitor.page.locator("[name='option mines']").fill("10")
    expect(results).to_have_text(RESULTS[language])  # it is the beginner's board
    visitor.open("#/play/connect4")
    expect(results).to_be_hidden()


NAMED = {
    "en": "Beginner, without guessing",
    "fr": "Débutant, sans deviner",
    "es": "Principiante, sin adivinar",
}


@pytest.mark.parametrize("language", NAMED)
def test_a_board_without_guessing_is_one_click_away_and_has_results_of_its_own(
    welcome: Welcome, language: str
) -> None:
    visitor = welcome(language=language)
    won = {"played": 5, "won": 3, "streak": 2, "longest": 2, "best": 47.3, "rate": 1.2, "last": ""}
    boards = {"beginner": won, "beginner no_guess=1": {**won, "best": 77}}
    visitor.open()
    visitor.page.evaluate("all => localStorage['damier results minesweeper'] = JSON.stringify(all)", boards)
    visitor.open("#/play/minesweeper")
    results = visitor.page.locator(".own-results")
    expect(results).to_have_text(RESULTS[language])
    visitor.page.locator("label:has([name='option no_guess'])").click()
    expect(results).to_contain_text("1:17")
    visitor.page.locator("button.primary.large").click()
    expect(visitor.page.get_by_text(NAMED[language]).first).to_be_visible()
    visitor.make("d5,5")
    visitor.open("#/play/minesweeper")  # which remembers what was chosen
    expect(visitor.page.locator("[name='option no_guess']")).to_be_checked()
    visitor.page.locator("[name='option start']").select_option("safe")
    expect(results).not_to_contain_text(re.compile(r"\d"))
