"""The page obeys a quick hand: no click is lost, at any latency, without a connection, with two windows."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Route, expect
from tests.page.browsing import Json, Server, Visitor, find, wait_until
from tests.page.slow_link import SlowLink

LATENCIES = [0.0, 0.2, 0.8]
"""Seconds from a request to its answer."""
BETWEEN = 100
"""Milliseconds from click to click."""
TWO = ["person", "person"]
ACTS = re.compile(r"/acts(\?|$)")
COLUMNS = "1234567"
FLAGS = ["f1,1", "f3,1", "f5,1", "f7,1", "f1,3", "f3,3", "f5,3", "f7,3"]


@pytest.fixture
def link(server: Server) -> Iterator[SlowLink]:
    """Between the browser and the server; as quick as it can be, unless told."""
    link = SlowLink(server.port)
    yield link
    link.close()


@pytest.fixture
def visitor(chromium: Browser, server: Server, link: SlowLink) -> Iterator[Visitor]:
    """Somebody far from the server."""
    far = copy.copy(server)
    far.port = link.port
    visitor = Visitor(chromium, far)
    yield visitor
    link.latency = 0.0
    visitor.leave()


def count_requests(visitor: Visitor) -> list[str]:
    """The lists of acts that the page sends, while it sends them."""
    sent: list[str] = []
    visitor.page.on("request", lambda asked: sent.append(asked.url) if ACTS.search(asked.url) else None)
    return sent


def clicking(
    visitor: Visitor, scene: Json, moves: Iterable[str], between: int = BETWEEN
) -> Callable[..., None]:
    """Click on moves of a scene, quickly: where they are is found out before."""
    corner = visitor.board.bounding_box()
    assert corner is not None
    spots: dict[str, tuple[float, float, bool]] = {}
    for move in moves:
        mark, gesture = find(scene, move)
        spot = visitor.spot(mark, gesture)
        spots[move] = (corner["x"] + spot["x"], corner["y"] + spot["y"], gesture in ("flag", "unflag"))

    def click(*wanted: str) -> None:
        for move in wanted:
            x, y, right = spots[move]
            visitor.page.mouse.click(x, y, button="right" if right else "left")
            visitor.page.wait_for_timeout(between)

    return click


def finally_moves(visitor: Visitor, moves: list[str]) -> Json:
    """The server has exactly these moves in the end, and the page shows that."""
    wait_until(lambda: visitor.table()["moves"] == moves, f"not {moves}", visitor.pause)
    visitor.pause(0.3)  # nothing comes after
    assert visitor.table()["moves"] == moves
    return visitor.ready()


@pytest.mark.parametrize("latency", LATENCIES)
def test_a_burst_of_flags(visitor: Visitor, link: SlowLink, latency: float) -> None:
    table = visitor.begin("minesweeper")
    click = clicking(visitor, table["scene"], FLAGS)
    sent = count_requests(visitor)
    link.latency = latency
    click(*FLAGS)
    # All are shown, whatever the server knows.
    expect(visitor.page.locator("[role=gridcell][data-kind=flag]")).to_have_count(8)
    finally_moves(visitor, FLAGS)
    if latency == 0.8:
        assert len(sent) <= 3, "what waits goes together"


@pytest.mark.parametrize("latency", LATENCIES)
def test_a_burst_of_digs_and_flags_in_their_order(visitor: Visitor, link: SlowLink, latency: float) -> None:
    table = visitor.begin("minesweeper", setup="expert")
    made = ["f1,1", "d9,9", "f3,1", "f5,1", "d15,16", "f7,1"]
    click = clicking(visitor, table["scene"], made, 30)
    link.latency = latency
    click(*made)
    expect(visitor.page.locator("[role=gridcell][data-kind=flag]")).to_have_count(4)
    finally_moves(visitor, made)


@pytest.mark.parametrize("latency", LATENCIES)
def test_a_burst_of_discs_and_undo(visitor: Visitor, link: SlowLink, latency: float) -> None:
    table = visitor.begin("connect4", players=TWO)
    click = clicking(visitor, table["scene"], COLUMNS)
    link.latency = latency
    click("4", "4", "3", "5", "4")
    expect(visitor.page.locator("[role=gridcell][data-kind=disc]")).to_have_count(5)
    undo, redo = visitor.button("Undo"), visitor.button("Redo")
    undo.click()
    undo.click()
    expect(visitor.page.locator("[role=gridcell][data-kind=disc]")).to_have_count(3)
    redo.click()
    expect(visitor.page.locator("[role=gridcell][data-kind=disc]")).to_have_count(4)
    click("1")
    finally_moves(visitor, ["4", "4", "3", "5", "1"])


@pytest.mark.parametrize("latency", [0.0, 0.8])
def test_undo_twice_against_an_engine_goes_back_two_turns(
    visitor: Visitor, link: SlowLink, latency: float
) -> None:
    visitor.begin("connect4", players=["person", "child"])
    for move in ("1", "2", "3"):
        visitor.make(move)
    before = visitor.ready()["moves"]
    link.latency = latency
    visitor.button("Undo").click()
    visitor.button("Undo").click()
    expect(visitor.page.locator("[role=gridcell][data-kind=disc]")).to_have_count(2)
    finally_moves(visitor, before[:2])


def test_a_column_fills_up_in_one_burst(visitor: Visitor, link: SlowLink) -> None:
    """The seventh disc has no room, which the page knows: nothing is asked, and nothing is drawn twice."""
    table = visitor.begin("connect4", players=TWO)
    click = clicking(visitor, table["scene"], COLUMNS, 20)
    link.latency = 0.8
    click("2", "2", "2", "2", "2", "2", "2")
    expect(visitor.page.locator("[role=gridcell][data-kind=disc]")).to_have_count(6)
    finally_moves(visitor, ["2"] * 6)


def test_a_flag_is_put_and_taken_away_in_one_burst(visitor: Visitor, link: SlowLink) -> None:
    """What a second click on it means is known when the first is done."""
    table = visitor.begin("minesweeper")
    click = clicking(visitor, table["scene"], FLAGS)
    link.latency = 0.2
    click("f1,1", "f1,1", "f3,1")
    finally_moves(visitor, ["f1,1", "u1,1", "f3,1"])


def test_two_pawns_go_in_one_burst(visitor: Visitor, link: SlowLink) -> None:
    """Where the second can go is not known before the first has gone; the click waits for it."""
    table = visitor.begin("quoridor", players=TWO)
    link.latency = 0.8
    first = find(table["scene"], "e2")[0]
    second = next(mark for mark in table["scene"]["marks"] if mark["name"] == "e8")
    for mark in (first, second):
        visitor.cell(",".join(map(str, mark["at"]))).click()
    expect(visitor.cell(",".join(map(str, first["at"])))).to_have_attribute("data-kind", "pawn")
    finally_moves(visitor, ["e2", "e8"])


def test_edges_of_a_chain_against_an_engine(visitor: Visitor, link: SlowLink) -> None:
    """Who closes a box moves on: the next edge need not wait until the page has heard so."""
    made = ["a1t", "a1l", "a1r", "c3r"]
    table = visitor.begin("dots", players=["person", "easy"], moves=made)
    spots = [find(table["scene"], move)[0]["at"] for move in ("a1b", "c3t")]
    link.latency = 0.8
    for at in spots:
        visitor.cell(",".join(map(str, at))).click()
    wait_until(lambda: visitor.table()["moves"][4:6] == ["a1b", "c3t"], "a click is lost", visitor.pause)
    visitor.ready()


# A move before its turn.


def test_a_move_before_its_turn_waits_and_is_played(visitor: Visitor, link: SlowLink) -> None:
    table = visitor.begin("connect4", players=["person", "child"])
    click = clicking(visitor, table["scene"], COLUMNS)
    link.latency = 0.8
    click("1", "7")
    wait_until(lambda: len(visitor.table()["moves"]) >= 4, "the second move is lost", visitor.pause)
    assert visitor.ready()["moves"][::2] == ["1", "7"]


def thinking(visitor: Visitor, game: str = "connect4") -> tuple[Visitor, Json]:
    """A table by link at which the other moves: an opponent who takes their time."""
    table = visitor.ask("/tables", {"game": game, "players": TWO, "yours": [1]})
    other = visitor.guest()
    (token,) = table["invitations"].values()
    other.ask(f"/tables/{table['id']}/join", {"invitation": token})
    visitor.open(f"#/table/{table['id']}")
    visitor.shows(table["scene"])
    expect(visitor.page.locator("#status")).to_contain_text("to move")
    return other, visitor.table()


def play(person: Visitor, table: Json, move: str) -> None:
    now = person.ask(f"/tables/{table['id']}")
    person.ask(f"/tables/{table['id']}/moves", {"move": move, "version": now["version"]})


def test_a_plan_is_shown_and_can_be_given_up(visitor: Visitor) -> None:
    other, table = thinking(visitor)
    planned = visitor.page.locator("[role=grid] .planned")
    line = visitor.page.locator(".waits")
    for give_up in ("Cancel", "Escape", "Undo"):
        visitor.cell("3,11").click()
        expect(planned).to_have_count(1)
        expect(line).to_contain_text("1 move waits for your turn")
        if give_up == "Escape":
            visitor.page.keyboard.press(give_up)
        else:
            visitor.button(give_up).click()
        expect(planned).to_have_count(0)
        expect(line).to_be_hidden()
    visitor.cell("5,11").click()
    expect(planned).to_have_count(1)
    play(other, table, "4")
    wait_until(lambda: visitor.table()["moves"] == ["4", "3"], "the plan is not played", visitor.pause)
    expect(planned).to_have_count(0)


def test_a_plan_that_is_no_longer_possible_is_said_to_be(visitor: Visitor) -> None:
    other, table = thinking(visitor, "tictactoe")
    visitor.cell("3,3").click()
    expect(visitor.page.locator("[role=grid] .planned")).to_have_count(1)
    play(other, table, "b2")
    expect(visitor.page.locator(".toast")).to_contain_text("no longer possible")
    assert visitor.table()["moves"] == ["b2"]


def test_a_double_click_is_no_plan(visitor: Visitor) -> None:
    _, table = thinking(visitor)
    visitor.cell("3,11").click()
    visitor.button("Cancel").click()
    visitor.cell("5,11").dblclick()
    expect(visitor.page.locator("[role=grid] .planned")).to_have_count(1)
    expect(visitor.page.locator(".toast")).to_contain_text("not your turn")
    assert visitor.table()["version"] == table["version"]


# Refusals, lost connections, two windows.


def test_a_refusal_undoes_what_followed_with_a_sentence(visitor: Visitor, link: SlowLink) -> None:
    """The third stone wins in another window meanwhile: nothing can follow it."""
    table = visitor.begin("tictactoe", players=TWO, moves=["a1", "b1", "a2", "b2"])
    click = clicking(visitor, table["scene"], ["c3"], 20)
    link.latency = 0.8
    visitor.cell("1,1").click()  # a3 wins
    click("c3")
    expect(visitor.page.locator("[role=gridcell][data-kind=stone]")).to_have_count(6)
    expect(visitor.page.locator(".toast")).to_contain_text("The game is over")
    expect(visitor.page.locator("[role=gridcell][data-kind=stone]")).to_have_count(5)
    assert visitor.table()["moves"] == ["a1", "b1", "a2", "b2", "a3"]


def test_without_a_connection_clicks_wait_and_are_sent_once(visitor: Visitor) -> None:
    visitor.forgive("ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED")
    table = visitor.begin("minesweeper")
    click = clicking(visitor, table["scene"], FLAGS)
    click(*FLAGS[:2])
    visitor.context.set_offline(True)
    click(*FLAGS[2:5])
    expect(visitor.page.locator("[role=gridcell][data-kind=flag]")).to_have_count(5)
    expect(visitor.page.locator(".waits")).to_contain_text("3 clicks wait for the connection")
    visitor.context.set_offline(False)
    click(*FLAGS[5:])
    finally_moves(visitor, FLAGS)
    expect(visitor.page.locator(".waits")).to_be_hidden()


def test_an_answer_that_is_lost_lets_nothing_be_done_twice(visitor: Visitor) -> None:
    visitor.forgive("ERR_FAILED|ERR_CONNECTION")
    table = visitor.begin("connect4", players=TWO)
    click = clicking(visitor, table["scene"], COLUMNS)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if len(lost) == 2:
            return route.continue_()
        lost.append(route.fetch().status)  # the server has done it
        return route.abort()

    visitor.page.route(ACTS, lose)
    click("4", "4")
    visitor.button("Undo").click()
    click("3")
    finally_moves(visitor, ["4", "3"])
    assert lost == [200, 200]


def test_a_server_that_is_busy_is_asked_again(visitor: Visitor) -> None:
    visitor.forgive("429|503")
    table = visitor.begin("connect4", players=TWO)
    click = clicking(visitor, table["scene"], COLUMNS)
    answers = [429, 503]

    def refuse(route: Route) -> None:
        if not answers:
            return route.continue_()
        status = answers.pop()
        return route.fulfill(status=status, headers={"retry-after": "1"}, json={"detail": "wait a moment"})

    visitor.page.route(ACTS, refuse)
    click("4", "3")
    expect(visitor.page.locator(".toast").first).to_contain_text("Wait a moment")
    finally_moves(visitor, ["4", "3"])


def test_leaving_with_clicks_that_wait_warns(visitor: Visitor, link: SlowLink) -> None:
    table = visitor.begin("minesweeper")
    click = clicking(visitor, table["scene"], FLAGS)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    visitor.page.on("dialog", answer)
    link.latency = 0.8
    click("f1,1", "f3,1")
    visitor.page.reload()
    visitor.arrived()
    assert asked == ["beforeunload"]
    wait_until(lambda: visitor.table()["moves"], "nothing was sent", visitor.pause)
    finally_moves(visitor, visitor.table()["moves"])
    visitor.page.reload()
    visitor.arrived()
    assert len(asked) == 1, "who has nothing to lose is not asked"


def test_what_was_done_is_sent_from_another_page_too(visitor: Visitor, link: SlowLink) -> None:
    table = visitor.begin("minesweeper")
    click = clicking(visitor, table["scene"], FLAGS, 10)
    link.latency = 0.8
    click(*FLAGS)
    visitor.page.get_by_role("link", name="Games", exact=True).click()
    wait_until(
        lambda: visitor.ask(f"/tables/{table['id']}")["moves"] == FLAGS, "flags are lost", visitor.pause
    )


@pytest.mark.parametrize("latency", LATENCIES)
def test_two_windows(visitor: Visitor, link: SlowLink, latency: float) -> None:
    """What is made in one window for what another has changed is made if it still makes sense."""
    table = visitor.begin("minesweeper")
    other = visitor.second_window()
    other.open(f"#/table/{table['id']}")
    other.shows(table["scene"])
    clicks = [clicking(one, table["scene"], FLAGS, 20) for one in (visitor, other)]
    link.latency = latency
    for first, second in zip(FLAGS[::2], FLAGS[1::2], strict=True):
        clicks[0](first)
        clicks[1](second)
    wait_until(lambda: len(visitor.table()["moves"]) == 8, "a flag is lost", visitor.pause)
    assert sorted(visitor.table()["moves"]) == sorted(FLAGS)
    for one in (visitor, other):
        expect(one.page.locator("[role=gridcell][data-kind=flag]")).to_have_count(8)
        expect(one.page.locator(".toast")).to_have_count(0)


def test_what_another_window_has_done_is_not_done_again(visitor: Visitor, link: SlowLink) -> None:
    """Both put a flag on one cell: the second would take it away, or be refused."""
    table = visitor.begin("minesweeper")
    other = visitor.second_window()
    other.open(f"#/table/{table['id']}")
    other.shows(table["scene"])
    clicks = [clicking(one, table["scene"], FLAGS, 20) for one in (visitor, other)]
    link.latency = 0.8
    clicks[0]("f1,1")
    clicks[1]("f1,1")
    finally_moves(visitor, ["f1,1"])
    # An undo was pressed for another position than the one that it would reach.
    visitor.button("Undo").click()
    other.button("Undo").click()
    expect(other.page.locator(".toast").filter(has_text="went on meanwhile")).to_have_count(1)
    finally_moves(visitor, [])
