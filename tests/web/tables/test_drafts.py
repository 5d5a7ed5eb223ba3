"""Boards under construction over the wire, tables that begin with a position, and whatever is pasted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import damier
from damier.core.record import Record, replay
from damier.core.record_text import read_records, write_text
from damier.games import games
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"
FOUR = "......./......./......./......./...o.../..xx..."


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("drafts")
    app = create_app(Archive(f"sqlite:///{folder / 'games.sqlite'}"), Workers(processes=1))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def post(client: TestClient, path: str, status: int = 200, **wish: Any) -> Any:
    answer = client.post(f"{API}/{path}", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_every_game_tells_its_editor_and_an_empty_board(browser: TestClient) -> None:
    for key, game in games().items():
        if game.editor is None:
            assert browser.get(f"{API}/games/{key}/editor").status_code == 404
            continue
        editor = browser.get(f"{API}/games/{key}/editor?lang=fr").json()
        assert editor["about"] and [piece["title"] for piece in editor["pieces"]]
        draft = post(browser, "positions/edit", game=key)
        assert draft["problem"] is None and draft["position"] == game.text(game.first_view(game.settle()))
        assert draft["preset"] == next(iter(game.presets))


def test_a_draft_is_changed_and_judged(browser: TestClient) -> None:
    one = post(browser, "positions/edit", game="connect4", piece="yellow", place="d1")
    two = post(browser, "positions/edit", game="connect4", draft=one["draft"], piece="yellow", place="d2")
    assert one["position"] and one["turn"] == 1 and two["position"] is None
    assert two["problem"].startswith("yellow has 2 discs more")
    won = post(browser, "positions/edit", game="tictactoe", draft="xxx/oo./... 3")
    assert won["ended"] and won["position"]


@pytest.mark.parametrize("key", ["tictactoe", "connect4", "dots", "quoridor", "minesweeper"])
def test_rubbish_is_refused_with_a_sentence(browser: TestClient, key: str) -> None:
    changes: list[dict[str, Any]] = [
        {"draft": "nonsense"},
        {"draft": ""},
        {"draft": "/" * 5_999},
        {"draft": "x" * 6_001},
        {"piece": "king", "place": "a1"},
        {"piece": "none", "place": "zz999"},
        {"setting": "nothing", "value": 3},
        {"setting": "turn", "value": 2**31 - 1},
        {"setting": "turn", "value": 10**30},
        {"options": {"size": "9999x9999"}},
        {"setup": "nowhere"},
        {"surprise": 1},
    ]
    for change in changes:
        answer = browser.post(f"{API}/positions/edit", json={"game": key, **change})
        assert answer.status_code == 422 and answer.json()["detail"], change
    assert browser.post(f"{API}/positions/edit", json={"game": "nothing"}).status_code in (404, 422)


def test_a_large_board_of_numbers_is_judged(browser: TestClient) -> None:
    rows = "/".join(("1." * 30 if y % 2 else "." * 60) for y in range(60))
    draft = post(browser, "positions/edit", game="minesweeper", draft=f"{rows} 600")
    assert draft["problem"] or draft["position"]


def test_a_table_begins_with_a_position(browser: TestClient) -> None:
    table = post(browser, "tables", 201, game="connect4", position=FOUR, players=["person", "person"])
    assert (table["position"], table["turn"], table["moves"], table["start"]) == (FOUR, 1, [], FOUR)
    after = post(browser, f"tables/{table['id']}/moves", move="4", version=table["version"])
    first = browser.get(f"{API}/tables/{table['id']}/plies/0").json()
    assert after["moves"] == ["4"] and first["position"] == FOUR
    over = post(browser, f"tables/{table['id']}/resign", version=after["version"])
    again = post(browser, f"tables/{table['id']}/rematch", 201, version=over["version"])
    assert again["position"] == FOUR


def test_a_game_that_is_over_cannot_begin(browser: TestClient) -> None:
    said = post(
        browser, "tables", 422, game="tictactoe", position="xxx/oo./... 3", players=["person", "person"]
    )
    assert said["detail"] == "the game is over"
    post(browser, "tables", 422, game="tictactoe", position="nonsense")
    post(browser, "tables", 422, game="minesweeper", position="20../..../.... 2")


def test_a_board_that_hides_mines_is_played_and_tells_nothing(browser: TestClient) -> None:
    table = post(browser, "tables", 201, game="minesweeper", position="1.../..../.... 2")
    assert table["position"] == "1.../..../.... 2" and table["start"] is None
    assert "seed" not in str(table)
    after = post(browser, f"tables/{table['id']}/moves", move="f2,1", version=table["version"])
    assert after["position"] == "1F../..../.... 2"


def test_a_record_keeps_what_it_began_with() -> None:
    record = Record(game="connect4", options={"size": "7x6"}, seed=1, moves=("4",), start=FOUR)
    assert Record.load(record.dump()) == record
    [(_, again)] = read_records(write_text(record))
    assert again == record
    states = list(replay(damier.game("connect4"), record))
    assert damier.game("connect4").text(states[0]) == FOUR and len(states) == 2
    assert '"start"' not in Record(game="connect4", options={}, seed=1).dump()


def test_whatever_is_pasted_is_understood(browser: TestClient) -> None:
    board = "\n".join(FOUR.replace(".", "_").split("/"))
    found = post(browser, "positions", game="connect4", pasted=board)
    assert found["position"] == FOUR and FOUR in found["understood"]
    moves = post(browser, "positions", game="quoridor", pasted="1. e2 e8\n2. e3h 1-0")
    assert moves["moves"] == ["e2", "e8", "e3h"] and moves["understood"] == "3 moves from the start"
    said = post(browser, "positions", 422, game="connect4", pasted="what is this?")
    assert "no moves" in said["detail"] and "no position" in said["detail"]
    post(browser, "positions", 422, game="connect4", pasted="4" * 10_001)
