"""What the tests of hosting share: `damier serve` in processes of its own, and the smallest application."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2 as httpx
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

API = "/api/v1"
PATIENCE = 90.0
"""Seconds until a test gives up waiting: machines that run tests are slow and busy."""


def until(true: Callable[[], Any], what: str = "it") -> Any:
    """Wait until it is true, and return what it is."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < end, f"{what} does not come to pass"
        time.sleep(0.02)
    return found


def allow_files(most: int) -> None:
    """Let this process have so many files open, and not raise that."""
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Served:
    """A server with options; its log is kept in a file."""

    def __init__(self, folder: Path, *words: str, database: str = "", files: int = 0) -> None:
        self.log = folder / f"log-{len(list(folder.glob('log-*')))}.txt"
        database = database or f"sqlite:///{folder / 'games.sqlite'}"
        command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0"]
        command += ["--database", database, *words]
        with self.log.open("wb") as file:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
                preexec_fn=(lambda: allow_files(files)) if files else None,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + self.log.read_text()
        self.address = found[0].rstrip("/")

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()  # not read to its end: a process left over would hold it open

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE, **options)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end, and wait for that; returns its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def numbers(self) -> dict[str, float]:
        """What /metrics tells."""
        with self.client() as client:
            return read_numbers(client.get("/metrics").text)


def read_numbers(text: str) -> dict[str, float]:
    """``{'damier_moves_total{by="person"}': 3.0}``"""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def lives(pid: int) -> bool:
    """Whether a process does, and is not only remembered."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def descendants(pid: int) -> set[int]:
    """Every process that a process has started, and those that these have."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def children(pid: int) -> set[int]:
    """The server processes that a server has started: not what multiprocessing starts to clean up."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return {int(line.split()[0]) for line in found.stdout.splitlines() if "spawn_main" in line}


def environment(**more: str) -> dict[str, str]:
    """As it is, but without what would let a browser be opened."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, **more}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells what reaches an application: the address, the client, and how long the body is."""
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        await socket.receive()
        return
    request = Request(scope, receive)
    client = request.client.host if request.client else "-"
    body = await request.body()
    answer: Response = PlainTextResponse(
        f"{scope.get('root_path', '')} {scope['path']} {scope['scheme']} {client} {len(body)}"
    )
    await answer(scope, receive, send)
