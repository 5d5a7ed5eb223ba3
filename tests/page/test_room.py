"""The board has the room there is, all of it is in sight, and nothing that appears moves it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, expect
from tests.page.browsing import Visitor, Welcome, box
from tests.page.staging import press

TWO = ["person", "person"]
SIZES = {
    "laptop": (1280, 800),
    "low-laptop": (1366, 768),
    "desktop": (1920, 1080),
    "large-desktop": (2560, 1440),
    "phone": (390, 844),
    "phone-on-its-side": (844, 390),
    "small-phone": (360, 640),
    "tablet": (768, 1024),
}
LEAST = {
    "laptop": 598,
    "low-laptop": 566,
    "desktop": 878,
    "large-desktop": 1238,
    "phone": 360,
    "phone-on-its-side": 330,
    "small-phone": 330,
    "tablet": 720,
}
"""How wide Quoridor's board is at least, in pixels."""


def resize(visitor: Visitor, size: str) -> tuple[int, int]:
    width, height = SIZES[size]
    visitor.page.set_viewport_size({"width": width, "height": height})
    return width, height


def seen_whole(part: Locator, width: int, height: int) -> None:
    place = box(part)
    assert place["x"] >= 0 and place["y"] >= 0, place
    assert place["x"] + place["width"] <= width and place["y"] + place["height"] <= height, place


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_board_is_in_sight(welcome: Welcome, size: str) -> None:
    visitor = welcome(phone="phone" in size)
    width, height = resize(visitor, size)
    for game in ("quoridor", "connect4", "minesweeper"):
        made = visitor.ask(
            "/tables", {"game": game, "seed": 1, **({} if game == "minesweeper" else {"players": TWO})}
        )
        visitor.open(f"#/table/{made['id']}")
        visitor.ready()
        seen_whole(visitor.board, width, height)
        seen_whole(visitor.page.locator("#status"), width, height)
        if game == "quoridor":
            assert box(visitor.board)["width"] >= LEAST[size]


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_other_pages_with_a_board_have_room_for_it(welcome: Welcome, size: str) -> None:
    visitor = welcome(phone="phone" in size)
    width, height = resize(visitor, size)
    visitor.begin("connect4", players=TWO, moves=["1", "1", "2", "2", "3", "3", "4"])
    for route in ("#/puzzles/connect4/easy/1", "#/position/connect4?moves=4", f"#/review/{visitor.table_id}"):
        visitor.open(route)
        seen_whole(visitor.board, width, height)
        assert box(visitor.board)["width"] >= LEAST[size] * 0.7


@pytest.mark.parametrize("size", ["laptop", "phone", "small-phone", "tablet"])
def test_play_is_above_the_fold(welcome: Welcome, size: str) -> None:
    visitor = welcome(phone="phone" in size)
    width, height = resize(visitor, size)
    for game in ("connect4", "quoridor", "minesweeper", "dots", "tictactoe"):
        visitor.open(f"#/play/{game}")
        seen_whole(visitor.page.locator(".choose [type=submit]"), width, height)


def places(visitor: Visitor) -> list[FloatRect]:
    """Of the board and of the first button."""
    return [box(visitor.board), box(visitor.page.locator(".actions button").first)]


def stays(before: list[FloatRect], now: list[FloatRect]) -> None:
    for was, place in zip(before, now, strict=True):
        assert all(abs(was[side] - place[side]) < 1 for side in ("x", "y", "width", "height")), (was, place)


@pytest.fixture(params=["laptop", "phone", "phone-on-its-side"])
def someone(request: pytest.FixtureRequest, welcome: Welcome) -> Visitor:
    visitor = welcome(phone="phone" in request.param)
    resize(visitor, request.param)
    return visitor


def test_a_hint_and_the_analysis_move_nothing(someone: Visitor) -> None:
    someone.begin("connect4", players=TWO, moves=["4", "4"])
    before = places(someone)
    press(someone, "hint")
    expect(someone.page.locator(".advice h2")).to_be_visible()
    someone.page.evaluate("scrollTo(0, 0)")
    stays(before, places(someone))
    someone.page.get_by_role("switch", name="Analysis").click()
    expect(someone.page.get_by_role("meter", name="Who stands better")).to_be_visible()
    someone.page.evaluate("scrollTo(0, 0)")
    stays(before, places(someone))


def test_a_lost_connection_and_looking_back_move_nothing(someone: Visitor) -> None:
    gone = False
    sockets = []

    def serve(socket) -> None:  # type: ignore[no-untyped-def]
        if gone:
            socket.close(code=1001)
            return
        sockets.append(socket)
        socket.connect_to_server()

    someone.page.route_web_socket(re.compile("/events"), serve)
    someone.begin("connect4", players=TWO, moves=["4", "4"])
    before = places(someone)
    gone = True
    for socket in sockets:
        socket.close(code=1001)
    expect(someone.page.locator(".lost")).to_be_visible()
    stays(before, places(someone))
    someone.page.locator("[data-step=before]").click()
    expect(someone.page.locator("[data-step=live]")).to_be_visible()
    someone.page.evaluate("scrollTo(0, 0)")
    stays(before, places(someone))


def test_the_end_moves_no_board(someone: Visitor) -> None:
    someone.begin("connect4", players=TWO, moves=["1", "1", "2", "2", "3", "3"])
    before = box(someone.board)
    someone.page.keyboard.press("4")
    expect(someone.page.locator("#rematch-now")).to_be_visible()
    stays([before], [box(someone.board)])
    bar, status = box(someone.page.locator(".status-bar")), box(someone.page.locator("#status"))
    assert status["height"] <= bar["height"] + 1, "what is said has its room"


def test_somebody_who_comes_and_offers_moves_nothing(someone: Visitor) -> None:
    made = someone.ask("/tables", {"game": "connect4", "players": TWO, "yours": [0]})
    someone.open(f"#/table/{made['id']}")
    expect(someone.page.locator(".invitation")).to_be_visible()
    before = places(someone)
    other = someone.guest()
    invitation = made["invitations"]["1"]
    other.ask(f"/tables/{made['id']}/join", {"invitation": invitation})
    expect(someone.page.locator(".invitation")).to_have_count(0)
    stays(before, places(someone))
    now = other.ask(f"/tables/{made['id']}")
    other.ask(f"/tables/{made['id']}/draw", {"version": now["version"]})
    expect(someone.page.locator(".offer")).to_be_visible()
    stays(before, places(someone))
