"""What is rare at a server: an engine that fails, a clock beside a longer one, half a character in a file."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from anyio import CancelScope, create_task_group
from fastapi.testclient import TestClient
from tests.web.serving import until

from damier.core.record import Record
from damier.store.table_archive import Archive, TableRow
from damier.web.api import websockets
from damier.web.app import create_app
from damier.web.tables.live_table import LiveTable
from damier.web.tables.service import Service
from damier.web.tables.table_cache import TableCache
from damier.web.thinking.worker_pool import EngineFault, Workers

API = "/api/v1"


@pytest.fixture
def client(tmp_path: Any) -> Iterator[TestClient]:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    app = create_app(archive, Workers(processes=1))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def service(client: TestClient) -> Service:
    found: Service = client.app.state.service  # type: ignore[attr-defined]
    return found


def post(client: TestClient, path: str, **content: Any) -> Any:
    answer = client.post(API + path, json=content)
    assert answer.is_success, answer.text
    return answer.json()


def test_the_server_waits_for_the_clock_of_who_moves_now(client: TestClient) -> None:
    """The other one, who has just moved, may have far more time left."""
    wish = {"game": "tictactoe", "players": ["person", "person"], "clock": {"main": 5}}
    table = post(client, "/tables", **wish)
    at = f"/tables/{table['id']}"
    post(client, f"{at}/moves", version=1, move="a1")
    time.sleep(2)
    post(client, f"{at}/moves", version=2, move="b2")
    moved = time.time()
    post(client, f"{at}/moves", version=3, move="a3")
    alarm = service(client).clocks._alarms[table["id"]]
    loop = service(client)._loop
    left = alarm.when() - loop.time() + (time.time() - moved)
    assert 2 < left < 3.5  # and not the five seconds of who was quick
    until(lambda: service(client).archive.load(table["id"]).ended, "the end")  # type: ignore[union-attr]
    assert time.time() - moved < 4.5


def faulty(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*words: Any, **more: Any) -> str:
        raise EngineFault("an engine's traceback")

    monkeypatch.setattr(service(client).workers, "ponder", fail)


def test_who_watches_hears_that_an_engine_has_failed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty(client, monkeypatch)
    table = post(client, "/tables", game="tictactoe")
    with client.websocket_connect(f"{API}/tables/{table['id']}/events") as socket:
        assert socket.receive_json()["table"]["version"] == 1
        post(client, f"/tables/{table['id']}/moves", version=1, move="b2")
        while (heard := socket.receive_json()["table"])["problem"] is None:
            assert heard["version"] == 2
        assert heard["problem"].startswith("the opponent cannot move now")
        assert not heard["thinking"]


def test_a_problem_of_an_engine_ends_when_it_is_no_longer_its_turn(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty(client, monkeypatch)
    table = post(client, "/tables", game="tictactoe")
    post(client, f"/tables/{table['id']}/moves", version=1, move="b2")
    until(lambda: service(client).engine_turns.problems, "the failure")
    undone = post(client, f"/tables/{table['id']}/undo", version=2)
    assert undone["to_move"] == "person"
    assert undone["problem"] is None and not undone["thinking"]
    until(lambda: not service(client).engine_turns._tasks, "the end of the last try")
    client.get(f"{API}/tables/{table['id']}")
    assert not service(client).engine_turns.problems  # nothing is kept of it


@pytest.mark.parametrize("part", ["game", "moves", "option", "size"])
def test_half_a_character_in_a_file_is_told_and_not_a_failure(client: TestClient, part: str) -> None:
    record = json.loads(Record(game="connect4", options={"size": "7x6"}, seed=0).dump())
    record["options"] = {
        "option": {"\ud800": "7x6"},
        "size": {"size": "\ud800"},
    }.get(part, record["options"])
    if part in record:
        record[part] = "\ud800"
    answer = client.post(f"{API}/archive", content=json.dumps(record))
    assert answer.status_code == 200, answer.text
    (refused,) = answer.json()["refused"]
    assert "?" in refused["problem"]


def test_who_stops_an_analysis_can_still_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser may leave while the analysis of the last position is being ended."""
    begun = []

    async def slow_to_end(*about: Any) -> None:
        begun.append(about)
        try:
            await asyncio.Event().wait()
        finally:
            with CancelScope(shield=True):
                await asyncio.sleep(0.05)

    monkeypatch.setattr(websockets, "_analyse", slow_to_end)
    live = LiveTable.from_row(game_of("a", 3))

    async def scene() -> None:
        async with create_task_group() as tasks:
            watcher: Any = websockets.Watcher(None, None, "a", "en", True, None, False)  # type: ignore[arg-type]
            for watcher.ply in (0, 1):
                await watcher._think(live, tasks)
                await asyncio.sleep(0.01)
            tasks.cancel_scope.cancel()

    asyncio.run(asyncio.wait_for(scene(), 2))
    assert [ply for *_, ply in begun] == [0, 1]


def game_of(name: str, moves: int) -> TableRow:
    columns = tuple(str(1 + n % 7) for n in range(moves))
    record = Record(game="connect4", options={"size": "7x6"}, seed=0, moves=columns, players=("person",) * 2)
    return TableRow(id=name, record=record, version=1, holders={})


def test_long_games_are_not_all_kept_in_memory() -> None:
    tables = TableCache(most_states=25, least_weight=1)
    for name in "abcde":
        tables.revive(game_of(name, 9))
        tables.revive(game_of(name, 10))
    assert list(tables._entries) == ["d", "e"]
    assert (
        tables._entries.currsize == sum(len(live.table.states) for _, live in tables._entries.values()) == 22
    )
    tables = TableCache(most_states=5)
    for name in "ef":
        assert len(tables.revive(game_of(name, 10)).table.moves) == 10
    assert list(tables._entries) == ["f"]  # the one that is looked at is kept


def test_no_more_than_some_short_games_are_kept_in_memory() -> None:
    tables = TableCache(most_states=50, least_weight=20)
    for name in "abc":
        tables.revive(game_of(name, 1))
    assert list(tables._entries) == ["b", "c"]
