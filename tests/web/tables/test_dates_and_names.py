"""What a record tells beside its moves: when it was played, and what people called themselves."""

from __future__ import annotations

import time
from typing import Any

from fastapi.testclient import TestClient
from tests.web.tables.test_import_export import API, act, browser, export, listed, put_in

from damier.core.record import Record
from damier.core.record_text import write_text

__all__ = ["browser"]  # a fixture


def test_games_keep_their_dates(browser: TestClient) -> None:
    """Shown and sorted by when they were played; of a day it is noon, and nonsense is no date."""
    day, whole = (
        {"date": "2024-05-06"},
        {"began": "2024-05-07T10:00:00+02:00", "date": "2024-05-07T08:30:00Z"},
    )
    nonsense: list[Any] = ["", "yesterday", "0001-01-01", "9999-12-31", "2024-13-01", 5, None, []]
    before = time.time()
    records = [
        Record(game="tictactoe", options={"size": "3x3"}, seed=0, moves=("a1",), more=more)
        for more in [whole, day, *({"date": word} for word in nonsense)]
    ]
    ids = put_in(browser, "".join(f"{record.dump()}\n" for record in records))["tables"]
    tables = [browser.get(f"{API}/tables/{table_id}").json() for table_id in ids]
    assert (tables[0]["created"], tables[0]["updated"]) == (1715068800, 1715070600)
    assert tables[1]["created"] == tables[1]["updated"] == 1714996800
    assert all(before <= table["created"] <= table["updated"] <= time.time() for table in tables[2:])
    assert listed(browser)[-2:] == [ids[0], ids[1]], "the newest first, whenever they were put in"
    assert export(browser)[-1].more["date"] == "2024-05-06T12:00:00.000+00:00"
    moved = act(browser, tables[0], "moves", move="b2")
    assert moved["created"] == 1715068800 and moved["updated"] >= before, "it goes on today"


def test_no_game_ended_before_it_began_or_after_today(browser: TestClient) -> None:
    more = {"began": "2024-05-08", "date": "2024-05-07"}
    record = Record(game="tictactoe", options={"size": "3x3"}, seed=0, moves=("a1",), more=more)
    (table_id,) = put_in(browser, record.dump())["tables"]
    table = browser.get(f"{API}/tables/{table_id}").json()
    assert table["created"] == table["updated"] == 1715083200


def test_nicknames_go_out_and_in_again(browser: TestClient) -> None:
    names = ["Ada", "x" * 21]
    record = Record(
        game="tictactoe", options={"size": "3x3"}, seed=0, players=("person", "person"), more={"names": names}
    )
    (table_id,) = put_in(browser, write_text(record))["tables"]
    players = browser.get(f"{API}/tables/{table_id}").json()["players"]
    assert [player["nickname"] for player in players] == ["Ada", None], "too long for one of ours"
    assert export(browser)[0].more["names"] == ["Ada", None]
    assert listed(browser, player="ada") == listed(browser, words="ADA") == [table_id]
