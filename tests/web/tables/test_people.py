"""Two people at one table from different places: invitations, offers, clocks, a rematch for both."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"


class Person:
    """A browser with a cookie of its own at a server that several share."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, status: int = 200, **content: Any) -> Any:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        answer = self.client.request(method, API + path, json=content if method == "POST" else None)
        self.cookies.update(dict(answer.cookies))
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def post(self, path: str, status: int = 200, **content: Any) -> Any:
        return self.ask("POST", path, status, **content)

    def see(self, table: Any) -> Any:
        return self.ask("GET", f"/tables/{table['id']}")

    def act(self, table: Any, what: str, status: int = 200, **content: Any) -> Any:
        version = self.see(table)["version"]
        return self.post(f"/tables/{table['id']}/{what}", status, version=version, **content)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    url = f"sqlite:///{tmp_path_factory.mktemp('people') / 'games.sqlite'}"
    with TestClient(
        create_app(Archive(url), Workers(processes=2)), base_url="http://127.0.0.1:8000"
    ) as client:
        yield client


@pytest.fixture
def ann(server: TestClient) -> Person:
    return Person(server)


@pytest.fixture
def bob(server: TestClient) -> Person:
    return Person(server)


@pytest.fixture
def eve(server: TestClient) -> Person:
    return Person(server)


def invite(ann: Person, **wish: Any) -> Any:
    wish = {"game": "tictactoe", "players": ["person", "person"], "yours": [0], **wish}
    return ann.post("/tables", 201, **wish)


def together(ann: Person, bob: Person, **wish: Any) -> Any:
    table = invite(ann, **wish)
    (token,) = table["invitations"].values()
    bob.post(f"/tables/{table['id']}/join", invitation=token)
    return table


def test_an_invitation_gives_one_seat_to_one_person(ann: Person, bob: Person, eve: Person) -> None:
    table = invite(ann)
    assert table["you"] == [0] and table["waiting"] == [1] and table["shared"]
    (token,) = table["invitations"].values()
    assert ann.see(table)["invitations"] == {"1": token}  # shown again at any time, to her alone
    assert bob.see(table)["invitations"] == {} and bob.see(table)["you"] == []
    refusal = ann.act(table, "moves", 422, move="b2")
    assert "wait for the other player" in refusal["detail"]
    path = f"/tables/{table['id']}/join"
    for wrong in ("", "guess", token[:-1], token[::-1]):
        bob.post(path, 403, invitation=wrong)
    assert "already" in ann.post(path, 422, invitation=token)["detail"]
    joined = bob.post(path, invitation=token)
    assert joined["you"] == [1] and joined["waiting"] == [] and not joined["owner"]
    assert "not valid" in eve.post(path, 403, invitation=token)["detail"]
    assert ann.see(table)["invitations"] == {}


def test_each_moves_their_own_seat_only(ann: Person, bob: Person, eve: Person) -> None:
    table = together(ann, bob)
    bob.act(table, "moves", 403, move="b2")
    ann.act(table, "moves", move="b2")
    ann.act(table, "moves", 403, move="a1")
    for act in ("undo", "redo", "resign", "draw", "decline"):
        eve.act(table, act, 403)
    eve.act(table, "moves", 403, move="a1")
    assert bob.act(table, "moves", move="a1")["moves"] == ["b2", "a1"]
    assert [mark for mark in eve.see(table)["scene"]["marks"] if mark["moves"]] == []


def test_there_is_no_advice_while_two_play(ann: Person, bob: Person, server: TestClient) -> None:
    table = together(ann, bob)
    path = f"/tables/{table['id']}"
    for person in (ann, bob):
        assert "two people" in person.post(f"{path}/hint", 403)["detail"]
        person.ask("GET", f"{path}/why", 403)
    with (
        server.websocket_connect(f"{API}{path}/events?analysis=true") as socket,
        pytest.raises(Exception) as end,
    ):
        socket.receive_json()
    assert end.value.code == 1008 and "two people" in end.value.reason  # type: ignore[attr-defined]
    ann.act(table, "resign")
    with server.websocket_connect(f"{API}{path}/events?analysis=true&ply=0") as socket:
        said: set[str] = set()
        while said != {"table", "analysis"}:
            said.update(socket.receive_json())


def test_draws_are_offered_declined_and_agreed(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    nothing = {"draw": None, "undo": None, "draw_declined": None, "undo_declined": None}
    assert ann.act(table, "draw")["offers"] == {**nothing, "draw": 0}
    ann.act(table, "draw", 422)  # offering twice is not agreeing
    assert bob.act(table, "decline")["offers"] == {**nothing, "draw_declined": 0}
    bob.act(table, "decline", 422)
    for person in (ann, bob):  # who could offer again at once would keep the other from moving
        assert "declined" in person.act(table, "draw", 422)["detail"]
    assert ann.act(table, "moves", move="b2")["offers"] == nothing
    bob.act(table, "draw")
    assert ann.see(table)["offers"]["draw"] == 1
    bob.act(table, "moves", move="a1")
    assert bob.see(table)["offers"]["draw"] is None  # a move says no
    bob.act(table, "draw")
    ended = ann.act(table, "draw")["ended"]
    assert ended["ending"] == "agreed" and ended["points"] == [0.5, 0.5]
    ann.act(table, "draw", 422)
    assert bob.see(table)["ended"]["words"] == "a draw: by agreement"


def test_a_declined_draw_does_not_block_a_move_back(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    ann.act(table, "moves", move="b2")
    ann.act(table, "draw")
    bob.act(table, "decline")
    assert ann.act(table, "undo")["offers"]["undo"] == 0
    declined = bob.act(table, "decline")["offers"]
    assert (declined["draw_declined"], declined["undo_declined"]) == (0, 0)
    for what in ("undo", "draw"):
        assert "declined" in ann.act(table, what, 422)["detail"]


def test_what_the_other_asks_is_declined_before_ones_own_is_taken_back(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    ann.act(table, "moves", move="b2")
    ann.act(table, "undo")
    bob.act(table, "draw")
    offers = ann.act(table, "decline")["offers"]
    assert (offers["draw"], offers["draw_declined"], offers["undo"]) == (None, 1, 0)
    offers = ann.act(table, "decline")["offers"]
    assert (offers["undo"], offers["undo_declined"]) == (None, None), "nobody has declined it"
    ann.act(table, "undo", 422)  # and yet it is not asked for again and again


def test_people_at_one_screen_agree_at_once_and_engines_never(ann: Person) -> None:
    table = ann.post("/tables", 201, game="tictactoe", players=["person", "person"])
    assert ann.act(table, "draw")["ended"]["ending"] == "agreed"
    table = ann.post("/tables", 201, game="tictactoe", players=["person", "easy"])
    assert "people" in ann.act(table, "draw", 422)["detail"]
    table = ann.post("/tables", 201, game="minesweeper")
    ann.act(table, "draw", 422)


def test_taking_back_is_asked_for(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    bob.act(table, "undo", 422)  # he has not moved yet
    ann.act(table, "moves", move="b2")
    bob.act(table, "moves", move="a1")
    assert ann.act(table, "undo")["offers"]["undo"] == 0
    assert len(bob.see(table)["moves"]) == 2
    after = bob.act(table, "undo")
    assert after["moves"] == [] and after["offers"]["undo"] is None  # back to her turn
    ann.act(table, "moves", move="a2")
    ann.act(table, "resign")
    ann.act(table, "undo", 422)  # what is over stays over between two


def test_a_rematch_is_one_table_for_both(ann: Person, bob: Person, eve: Person) -> None:
    table = together(ann, bob, clock={"main": 300, "increment": 2})
    ann.post(f"/tables/{table['id']}/rematch", 422)
    eve.post(f"/tables/{table['id']}/rematch", 403)
    bob.act(table, "resign")
    first = bob.post(f"/tables/{table['id']}/rematch", 201)
    second = ann.post(f"/tables/{table['id']}/rematch", 201)
    assert first["id"] == second["id"] == ann.see(table)["next"]
    assert first["you"] == [0] and second["you"] == [1]  # seats are swapped
    assert second["clock"] == {"left": [300, 300], "main": 300, "increment": 2, "running": False}
    assert first["shared"] and not first["waiting"]
    assert not bob.act(first, "draw")["clock"]["running"]  # until a move is made
    assert bob.act(first, "moves", move="b2")["clock"]["running"]


def test_a_clock_waits_for_everybody_and_then_ends_the_game(ann: Person, bob: Person) -> None:
    table = invite(ann, clock={"main": 5, "increment": 0})
    assert table["clock"] == {"left": [5.0, 5.0], "main": 5.0, "increment": 0.0, "running": False}
    time.sleep(0.2)
    assert ann.see(table)["clock"]["left"] == [5.0, 5.0]
    (token,) = table["invitations"].values()
    assert bob.post(f"/tables/{table['id']}/join", invitation=token)["clock"]["running"]
    ann.act(table, "moves", move="b2")
    with bob.client.websocket_connect(f"{API}/tables/{table['id']}/events") as socket:
        seen = socket.receive_json()["table"]
        while seen["ended"] is None:  # nobody asks: the server ends it and says so
            seen = socket.receive_json()["table"]
    assert seen["ended"]["ending"] == "time" and seen["ended"]["points"] == [1.0, 0.0]
    assert seen["clock"]["left"][1] == 0 and not seen["clock"]["running"]
    bob.act(table, "moves", 422, move="a1")


def test_a_clock_runs_on_while_the_server_is_away(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with TestClient(create_app(Archive(url)), base_url="http://127.0.0.1:8000") as client:
        ann = Person(client)
        wish = {"game": "tictactoe", "players": ["person", "person"], "clock": {"main": 5}}
        table = ann.post("/tables", 201, **wish)
        ann.act(table, "moves", move="b2")
    time.sleep(5.2)
    with TestClient(create_app(Archive(url)), base_url="http://127.0.0.1:8000") as client:
        ann.client = client
        assert ann.see(table)["ended"]["ending"] == "time"


def test_an_engine_sees_the_clock(ann: Person) -> None:
    """With nine seconds for the whole game it does not think for its usual second a move."""
    wish = {"game": "connect4", "players": ["person", "searcher"], "clock": {"main": 9}}
    table = ann.post("/tables", 201, **wish)
    for _ in range(3):
        table = ann.act(table, "moves", move="4")
        end = time.monotonic() + 60
        while table["to_move"] == "level":
            assert time.monotonic() < end
            time.sleep(0.05)
            table = ann.see(table)
        if table["ended"]:
            break
    assert table["ended"] is None or table["ended"]["ending"] != "time"
    assert table["clock"]["left"][1] > 5


def test_clocks_and_seats_that_make_no_sense_are_refused(ann: Person) -> None:
    ann.post("/tables", 422, game="minesweeper", clock={"main": 60})
    for clock in ({"main": 0}, {"main": -5}, {"main": 1e9}, {"main": 60, "increment": -1}, {}, 5):
        ann.post("/tables", 422, game="tictactoe", clock=clock)
    for yours in ([], [1], [0, 7], [5]):
        ann.post("/tables", 422, game="tictactoe", players=["person", "easy"], yours=yours)


@pytest.mark.long
def test_engines_alone_follow_their_pace(ann: Person, eve: Person) -> None:
    wish = {"game": "tictactoe", "players": ["easy", "easy"], "pace": 10}
    table = ann.post("/tables", 201, **wish)
    path = f"/tables/{table['id']}/pace"
    eve.post(path, 403, pace=0)
    paused = ann.post(path, pace=0, paused=True)
    assert paused["paused"] and paused["pace"] == 0
    moves = ann.see(table)["moves"]
    time.sleep(0.5)
    assert ann.see(table)["moves"] == moves
    ann.post(path, pace=0, paused=False)
    end = time.monotonic() + 60
    while not ann.see(table)["ended"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    table = ann.post("/tables", 201, game="tictactoe", players=["person", "easy"])
    ann.post(f"/tables/{table['id']}/pace", 422, pace=1)


def test_looking_back_shows_every_moment(ann: Person) -> None:
    table = ann.post("/tables", 201, game="connect4", players=["person", "person"], moves=["4", "4", "3"])
    assert table["moves"] == ["4", "4", "3"] and table["turn"] == 1
    for ply in range(4):
        then = ann.ask("GET", f"/tables/{table['id']}/plies/{ply}")
        discs = [mark for mark in then["scene"]["marks"] if mark["kind"] == "disc"]
        assert len(discs) == ply and then["turn"] == ply % 2
        assert then["move"] == (table["moves"][ply - 1] if ply else None)
        assert (then["last"] is None) == (ply == 0)
    ann.ask("GET", f"/tables/{table['id']}/plies/4", 422)
    ann.ask("GET", f"/tables/{table['id']}/plies/-1", 422)


def test_a_game_can_begin_from_moves(ann: Person) -> None:
    moves = ["4", "4", "4", "4", "4", "4"]
    full = ann.post("/tables", 422, game="connect4", players=["person", "person"], moves=[*moves, "4"])
    assert "full" in full["detail"]
    won = ["1", "2", "1", "2", "1", "2", "1"]
    table = ann.post("/tables", 201, game="connect4", players=["person", "person"], moves=won)
    assert table["ended"]["words"].startswith("yellow wins")


def test_a_deleted_game_is_gone_for_who_deleted_it(ann: Person, bob: Person, eve: Person) -> None:
    table = together(ann, bob)
    path = f"/tables/{table['id']}"
    eve.ask("DELETE", path, 403)
    ann.ask("DELETE", path, 204)
    assert table["id"] not in [one["id"] for one in ann.ask("GET", "/tables")["tables"]]
    assert table["id"] in [one["id"] for one in bob.ask("GET", "/tables")["tables"]]
    bob.ask("DELETE", path, 204)
    bob.ask("GET", path, 404)


def test_the_analysis_goes_on_with_the_game(ann: Person, server: TestClient) -> None:
    table = ann.post("/tables", 201, game="connect4", options={"size": "4x4"}, players=["person", "person"])
    with server.websocket_connect(f"{API}/tables/{table['id']}/events?analysis=true&lang=fr") as socket:
        seen: dict[int, Any] = {}
        moved = False
        while 1 not in seen or not seen[1]["final"]:
            told = socket.receive_json()
            if "analysis" in told:
                seen[told["analysis"]["ply"]] = told["analysis"]
            if 0 in seen and not moved:
                moved = True
                ann.act(table, "moves", move="1")
    assert seen[0]["turn"] == 0 and seen[1]["turn"] == 1
    assert 0 <= seen[1]["standing"] <= 1 and seen[1]["title"] and seen[1]["about"]
    assert {line["move"] for line in seen[1]["lines"]} == {"1", "2", "3", "4"}
    assert all(line["at"] for line in seen[1]["lines"])
    assert any(line["then"] for line in seen[1]["lines"])


def test_a_position_without_a_table_is_analysed(server: TestClient) -> None:
    path = f"{API}/positions/events?game=tictactoe&position=X../.O./X..%203"
    with server.websocket_connect(path) as socket:
        said = socket.receive_json()["analysis"]
        while not said["final"]:
            said = socket.receive_json()["analysis"]
    assert said["move"] == "a2" and said["turn"] == 1
    for wrong in (
        "game=chess&position=x",
        "game=tictactoe&position=rubbish",
        "game=tictactoe&position=XXX/OO./...%203",
    ):
        with (
            server.websocket_connect(f"{API}/positions/events?{wrong}") as socket,
            pytest.raises(Exception) as end,
        ):
            socket.receive_json()
        assert end.value.code == 1008 and end.value.reason  # type: ignore[attr-defined]
