"""What one client can do to another: three attacks on a server, and how long somebody else waits meanwhile.

    python -m bench.attacks                # about four minutes, alone on the machine
    python -m bench.attacks --rounds 5     # for a first look

A server of its own at 127.0.0.1 with a database in a temporary folder. A person at 127.0.0.3 begins a table
against an engine that needs a few milliseconds, makes a move and waits for the reply, again and again: first
undisturbed, then during each attack. The attacker is a process of its own, at 127.0.0.2, and once more at the
person's own address. Every attack is bounded in number and ends when the person has played, after
two minutes at most; nothing but this server is asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from damier.core.record import Record
from damier.games import game as find_game

API = "/api/v1"
PERSON, STRANGER = "127.0.0.3", "127.0.0.2"
WISH = {"game": "connect4", "players": ["person", "amateur"]}
MOST = 30.0
"""Seconds after which a person gives up; the wait is at least so long then."""
LONGEST = 120.0
"""Seconds after which an attack ends by itself."""
GAMES, EXPORTS = 229, 12
HALF_OPEN = 1_100
TABLES = 70
FULL = {429, 503}
"""What a server answers that wants to be asked later."""


class Line:
    """A connection from an address of one's own, with as little of HTTP as it needs."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and content; a connection is made if there is none."""
        try:
            if self._streams is None:
                where = (self.address, 0)
                self._streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=where)
            return await self._exchange(*self._streams, method, path, body)
        except BaseException:
            self.close()
            raise

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, body: bytes
    ) -> tuple[int, bytes]:
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-length: {len(body)}\r\n"
        head += f"content-type: application/json\r\ncookie: {self.cookie}\r\n\r\n"
        writer.write(head.encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].partition(";")[0]
        if "content-length" in fields:
            return int(lines[0].split()[1]), await reader.readexactly(int(fields["content-length"]))
        content = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            content += (await reader.readexactly(size + 2))[:size]
        await reader.readexactly(2)
        return int(lines[0].split()[1]), content

    async def post(self, path: str, content: Any) -> tuple[int, Any]:
        status, answer = await self.ask("POST", path, json.dumps(content).encode())
        return status, json.loads(answer)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


# The person.


async def play_once(port: int, address: str) -> None:
    """A table, a move, and the reply; who is told to come back later does."""
    line = Line(port, address)
    status = 0
    while status != 201:
        with suppress(OSError, asyncio.IncompleteReadError):
            status, table = await line.post(f"{API}/tables", WISH)
        if status != 201:
            await asyncio.sleep(0.1)
    path = f"{API}/tables/{table['id']}"
    where = f"ws://127.0.0.1:{port}{path}/events"
    async with connect(where, local_addr=(address, 0), additional_headers={"cookie": line.cookie}) as news:
        status, _ = await line.post(f"{path}/moves", {"move": "4", "version": table["version"]})
        assert status == 200, status
        while True:
            told = json.loads(await news.recv())
            if len(told["table"]["moves"]) > 1:
                break
    line.close()


async def play_often(port: int, address: str, rounds: int) -> list[float]:
    """How long each round took, in seconds."""
    waits = []
    for _ in range(rounds):
        began = time.perf_counter()
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(MOST):
                await play_once(port, address)
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.2)
    return waits


# The attacks.


async def exports(port: int, address: str, ready: Event) -> None:
    """Import a file of long games that are not over; export them twelve times at once, again and again."""
    line = Line(port, address)
    status, answer = await line.ask("POST", f"{API}/archive", long_games().encode())
    assert status == 200, answer
    ready.set()

    async def export() -> None:
        mine = Line(port, address)
        mine.cookie = line.cookie
        while True:
            status, _ = await mine.ask("GET", f"{API}/archive")
            if status in FULL:
                await asyncio.sleep(1)

    await asyncio.gather(*(export() for _ in range(EXPORTS)))


def long_games() -> str:
    """Games under way that take long to play through, as many moves as a file of 4 MB holds of them.

    In half of them nothing is hidden: those go out, the others do not.
    """
    mines = find_game("minesweeper").settle(None, {"size": "60x60"})
    flags = tuple(f"{act}{x},1" for x in range(1, 41) for act in "fu") * 40
    board = find_game("tictactoe").settle(None, {"size": "19x19", "line": 19})
    cells = tuple(f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs")
    records = (
        Record(game="minesweeper", options=mines, seed=1, moves=flags),
        Record(game="tictactoe", options=board, seed=0, moves=cells[:340]),
    )
    return "".join(f"{records[number % 2].dump()}\n" for number in range(GAMES))


async def half_open(port: int, address: str, ready: Event) -> None:
    """Begin a request on many connections and never end it; where one is closed, open the next."""

    async def hold() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                writer.write(b"GET / HTTP/1.1\r\nhost: 127")
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    holding = [asyncio.create_task(hold()) for _ in range(HALF_OPEN)]
    await asyncio.sleep(2)
    ready.set()
    await asyncio.gather(*holding)


async def tables(port: int, address: str, ready: Event) -> None:
    """Let the slowest engines play each other at many tables, and look at all of them all the time."""
    line = Line(port, address)
    wish = {"game": "quoridor", "players": ["expert", "expert"], "pace": 0}
    made = []
    for _ in range(TABLES):
        status, table = await line.post(f"{API}/tables", wish)
        if status == 201:
            made.append(table["id"])
    await asyncio.sleep(2)
    ready.set()
    while True:
        for name in made:
            await line.ask("GET", f"{API}/tables/{name}")
        await asyncio.sleep(5)


Attack = Callable[[int, str, Event], Coroutine[Any, Any, None]]
ATTACKS: dict[str, Attack] = {
    f"{EXPORTS} exports of {GAMES} long games": exports,
    f"{HALF_OPEN:,} half-open connections": half_open,
    f"{TABLES} tables of slow engines": tables,
}


def attack(name: str, port: int, address: str, ready: Event) -> None:
    """One attack, in a process of its own, until it is ended."""

    async def bounded() -> None:
        with suppress(TimeoutError, OSError, asyncio.IncompleteReadError):
            async with asyncio.timeout(LONGEST):
                await ATTACKS[name](port, address, ready)

    asyncio.run(bounded())


# The measurement.


def few_files() -> None:
    """Let the server have as many files open as a plain machine does, fewer than there are connections."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


class Server:
    """A server that is asked by nobody else."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0"]
        command += ["--database", f"sqlite:///{folder / 'games.sqlite'}"]
        with self.log.open("wb") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, preexec_fn=few_files
            )
        assert self.process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)", self.process.stdout.readline())
        assert found is not None, self.log.read_text()
        self.port = int(found[1])

    def end(self) -> float:
        """End it as a host does; how many seconds that took."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LONGEST)
        return time.perf_counter() - began


@contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.process.kill()
            server.process.communicate()


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of one attack."""

    alone: list[float]
    """Seconds that the person waited before it."""
    meanwhile: list[float]
    ready: int
    """What /readyz answered during the attack."""
    ending: float
    """Seconds that the server took to end in the middle of it."""
    log: int
    """Bytes that the server wrote to its log."""


def measure(name: str, address: str, rounds: int) -> Measured:
    context = multiprocessing.get_context("spawn")
    with served() as server:
        asyncio.run(play_often(server.port, PERSON, 3))  # everything is loaded
        alone = asyncio.run(play_often(server.port, PERSON, rounds))
        ready = context.Event()
        attacker = context.Process(target=attack, args=(name, server.port, address, ready), daemon=True)
        attacker.start()
        try:
            assert ready.wait(LONGEST), "the attack does not begin"
            meanwhile = asyncio.run(play_often(server.port, PERSON, rounds))
            status = asyncio.run(_readiness(server.port))
            ending = server.end()
        finally:
            attacker.kill()
            attacker.join()
        return Measured(alone, meanwhile, status, ending, server.log.stat().st_size)


async def _readiness(port: int) -> int:
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with asyncio.timeout(MOST):
            return (await Line(port, PERSON).ask("GET", "/readyz"))[0]
    return 0


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=20, help="how often the person plays, before and during")
    words.add_argument("--only", default="", help="attacks whose name has this in it")
    given = words.parse_args()
    print(f"{'a table, a move and the reply, in ms':<38}{'alone':>14}{'attacked':>14}")
    print(f"{'':<38}{' median  worst' * 2}  times ready end, s log, kB")
    for name in (name for name in ATTACKS if given.only in name):
        print(name, flush=True)
        for title, address in (("another address", STRANGER), ("the same address", PERSON)):
            print(f"  from {title:<31}{figures(measure(name, address, given.rounds))}", flush=True)


def figures(found: Measured) -> str:
    """One line of the table."""
    pairs = [(statistics.median(waits), max(waits)) for waits in (found.alone, found.meanwhile)]
    waits = "".join(f" {1000 * half:6.0f} {1000 * most:6.0f}" for half, most in pairs)
    ratio = pairs[1][0] / pairs[0][0]
    return f"{waits} {ratio:6.1f} {found.ready:5} {found.ending:6.1f} {found.log / 1000:7.0f}"


if __name__ == "__main__":
    main()
