"""The server as a host sees it: it starts, tells, counts, logs, ends, and comes in several processes."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sql
import uvicorn
from fastapi.testclient import TestClient
from tests.serving import (
    API,
    PATIENCE,
    Served,
    children,
    descendants,
    environment,
    lives,
    read_numbers,
    until,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from damier.cli import main
from damier.store.archive import Archive
from damier.web import browser as browsers
from damier.web import logs
from damier.web.app import create_app
from damier.web.metrics import tell
from damier.web.settings import Settings
from damier.web.workers import Workers

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
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
    static = Path(__file__).parent.parent / "src" / "damier" / "web" / "static"
    pages = [*static.glob("*.html"), *static.glob("css/*.css"), *static.rglob("js/**/*.js")]
    assert len(pages) > 10
    for page in pages:
        found = re.findall(
            r"""(?:href|src|action|url|from|import|fetch)\s*[=(]?\s*["'(]/\w""", page.read_text("utf-8")
        )
        assert not found, f"{page.name}: {found}"


# Ending.


def begun(server: Served, client: httpx.Client, words: dict[str, Any]) -> tuple[socket.socket, bytes]:
    """A move that is on its way: the server has all of it but the last bytes."""
    table = client.post(f"{API}/tables", json=PEOPLE).json()
    words["id"] = table["id"]
    body = json.dumps({"move": "b2", "version": table["version"]}).encode()
    place = httpx.URL(server.address)
    head = (
        f"POST {API}/tables/{table['id']}/moves HTTP/1.1\r\nHost: {place.host}:{place.port}\r\n"
        f"Cookie: damier={client.cookies['damier']}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    line = socket.create_connection((place.host, place.port), timeout=PATIENCE)
    line.sendall(head.encode() + body[:-5])
    return line, body[-5:]


def refuses(server: Served) -> bool:
    place = httpx.URL(server.address)
    try:
        socket.create_connection((place.host, place.port), timeout=PATIENCE).close()
    except OSError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_move_under_way_is_answered_and_kept(tmp_path: Path, number: signal.Signals) -> None:
    told: dict[str, Any] = {}
    with Served(tmp_path) as server:
        with server.client() as client:
            line, rest = begun(server, client, told)
            asked = client.get("/metrics").text  # answered after what was sent before it has been read
            assert "damier_tables_total" in asked
            address = f"{server.address.replace('http', 'ws')}{API}/tables/{told['id']}/events"
            with connect(address) as watching:
                watching.recv(timeout=PATIENCE)
                server.process.send_signal(number)
                with pytest.raises(ConnectionClosed) as closed:
                    watching.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
            until(lambda: refuses(server), "the end")
            time.sleep(1.0)  # it is patient, and does not only happen to be slow
            with line:
                line.sendall(rest)
                answer = line.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 200"), answer
        assert server.process.wait(PATIENCE) == (0 if number == signal.SIGTERM else 130)
        assert "Traceback" not in server.log.read_text()
    with Served(tmp_path) as server, server.client() as client:
        assert client.get(f"{API}/tables/{told['id']}").json()["moves"] == ["b2"]


# Several processes.


def pids(server: Served) -> set[int]:
    """Of the two server processes, once both are there."""
    return set(until(lambda: len(found := children(server.process.pid)) == 2 and found, "two processes"))


@linux
def test_several_processes_share_the_games_and_the_numbers(tmp_path: Path, postgres_url: str) -> None:
    with Served(tmp_path, "--processes", "2", "--rate-limit", "0", database=postgres_url) as server:
        first = pids(server)
        made = 0

        def play() -> None:
            """A table and a move, each on a connection of its own: any process may get it."""
            nonlocal made
            with server.client() as one:
                table = one.post(f"{API}/tables", json=PEOPLE).json()
                cookies = dict(one.cookies)
            with server.client(cookies=cookies) as other:
                answer = other.post(f"{API}/tables/{table['id']}/moves", json={"move": "b2", "version": 1})
            assert answer.status_code == 200, answer.text
            made += 1

        for _ in range(20):
            play()
        assert server.numbers()['damier_moves_total{by="person"}'] == made
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        until(lambda: not lives(victim))
        second = pids(server)
        assert len(second - first) == 1 and victim not in second
        for _ in range(20):
            play()
        assert server.numbers()['damier_moves_total{by="person"}'] == made  # what the dead one counted too
        _watchers_die_with_their_process(server)
        everybody = descendants(server.process.pid)
        assert server.end() == 0
        until(lambda: not any(map(lives, everybody)), "the end of all")
        assert "Traceback" not in server.log.read_text()


def _watchers_die_with_their_process(server: Served) -> None:
    with server.client() as client:
        table = client.post(f"{API}/tables", json=PEOPLE).json()["id"]
    address = f"{server.address.replace('http', 'ws')}{API}/tables/{table}/events"
    before = pids(server)
    with ExitStack() as watching:
        for _ in range(4):
            watching.enter_context(connect(address)).recv(timeout=PATIENCE)
        assert server.numbers()["damier_watchers"] == 4
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        until(lambda: not any(map(lives, before)))
    assert not pids(server) & before
    until(lambda: server.numbers()["damier_watchers"] == 0, "an end of the watchers")


@linux
def test_no_process_outlives_the_first(tmp_path: Path, postgres_url: str) -> None:
    with Served(tmp_path, "--processes", "2", database=postgres_url) as server:
        pids(server)
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
        everybody = descendants(server.process.pid)
        server.process.kill()
        until(lambda: not any(map(lives, everybody)), "the end of all")
        assert refuses(server)


# Starting.


REFUSED: dict[str, tuple[list[str], str]] = {
    "a port that is none": (["--port", "99999"], "not in the range"),
    "a host that is none": (["--host", "no such host"], "this machine has no such address"),
    "an address of another machine": (["--host", "192.0.2.1"], "this machine has no such address"),
    "a URL that is none": (["--database", "nonsense"], "the database cannot be used"),
    "a database of another kind": (["--database", "mysql://x/y"], "postgresql+psycopg://"),
    "a folder that is not there": (
        ["--database", "sqlite:////no/such/x.sqlite"],
        "the database cannot be used",
    ),
    "a database that does not answer": (
        ["--database", "postgresql+psycopg://damier:hush@127.0.0.1:1/damier"],
        "the database cannot be used",
    ),
    "several processes on SQLite": (["--processes", "2"], "several processes need PostgreSQL"),
    "no process": (["--processes", "0"], "not in the range"),
    "a limit that is none": (["--rate-limit", "-1"], "not in the range"),
    "a name that is none": (["--allow-host", "http://x"], "is not the name of a host"),
    "a path that is none": (["--root-path", "/a b"], "is not a path"),
    "a proxy that is none": (["--forwarded-allow-ips", "proxy"], "is not an address of a proxy"),
    "a format that is none": (["--log-format", "xml"], "not one of"),
    "a level that is none": (["--log-level", "loud"], "not one of"),
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs the command in this process until it refuses; returns what it said."""

    def run(*_: object, **__: object) -> None:
        raise AssertionError("it serves")

    monkeypatch.setattr(uvicorn.Server, "run", run)

    def refusal(*words: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(["serve", "--no-browser", *words])
        assert stop.value.code not in (0, None)
        said, complained = capsys.readouterr()
        assert "http://" not in said and "Traceback" not in complained
        return complained

    return refusal


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_gets_a_sentence(what: str, told: Callable[..., str]) -> None:
    words, said = REFUSED[what]
    complaint = told("--port", "0", *words)
    assert said in complaint and "hush" not in complaint


def test_a_port_in_use_is_told(told: Callable[..., str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        complaint = told("--port", str(taken.getsockname()[1]), "--lang", "fr")
    assert "choisissez un autre port avec --port" in complaint


def test_the_database_may_come_from_the_environment(
    told: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIER_DATABASE", "mysql://x/y")
    assert "the database cannot be used" in told("--port", "0")


def test_postgresql_without_its_package_is_told() -> None:
    program = """
import sys
sys.modules["psycopg"] = None
from damier.cli import main
main(["serve", "--no-browser", "--port", "0", "--database", "postgresql://damier@127.0.0.1:1/damier"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "pip install 'damier[postgres]'" in done.stderr, done.stderr


def _sixth() -> bool:
    """Whether this machine knows IPv6."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        pytest.param(
            "::1", r"http://\[::1\]:\d+/", marks=pytest.mark.skipif(not _sixth(), reason="there is no IPv6")
        ),
        ("0.0.0.0", r"http://127\.0\.0\.1:\d+/"),
    ],
)
def test_the_address_is_one_that_can_be_opened(tmp_path: Path, host: str, shown: str) -> None:
    with Served(tmp_path, "--host", host, "--root-path", "x") as server:
        assert re.fullmatch(shown + "x", server.address)
        with server.client() as client:
            assert client.get(f"{server.address}{API}/games").status_code == 200


def test_without_a_screen_the_address_is_told_plainly(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "damier", "serve", "--port", "0", "--lang", "es"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment())
    try:
        assert server.stdout is not None
        assert re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert "no se puede abrir ningún navegador" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_a_browser_is_opened_once_the_page_is_there(tmp_path: Path) -> None:
    """The browser is a program that asks for the page at once and writes down what it got."""
    script, seen = tmp_path / "browser.py", tmp_path / "seen.txt"
    script.write_text(
        "import sys, urllib.request\n"
        "open_ = urllib.request.build_opener(urllib.request.ProxyHandler({})).open\n"
        f"text = open_(sys.argv[1]).read().decode()\nopen({str(seen)!r}, 'w').write(text)\n"
    )
    more = environment(BROWSER=f"{sys.executable} {script} %s")
    words = [sys.executable, "-m", "damier", "serve", "--port", "0"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=more)
    try:
        until(lambda: seen.exists() and "</html>" in seen.read_text(), "the browser")
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_a_browser_in_the_terminal_is_none() -> None:
    assert browsers.find_browser({}) is None or sys.platform in ("win32", "darwin")
