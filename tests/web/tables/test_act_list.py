"""Several acts in one request: in order, up to the first refusal, and never twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host.settings import Settings
from damier.web.tables.done_acts import MOST_PAGES, done_by, page_id, with_done
from damier.web.thinking.worker_pool import Workers
from damier.web.wire.requests import MOST_ACTS

API = "/api/v1"
PAGE = "a-page-of-ann"
TWO = ["person", "person"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('acts') / 'games.sqlite'}"


def served(url: str, **settings: Any) -> TestClient:
    app = create_app(Archive(url), Workers(processes=1), Settings(**settings))
    return TestClient(app, base_url="http://127.0.0.1:8000")


@pytest.fixture(scope="module")
def server(url: str) -> Iterator[TestClient]:
    with served(url) as client:
        yield client


@pytest.fixture
def browser(server: TestClient) -> TestClient:
    server.cookies.clear()
    return server


def begin(browser: TestClient, game: str, **wish: Any) -> Any:
    answer = browser.post(f"{API}/tables", json={"game": game, "seed": 1, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def numbered(*acts: str, first: int = 1) -> list[dict[str, Any]]:
    """``move``s by their words, the other acts by their names."""
    others = ("undo", "redo", "resign", "draw", "decline")
    return [
        {"number": number, **({"what": act} if act in others else {"what": "move", "move": act})}
        for number, act in enumerate(acts, first)
    ]


def send(
    browser: TestClient,
    table: Any,
    *acts: str,
    first: int = 1,
    page: str = PAGE,
    status: int = 200,
    **more: Any,
) -> Any:
    body = {"page": page, "version": table["version"], "acts": numbered(*acts, first=first), **more}
    answer = browser.post(f"{API}/tables/{table['id']}/acts", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def see(browser: TestClient, table: Any) -> Any:
    return browser.get(f"{API}/tables/{table['id']}").json()


def test_acts_are_done_in_order_in_one_change(browser: TestClient) -> None:
    table = begin(browser, "connect4", players=TWO)
    answer = send(browser, table, "4", "3", "undo", "5", "4", "undo", "redo")
    assert answer["refused"] is None
    assert answer["table"]["moves"] == ["4", "5", "4"]
    assert answer["table"]["version"] == table["version"] + 1
    assert answer["table"]["done_acts"] == {PAGE: 7}
    assert see(browser, table)["moves"] == ["4", "5", "4"]


def test_the_first_refusal_ends_the_list_and_says_why(browser: TestClient) -> None:
    table = begin(browser, "tictactoe", players=TWO)
    answer = send(browser, table, "b2", "a1", "b2", "c3")
    assert "b2" in answer["refused"]
    assert answer["table"]["moves"] == ["b2", "a1"] and answer["table"]["done_acts"] == {PAGE: 2}
    # What is refused at once changes nothing.
    again = send(browser, answer["table"], "nonsense", "c3", first=5)
    assert again["refused"] and again["table"]["version"] == answer["table"]["version"]
    assert send(browser, answer["table"], "c3", first=7)["table"]["moves"] == ["b2", "a1", "c3"]


def test_what_is_sent_again_is_not_done_twice(browser: TestClient, url: str) -> None:
    """Not by a server that was started anew either."""
    table = begin(browser, "connect4", players=TWO)
    send(browser, table, "4", "4", "undo")
    again = send(browser, table, "4", "4", "undo", "1")
    assert again["table"]["moves"] == ["4"] and again["refused"] is None
    assert again["table"]["done_acts"] == {PAGE: 3}, "the fourth was made for another version"
    with served(url) as other:
        other.cookies.update(dict(browser.cookies))
        assert send(other, again["table"], "4", "4", "undo", "1")["table"]["moves"] == ["4", "1"]


def test_for_an_older_version_nothing_is_done_and_the_newer_one_is_told(browser: TestClient) -> None:
    table = begin(browser, "minesweeper")
    send(browser, table, "f1,1")
    stale = send(browser, table, "f2,1", page="another-page")
    assert stale["refused"] is None and stale["table"]["moves"] == ["f1,1"]
    assert stale["table"]["done_acts"] == {PAGE: 1}
    done = send(browser, stale["table"], "f2,1", page="another-page")["table"]
    assert done["moves"] == ["f1,1", "f2,1"] and done["done_acts"] == {PAGE: 1, "another-page": 1}


def test_a_move_waits_for_its_turn(browser: TestClient) -> None:
    """In Dots and Boxes who closes a box moves on: only the server knows who moves next."""
    table = begin(browser, "dots", players=["person", "easy"], moves=["a1t", "a1l", "a1r", "b1b"])
    answer = send(browser, table, "a1b", "b1r", "b1t")
    assert answer["refused"] is None
    assert answer["table"]["moves"][4:6] == ["a1b", "b1r"]
    assert answer["table"]["done_acts"] == {PAGE: 2}


def test_a_game_that_ends_in_the_middle(browser: TestClient) -> None:
    table = begin(browser, "tictactoe", players=TWO)
    answer = send(browser, table, "a1", "b1", "a2", "b2", "a3", "b3")
    assert answer["table"]["ended"] and answer["refused"] == "the game is over"
    assert len(answer["table"]["moves"]) == 5


def test_only_players_act(browser: TestClient) -> None:
    table = begin(browser, "tictactoe", players=TWO)
    mine = dict(browser.cookies)
    browser.cookies.clear()
    send(browser, table, "a1", status=403)
    assert see(browser, table)["done_acts"] == {}
    browser.cookies.update(mine)
    send(browser, table, "a1")
    browser.cookies.clear()
    assert see(browser, table)["done_acts"] == {}, "what a page has done is its browser's own affair"


@pytest.mark.parametrize(
    "body",
    [
        {"acts": []},
        {"acts": numbered(*["4"] * (MOST_ACTS + 1))},
        {"acts": [{"number": 1, "what": "rematch"}]},
        {"acts": [{"number": 1, "what": "move"}]},
        {"acts": [{"number": 1, "what": "undo", "move": "4"}]},
        {"acts": [{"number": 0, "what": "undo"}]},
        {"page": "a:b:c:d:e"},
        {"page": "short"},
    ],
)
def test_what_makes_no_sense_is_refused(browser: TestClient, body: Any) -> None:
    table = begin(browser, "connect4", players=TWO)
    send(browser, table, "4", status=422, **body)
    assert see(browser, table)["moves"] == []


def test_a_list_counts_for_as_many_requests_as_it_has_acts(tmp_path: Path) -> None:
    """Whoever sends many acts at once waits afterwards, as if they had come one by one."""
    with served(f"sqlite:///{tmp_path / 'few.sqlite'}", rate_limit=1) as client:  # ten at once
        table = begin(client, "connect4", players=TWO)
        assert send(client, table, *["1", "undo"] * (MOST_ACTS // 2))["refused"] is None
        refused = client.get(f"{API}/games")
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 20


def test_a_table_remembers_few_pages_of_each_browser() -> None:
    ann, bob = "a" * 64, "b" * 64
    done = with_done({}, page_id(bob, "his-page"), 3)
    for number in range(20):
        done = with_done(done, page_id(ann, f"page-{number}"), number)
    assert list(done_by(done, ann).values()) == list(range(20 - MOST_PAGES, 20))
    assert done_by(done, bob) == {"his-page": 3}
    done = with_done(done, page_id(ann, "page-12"), 99)  # who acts again is not the oldest
    done = with_done(done, page_id(ann, "page-20"), 1)
    assert done_by(done, ann)["page-12"] == 99 and "page-13" not in done_by(done, ann)


def test_alone_a_click_on_what_the_click_before_has_opened_is_passed_over(browser: TestClient) -> None:
    table = begin(browser, "minesweeper")  # a1 opens a field of its own with this seed
    opened = send(browser, table, "d1,1")["table"]
    covered = {mark["name"] for mark in opened["scene"]["marks"] if mark["kind"] == "cover"}
    assert "b1" not in covered, "seed 1 opens more than one cell"
    again = begin(browser, "minesweeper")
    flags = [mark["moves"]["flag"] for mark in opened["scene"]["marks"] if "flag" in mark["moves"]]
    burst = send(browser, again, "d1,1", "d2,1", flags[0])
    assert burst["refused"] is None and burst["table"]["moves"] == ["d1,1", flags[0]]
    assert burst["table"]["done_acts"][PAGE] == 3
    nonsense = send(browser, burst["table"], flags[1], "d1,1", flags[2], first=4)
    assert "open already" in nonsense["refused"], "it could not be dug before the list either"
    assert nonsense["table"]["moves"][-1] == flags[1]


def test_two_players_are_told_that_a_move_is_gone(browser: TestClient) -> None:
    table = begin(browser, "tictactoe", players=TWO)
    answer = send(browser, table, "b2", "b2", "a1")
    assert answer["refused"] is not None and answer["table"]["moves"] == ["b2"]
