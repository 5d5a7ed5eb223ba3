"""What one client can do to another: attacks on a server, and how long somebody else waits meanwhile.

    python -m bench.attacks                # about ten minutes, alone on the machine
    python -m bench.attacks --rounds 5     # for a first look

A server of its own at 127.0.0.1 with a database in a temporary folder. A person at 127.0.0.3 begins a table
against an engine that needs a few milliseconds, makes a move and waits for the reply, again and again: first
undisturbed, then during each attack. The attacker is a process of its own, at 127.0.0.2, and once more at the
person's own address. Every attack is bounded in number and ends when the person has played, after
two minutes at most; nothing but this server is asked.

Who is not served has waited for as long as a person does before giving up. It exits with 1 where somebody
waits for more than three times as long as undisturbed (at the median) or for a second (at worst), or where
the server calls itself not ready.
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
from websockets.exceptions import WebSocketException

from damier.core.record import Record
from damier.games import game as find_game

API = "/api/v1"
PERSON, STRANGER = "127.0.0.3", "127.0.0.2"
WISH = {"game": "connect4", "players": ["person", "amateur"]}
MOST = 30.0
"""Seconds after which a person gives up; whoever fails, however soon, has waited for so long."""
MOST_TIMES, MOST_WAIT = 3.0, 1.0
"""How many times as long a person may wait, and how many seconds at worst."""
LONGEST = 120.0
"""Seconds after which an attack ends by itself."""
GAMES, EXPORTS = 229, 12
HALF_OPEN = 1_100
HALF_SENT = 590
TABLES = 70
READERS = 40
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


class Unserved(Exception):
    """The person could not make a move."""


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
        if status != 200:
            raise Unserved(status)
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
        try:
            async with asyncio.timeout(MOST):
                await play_once(port, address)
            waits.append(time.perf_counter() - began)
        except (TimeoutError, OSError, EOFError, WebSocketException, Unserved) as problem:
            print(f"    not served: {problem!r}", file=sys.stderr)
            waits.append(MOST)
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
    """Begin the head of a request on many connections and never end it."""
    await hold_open(port, address, ready, HALF_OPEN, b"GET / HTTP/1.1\r\nhost: 127")


async def half_sent(port: int, address: str, ready: Event) -> None:
    """Send the head of a request on many connections, and one byte of what should follow."""
    head = f"POST {API}/tables HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-length: 900\r\n\r\n"
    await hold_open(port, address, ready, HALF_SENT, head.encode() + b"{")


async def hold_open(port: int, address: str, ready: Event, count: int, sent: bytes) -> None:
    """Say the same on so many connections, and no more; where one is closed, open the next."""

    async def hold() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                writer.write(sent)
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    holding = [asyncio.create_task(hold()) for _ in range(count)]
    await asyncio.sleep(2)
    ready.set()
    await asyncio.gather(*holding)


LARGE = {"game": "minesweeper", "options": {"size": "60x60"}}


async def counters(port: int, address: str, ready: Event) -> None:
    """Let an engine play alone at many of the largest boards."""
    await look_on(port, address, ready, {**LARGE, "players": ["odds"], "pace": 0})


async def experts(port: int, address: str, ready: Event) -> None:
    """Let the slowest engines play each other at many tables."""
    await look_on(port, address, ready, {"game": "quoridor", "players": ["expert", "expert"], "pace": 0})


async def strangers(port: int, address: str, ready: Event) -> None:
    """The same, each table made by a browser that nobody has seen before."""
    wish = {"game": "quoridor", "players": ["expert", "expert"], "pace": 0}
    await look_on(port, address, ready, wish, forgets=True)


async def look_on(
    port: int, address: str, ready: Event, wish: dict[str, Any], *, forgets: bool = False
) -> None:
    """Make many tables, without a cookie for who *forgets*, and look at all of them all the time."""
    line = Line(port, address)
    made = []
    for _ in range(TABLES):
        status, table = await line.post(f"{API}/tables", wish)
        if status == 201:
            made.append(table["id"])
        if forgets:
            line.cookie = ""
    await asyncio.sleep(2)
    ready.set()
    while True:
        for name in made:
            await line.ask("GET", f"{API}/tables/{name}")
        await asyncio.sleep(5)


async def large_boards(port: int, address: str, ready: Event) -> None:
    """On many connections, half of them make tables of the largest board with many moves, half read one."""
    moves = [f"{act}{x},{y}" for y in (1, 2) for x in range(1, 51) for act in "fu"]
    _, table = await Line(port, address).post(f"{API}/tables", {**LARGE, "players": ["person"]})
    wish = json.dumps({**LARGE, "players": ["person"], "moves": moves}).encode()

    async def ask(method: str, path: str, body: bytes) -> None:
        line = Line(port, address)
        while True:
            status, _ = await line.ask(method, path, body)
            if status in FULL:
                await asyncio.sleep(1)

    made = [ask("POST", f"{API}/tables", wish) for _ in range(READERS)]
    read = [ask("GET", f"{API}/tables/{table['id']}", b"") for _ in range(READERS)]
    asking = asyncio.gather(*made, *read)
    await asyncio.sleep(2)
    ready.set()
    await asking


Attack = Callable[[int, str, Event], Coroutine[Any, Any, None]]
ATTACKS: dict[str, Attack] = {
    f"{EXPORTS} exports of {GAMES} long games": exports,
    f"{HALF_OPEN:,} half-open connections": half_open,
    f"{HALF_SENT} half-sent requests": half_sent,
    f"{2 * READERS} connections that ask for large boards": large_boards,
    f"{TABLES} tables of counters at 60x60": counters,
    f"{TABLES} tables of slow engines": experts,
    f"{TABLES} tables of slow engines, no cookie": strangers,
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

    @property
    def times(self) -> float:
        """How many times as long the person waited, at the median."""
        return statistics.median(self.meanwhile) / statistics.median(self.alone)

    @property
    def kept(self) -> bool:
        """Whether nobody waited for too long."""
        return self.times <= MOST_TIMES and max(self.meanwhile) <= MOST_WAIT and self.ready == 200


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
    kept = True
    for name in (name for name in ATTACKS if given.only in name):
        print(name, flush=True)
        for title, address in (("another address", STRANGER), ("the same address", PERSON)):
            found = measure(name, address, given.rounds)
            kept &= found.kept
            print(f"  from {title:<31}{figures(found)}{'' if found.kept else '  too long'}", flush=True)
    sys.exit(0 if kept else 1)


def figures(found: Measured) -> str:
    """One line of the table."""
    pairs = [(statistics.median(waits), max(waits)) for waits in (found.alone, found.meanwhile)]
    waits = "".join(f" {1000 * half:6.0f} {1000 * most:6.0f}" for half, most in pairs)
    return f"{waits} {found.times:6.1f} {found.ready:5} {found.ending:6.1f} {found.log / 1000:7.0f}"


if __name__ == "__main__":
    main()
