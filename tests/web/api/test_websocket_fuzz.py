"""Nonsense on the WebSockets of a real server: refused or closed with a reason, and it serves on."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2 as httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from damier.web.api.websockets import MOST_MESSAGES
from damier.web.host.request_guard import MOST_BYTES

API = "/api/v1"

pytestmark = pytest.mark.xdist_group("fuzz")  # the last test looks at what all others have left in the log

CONVERSATIONS = 300
"""How many are held, one kind after the other, some at once."""

PATIENCE = 60.0
"""Seconds that a slow and busy machine has for anything."""

OWN = {1008, 1013}
"""The codes that we close with, always with a sentence."""
PROTOCOL = {1002, 1003, 1007, 1009}
"""The codes for what is no WebSocket any more."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "log"


@pytest.fixture(scope="module")
def address(log: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0", "--rate-limit", "0"]
    command += ["--log-level", "info", "--database", f"sqlite:///{log.parent / 'games.sqlite'}"]
    with log.open("w") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, log.read_text()
        yield found[0].rstrip("/")
        assert server.poll() is None, "the server has ended by itself"
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)
        assert "Traceback" not in log.read_text()


@pytest.fixture(scope="module")
def table(address: str) -> str:
    """A table to watch, at which nobody plays."""
    wish = {"game": "connect4", "players": ["person", "person"], "moves": ["4", "4"]}
    answer = httpx.post(f"{address}{API}/tables", json=wish, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def refused(address: str, path: str, **headers: str) -> str:
    """How a connection is refused, in the handshake or by a close right after what was told."""
    url = address.replace("http", "ws", 1) + API + path
    try:
        async with (
            asyncio.timeout(PATIENCE),
            connect(url, additional_headers=headers, open_timeout=PATIENCE) as line,
        ):
            while True:
                await line.recv()
    except InvalidStatus as problem:
        assert 400 <= problem.response.status_code < 500
        return f"status {problem.response.status_code}"
    except ConnectionClosed as end:
        assert end.rcvd is not None, "it was dropped without a word"
        assert end.rcvd.code in OWN and end.rcvd.reason, end.rcvd
        return end.rcvd.reason


def word(chance: random.Random) -> str:
    """Something that is no name of a table, for a path."""
    rubbish = [
        "..",
        "%",
        "\x00",
        "é",
        "😀",
        "'; DROP TABLE tables;--",
        "a" * 41,
        "a" * 3000,
        "%2e%2e%2f",
        "{id}",
    ]
    some = "".join(
        chance.choice('abcXYZ019-_~.!$&()*+,;=:@ \\\t\r\n"<>^`{|}') for _ in range(chance.randint(1, 60))
    )
    return quote(chance.choice([*rubbish, some]), safe="")


def query(chance: random.Random) -> str:
    """Parameters that make no sense, one of them at least."""
    odd = {
        "ply": ["-1", "abc", "", "99999999999999999999", "1e3", "10001", "٣", "1%00"],
        "analysis": ["maybe", "", "2", "%00"],
        "review": ["perhaps", "-1", "[]"],
    }
    names = chance.sample(list(odd), chance.randint(1, 3))
    return "&".join(f"{name}={quote(chance.choice(odd[name]), safe='%')}" for name in names)


def position(chance: random.Random) -> str:
    """A question about no position."""
    games = ["connect4", "minesweeper", "tictactoe", "quoridor", "dots", "chess", "", "x" * 61, "é"]
    texts = ["", "x" * 6001, "." * 5999, "nonsense", "\x00", "/" * 500, "9" * 3000, "0 0 0", "…"]
    parts = [f"game={quote(chance.choice(games))}", f"position={quote(chance.choice(texts))}"]
    return "&".join(chance.sample(parts, chance.randint(0, 2)))


NOWHERE: list[Callable[[random.Random, str], str]] = [
    lambda chance, table: f"/tables/{word(chance)}/events",
    lambda chance, table: f"/tables/{table}/events?{query(chance)}",
    lambda chance, table: f"/positions/events?{position(chance)}",
    lambda chance, table: f"/{word(chance)}",
    lambda chance, table: f"/tables/{table}/{chance.choice(['moves', 'hint', 'event', 'events/', ''])}",
    lambda chance, table: f"/tables/{table}/events?ply={chance.randint(3, 10_000)}&analysis=true",
]


@pytest.mark.parametrize("kind", range(len(NOWHERE)))
def test_what_is_not_there_is_refused(address: str, table: str, kind: int) -> None:
    chance = random.Random(kind)
    paths = [NOWHERE[kind](chance, table) for _ in range(CONVERSATIONS // (2 * len(NOWHERE)))]

    async def ask_all() -> list[str]:
        return list(await asyncio.gather(*(refused(address, path) for path in paths)))

    told = asyncio.run(ask_all())
    assert len(told) == len(paths) > 20


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "ftp://127.0.0.1"]
)
def test_another_origin_is_refused(address: str, table: str, origin: str) -> None:
    for path in (f"/tables/{table}/events", "/positions/events?game=connect4&position=x"):
        assert asyncio.run(refused(address, path, Origin=origin)) == "status 403"


def test_refusals_are_told_in_the_language_of_the_browser(address: str) -> None:
    paths = ["/tables/nobody/events", "/positions/events?game=chess&position=x"]
    for path in paths:
        mark = "&" if "?" in path else "?"
        told = {asyncio.run(refused(address, f"{path}{mark}lang={lang}")) for lang in ("en", "fr", "es")}
        assert len(told) == 3 and not any(reason.startswith("status") for reason in told)


@asynccontextmanager
async def watching(address: str, path: str) -> AsyncIterator[ClientConnection]:
    """A connection that has been told of its table."""
    url = address.replace("http", "ws", 1) + API + path
    async with connect(url, open_timeout=PATIENCE, close_timeout=1, max_size=None) as line:
        async with asyncio.timeout(PATIENCE):
            while "table" not in json.loads(await line.recv()):
                pass
        yield line


async def _ended(line: ClientConnection) -> ConnectionClosed:
    """How the server ends it."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await line.recv()
    except ConnectionClosed as end:
        return end


async def _talk(line: ClientConnection, chance: random.Random, messages: int) -> None:
    """Send anything that is a message."""
    with suppress(ConnectionClosed):
        for _ in range(messages):
            what = chance.randrange(6)
            size = chance.choice([0, 1, 10, 100, 1000])
            if what == 0:
                await line.send("😀" * (size // 4))
            elif what == 1:
                await line.send(chance.randbytes(size))
            elif what == 2:
                await line.send('{"move": "4", "version": 3}')
            elif what == 3:
                await line.send(["part", " by ", "part"])
            elif what == 4:
                await line.ping()
            else:
                await line.pong(chance.randbytes(min(size, 125)))


def test_who_talks_is_borne_and_who_does_not_stop_is_shown_the_door(address: str, table: str) -> None:
    async def converse(seed: int) -> None:
        chance = random.Random(seed)
        much = seed % 3 == 0
        async with watching(address, f"/tables/{table}/events?review=true") as line:
            await _talk(line, chance, MOST_MESSAGES * 4 if much else chance.randint(1, MOST_MESSAGES // 2))
            if much:
                end = (await _ended(line)).rcvd
                assert end is not None and end.code == 1008 and "only tells" in end.reason
            else:
                async with asyncio.timeout(PATIENCE):
                    await (await line.ping())  # it still answers

    async def all_at_once() -> None:
        await asyncio.gather(*(converse(seed) for seed in range(CONVERSATIONS // 6)))

    asyncio.run(all_at_once())


def test_a_storm_of_pings_is_answered(address: str, table: str) -> None:
    async def storm() -> None:
        async with watching(address, f"/tables/{table}/events") as line, asyncio.timeout(PATIENCE):
            waiting = [await line.ping(str(number)) for number in range(500)]
            await asyncio.gather(*waiting)

    asyncio.run(storm())


def test_a_message_that_is_too_long_ends_it(address: str, table: str) -> None:
    async def shout(size: int) -> int:
        async with watching(address, f"/tables/{table}/events") as line:
            with suppress(ConnectionClosed):
                await line.send("x" * size)
            end = (await _ended(line)).rcvd
            assert end is not None
            return end.code

    assert asyncio.run(shout(MOST_BYTES + 1)) == 1009
    assert asyncio.run(shout(50 * MOST_BYTES)) == 1009


# Below the protocol: frames by hand.


class Wire:
    """A connection on which anything can be sent."""

    def __init__(self, address: str, path: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.request = (
            f"GET {API}{path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def open(self) -> None:
        self.socket.sendall(self.request)
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        assert head.startswith(b"HTTP/1.1 101"), head

    def end(self) -> tuple[int, str] | None:
        """The close frame that comes, after whatever else; None if the line goes dead without one."""
        data = bytearray()
        with suppress(ConnectionError):
            while part := self.socket.recv(65536):
                data += part
        while len(data) >= 2:
            size, start = data[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10], "big"), 10
            if data[0] & 15 == 8:
                return int.from_bytes(data[start : start + 2], "big"), data[start + 2 : start + size].decode()
            del data[: start + size]
        return None

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def frame(first: int, content: bytes, masked: bool = True, size: int | None = None) -> bytes:
    """A frame; *size* is what it says of its length, where that is a lie."""
    size = len(content) if size is None else size
    head = bytes([first, (128 if masked else 0) | (size if size < 126 else 126 if size < 65536 else 127)])
    if size >= 126:
        head += size.to_bytes(2 if size < 65536 else 8, "big")
    return head + (b"\0\0\0\0" if masked else b"") + content


BROKEN: dict[str, bytes] = {
    "not masked": frame(0x81, b"hello", masked=False),
    "an unknown opcode": frame(0x83, b"hello"),
    "a reserved bit": frame(0xF1, b"hello"),
    "half a character": frame(0x81, b"\xff\xfe\xfa"),
    "a ping that is too long": frame(0x89, b"x" * 126),
    "a ping in parts": frame(0x09, b"x"),
    "a part of nothing": frame(0x80, b"x"),
    "a text in a text": frame(0x01, b"x") + frame(0x81, b"y"),
    "a close of one byte": frame(0x88, b"x"),
    "a close with a code that is none": frame(0x88, b"\x00\x05"),
    "a length without end": frame(0x82, b"x", size=2**62),
    "more than is allowed": frame(0x82, b"x", size=MOST_BYTES + 1),
    "compressed rubbish": frame(0xC1, b"\xde\xad\xbe\xef"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_is_no_websocket_is_closed_with_a_code_and_a_reason(address: str, table: str, how: str) -> None:
    with Wire(address, f"/tables/{table}/events") as wire:
        wire.open()
        wire.socket.sendall(BROKEN[how])
        end = wire.end()
    assert end is not None, "it was dropped without a word"
    code, reason = end
    assert code in PROTOCOL and (reason or code == 1007)  # which says it all: no text


def test_random_frames_are_closed_or_borne(address: str, table: str) -> None:
    chance = random.Random(1)
    for _ in range(CONVERSATIONS // 6):
        with Wire(address, f"/tables/{table}/events") as wire:
            wire.open()
            wire.socket.sendall(chance.randbytes(chance.randint(1, 400)))
            wire.socket.shutdown(socket.SHUT_WR)
            end = wire.end()
        assert end is None or end[0] in PROTOCOL | OWN | {1000, 1005, 1006}


def _leave_in_the_handshake(wire: Wire, chance: random.Random) -> None:
    wire.socket.sendall(wire.request[: chance.randint(0, len(wire.request) - 1)])


def _leave_after_the_handshake(wire: Wire, chance: random.Random) -> None:
    wire.socket.sendall(wire.request)


def _leave_in_a_frame(wire: Wire, chance: random.Random) -> None:
    wire.open()
    wire.socket.sendall(frame(0x82, b"x" * 100)[: chance.randint(1, 100)])


def _hang_up(wire: Wire, chance: random.Random) -> None:
    wire.open()
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _rubbish_in_the_handshake(wire: Wire, chance: random.Random) -> None:
    lines = wire.request.split(b"\r\n")
    lines[chance.randrange(len(lines))] = chance.randbytes(chance.randint(0, 60))
    wire.socket.sendall(b"\r\n".join(lines))
    wire.socket.shutdown(socket.SHUT_WR)
    with suppress(ConnectionError):
        while wire.socket.recv(65536):
            pass


LEAVING: list[Callable[[Wire, random.Random], None]] = [
    _leave_in_the_handshake,
    _leave_after_the_handshake,
    _leave_in_a_frame,
    _hang_up,
    _rubbish_in_the_handshake,
]


@pytest.mark.parametrize("leave", LEAVING)
def test_who_leaves_in_the_middle_is_not_missed(
    address: str, table: str, leave: Callable[[Wire, random.Random], None]
) -> None:
    chance = random.Random(1)
    wires = []
    for number in range(CONVERSATIONS // 10):
        more = "?analysis=true" if number % 5 == 0 else ""
        wires.append(Wire(address, f"/tables/{table}/events{more}"))
        leave(wires[-1], chance)
        if number % 2:
            wires.pop().socket.close()
    for wire in wires:
        wire.socket.close()
    _serves_and_nobody_is_left(address, table)


def _serves_and_nobody_is_left(address: str, table: str) -> None:
    async def look() -> None:
        async with watching(address, f"/tables/{table}/events?analysis=true") as line:
            async with asyncio.timeout(PATIENCE):
                while "analysis" not in str(await line.recv()):
                    pass
        await line.wait_closed()
        async with httpx.AsyncClient(timeout=PATIENCE) as client, asyncio.timeout(PATIENCE):
            while True:
                numbers: Any = (await client.get(f"{address}/metrics")).text
                left = {
                    name: re.search(rf"^{name} (\S+)$", numbers, re.M)
                    for name in ("damier_watchers", "damier_thoughts_busy")
                }
                if all(found and float(found[1]) == 0 for found in left.values()):
                    return
                await asyncio.sleep(0.1)

    asyncio.run(look())


def test_after_all_that_it_serves_and_has_logged_no_fault(address: str, table: str, log: Path) -> None:
    _serves_and_nobody_is_left(address, table)
    answer = httpx.get(f"{address}{API}/tables/{table}", timeout=PATIENCE)
    assert answer.status_code == 200 and answer.json()["moves"] == ["4", "4"]
    told = log.read_text()
    assert "Traceback" not in told and not re.search(r"^\S+ (error|critical) ", told, re.M)
    assert told.count("status=101") > CONVERSATIONS / 3, "nobody came in at all"
