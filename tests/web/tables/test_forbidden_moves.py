"""Why a move cannot be made, asked without making it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Archive(f"sqlite:///{tmp_path / 'games.sqlite'}"), Workers(processes=1))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def begin(browser: TestClient, game: str, *moves: str, **more: Any) -> str:
    wish = {"game": game, "players": ["person", "person"], "moves": list(moves), **more}
    answer = browser.post(f"{API}/tables", json=wish)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def reason(browser: TestClient, table: str, move: str, language: str = "en") -> str | None:
    answer = browser.get(f"{API}/tables/{table}/forbidden", params={"move": move, "lang": language})
    assert answer.status_code == 200, answer.text
    found: str | None = answer.json()["reason"]
    return found


def test_the_rules_say_why(browser: TestClient) -> None:
    full = begin(browser, "connect4", *"444444")
    assert "full" in (reason(browser, full, "4") or "")
    assert "pleine" in (reason(browser, full, "4", "fr") or "")
    walls = begin(browser, "quoridor", "e3h")
    assert reason(browser, walls, "e3v") and reason(browser, walls, "e3v") != reason(browser, walls, "a5")


def test_nothing_is_said_of_what_can_be_done_or_is_no_move(browser: TestClient) -> None:
    table = begin(browser, "connect4", "4")
    assert reason(browser, table, "4") is None
    assert reason(browser, table, "x9") is None
    assert "falls to d2" in (reason(browser, table, "d9") or "")


def test_nothing_is_done(browser: TestClient) -> None:
    table = begin(browser, "connect4", "4")
    reason(browser, table, "4")
    assert browser.get(f"{API}/tables/{table}").json()["moves"] == ["4"]


def test_a_game_that_is_over_and_a_turn_that_is_not_yours(browser: TestClient) -> None:
    over = begin(browser, "connect4", *"1122334")
    assert reason(browser, over, "5") == "the game is over"
    table = begin(browser, "connect4")
    browser.cookies.clear()
    assert reason(browser, table, "4") == "it is not your turn"


def test_a_move_that_is_too_long_is_refused(browser: TestClient) -> None:
    table = begin(browser, "connect4")
    answer = browser.get(f"{API}/tables/{table}/forbidden", params={"move": "4" * 61})
    assert answer.status_code == 422
    assert browser.get(f"{API}/tables/none/forbidden", params={"move": "4"}).status_code == 404
