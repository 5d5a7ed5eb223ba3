"""A server and its processes: it ends at once with its workers, and its answers do not wait."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
import uvicorn
from tests.web.serving import API, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from damier.terminal.screen import Screen
from damier.web.host.serve import serve
from damier.web.host.settings import Settings


def children(pid: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "spawn_main" in line]


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_ends_at_once_with_its_workers(tmp_path: Path, number: signal.Signals) -> None:
    """While an engine thinks and somebody watches; a worker that died before was replaced."""
    wish = {"game": "dots", "options": {"size": "12x12"}, "players": ["searcher", "person"]}
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    told = tmp_path / "errors"
    with told.open("w") as errors:  # a pipe would stay open as long as an orphan lives
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    workers: list[int] = []
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())[0].rstrip("/")  # type: ignore[index]
        with httpx.Client(base_url=f"{address}{API}", timeout=20) as client:
            first = client.post("/tables", json=wish).json()["id"]
            until(lambda: children(server.pid))
            os.kill(children(server.pid)[0], signal.SIGKILL)
            until(lambda: client.get(f"/tables/{first}").json()["moves"])
            second = client.post("/tables", json=wish).json()["id"]
        with connect(f"{address.replace('http', 'ws')}{API}/tables/{second}/events") as watching:
            watching.recv(timeout=5)
            workers = children(server.pid)
            server.send_signal(number)
            server.wait(timeout=60)
            with pytest.raises(ConnectionClosed):
                while True:  # what was told before has to be read first
                    watching.recv(timeout=1)
        assert "Traceback" not in told.read_text()
        until(lambda: not any(lives(pid) for pid in workers))
    finally:
        server.kill()
        for pid in filter(lives, workers):
            os.kill(pid, signal.SIGKILL)
        server.communicate()


def test_answers_do_not_wait_for_the_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """asyncio leaves Nagle's algorithm on for a listener made like ours: 40 ms for every answer."""
    seen: list[int] = []

    def run(self: uvicorn.Server, sockets: list[socket.socket]) -> None:
        seen.append(sockets[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}")
    serve(Screen(), "127.0.0.1", 0, settings, browser=False)
    assert seen and seen[0]
