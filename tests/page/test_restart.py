"""Nothing is lost: not by a reload, nor when the server ends in the middle of a game and comes back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.page.browsing import Server, Visitor

pytestmark = pytest.mark.xdist_group("page restart")  # they share a server of their own

CUT = r"WebSocket|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to load resource"
"""What a browser complains about while there is no server."""


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server


def test_a_reload_in_the_middle_of_a_game(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "person"])
    for move in ("4", "4", "3"):
        visitor.make(move)
    before = visitor.ready()
    visitor.reload()
    after = visitor.ready()
    assert after["moves"] == ["4", "4", "3"] and after["version"] == before["version"]
    visitor.make("5")
    assert visitor.ready()["moves"] == ["4", "4", "3", "5"]


@pytest.mark.parametrize("end", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_the_server_ends_and_comes_back(
    visitor: Visitor, server: Server, end: Callable[[Server], None]
) -> None:
    visitor.forgive(CUT)
    visitor.begin("connect4", players=["person", "person"])
    for move in ("4", "4", "3"):
        visitor.make(move)
    before = visitor.ready()
    end(server)
    lost = visitor.page.get_by_text("Connection lost")
    expect(lost).to_be_visible()
    visitor.shows(before["scene"])  # what was there can still be looked at
    server.start()
    expect(lost).to_be_hidden()  # by itself
    after = visitor.ready()
    assert after["moves"] == before["moves"] and after["you"] == before["you"]
    visitor.make("5")
    visitor.reload()
    assert visitor.ready()["moves"] == ["4", "4", "3", "5"]


@pytest.mark.parametrize("end", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_an_engine_goes_on_after_a_restart(
    visitor: Visitor, server: Server, end: Callable[[Server], None]
) -> None:
    """It ends as soon as it has a move, before the engine has answered it or just after."""
    visitor.forgive(CUT)
    before = visitor.begin("connect4", players=["person", "opponent"])
    visitor.make("4")
    end(server)
    expect(visitor.page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(visitor.page.get_by_text("Connection lost")).to_be_hidden()
    after = visitor.ready()
    assert after["moves"][0] == "4" and len(after["moves"]) == 2 and after["version"] > before["version"]


class Line:
    """The WebSockets of a page, which can be cut and mended."""

    def __init__(self, visitor: Visitor) -> None:
        self.cut = False
        self.open: list[WebSocketRoute] = []
        visitor.page.route_web_socket(re.compile("/events"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1001)
        else:
            socket.connect_to_server()
            self.open.append(socket)

    def break_off(self) -> None:
        self.cut = True
        while self.open:
            self.open.pop().close(code=1001)


def test_what_happened_while_the_connection_was_lost(visitor: Visitor) -> None:
    line = Line(visitor)
    table = visitor.begin("tictactoe", players=["person", "person"])
    assert line.open
    other = visitor.second_window()
    other.open(f"#/table/{table['id']}")
    line.break_off()
    expect(visitor.page.get_by_text("Connection lost")).to_be_visible()
    other.make("b2")
    line.cut = False
    expect(visitor.page.get_by_text("Connection lost")).to_be_hidden()
    assert line.open
    visitor.shows(other.ready()["scene"])
    other.make("a1")
    visitor.shows(other.ready()["scene"])


def test_where_websockets_are_blocked_a_game_can_be_played_all_the_same(visitor: Visitor) -> None:
    Line(visitor).cut = True
    visitor.begin("tictactoe", players=["person", "easy"])
    assert visitor.play_through()["ended"]
