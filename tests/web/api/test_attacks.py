"""The server under attack: rubbish, races, broken records, workers that die, and nobody who looks."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sql
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from damier.core.engine import Clock
from damier.core.text import Text
from damier.store.table_archive import Archive, tables
from damier.web.api.websockets import MOST_MESSAGES
from damier.web.app import create_app
from damier.web.host.client import ASKER, Asker, hashed
from damier.web.host.request_guard import MOST_BYTES
from damier.web.tables import service as services
from damier.web.tables.live_table import LiveTable
from damier.web.thinking import engine_turns
from damier.web.thinking.worker_pool import Busy, Opinion, Overrun, Workers
from damier.web.thinking.worker_process import JobRequest, think

API = "/api/v1"


class Scripted(Workers):
    """Thinks of the first move at once, unless it is told to be busy or to fail."""

    def __init__(self) -> None:
        super().__init__(processes=1)
        self.trouble: list[Exception] = []
        self.asked = 0
        self.askers: list[Asker] = []

    async def ponder(
        self,
        key: str,
        position: str,
        level: str,
        seed: int,
        lines: int,
        *,
        table: str = "",
        clock: Clock | None = None,
        patient: bool = False,
        alone: bool = False,
        preparing: Any = None,
    ) -> Opinion:
        self.asked += 1
        self.askers.append(ASKER.get())
        await asyncio.sleep(0.01)
        if self.trouble:
            raise self.trouble.pop()
        ask = JobRequest(
            number=1,
            key=key,
            position=position,
            level=level,
            seed=seed,
            lines=lines,
            seconds=0.01,
            clock=clock,
        )
        answer = think(ask, lambda answer: None, lambda: iter(()))
        assert isinstance(answer, Opinion)
        return answer


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return Archive(f"sqlite:///{tmp_path_factory.mktemp('attacks') / 'games.sqlite'}")


@pytest.fixture(scope="module")
def workers() -> Scripted:
    return Scripted()


@pytest.fixture(scope="module")
def server(archive: Archive, workers: Scripted) -> Iterator[TestClient]:
    with TestClient(create_app(archive, workers), base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def browser(server: TestClient) -> TestClient:
    server.cookies.clear()
    return server


def new(client: TestClient, **wish: Any) -> Any:
    answer = client.post(f"{API}/tables", json={"game": "tictactoe", "players": ["person", "person"], **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def service_of(client: TestClient) -> services.Service:
    found: services.Service = client.app.state.service  # type: ignore[attr-defined]
    return found


def until(true: Any, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it does not come to pass"
        time.sleep(0.02)


BODIES: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"[" * 9000,
    b'{"game": "\\ud800"}',
    b'{"game": "connect4", "\\ud800": 1}',
    b'{"game": "connect4", "options": {"\\ud800": "\\ud800"}}',
    b'{"game": "connect4", "seed": ' + b"9" * 9000 + b"}",
    b'{"game": "connect4", "seed": NaN}',
    b'{"game": "\xff\xfe"}',
    '{"game": "tictactoe", "options": {"size": "٣x٣"}}'.encode(),
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:30]))
def test_rubbish_gets_a_sentence_in_the_browsers_language(browser: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json", "accept-language": "fr"}
    answer = browser.post(f"{API}/tables", content=body, headers=headers)
    assert answer.status_code == 422
    english = browser.post(f"{API}/tables?lang=en", content=body, headers=headers).json()["detail"]
    assert answer.json()["detail"] != english and "''" not in english


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nowhere", 404, "rien à cette adresse"),
        ("GET", "/static/..%2f..%2fapp.py", 404, "rien à cette adresse"),
        ("GET", f"{API}/tables/nobody", 404, "n'existe pas"),
        ("DELETE", f"{API}/tables", 405, "ne peut pas se faire"),
        ("BREW", f"{API}/games", 405, "ne peut pas se faire"),
    ],
)
def test_strays_get_a_sentence(browser: TestClient, method: str, path: str, status: int, words: str) -> None:
    answer = browser.request(method, path, headers={"accept-language": "fr"})
    assert answer.status_code == status and words in answer.json()["detail"]
    assert "content-security-policy" in answer.headers
    if path == f"{API}/tables":
        assert answer.headers["allow"] == "GET, HEAD, POST"


def test_a_long_body_is_refused_announced_or_not(browser: TestClient) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(30):
            yield b" " * 1000

    for content in (b" " * (MOST_BYTES + 1), parts()):
        answer = browser.post(f"{API}/tables?lang=es", content=content)
        assert answer.status_code == 413 and "demasiado larga" in answer.json()["detail"]


@pytest.mark.parametrize("cookie", ["x", "x" * 9000, '"a\\015\\012b"', "a\x01b", "é", "=;;damier=", " "])
def test_a_secret_that_is_not_ours_is_not_taken(browser: TestClient, cookie: str) -> None:
    headers = {"cookie": f"damier={cookie}".encode()}
    answer = browser.post(f"{API}/tables", json={"game": "tictactoe"}, headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 201
    assert re.match(r"damier=[A-Za-z0-9_-]{43};", answer.headers["set-cookie"])


def test_one_of_many_moves_at_once_is_made(browser: TestClient) -> None:
    table = new(browser)
    path = f"{API}/tables/{table['id']}"

    def move(word: str) -> int:
        return browser.post(f"{path}/moves", json={"move": word, "version": 1}).status_code

    with ThreadPoolExecutor(9) as threads:
        statuses = list(threads.map(move, [column + row for column in "abc" for row in "123"]))
    assert sorted(statuses) == [200, *[409] * 8]
    assert len(browser.get(path).json()["moves"]) == 1


BREAK: dict[str, dict[str, Any]] = {
    "not JSON": {"record": "{"},
    "a game that is gone": {"swap": ('"tictactoe"', '"chess"')},
    "a move that does not fit": {"swap": ('"moves": ""', '"moves": "z9"')},
    "too few players": {"swap": ('["person", "person"]', '["person"]')},
    "a level that is gone": {"swap": ('["person", "person"]', '["person", "god"]')},
}


@pytest.mark.parametrize("how", BREAK)
def test_a_broken_record_hurts_nobody_else(browser: TestClient, archive: Archive, how: str) -> None:
    good, bad = new(browser), new(browser)
    stored = archive.load(bad["id"])
    assert stored is not None
    text = BREAK[how].get("record") or stored.record.dump().replace(*BREAK[how]["swap"])
    with archive.engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == bad["id"]).values(record=text))
    path = f"{API}/tables/{bad['id']}"
    listed = browser.get(f"{API}/tables").json()["tables"]
    assert [table["id"] for table in listed] == [good["id"]]
    asked = [
        browser.get(f"{path}?lang=fr"),
        browser.get(f"{path}/why?lang=fr"),
        browser.post(f"{path}/hint?lang=fr", json={}),
        browser.post(f"{path}/moves?lang=fr", json={"move": "a1", "version": 1}),
        browser.post(f"{path}/rematch?lang=fr"),
    ]
    for answer in asked:
        assert answer.status_code == 404 and "ne peut plus être lue" in answer.json()["detail"]
    with browser.websocket_connect(f"{path}/events") as watching, pytest.raises(WebSocketDisconnect) as end:
        watching.receive_json()
    assert end.value.code == 1008 and end.value.reason.startswith("this game can no longer be read")


def test_a_broken_thought_is_none(browser: TestClient, archive: Archive) -> None:
    table = new(browser)
    for thought in ("{", "[]", "{}", '{"lines": 1}'):
        with archive.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table["id"]).values(thought=thought))
        assert browser.get(f"{API}/tables/{table['id']}/why").status_code == 404


def test_an_engines_move_is_made_whatever_its_thought_looks_like(
    browser: TestClient, workers: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To unpack a thought takes long on a large board, and everybody would wait for it."""
    real = workers.ponder

    async def unreadable(*words: Any, **more: Any) -> Opinion:
        return (await real(*words, **more))._replace(packed="{")

    monkeypatch.setattr(workers, "ponder", unreadable)
    table = new(browser, players=["person", "easy"])
    path = f"{API}/tables/{table['id']}"
    moved = browser.post(f"{path}/moves", json={"move": "b2", "version": table["version"]})
    assert moved.status_code == 200, moved.text
    until = time.monotonic() + 30
    while len((found := browser.get(path).json())["moves"]) < 2:
        assert time.monotonic() < until and found["problem"] is None
        time.sleep(0.01)
    assert browser.get(f"{path}/why").status_code == 404


def test_a_database_that_is_away_is_a_503(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise sql.exc.OperationalError("SELECT", {}, Exception("locked"))

    table = new(browser)
    monkeypatch.setattr(service_of(browser).archive, "load", away)
    answer = browser.get(f"{API}/tables/{table['id']}?lang=es")
    assert answer.status_code == 503 and answer.headers["retry-after"]
    assert "no responde" in answer.json()["detail"]


def test_watchers_that_talk_or_ask_for_nothing_are_shown_the_door(browser: TestClient) -> None:
    table = new(browser)
    with browser.websocket_connect(f"{API}/tables/{table['id']}/events?lang=fr") as watching:
        watching.receive_json()
        for number in range(MOST_MESSAGES):
            watching.send_bytes(os.urandom(number))
        with pytest.raises(WebSocketDisconnect) as end:
            watching.receive_json()
    assert end.value.code == 1008 and "raconter" in end.value.reason
    with (
        browser.websocket_connect(f"{API}/tables/nobody/events?lang=es") as lost,
        pytest.raises(WebSocketDisconnect) as end,
    ):
        lost.receive_json()
    assert "no existe" in end.value.reason
    until(lambda: not len(service_of(browser).watchers))


def test_engines_alone_rest_when_nobody_looks(
    browser: TestClient, workers: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_turns, "DESERTED", 0.1)
    board = {"size": "19x19", "line": 19}  # it does not end soon
    wish = {"options": board, "players": ["easy", "easy"], "pace": 0.01}
    table = new(browser, **wish)
    until(lambda: table["id"] not in service_of(browser).engine_turns)
    asked = workers.asked
    time.sleep(0.3)
    assert workers.asked == asked  # it does not go on by itself, but for whoever looks
    path = f"{API}/tables/{table['id']}"
    before = browser.get(path).json()["moves"]
    with browser.websocket_connect(f"{path}/events") as watching:
        until(lambda: len(watching.receive_json()["table"]["moves"]) > len(before) + 20)
    assert not service_of(browser).engine_turns.problems
    until(lambda: not service_of(browser).engine_turns._looks and not service_of(browser).engine_turns._tasks)


@pytest.mark.parametrize(
    ("trouble", "word"),
    [(Busy(), "busy"), (ValueError("an engine with a fault"), "cannot"), (Overrun(), "too long")],
)
def test_an_engine_in_trouble_moves_later(
    browser: TestClient,
    workers: Scripted,
    trouble: Exception,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = list[str]()
    excuse = engine_turns.EngineTurns._excuse

    def listen(self: engine_turns.EngineTurns, live: LiveTable, problem: Text) -> None:
        said.append(str(problem))
        excuse(self, live, problem)

    monkeypatch.setattr(engine_turns.EngineTurns, "_excuse", listen)
    workers.trouble = [trouble]
    table = new(browser, players=["easy", "person"])
    path = f"{API}/tables/{table['id']}"
    until(lambda: said)
    assert word in said[0]
    assert bool(caplog.records) == isinstance(trouble, ValueError), "only a fault comes with its traceback"
    until(lambda: browser.get(path).json()["to_move"] == "person")
    assert browser.get(path).json()["problem"] is None


def test_an_engine_thinks_for_who_plays_there_not_for_who_passes_by(
    browser: TestClient, workers: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose turn it uses up where engines are scarce."""
    monkeypatch.setattr(engine_turns, "MOST_PAUSE", 0.1)
    workers.askers.clear()
    nobody = Asker("testclient", "")
    for _ in range(3):
        new(browser, players=["easy", "person"])
        browser.cookies.clear()
    until(lambda: len(workers.askers) == 3)
    assert set(workers.askers) == {nobody}, "who never sends a cookie back is not somebody new each time"
    workers.askers.clear()
    table = new(browser, players=["easy", "easy"], pace=0)
    owner = Asker("testclient", hashed(browser.cookies["damier"]))
    path = f"{API}/tables/{table['id']}"
    until(lambda: browser.get(path).json()["ended"])
    assert set(workers.askers) <= {nobody, owner} and workers.askers[-1] == owner, "once it has sent its own"
    workers.askers.clear()
    path = f"{API}/tables/{new(browser, players=['easy', 'easy'], pace=0)['id']}"
    until(lambda: browser.get(path).json()["ended"])
    assert set(workers.askers) == {owner}, "from the first move on"
    workers.trouble = [*(Busy() for _ in range(999)), ValueError("an engine with a fault")]
    table = new(browser, players=["easy", "person"])
    path = f"{API}/tables/{table['id']}"
    until(lambda: len(workers.trouble) == 999 and table["id"] not in service_of(browser).engine_turns)
    headers = {"cookie": f"damier={browser.cookies['damier']}"}
    browser.cookies.clear()
    workers.askers.clear()
    browser.get(path)  # a passer-by lets it try again
    until(lambda: workers.askers)
    assert set(workers.askers) == {nobody}
    browser.get(path, headers=headers)  # who plays there comes back, and another passes by
    browser.get(path)
    workers.askers.clear()
    until(lambda: len(workers.askers) > 2)
    assert workers.askers[-1] == owner
    workers.trouble.clear()
    until(lambda: browser.get(path).json()["moves"])
    until(lambda: not service_of(browser).engine_turns._askers)


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "too long"), ("fr", "trop longtemps"), ("es", "demasiado")]
)
def test_who_asks_an_engine_that_does_not_obey_is_told(
    browser: TestClient, workers: Scripted, lang: str, word: str
) -> None:
    table = new(browser)
    workers.trouble = [Overrun()]
    answer = browser.post(f"{API}/tables/{table['id']}/hint?lang={lang}", json={})
    assert answer.status_code == 503 and answer.headers["retry-after"]
    assert word in answer.json()["detail"]
    assert browser.post(f"{API}/tables/{table['id']}/hint", json={}).status_code == 200


def test_a_move_while_an_engine_falls_asleep_is_answered(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine's task reads the table, a person moves, and only then the task sees what it has read."""
    table = new(browser, players=["person", "easy"])
    held = service_of(browser)
    held_back = held.archive.load(table["id"])
    assert held_back is not None

    async def race() -> None:
        reads = [held_back]
        real = held._read
        monkeypatch.setattr(held, "_read", lambda table_id: reads.pop() if reads else real(table_id))
        held.engine_turns._tasks.begin(table["id"], held.engine_turns._play(table["id"]))
        await asyncio.sleep(0)  # it has begun to read
        draft = held.tables.revive(held_back).draft()
        draft.table.play(draft.game.read("b2", draft.table.view()))
        held.engine_turns.wake(held.keep_here(draft))
        while table["id"] in held.engine_turns:
            await asyncio.sleep(0.01)

    assert browser.portal is not None
    browser.portal.call(race)
    kept = held.archive.load(table["id"])
    assert kept is not None and len(kept.record.moves) == 2
