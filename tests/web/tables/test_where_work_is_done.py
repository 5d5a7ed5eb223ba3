"""Large boards and long games are worked on where nobody's move waits for them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import API

from damier import table as tables
from damier.core.record import Record, played
from damier.games import game as find_game
from damier.store.table_archive import Archive, TableRow
from damier.web.app import create_app
from damier.web.host import costly_pool
from damier.web.refusals import NotFound
from damier.web.tables import service as services
from damier.web.tables import table_cache
from damier.web.tables.table_cache import TableCache
from damier.web.thinking.worker_pool import Workers

LARGE = {"game": "minesweeper", "options": {"size": "60x60"}}
SMALL = {"game": "minesweeper", "options": {"size": "9x9"}}
FLAGS = ["f1,1", "u1,1"] * 200


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with TestClient(create_app(archive, Workers(processes=1)), base_url="http://127.0.0.1:8000") as client:
        yield client


class Threads:
    """Notes in which threads a function is called: ``fair`` or ``costly``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.seen: list[str] = []
        self.act = getattr(module, name)
        monkeypatch.setattr(module, name, self)

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.seen.append(threading.current_thread().name.partition("_")[0])
        return self.act(*given, **named)

    def during(self, answer: Any) -> list[str]:
        """What was noted since it was asked last."""
        assert answer.is_success, answer.text
        seen, self.seen = self.seen, []
        return seen


def test_a_large_board_is_shown_where_costly_work_is_done(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Threads(monkeypatch, services, "table_out")
    small = browser.post(f"{API}/tables", json=SMALL)
    assert shown.during(small) == ["fair"]
    large = browser.post(f"{API}/tables", json=LARGE)
    assert shown.during(large) == ["costly"]
    assert shown.during(browser.get(f"{API}/tables/{large.json()['id']}")) == ["costly"]
    plies = Threads(monkeypatch, services, "ply_out")
    assert plies.during(browser.get(f"{API}/tables/{small.json()['id']}/plies/0")) == ["fair"]
    assert plies.during(browser.get(f"{API}/tables/{large.json()['id']}/plies/0")) == ["costly"]


def test_a_table_is_made_by_what_its_moves_cost_on_its_board(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Threads(monkeypatch, services, "set_up_table")
    for wish, moves, where in ((SMALL, 4, "fair"), (SMALL, 400, "costly"), (LARGE, 4, "costly")):
        answer = browser.post(f"{API}/tables", json={**wish, "moves": FLAGS[:moves]})
        assert made.during(answer) == [where], (wish, moves)


def test_a_long_game_is_played_through_once_though_it_is_forgotten_at_once(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = browser.post(f"{API}/tables", json={**SMALL, "moves": FLAGS}).json()
    path = f"{API}/tables/{table['id']}"
    cache: TableCache = browser.app.state.service.tables  # type: ignore[attr-defined]
    cache._entries.clear()
    monkeypatch.setattr(cache, "keep", lambda row, live: None)
    at_once = Threads(monkeypatch, tables, "played")
    in_pieces = Threads(monkeypatch, table_cache, "replay")
    assert in_pieces.during(browser.get(path)) == ["costly"]
    assert in_pieces.during(browser.get(f"{path}/plies/7")) == ["costly"]
    move = browser.post(f"{path}/moves", json={"move": "f2,2", "version": table["version"]})
    assert in_pieces.during(move) == ["costly"] and len(move.json()["moves"]) == 401
    assert not at_once.seen
    short = browser.post(f"{API}/tables", json={**SMALL, "moves": FLAGS[:4]}).json()
    again = browser.get(f"{API}/tables/{short['id']}")
    assert at_once.during(again) == ["fair"] and not in_pieces.seen


def game_of(moves: list[str]) -> TableRow:
    options = find_game("minesweeper").settle(None, {"size": "9x9"})
    record = Record(game="minesweeper", options=options, seed=1, moves=tuple(moves), players=("person",))
    return TableRow(id="a", record=record, version=1, holders={})


def test_what_is_played_in_pieces_is_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly_pool, "SLICE", -1.0)
    cache, row = TableCache(), game_of(FLAGS[:9])
    pieces = list(cache.play_through(row))
    assert len(pieces) == 11 and pieces[-1] == played(find_game("minesweeper"), row.record)
    assert len(cache.revive(row, pieces[-1]).table.moves) == 9 and cache.unplayed(row) == 0
    assert cache.unplayed(game_of(FLAGS[:12])) == 3 and cache.unplayed(game_of(FLAGS[:5])) == 0
    assert cache.unplayed(game_of(["f3,3", *FLAGS])) == 401
    with pytest.raises(NotFound, match="can no longer be read"):
        list(cache.play_through(game_of([*FLAGS, "z"])))
    lost = replace(row, record=replace(row.record, game="chess"))
    with pytest.raises(NotFound, match="can no longer be read"):
        list(cache.play_through(lost))


@pytest.mark.parametrize(("options", "cells"), [({"size": "60x60"}, 3600), ({}, 64), ({"size": "x"}, 64)])
def test_how_large_a_board_is(options: dict[str, int | str], cells: int) -> None:
    assert table_cache.cells(options) == cells


def test_a_refusal_of_options_is_told(browser: TestClient) -> None:
    for wish in ({"game": "chess"}, {**SMALL, "options": {"size": "x"}}):
        answer = browser.post(f"{API}/tables", json=wish)
        assert 400 <= answer.status_code < 500 and json.loads(answer.text)["detail"]
