"""The server, as a browser talks to it."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient

from damier.core.record import Record
from damier.games import games
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('web') / 'games.sqlite'}"


@pytest.fixture(scope="module")
def server(url: str) -> Iterator[TestClient]:
    with TestClient(
        create_app(Archive(url), Workers(processes=1)), base_url="http://127.0.0.1:8000"
    ) as client:
        yield client


@pytest.fixture
def browser(server: TestClient) -> TestClient:
    server.cookies.clear()
    return server


def post(client: TestClient, path: str, status: int = 200, **content: Any) -> Any:
    answer = client.post(API + path, json=content)
    assert answer.status_code == status, answer.text
    return answer.json()


def wait(client: TestClient, table: Any) -> Any:
    """Until it is a person's turn or the game is over."""
    for _ in range(600):
        if table["to_move"] != "level":
            return table
        time.sleep(0.02)
        table = client.get(f"{API}/tables/{table['id']}").json()
    raise AssertionError("the engine does not move")


def offered(table: Any) -> list[str]:
    return [move for mark in table["scene"]["marks"] for move in mark["moves"].values()]


def test_games_are_told_in_each_language(browser: TestClient) -> None:
    for language in ("en", "fr", "es"):
        told = browser.get(f"{API}/games?lang={language}").json()["games"]
        assert [game["key"] for game in told] == list(games())
        assert [game["title"] for game in told] == [game.title.show(language) for game in games().values()]
    levels = {level["key"]: level["fits"] for level in told[-1]["levels"]}
    assert levels["hard"] == ["3x3"] and "gomoku" in levels["strategist"]
    header = browser.get(f"{API}/games", headers={"accept-language": "de, fr;q=0.8"}).json()["games"]
    assert header[0]["title"] == "Puissance 4"


QUICK = {"quoridor": {"size": "3x3", "walls": 0}, "dots": {"size": "2x2"}}


@pytest.mark.parametrize("key", games())
def test_a_whole_game_against_an_engine(browser: TestClient, key: str) -> None:
    rng = random.Random(1)
    table = post(browser, "/tables", 201, game=key, options=QUICK.get(key, {}), seed=1)
    assert table["you"] == [0]
    for _ in range(200):
        table = wait(browser, table)
        if table["ended"]:
            break
        move = rng.choice(offered(table))
        table = post(browser, f"/tables/{table['id']}/moves", move=move, version=table["version"])
    assert table["ended"]["words"] and not offered(table)
    if len(table["players"]) > 1:
        why = browser.get(f"{API}/tables/{table['id']}/why?lang=fr").json()
        assert why["why"][0]["text"]
        again = post(browser, f"/tables/{table['id']}/rematch", 201)
        assert [player["name"] for player in again["players"]] == [
            player["name"] for player in table["players"][::-1]
        ]


def test_two_engines_play_by_themselves(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", players=["hard", "hard"])
    assert table["you"] == []
    until = time.monotonic() + 60
    while not table["ended"] and time.monotonic() < until:
        time.sleep(0.1)
        table = browser.get(f"{API}/tables/{table['id']}").json()
    assert table["ended"]


def test_undo_redo_and_resign(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", players=["person", "easy"])
    path = f"/tables/{table['id']}"
    table = wait(browser, post(browser, f"{path}/moves", move="b2", version=table["version"]))
    table = post(browser, f"{path}/undo", version=table["version"])
    assert table["moves"] == []
    table = wait(browser, post(browser, f"{path}/redo", version=table["version"]))
    assert table["moves"][0] == "b2" and len(table["moves"]) == 2
    table = post(browser, f"{path}/resign", version=table["version"])
    assert table["ended"]["ending"] == "resigned" and table["ended"]["points"] == [0.0, 1.0]
    free = next(mark["name"] for mark in table["scene"]["marks"] if mark["kind"] == "empty")
    refused = post(browser, f"{path}/moves", 422, move=free, version=table["version"])
    assert "the game is over" in refused["detail"]


def test_a_cell_is_asked_about(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="minesweeper", setup="expert", seed=3)
    table = post(browser, f"/tables/{table['id']}/moves", move="d4,4", version=table["version"])
    path = f"/tables/{table['id']}/ask"
    covered = [mark for mark in table["scene"]["marks"] if mark["kind"] == "cover"]
    assert len(covered) > 400  # the worst of so many cells is answered too
    found = {post(browser, path, place=mark["name"])["words"].split(" is ")[1] for mark in covered[::40]}
    assert len(found) > 1
    one = post(browser, f"{path}?lang=fr", place=covered[0]["name"])
    assert one["at"] == covered[0]["at"] and one["why"] and one["title"] == "Statisticien"
    opened = next(mark["name"] for mark in table["scene"]["marks"] if mark["kind"] == "number")
    assert "is open already" in post(browser, path, 422, place=opened)["detail"]
    nothing = post(browser, "/tables", 201, game="tictactoe")
    post(browser, f"/tables/{nothing['id']}/ask", 404, place="a1")


def test_hints_come_with_reasons_and_numbers(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe")
    hint = post(browser, f"/tables/{table['id']}/hint?lang=es")
    assert hint["level"] == "perfect" and hint["why"][0]["text"] and len(hint["lines"]) == 9
    assert post(browser, f"/tables/{table['id']}/hint", level="difícil")["level"] == "hard"
    assert "is not a level" in post(browser, f"/tables/{table['id']}/hint", 422, level="god")["detail"]


def test_a_hint_counts_the_moves_of_whoever_asks(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", moves=["b2", "a2"])
    labels = {line["label"] for line in post(browser, f"/tables/{table['id']}/hint")["lines"]}
    assert "wins in 3 of your moves" in labels, labels


def test_nobody_moves_for_another(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", players=["person", "person"])
    path = f"/tables/{table['id']}"
    mine = dict(browser.cookies)
    for stranger in ({}, {"damier": "guess"}):
        browser.cookies.clear()
        browser.cookies.update(stranger)
        seen = browser.get(API + path).json()
        assert seen["you"] == [] and not offered(seen)
        for act in ("moves", "undo", "redo", "resign", "rematch"):
            content = {} if act == "rematch" else {"version": 1, **({"move": "a1"} if act == "moves" else {})}
            post(browser, f"{path}/{act}", 403, **content)
        assert browser.get(f"{API}/tables").json() == {"tables": [], "more": None}
    browser.cookies.clear()
    browser.cookies.update(mine)
    table = post(browser, f"{path}/moves", move="a1", version=1)
    assert "look again" in post(browser, f"{path}/moves", 409, move="a2", version=1)["detail"]
    assert [line["id"] for line in browser.get(f"{API}/tables").json()["tables"]] == [table["id"]]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(browser: TestClient) -> None:
    answer = browser.post(f"{API}/tables", json={"game": "tictactoe"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert len(re.search(r"damier=([^;]+)", answer.headers["set-cookie"])[1]) > 30  # type: ignore[index]


@pytest.mark.parametrize("seed", [3, 4])
def test_nothing_hidden_goes_over_the_wire(browser: TestClient, url: str, seed: int) -> None:
    """Every answer on every state of a game of Minesweeper: no seed, no secret, no mine before the end."""
    rng = random.Random(seed)
    table = post(browser, "/tables", 201, game="minesweeper")
    path = f"{API}/tables/{table['id']}"
    archive = Archive(url)
    stored = archive.load(table["id"])
    assert stored is not None
    seed_written = str(stored.record.seed)
    secrets = [*stored.holders.values(), browser.cookies["damier"]]
    kinds = set()
    for _ in range(60):
        answers = [browser.get(path), browser.get(f"{API}/tables"), browser.get(f"{path}/why")]
        answers.append(browser.post(f"{path}/moves", json={"move": "nonsense", "version": table["version"]}))
        with browser.websocket_connect(f"{path}/events") as socket:
            answers.append(httpx.Response(200, json=socket.receive_json()))
        for answer in answers:
            assert not any(secret in answer.text for secret in secrets)
            if not answers[0].json()["ended"]:
                assert "seed" not in answer.text and seed_written not in answer.text
        table = browser.get(path).json()
        if table["ended"]:
            break
        kinds |= {mark["kind"] for mark in table["scene"]["marks"]}
        move = rng.choice([move for move in offered(table) if move.startswith("d")])
        table = post(browser, f"/tables/{table['id']}/moves", move=move, version=table["version"])
    archive.close()
    assert kinds and not kinds & {"mine", "exploded", "wrong"}


def test_watchers_are_told_of_every_change(browser: TestClient) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", players=["person", "easy"])
    path = f"/tables/{table['id']}"
    with browser.websocket_connect(f"{API}{path}/events?lang=fr") as socket:
        assert socket.receive_json()["table"]["version"] == 1
        post(browser, f"{path}/moves", move="b2", version=1)
        told = [socket.receive_json()["table"] for _ in range(2)]
    assert [len(item["moves"]) for item in told] == [1, 2]
    assert told[1]["thinking"] is False and told[1]["to_move"] == "person"


def test_another_origin_may_not_watch(browser: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    table = post(browser, "/tables", 201, game="tictactoe")
    with pytest.raises(WebSocketDisconnect):
        headers = {"origin": "http://evil.example"}
        with browser.websocket_connect(f"{API}/tables/{table['id']}/events", headers=headers) as socket:
            socket.receive_json()


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [
        ("/tables", {}, 422),
        ("/tables", {"game": "chess"}, 422),
        ("/tables", {"game": "connect4", "options": {"size": "99x99"}}, 422),
        ("/tables", {"game": "connect4", "players": ["person"]}, 422),
        ("/tables", {"game": "connect4", "players": ["god", "person"]}, 422),
        ("/tables", {"game": "tictactoe", "setup": "5x5", "players": ["hard", "person"]}, 422),
        ("/tables", {"game": "x" * 5000}, 422),
        ("/tables", {"game": "connect4", "evil": 1}, 422),
        ("/tables", {"game": "connect4", "seed": -1}, 422),
        ("/tables/nowhere/moves", {"move": "4", "version": 1}, 404),
        ("/tables/..%2f..%2fetc/moves", {"move": "4", "version": 1}, 404),
        ("/tables/nowhere/hint", {}, 404),
    ],
)
def test_nonsense_gets_a_sentence(browser: TestClient, path: str, content: Any, status: int) -> None:
    answer = browser.post(f"{API}{path}?lang=fr", json=content)
    assert answer.status_code == status
    assert isinstance(answer.json()["detail"], str)


def test_long_requests_are_refused(browser: TestClient) -> None:
    assert browser.post(f"{API}/tables", content=b"x" * 30_000).status_code == 413


def test_pages_carry_a_strict_policy(browser: TestClient) -> None:
    for path in ("/", f"{API}/games", "/static/icon.svg"):
        policy = browser.get(path).headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy


SERVER = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0"]


def start() -> tuple[subprocess.Popen[str], str]:
    server = subprocess.Popen(SERVER, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    return server, found[0].rstrip("/")


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a POSIX signal")
def test_what_was_answered_survives_a_kill(data_folder: Path) -> None:
    server, address = start()
    made: dict[str, list[str]] = {}
    try:
        with httpx.Client(base_url=address, timeout=30) as client:
            for _ in range(10):
                content = {"game": "tictactoe", "players": ["person", "person"]}
                made[client.post(f"{API}/tables", json=content).json()["id"]] = []
            for word in ("a1", "b2", "c3"):
                for table_id, moves in made.items():
                    answer = client.post(
                        f"{API}/tables/{table_id}/moves", json={"move": word, "version": len(moves) + 1}
                    )
                    assert answer.status_code == 200
                    moves.append(word)
    finally:
        server.send_signal(signal.SIGKILL)
        server.communicate()
    server, address = start()
    try:
        for table_id, moves in made.items():
            assert httpx.get(f"{address}{API}/tables/{table_id}").json()["moves"] == moves
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=20)


def test_a_database_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    for url in ("nonsense", "sqlite:////no/such/folder/x.sqlite", "oracle://x"):
        done = subprocess.run([*SERVER, "--database", url], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and done.stderr.startswith("Error: "), done.stderr
        assert "Traceback" not in done.stderr


def test_the_database_keeps_the_record(browser: TestClient, url: str) -> None:
    table = post(browser, "/tables", 201, game="tictactoe", players=["person", "person"])
    post(browser, f"/tables/{table['id']}/moves", move="b2", version=1)
    archive = Archive(url)
    stored = archive.load(table["id"])
    archive.close()
    assert stored is not None and stored.version == 2
    assert stored.record.moves == ("b2",) and Record.load(stored.record.dump()) == stored.record
    assert json.loads(stored.record.dump())["players"] == ["person", "person"]
