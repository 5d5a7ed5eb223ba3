"""Compiled levels are prepared before somebody waits for them, and who must wait is told why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import API, Served, descendants, lives, until

from damier import warm as warming_up
from damier.games import game as find_game
from damier.store.table_archive import Archive
from damier.warm import is_cold, note_prepared
from damier.web.app import create_app
from damier.web.thinking import compile_ahead
from damier.web.thinking.worker_pool import Workers

CONNECT4 = find_game("connect4")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing was compiled yet, as on a new machine."""
    monkeypatch.setattr("damier.jit._place", lambda folder: tmp_path / "kernels" / folder.name)
    monkeypatch.setattr(warming_up, "_known", set())
    return tmp_path


def test_a_level_is_cold_on_a_board_until_it_has_thought_about_such_a_board(cache: Path) -> None:
    small, usual = CONNECT4.begin("5x4"), CONNECT4.begin("7x6")
    assert is_cold(CONNECT4, "perfect", small) and is_cold(CONNECT4, "perfect", usual)
    assert not is_cold(CONNECT4, "child", usual), "nothing of it is compiled"
    note_prepared(CONNECT4, "perfect", small)
    assert not is_cold(CONNECT4, "perfect", small.play(3))
    assert is_cold(CONNECT4, "perfect", usual) and is_cold(CONNECT4, "master", small)


def test_what_was_prepared_by_another_process_is_warm(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = CONNECT4.begin("5x4")
    note_prepared(CONNECT4, "perfect", state)
    monkeypatch.setattr(warming_up, "_known", set())
    assert not is_cold(CONNECT4, "perfect", state)


def test_usual_boards_come_first(cache: Path) -> None:
    found = compile_ahead.cold()
    assert {start.game.key for start in found} == {"connect4", "minesweeper", "quoridor"}
    boards = {start.game.key: getattr(start.view, "board", start.view) for start in reversed(found)}
    assert {key: board.width for key, board in boards.items()} == {
        "connect4": 7,
        "minesweeper": 9,
        "quoridor": 9,
    }
    for start in found:
        note_prepared(*start)
    assert compile_ahead.cold() == []


def niceness(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
    except OSError:
        return 0


def test_a_server_compiles_what_is_cold_from_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has asked for anything; it has the lowest priority, and ends with the server."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    with Served(tmp_path) as server:
        at_work = until(lambda: {pid for pid in descendants(server.process.pid) if niceness(pid) == 19})
        server.numbers()  # it answers, so it listens to signals too
        assert server.end() == 0
    assert not any(lives(pid) for pid in at_work)


def test_what_is_cold_is_compiled_and_known_to_be_warm_then(tmp_path: Path) -> None:
    code = (
        "import os; os.nice = lambda more: 0\n"  # tests wait for it
        "from damier.web.thinking import compile_ahead\n"
        "first = compile_ahead.cold()[:1]\n"
        "compile_ahead.cold = lambda: first\n"
        "compile_ahead.begin = lambda: None\n"
        "compile_ahead.warm()\n"
        "print(compile_ahead.is_cold(*first[0]))"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n" and list(tmp_path.rglob("*.warm")) and list(tmp_path.rglob("*.nbc"))


def test_the_page_says_so_where_somebody_waits_for_a_compiler(cache: Path) -> None:
    archive = Archive(f"sqlite:///{cache / 'games.sqlite'}")
    said = "préparation du moteur (la première fois seulement)"
    with TestClient(create_app(archive, Workers(processes=1)), base_url="http://127.0.0.1:8000") as client:
        wish = {"game": "connect4", "players": ["person", "person"], "setup": "5x4"}
        table = client.post(f"{API}/tables?lang=fr", json=wish).json()
        assert table["preparing"] == said
        position = f"{API}/positions/events?game=connect4&position={table['position']}&lang=fr"
        with client.websocket_connect(position) as socket:
            assert socket.receive_json() == {"preparing": said}
        note_prepared(CONNECT4, "perfect", CONNECT4.begin("5x4"))
        assert client.get(f"{API}/tables/{table['id']}?lang=fr").json()["preparing"] is None
