"""Live tables: read from rows as the last version wrote them, shared without harm, and replayed once."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import API

from damier.core.record import Record
from damier.core.text import Unreadable
from damier.store.table_archive import Archive, TableRow, tables
from damier.table import Table
from damier.web.app import create_app
from damier.web.tables import actions
from damier.web.tables.live_table import LiveTable, Offers
from damier.web.tables.service import Service
from damier.web.thinking.worker_pool import Workers

TIMED = {
    "record": '{"format": "damier record 1", "game": "connect4", "options": {"size": "7x6"}, '
    '"seed": "210935729485729", "moves": "4 4 3", "ending": "open", "loser": null, '
    '"players": ["person", "person"], "practice": false, "more": {"undone": ["5"], '
    '"clock": {"main": 300.0, "increment": 2.0, "spent": [1.5, 0.25, 3.125], "running": 0.0, "since": %s}}}',
    "invites": "{}",
    "offers": '{"undo": 0, "declined": 2}',
    "next": None,
}
"""What the last version wrote of a timed game between two people; %s is since when the clock runs."""

ALONE = {
    "record": '{"format": "damier record 1", "game": "tictactoe", "options": {"size": "3x3", "line": 3}, '
    '"seed": "7", "moves": "b2", "ending": "open", "loser": null, "players": ["easy", "easy"], '
    '"practice": false, "more": {"pace": 2.5, "paused": true}}',
    "invites": "{}",
    "offers": "{}",
    "next": None,
}
"""What it wrote of engines that play alone and were told to wait."""

INVITED = {
    "record": '{"format": "damier record 1", "game": "connect4", "options": {"size": "7x6"}, "seed": "1", '
    '"moves": "", "ending": "open", "loser": null, "players": ["person", "person"], "practice": false, '
    '"more": {"clock": {"main": 60.0, "increment": 0.0, "spent": [], "running": 0.0, "since": null}}}',
    "invites": '{"1": "%s"}' % ("ab" * 32),
    "offers": "{}",
    "next": None,
}
"""What it wrote of a table at which somebody is waited for."""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield archive
    archive.close()


def put(archive: Archive, row: dict[str, Any]) -> TableRow:
    """Write a row as it stands, and read it as the archive does."""
    game = json.loads(row["record"])["game"]
    columns = {"id": "a", "game": game, "version": 5, "ended": False, "created": 1.0, "updated": 2.0, **row}
    with archive.engine.begin() as connection:
        connection.execute(tables.insert().values(**columns))
    found = archive.load("a")
    assert found is not None
    return found


def test_a_timed_game_of_the_last_version_goes_on(archive: Archive) -> None:
    since = time.time() - 10.0
    live = LiveTable.from_row(put(archive, {**TIMED, "record": TIMED["record"] % since}))  # type: ignore[operator]
    assert live.offers == Offers(undo=0) and live.pace is None and not live.paused
    assert live.version == 5 and not live.is_clock_stopped and live.table.taken_back == 1
    clock = live.table.clock()
    assert clock is not None and clock.increment == 2.0
    assert clock.left[0] == 300.0 - 1.5 - 3.125 + 4.0 and clock.left[1] == pytest.approx(
        300 - 0.25 + 2 - 10, abs=1
    )
    again = live.to_row()
    assert again.offers == {"undo": 0}
    assert again.record == replace(
        live.record, more={**live.record.more, "clock": again.record.more["clock"]}
    )
    written = again.record.more["clock"]
    assert written == {**live.record.more["clock"], "running": pytest.approx(10, abs=1)}


def test_engines_alone_of_the_last_version_still_wait(archive: Archive) -> None:
    live = LiveTable.from_row(put(archive, ALONE))
    assert live.pace == 2.5 and live.paused and not live.is_engines_turn()
    assert live.to_row().record.more == {"pace": 2.5, "paused": True}
    assert replace(live, paused=False).is_engines_turn()


def test_an_invitation_of_the_last_version_is_still_open(archive: Archive) -> None:
    live = LiveTable.from_row(put(archive, INVITED))
    assert live.invites == {1: "ab" * 32} and live.is_shared and live.is_clock_stopped
    row = live.to_row()
    assert row.invites == live.invites and row.record == live.record


@pytest.mark.parametrize("clock", ["rubbish", {"since": "noon"}, {"main": 60, "since": 1.0}, None])
def test_a_broken_clock_runs_for_nobody(clock: object) -> None:
    record = Record(
        game="connect4", options={"size": "7x6"}, seed=0, players=("person",) * 2, more={"clock": clock}
    )
    live = LiveTable.from_row(TableRow(id="a", record=record, version=1, holders={}))
    assert live.table.clock() is None and "clock" not in live.to_row().record.more


def test_players_that_are_not_there_any_more_are_refused() -> None:
    record = Record(game="connect4", options={"size": "7x6"}, seed=0, players=("person", "gone"))
    with pytest.raises(Unreadable, match="players"):
        LiveTable.from_row(TableRow(id="a", record=record, version=1, holders={}))


def test_what_is_done_to_a_draft_is_not_seen_at_the_table() -> None:
    record = Record(game="connect4", options={"size": "7x6"}, seed=0, players=("person",) * 2)
    live = LiveTable.from_row(TableRow(id="a", record=record, version=1, holders={0: "ann", 1: "ann"}))
    after = actions.move("4")(live.draft(), [0, 1])
    assert not live.table.moves and live.to_row().record.moves == ()
    assert after.to_row().record.moves == ("4",) and after.record.moves == ()
    assert live.with_clock_since(3.0).table.clock_since == 3.0 and live.table.clock_since is None


# How often a game is brought to life.


class Replays:
    """Counts how often a table is made from its record."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        real = Table.resume

        def resume(*given: Any, **named: Any) -> Table:
            self.count += 1
            return real(*given, **named)

        monkeypatch.setattr(Table, "resume", resume)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    archive = Archive(f"sqlite:///{tmp_path / 'live.sqlite'}")
    with TestClient(create_app(archive, Workers(processes=1)), base_url="http://127.0.0.1:8000") as client:
        yield client


def ask(browser: TestClient, path: str, **content: Any) -> Any:
    answer = browser.post(f"{API}{path}", json=content)
    assert answer.is_success, answer.text
    return answer.json()


def forget(browser: TestClient) -> None:
    """Nothing is in memory, as after a restart."""
    service: Service = browser.app.state.service  # type: ignore[attr-defined]
    service.tables._entries.clear()


CLOCK = {"main": 600, "increment": 0}


def test_a_move_brings_the_table_to_life_once(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock, an engine that answers, and somebody who watches: each looks at the same table."""
    table = ask(browser, "/tables", game="tictactoe", players=["person", "easy"], clock=CLOCK)
    path = f"/tables/{table['id']}"
    with browser.websocket_connect(f"{API}{path}/events") as socket:
        assert socket.receive_json()["table"]["version"] == 1
        forget(browser)
        replays = Replays(monkeypatch)
        ask(browser, f"{path}/moves", version=1, move="b2")
        while socket.receive_json()["table"]["to_move"] != "person":
            pass
        assert replays.count == 1
        table = browser.get(f"{API}{path}").json()
        ask(browser, f"{path}/moves", version=table["version"], move=free(table))
        while len((told := socket.receive_json()["table"])["moves"]) < 4 and not told["ended"]:
            pass  # whoever asks in the moment in which a move is stored brings it to life once more
    assert replays.count == 1, "and then it is in memory"


def test_a_move_passes_the_table_along_even_where_none_is_kept_in_memory(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ask(browser, "/tables", game="tictactoe", players=["person", "person"], clock=CLOCK)
    forget(browser)
    service: Service = browser.app.state.service  # type: ignore[attr-defined]
    monkeypatch.setattr(service.tables, "keep", lambda row, live: None)
    replays = Replays(monkeypatch)
    ask(browser, f"/tables/{table['id']}/moves", version=1, move="b2")
    assert replays.count == 1


def free(table: Any) -> str:
    """A move that can still be made."""
    return next(str(move) for mark in table["scene"]["marks"] for move in mark["moves"].values())


@pytest.mark.parametrize("what", ["", "/plies/1", "/why", "/review"])
def test_looking_brings_the_table_to_life_once(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table = ask(browser, "/tables", game="tictactoe", players=["person", "person"], clock=CLOCK, moves=["b2"])
    forget(browser)
    replays = Replays(monkeypatch)
    for _ in range(2):
        assert browser.get(f"{API}/tables/{table['id']}{what}").status_code in (200, 404)
    assert replays.count == 1


def test_what_another_server_has_changed_is_seen(browser: TestClient, tmp_path: Path) -> None:
    table = ask(browser, "/tables", game="tictactoe", players=["person", "person"])
    other = Archive(f"sqlite:///{tmp_path / 'live.sqlite'}")
    row = other.load(table["id"])
    assert row is not None
    other.change(replace(row, record=replace(row.record, moves=("a1", "b2"))))
    other.close()
    assert browser.get(f"{API}/tables/{table['id']}").json()["moves"] == ["a1", "b2"]
