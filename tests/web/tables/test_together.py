"""People at different screens: who is there, what can be claimed, what they say, and what they are called."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import until
from tests.web.tables.test_people import API, Person, invite, together

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host.settings import Settings
from damier.web.thinking.worker_pool import Workers
from damier.web.wire.requests import PHRASES

SOON = Settings(away_seconds=0.2)
"""Nobody waits a minute in a test."""


def serve(url: str, settings: Settings) -> AbstractContextManager[TestClient]:
    app = create_app(Archive(url), Workers(processes=1), settings)
    return TestClient(app, base_url="http://127.0.0.1:8000")


@pytest.fixture
def quick(database_url: str) -> Iterator[TestClient]:
    """Who has left may be claimed against at once."""
    with serve(database_url, SOON) as client:
        yield client


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serve(f"sqlite:///{tmp_path_factory.mktemp('together') / 'games.sqlite'}", Settings()) as client:
        yield client


@pytest.fixture
def ann(usual: TestClient) -> Person:
    return Person(usual)


@pytest.fixture
def bob(usual: TestClient) -> Person:
    return Person(usual)


def watching(person: Person, table: Any) -> Any:
    """A connection of that person, as their page has one."""
    person.client.cookies.clear()
    cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    return person.client.websocket_connect(f"{API}/tables/{table['id']}/events", headers={"cookie": cookie})


def claimable(person: Person, table: Any) -> Any:
    return until(lambda: person.see(table)["claim_in"] == 0, "the win can be claimed")


def hears(socket: Any, name: str) -> Any:
    """What is pushed next under that name."""
    while name not in (said := socket.receive_json()):
        pass
    return said[name]


# Who is there.


def test_each_sees_whether_the_other_is_there(quick: TestClient) -> None:
    ann, bob = Person(quick), Person(quick)
    table = together(ann, bob)
    with watching(ann, table) as hers:
        with watching(bob, table):
            while hears(hers, "table")["away"]:
                pass
            assert bob.see(table)["away"] == {}
        while "1" not in hears(hers, "table")["away"]:
            pass  # nobody asks: she is told
        with watching(bob, table):
            while hears(hers, "table")["away"]:
                pass
    assert Person(quick).see(table)["claim_in"] is None, "who looks on claims nothing"


def test_a_page_that_is_loaded_again_is_not_away(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    for _ in range(2):
        with watching(bob, table) as his:
            hears(his, "table")
        assert ann.see(table)["away"] == {}


def test_who_plays_alone_or_at_one_screen_is_not_followed(ann: Person) -> None:
    for players in (["person", "person"], ["person", "easy"]):
        table = ann.post("/tables", 201, game="tictactoe", players=players)
        assert ann.see(table)["away"] == {} and ann.see(table)["claim_in"] is None
        assert "left" in ann.act(table, "claim", 422)["detail"]


# Claims.


@pytest.mark.parametrize(
    ("draw", "ending", "points"), [(False, "forfeited", [1, 0]), (True, "agreed", [0.5, 0.5])]
)
def test_the_win_is_claimed_against_who_has_left(
    quick: TestClient, database_url: str, draw: bool, ending: str, points: list[float]
) -> None:
    ann, bob, eve = Person(quick), Person(quick), Person(quick)
    table = together(ann, bob)
    assert "your turn" in ann.act(table, "claim", 422)["detail"]
    ann.act(table, "moves", move="b2")
    claimable(ann, table)
    eve.act(table, "claim", 403)
    bob.act(table, "claim", 422)
    claimable(ann, table)
    ended = ann.act(table, "claim", draw=draw)["ended"]
    assert (ended["ending"], ended["points"]) == (ending, points) and "left the game" in ended["words"]
    assert "over" in ann.act(table, "claim", 422)["detail"]
    with serve(database_url, SOON) as again:  # it is stored, and read by who was not there
        ended = Person(again).see(table)["ended"]
        assert (ended["ending"], ended["points"]) == (ending, points) and "left the game" in ended["words"]


def test_nothing_is_claimed_against_who_is_there_or_has_just_left(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    ann.act(table, "moves", move="b2")
    with watching(bob, table):
        assert "not been away for long" in ann.act(table, "claim", 422)["detail"]
    assert "not been away for long" in ann.act(table, "claim", 422)["detail"]
    assert ann.see(table)["ended"] is None


def test_nothing_is_claimed_before_somebody_has_come(quick: TestClient) -> None:
    ann = Person(quick)
    table = invite(ann, yours=[1])
    time.sleep(2 * SOON.away_seconds)
    assert "nobody has left" in ann.act(table, "claim", 422)["detail"]


def test_a_claim_names_the_version_it_was_made_for(quick: TestClient) -> None:
    ann, bob = Person(quick), Person(quick)
    table = together(ann, bob, yours=[1])
    claimable(ann, table)
    ann.post(f"/tables/{table['id']}/claim", 409, version=0)
    ann.post(f"/tables/{table['id']}/claim", 422, version=2, draw="perhaps")


# Phrases.


def test_what_is_said_is_heard_by_everybody_and_not_kept(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    before = ann.see(table)
    with watching(ann, table) as hers, watching(Person(ann.client), table) as others:
        hears(hers, "table")
        hears(others, "table")
        bob.post(f"/tables/{table['id']}/phrases", 204, phrase="nice")
        for socket in (hers, others):
            assert hears(socket, "phrase") == {"seat": 1, "phrase": "nice"}
    assert ann.see(table)["version"] == before["version"] and len(PHRASES) == 8


def test_a_flood_of_phrases_is_refused(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    path = f"/tables/{table['id']}/phrases"
    ann.post(path, 204, phrase="hello")
    assert "wait" in ann.post(path, 429, phrase="hello")["detail"]
    bob.post(path, 204, phrase="hello")  # each seat for itself


def test_only_players_say_only_what_is_known(ann: Person, bob: Person) -> None:
    table = together(ann, bob)
    path = f"/tables/{table['id']}/phrases"
    Person(ann.client).post(path, 403, phrase="hello")
    for wrong in ("", "Hello!", "<b>", "x" * 1000, 5, None):
        ann.post(path, 422, phrase=wrong)
    ann.post("/tables/nowhere/phrases", 404, phrase="hello")
    alone = ann.post("/tables", 201, game="tictactoe")
    ann.post(f"/tables/{alone['id']}/phrases", 422, phrase="hello")


# Nicknames.


def test_nicknames_are_kept_with_the_game(ann: Person, bob: Person) -> None:
    table = invite(ann, nickname="  Ada   Lovelace ")
    (token,) = table["invitations"].values()
    bob.post(f"/tables/{table['id']}/join", invitation=token, nickname="<b>Bob</b>")
    names = ["Ada Lovelace", "<b>Bob</b>"]
    assert [player["nickname"] for player in bob.see(table)["players"]] == names
    (line,) = bob.ask("GET", "/tables?player=ada%20lovelace")["tables"]
    assert [player["nickname"] for player in line["players"]] == names
    ann.act(table, "resign")
    rematch = ann.post(f"/tables/{table['id']}/rematch", 201)
    assert [player["nickname"] for player in rematch["players"]] == names[::-1]


@pytest.mark.parametrize(
    "name",
    [
        "x" * 21,
        "a\nb",
        "a\0b",
        "\u202eevil",
        "a\ud800".encode("utf-8", "replace").decode() + "\u200b",
        "z" + "\u0335" * 9,
    ],
)
def test_a_nickname_that_would_be_misread_is_refused(ann: Person, bob: Person, name: str) -> None:
    wish = {"game": "tictactoe", "players": ["person", "person"], "yours": [0]}
    assert "nickname" in ann.post("/tables", 422, **wish, nickname=name)["detail"]
    table = invite(ann)
    (token,) = table["invitations"].values()
    assert (
        "nickname" in bob.post(f"/tables/{table['id']}/join", 422, invitation=token, nickname=name)["detail"]
    )
    assert ann.see(table)["waiting"] == [1], "the invitation is still good"


def test_a_nickname_of_another_kind_is_no_nickname(ann: Person) -> None:
    wish = {"game": "tictactoe", "players": ["person", "person"], "yours": [0]}
    for wrong in (5, ["Ada"], {"name": "Ada"}, "x" * 5000):
        ann.post("/tables", 422, **wish, nickname=wrong)
    for nothing in ("", "   "):
        players = ann.post("/tables", 201, **wish, nickname=nothing)["players"]
        assert [player["nickname"] for player in players] == [None, None]


# Several servers.


def test_people_at_two_servers_know_of_each_other(postgres_url: str) -> None:
    with (
        serve(postgres_url, Settings(away_seconds=1)) as here,
        serve(postgres_url, Settings(away_seconds=1)) as there,
    ):
        ann, bob = Person(here), Person(there)
        table = together(ann, bob)
        ann.act(table, "moves", move="b2")
        with watching(ann, table) as hers:
            with watching(bob, table) as his:
                until(lambda: ann.see(table)["away"] == {} == bob.see(table)["away"], "both are there")
                bob.post(f"/tables/{table['id']}/phrases", 204, phrase="hello")
                assert hears(hers, "phrase") == hears(his, "phrase") == {"seat": 1, "phrase": "hello"}
            while "1" not in hears(hers, "table")["away"]:
                pass
            claimable(ann, table)
            assert ann.act(table, "claim")["ended"]["points"] == [1, 0]
