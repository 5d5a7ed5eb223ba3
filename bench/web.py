"""The server and the page, measured: moves a second, the wait for a move, weight, time to the first board.

    python -m bench.web                # about two minutes, alone on the machine
    python -m bench.web --seconds 2    # per measurement, for a first look

Moves are of people against people, over loopback, by a client in a process of its own that keeps its
connections open. The peer is a bare route of the same framework that answers with as many bytes and keeps
nothing: what it does in the same run says what the machine and the framework allow. PostgreSQL is a server
of our own in a temporary folder, with fsync on, as is SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response
from tests.page.browsing import chromium
from tests.store.postgres import PostgreSQL

API = "/api/v1"
WISH = {"game": "connect4", "players": ["person", "person"]}
GAMES = 16
"""Games at once while moves are counted."""
CROWD = 100
"""Games at once while the wait for a move is measured."""
PAUSE = 2.0
"""Seconds between two moves of such a game, about: people think."""


class Line:
    """A connection that is kept open, with as little of HTTP as it needs: the server is measured, not us."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def post(self, path: str, content: Any) -> tuple[int, bytes]:
        body = json.dumps(content).encode()
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\n"
        head += f"cookie: {self.cookie}\r\ncontent-length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].partition(";")[0]
        return int(lines[0].split()[1]), await self.reader.readexactly(int(fields["content-length"]))

    def close(self) -> None:
        self.writer.close()


async def play(line: Line, until: float, pause: float, waits: list[float]) -> None:
    """Play game after game with moves by chance; how long each answer took."""
    chance = random.Random(id(line))
    while time.perf_counter() < until:
        table = json.loads((await line.post(f"{API}/tables", WISH))[1])
        while time.perf_counter() < until:
            moves = [move for mark in table["scene"]["marks"] for move in mark["moves"].values()]
            if not moves:
                break
            if pause:
                await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
            began = time.perf_counter()
            wish = {"move": chance.choice(moves), "version": table["version"]}
            status, answer = await line.post(f"{API}/tables/{table['id']}/moves", wish)
            assert status == 200, answer
            waits.append(time.perf_counter() - began)
            table = json.loads(answer)


async def crowd(port: int, games: int, seconds: float, pause: float) -> tuple[int, float, list[float]]:
    """Many games at once: moves, seconds, and how long each took."""
    lines = [await Line(port).open() for _ in range(games)]
    waits: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(play(line, began + seconds, pause, waits) for line in lines))
    took = time.perf_counter() - began
    for line in lines:
        line.close()
    return len(waits), took, waits


async def knock(port: int, lines: int, seconds: float) -> float:
    """Answers a second of the bare route."""
    count, began = 0, time.perf_counter()

    async def one() -> None:
        nonlocal count
        line = await Line(port).open()
        while time.perf_counter() < began + seconds:
            assert (await line.post("/", {"move": "4", "version": 1}))[0] == 200
            count += 1
        line.close()

    await asyncio.gather(*(one() for _ in range(lines)))
    return count / (time.perf_counter() - began)


@contextmanager
def served(database: str, processes: int = 1) -> Iterator[int]:
    """A real server; gives its port."""
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0", "--rate-limit", "0"]
    command += ["--database", database, "--processes", str(processes)]
    with _process(command) as port:
        yield port


@contextmanager
def bare() -> Iterator[int]:
    """The peer: a route of Starlette that reads JSON and answers with as many bytes as a table has."""
    with _process([sys.executable, "-m", "bench.web", "--peer"]) as port:
        yield port


@contextmanager
def _process(command: list[str]) -> Iterator[int]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C.UTF-8"}
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])
    finally:
        process.terminate()
        process.communicate(timeout=60)


def be_bare() -> None:
    """Serve the peer's route until ended."""
    import socket

    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    filling = {"filling": "x" * 5_000}

    async def answer(request: Request) -> JSONResponse:
        await request.json()
        return JSONResponse(filling)

    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    app = Starlette(routes=[Route("/", answer, methods=["POST"])])
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])


def in_process(work: Any, *given: Any) -> Any:
    """Run the client apart from whoever measures and prints."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_run, (work, given))


def _run(work: Any, given: tuple[Any, ...]) -> Any:
    return asyncio.run(work(*given))


async def engines(port: int, tables: int) -> None:
    """Let engines play alone at some tables, as fast as they can."""
    line = await Line(port).open()
    players = ["searcher", "searcher"]
    for _ in range(tables):
        await line.post(f"{API}/tables", {"game": "connect4", "players": players, "pace": 0})
    line.close()


def percentile(values: list[float], share: float) -> float:
    return statistics.quantiles(values, n=1000)[min(998, int(share * 1000) - 1)] * 1000


def measure_server(seconds: float) -> None:
    print("moves a second, people against people, over loopback")
    with bare() as port:
        peer = in_process(knock, port, GAMES, seconds)
    print(f"  {'bare route of the framework':<34} {peer:8.0f}")
    postgres = PostgreSQL(fsync=True)
    with tempfile.TemporaryDirectory() as folder:
        sqlite = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        try:
            for title, database, processes in (
                ("SQLite, 1 process", sqlite, 1),
                ("PostgreSQL, 1 process", postgres.create(), 1),
                ("PostgreSQL, 2 processes", postgres.create(), 2),
            ):
                with served(database, processes) as port:
                    moves, took, _ = in_process(crowd, port, GAMES, seconds, 0.0)
                print(f"  {title:<34} {moves / took:8.0f}   {moves / took / peer:.3f} of the bare route")
            measure_waits(sqlite, max(seconds, 5.0))
        finally:
            postgres.remove()


def measure_waits(database: str, seconds: float) -> None:
    print(f"a move of {CROWD} games at once, one every {PAUSE:g} s each, SQLite, in milliseconds")
    with served(database) as port:
        for title, thinking in (("nobody thinks", 0), ("engines think at 8 tables", 8)):
            if thinking:
                in_process(engines, port, thinking)
            _, _, waits = in_process(crowd, port, CROWD, seconds, PAUSE)
            half, most = percentile(waits, 0.5), percentile(waits, 0.99)
            print(f"  {title:<34} p50 {half:6.0f}   p99 {most:6.0f}   ({len(waits)} moves)")


def measure_page(rounds: int = 5) -> None:
    print("the page in Chromium, nothing cached")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{Path(folder) / 'games.sqlite'}") as port,
        chromium() as browser,
    ):
        address = f"http://127.0.0.1:{port}/"
        first = browser.new_context()
        table = first.request.post(f"{address}api/v1/tables", data=WISH).json()["id"]
        for title, path, board in (
            ("start", address, ".cards svg"),
            ("a table", f"{address}#/table/{table}", "[role=grid]"),
        ):
            times, sizes = [], []
            for _ in range(rounds):
                context = browser.new_context()
                page = context.new_page()
                answers = heard(page)
                began = time.perf_counter()
                page.goto(path)
                page.wait_for_selector(board)
                times.append(time.perf_counter() - began)
                page.wait_for_load_state("networkidle")
                raw = sum(len(answer.body()) for answer in answers if answer.ok)
                wire = sum(answer.request.sizes()["responseBodySize"] for answer in answers if answer.ok)
                sizes.append((raw, wire))
                context.close()
            raw, wire = sizes[-1]
            middle = statistics.median(times) * 1000
            print(
                f"  {title:<34} {raw / 1000:6.0f} kB, {wire / 1000:.0f} kB on the wire, "
                f"board after {middle:.0f} ms"
            )


def heard(page: Page) -> list[Response]:
    """A list that gets every answer from now on."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    return answers


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    words.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.peer:
        be_bare()
        return
    measure_server(given.seconds)
    measure_page()


if __name__ == "__main__":
    main()
