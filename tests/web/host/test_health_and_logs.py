"""The server as a host sees it: it tells how it is, counts, logs, and stands behind a proxy."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql
from fastapi.testclient import TestClient
from tests.web.serving import (
    API,
    PATIENCE,
    Served,
    read_numbers,
    until,
)
from websockets.sync.client import connect

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host import logs
from damier.web.host.metrics import tell
from damier.web.host.settings import Settings
from damier.web.thinking.worker_pool import Workers

PEOPLE = {"game": "tictactoe", "players": ["person", "person"]}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    archive = Archive(f"sqlite:///{tmp_path_factory.mktemp('hosting') / 'games.sqlite'}")
    with TestClient(create_app(archive, Workers(processes=1)), raise_server_exceptions=False) as client:
        yield client


# Health.


def test_alive_and_ready(app: TestClient) -> None:
    assert app.get("/healthz").json() == {"status": "alive"}
    assert app.get("/readyz").json() == {"status": "ready"}


def test_not_ready_without_the_database(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise sql.exc.OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(app.app.state.service.archive, "ping", away)  # type: ignore[attr-defined]
    answer = app.get("/readyz?lang=fr")
    assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0
    assert "base de données" in answer.json()["detail"]
    assert app.get("/healthz").status_code == 200


def test_not_ready_while_too_many_thoughts_wait(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "full", property(lambda workers: True))
    answer = app.get("/readyz?lang=es")
    assert answer.status_code == 503 and "motores" in answer.json()["detail"]


# Numbers.


def test_what_happens_is_counted(app: TestClient) -> None:
    before = read_numbers(tell().decode())
    table = app.post(f"{API}/tables", json=PEOPLE).json()
    path = f"{API}/tables/{table['id']}"
    app.post(f"{path}/moves", json={"move": "a1", "version": 1})
    app.post(f"{path}/moves", json={"move": "a1", "version": 2})  # is refused
    app.get(f"{API}/tables/nowhere")
    app.get("/static/icon.svg")
    app.get("/nowhere")
    app.request("BREW", "/")
    app.post(f"{API}/tables", headers={"origin": "http://evil.example"}, json=PEOPLE)
    app.post(f"{API}/tables", content=b"x" * 30_000)
    with app.websocket_connect(f"{path}/events") as watching:
        watching.receive_json()
        assert read_numbers(app.get("/metrics").text)["damier_watchers"] == before["damier_watchers"] + 1
    until(lambda: read_numbers(app.get("/metrics").text)["damier_watchers"] == before["damier_watchers"])
    after = read_numbers(app.get("/metrics").text)

    def grew(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    def requests(method: str, route: str, status: int) -> float:
        return grew(f'damier_requests_total{{method="{method}",route="{route}",status="{status}"}}')

    assert requests("POST", f"{API}/tables", 201) == 1
    assert requests("POST", f"{API}/tables/{{table_id}}/moves", 200) == 1
    assert requests("POST", f"{API}/tables/{{table_id}}/moves", 422) == 1
    assert requests("GET", f"{API}/tables/{{table_id}}", 404) == 1
    assert requests("GET", "/static", 200) == 1
    assert requests("GET", "-", 404) == 1
    assert requests("OTHER", "/", 405) == 1
    assert requests("WEBSOCKET", f"{API}/tables/{{table_id}}/events", 101) == 1
    assert grew('damier_moves_total{by="person"}') == 1
    assert grew('damier_tables_total{game="tictactoe"}') == 1
    assert grew('damier_refused_total{limit="origin"}') == 1
    assert grew('damier_refused_total{limit="size"}') == 1
    assert grew(f'damier_request_seconds_count{{method="POST",route="{API}/tables"}}') == 1
    assert table["id"] not in app.get("/metrics").text
    assert {"damier_thoughts_waiting", "damier_thoughts_busy"} <= set(after)


def test_moves_of_levels_are_counted_apart(app: TestClient) -> None:
    name = 'damier_moves_total{by="level"}'
    before = read_numbers(tell().decode()).get(name, 0.0)
    app.post(f"{API}/tables", json={"game": "tictactoe", "players": ["easy", "person"]})
    until(lambda: read_numbers(tell().decode()).get(name, 0.0) == before + 1)


# Logs.


def test_a_fault_is_told_to_the_host_and_not_to_the_visitor(
    app: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault with details")

    monkeypatch.setattr(app.app.state.service.archive, "load", broken)  # type: ignore[attr-defined]
    answer = app.get(f"{API}/tables/some-table?lang=es&word=hush")
    assert answer.status_code == 500 and "vuelve a intentarlo" in answer.json()["detail"]
    assert "fault" not in answer.text and "default-src 'self'" in answer.headers["content-security-policy"]
    record = next(record for record in caplog.records if record.name == "damier.web")
    told = json.loads(logs.Objects().format(record))
    assert told["level"] == "error" and told["status"] == 500
    assert told["route"] == f"{API}/tables/{{table_id}}"
    assert "ZeroDivisionError: a fault with details" in told["error"] and "Traceback" in told["error"]
    assert "hush" not in json.dumps(told) and "some-table" not in json.dumps(told)
    lines = logs.Lines().format(record).splitlines()
    assert "status=500" in lines[0] and lines[1].startswith("Traceback")
    again = logging.LogRecord("uvicorn.error", 40, "", 1, "Exception in ASGI", (), record.exc_info)
    assert not logs._once(again) and logs._once(record)


def test_a_forged_address_begins_no_line() -> None:
    record = logging.LogRecord("damier.web", 20, "", 1, "request", (), None)
    record.fields = {"client": "1.2.3.4\n2026-01-01 error forged"}
    assert "\n" not in logs.Lines().format(record)
    assert "\n" not in logs.Objects().format(record)


def test_an_error_of_the_database_tells_no_value(tmp_path: Path) -> None:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    try:
        with archive.engine.connect() as connection, pytest.raises(sql.exc.SQLAlchemyError) as error:
            connection.execute(sql.text("SELECT nonsense FROM nowhere WHERE x = :word"), {"word": "hush"})
    finally:
        archive.close()
    assert "hush" not in str(error.value) and "nowhere" in str(error.value)


SECRETS = ("hush-query", "hush-agent")


@pytest.mark.parametrize("form", ["json", "text"])
def test_logs_name_every_request_and_no_secret(tmp_path: Path, form: str) -> None:
    with Served(tmp_path, "--log-format", form, "--log-level", "debug") as server:
        with server.client(headers={"user-agent": SECRETS[1]}) as client:
            table = client.post(f"{API}/tables?word={SECRETS[0]}", json={**PEOPLE, "yours": [0]}).json()
            path = f"{API}/tables/{table['id']}"
            invitation = table["invitations"]["1"]
            cookie = client.cookies["damier"]
            client.get(f"{path}?word={SECRETS[0]}")
            client.get(f"{API}/tables/{invitation}")
            client.get(f"/{invitation}?{cookie}")
            with server.client() as other:
                assert other.post(f"{path}/join", json={"invitation": invitation}).status_code == 200
            client.get("/healthz")
            headers = {"Cookie": f"damier={cookie}"}
            address = f"{server.address.replace('http', 'ws')}{path}/events?word={SECRETS[0]}"
            with connect(address, additional_headers=headers) as watching:
                watching.recv(timeout=PATIENCE)
        assert server.end() == 0
        lines = server.log.read_text().splitlines()
    text = "\n".join(lines)
    for secret in (*SECRETS, invitation, cookie, table["id"]):
        assert secret not in text
    if form == "json":
        told = [json.loads(line) for line in lines]
        requests = [one for one in told if one["message"] == "request"]
        assert all(set(one) >= {"time", "level", "method", "route", "status", "client"} for one in requests)
        seen = [(one["method"], one["route"], one["status"], one["level"]) for one in requests]
        assert ("POST", f"{API}/tables/{{table_id}}/join", 200, "info") in seen
        assert ("GET", "/healthz", 200, "debug") in seen and ("GET", "-", 404, "info") in seen
        assert ("WEBSOCKET", f"{API}/tables/{{table_id}}/events", 101, "info") in seen
        assert all(
            isinstance(one["milliseconds"], float) and one["client"] == "127.0.0.1" for one in requests
        )
    else:
        line = next(line for line in lines if "/join" in line)
        assert re.fullmatch(
            r"\S+Z info damier.web request method=POST route=\S+/join status=200 "
            r"milliseconds=[\d.]+ client=127.0.0.1",
            line,
        )


def test_by_default_nothing_is_logged_where_nothing_is_wrong(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        with server.client() as client:
            assert client.post(f"{API}/tables", json=PEOPLE).status_code == 201
        assert server.end() == 0
        assert server.log.read_text() == ""


# Behind a proxy.


def test_below_a_path_by_https(tmp_path: Path) -> None:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    application = create_app(archive, Workers(processes=1), Settings(root_path="/damier"))
    told = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9", "host": "games.example"}
    told["origin"] = "https://games.example"
    with TestClient(application, client=("127.0.0.1", 1), headers=told) as client:
        for before in ("", "/damier"):  # the proxy has taken the path away, or has left it
            answer = client.post(f"{before}{API}/tables", json=PEOPLE)
            assert answer.status_code == 201
            cookie = answer.headers["set-cookie"].lower()
            assert "secure" in cookie and re.search(r"path=/damier/?(;|$)", cookie)
            for path in ("/", "/static/icon.svg", "/docs", "/healthz", "/openapi.json"):
                assert client.get(before + path).status_code == 200, before + path
            described = client.get(f"{before}/openapi.json").json()
            assert described["servers"][0]["url"] == "/damier"
            table = answer.json()["id"]
            headers = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            with client.websocket_connect(
                f"{before}{API}/tables/{table}/events", headers=headers
            ) as watching:
                assert watching.receive_json()["table"]["you"] == [0, 1]
        assert client.get("/damier").url.path == "/damier/"


def test_every_address_of_the_page_is_relative() -> None:
    static = Path(__file__).parents[3] / "src" / "damier" / "web" / "static"
    pages = [*(static.parent / "page").glob("*.html"), *static.glob("css/*.css"), *static.rglob("js/**/*.js")]
    assert len(pages) > 10
    for page in pages:
        found = re.findall(
            r"""(?:href|src|action|url|from|import|fetch)\s*[=(]?\s*["'(]/\w""", page.read_text("utf-8")
        )
        assert not found, f"{page.name}: {found}"
