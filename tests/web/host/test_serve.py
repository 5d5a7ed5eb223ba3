"""The server starts, ends and comes in several processes, as a host sees it."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvicorn
from tests.web.serving import (
    API,
    PATIENCE,
    Served,
    children,
    descendants,
    environment,
    lives,
    until,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from damier.cli import main
from damier.core.record import Record
from damier.games import game as find_game
from damier.web.host import open_browser as browsers
from damier.web.host.serve import SECONDS_TO_FINISH, hired
from damier.web.host.settings import Settings

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
PEOPLE = {"game": "tictactoe", "players": ["person", "person"]}


def test_a_server_lets_nothing_hold_up_the_others_for_long() -> None:
    switch, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(0.005)  # Python's own; a server that another test began here may have changed it
    gc.set_threshold(700, 10, 10)
    gc.unfreeze()
    try:
        hired(Settings()).close()
        assert sys.getswitchinterval() < 0.001
        assert gc.get_freeze_count() > 0 and gc.get_threshold()[0] > 700
    finally:
        sys.setswitchinterval(switch)
        gc.set_threshold(*thresholds)
        gc.unfreeze()


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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


def test_an_import_under_way_does_not_hold_up_the_end(tmp_path: Path) -> None:
    """It would take twenty seconds, and is answered with a sentence that says to come back."""
    options = find_game("minesweeper").settle(None, {"size": "60x60"})
    flags = tuple(f"{act}{x},1" for x in range(1, 41) for act in "fu") * 60
    content = f"{Record(game='minesweeper', options=options, seed=1, moves=flags).dump()}\n" * 120
    with Served(tmp_path) as server, server.client() as client, ThreadPoolExecutor(2) as threads:
        sent = [threads.submit(client.post, f"{API}/archive?lang=es", content=content) for _ in range(2)]
        time.sleep(1.5)  # both have come, and one is being read
        began = time.monotonic()
        assert not any(one.done() for one in sent) and server.end() == 0
        assert time.monotonic() - began < SECONDS_TO_FINISH
        for one in sent:
            answer = one.result()
            assert answer.status_code == 503 and "a punto de cerrarse" in answer.json()["detail"]
            assert int(answer.headers["retry-after"]) > 0
        assert "Traceback" not in server.log.read_text()
