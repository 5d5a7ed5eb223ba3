"""Connections: how many there may be, and who gives way."""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.web.host.knocking import (
    OTHER,
    PROXY,
    STRANGER,
    Knock,
    knock,
    run,
    serving,
    watch,
)
from tests.web.serving import API, Served
from websockets.asyncio.client import ClientConnection, connect

from damier.core.text import LANGUAGES
from damier.web.host import connection_limits

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has other addresses of its own")


@asynccontextmanager
async def watching(
    port: int, count: int, address: str | Iterator[str] = STRANGER
) -> AsyncIterator[list[ClientConnection]]:
    """So many WebSockets, from an address or from the next ones."""
    where = itertools.repeat(address) if isinstance(address, str) else address
    sockets = [await watch(port, next(where)) for _ in range(count)]
    try:
        yield sockets
    finally:
        for one in sockets:
            await one.close()


LIMITS: list[dict[str, int]] = [{"connections_per_address": 5}, {"most_connections": 5}]


def places(limit: dict[str, int]) -> Iterator[str]:
    """Where connections come from: one address, or each from its own where all of them are counted."""
    if "connections_per_address" in limit:
        return itertools.repeat(STRANGER)
    return (f"127.0.{1 + number // 250}.{1 + number % 250}" for number in itertools.count())


@pytest.mark.parametrize("limit", LIMITS)
def test_who_has_asked_nothing_yet_gives_way_first_then_who_is_idle(limit: dict[str, int]) -> None:
    async def work(port: int) -> None:
        where = places(limit)
        idle = [await knock(port, next(where)) for _ in range(2)]
        for one in idle:
            assert await one.ask() == 200
        silent = [await knock(port, next(where)) for _ in range(3)]
        for _ in range(20):
            new = await knock(port, next(where))
            assert await new.ask() == 200
            new.writer.close()
        assert await silent[0].is_closed(), "the oldest that had asked nothing"
        assert [await one.ask() for one in idle] == [200, 200]
        for _ in range(5):
            assert await (await knock(port, next(where))).ask() == 200, "none is refused"
        assert await idle[0].is_closed(), "none was left that had asked nothing"

    with serving(**limit) as port:
        run(work(port))


@pytest.mark.parametrize(("limit", "status"), [(LIMITS[0], 429), (LIMITS[1], 503)])
def test_where_all_are_busy_one_more_is_refused_in_every_language(limit: dict[str, int], status: int) -> None:
    async def work(port: int) -> None:
        where = places(limit)
        async with watching(port, 5, where) as sockets:
            refused = await knock(port, next(where))
            said = await refused.rest()
            assert said.startswith(f"HTTP/1.1 {status} ".encode()) and b"retry-after: " in said
            words = json.loads(said.partition(b"\r\n\r\n")[2])["detail"].split(" / ")
            assert len(set(words)) == len(LANGUAGES)
            if status == 429:
                assert await (await knock(port, OTHER)).ask() == 200, "somebody else is not concerned"
            await sockets[0].close()
            while await (await knock(port, next(where))).ask() != 200:
                await asyncio.sleep(0.01)

    with serving(**limit) as port:
        run(work(port))


HALF = b"POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900\r\n\r\n{"
"""The head of a request and one byte of its body."""


async def send_half(port: int, address: str = STRANGER) -> Knock:
    one = await knock(port, address)
    one.writer.write(HALF)
    await one.writer.drain()
    return one


@pytest.mark.parametrize("limit", LIMITS)
def test_who_has_sent_half_a_request_gives_way(limit: dict[str, int]) -> None:
    async def work(port: int) -> None:
        where = places(limit)
        idle = await knock(port, next(where))
        assert await idle.ask() == 200
        async with watching(port, 1, where):
            half = [await send_half(port, next(where)) for _ in range(3)]
            await asyncio.sleep(0.2)
            for _ in range(20):
                new = await knock(port, next(where))
                assert await new.ask() == 200
                new.writer.close()
            assert await half[0].is_closed(), "the oldest"
            assert await idle.ask() == 200, "who has asked before, and may again, gives way later"
            for _ in range(9):
                assert await (await knock(port, next(where))).ask() == 200
            assert all([await one.is_closed() for one in half])

    with serving(**limit) as port:
        run(work(port))


def test_who_has_just_come_gives_way_after_who_has_sent_half_for_long() -> None:
    async def work(port: int) -> None:
        half = [await send_half(port) for _ in range(3)]
        new = await knock(port)
        await asyncio.sleep(0.2)
        for _ in range(3):
            half.append(await send_half(port))
            await asyncio.sleep(0.1)
        assert await new.ask() == 200 and await half[2].is_closed()

    with serving(connections_per_address=4) as port:
        run(work(port))


def test_who_has_sent_the_rest_does_not_give_way() -> None:
    async def work(port: int) -> None:
        one = await send_half(port)
        one.writer.write(b"x" * 899)
        assert (await one.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        assert (await one.reader.readuntil(b" 900")).endswith(b" 900")
        half = await send_half(port)
        assert await one.ask() == 200
        assert await (await knock(port)).ask() == 200
        assert await half.is_closed() and await one.ask() == 200

    with serving(connections_per_address=2) as port:
        run(work(port))


@pytest.mark.parametrize("given", [0, 100])
def test_one_address_has_half_of_all_at_most(given: int) -> None:
    async def work(port: int) -> None:
        async with watching(port, 4):
            assert await (await knock(port)).ask() == 429
            for _ in range(2):
                async with watching(port, 4, OTHER):
                    pass

    with serving(most_connections=8, connections_per_address=given) as port:
        run(work(port))


def test_a_trusted_proxy_connects_for_everybody() -> None:
    async def work(port: int, counted: str) -> None:
        async with watching(port, 8, PROXY if counted != PROXY else STRANGER):
            pass
        async with watching(port, 2, counted):
            assert await (await knock(port, counted)).ask() == 429

    with serving(connections_per_address=2, trusted_proxies=PROXY) as port:
        run(work(port, STRANGER))
    with serving(connections_per_address=2, trusted_proxies=STRANGER) as port:
        run(work(port, PROXY))


def test_what_is_closed_is_forgotten() -> None:
    async def work(port: int) -> None:
        for _ in range(4):
            async with watching(port, 2):
                idle = await knock(port)
                assert await idle.ask() == 200
                half = await send_half(port)
            idle.writer.close()  # unless it gave way: the sockets may be gone before the half comes in
            half.writer.close()
            await half.writer.wait_closed()
        (keeper,) = connection_limits._keepers.values()
        while len(keeper):
            await asyncio.sleep(0.01)
        assert not keeper._of_one and not keeper._unfinished and not keeper._idle

    connection_limits._keepers.clear()
    with serving(connections_per_address=3) as port:
        run(work(port))


# A class, and the attack.


@pytest.mark.long
def test_a_class_behind_one_address_plays_while_somebody_there_opens_what_it_can(tmp_path: Path) -> None:
    """Forty browsers, each with six connections and a WebSocket; another pupil opens 700 and asks nothing."""

    async def browse(port: int) -> list[Knock]:
        line = await knock(port)
        body = json.dumps({"game": "tictactoe", "players": ["person", "person"]}).encode()
        head = f"POST {API}/tables HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n"
        line.writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        answer = (await line.reader.readuntil(b"\r\n\r\n")).decode()
        assert answer.startswith("HTTP/1.1 201"), answer
        length = int(answer.lower().partition("content-length: ")[2].split()[0])
        table = json.loads(await line.reader.readexactly(length))["id"]
        watched = await connect(f"ws://127.0.0.1:{port}{API}/tables/{table}/events", local_addr=(STRANGER, 0))
        assert json.loads(await watched.recv())["table"]["id"] == table
        sockets.append(watched)
        return [line, *[await knock(port) for _ in range(5)]]

    sockets: list[ClientConnection] = []

    async def work(port: int) -> None:
        rude = [await knock(port) for _ in range(700)]
        lines = [line for browser in [await browse(port) for _ in range(40)] for line in browser]
        for _ in range(2):
            assert {await line.ask() for line in lines} == {200}, "every connection of the class is served"
        assert all(one.close_code is None for one in sockets)
        assert len(rude) == 700
        for one in sockets:
            await one.close()

    with Served(tmp_path) as server:
        run(work(int(server.address.rpartition(":")[2])))


@pytest.mark.long
@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nhost: ", HALF])
def test_half_open_connections_make_nobody_deaf_and_fill_no_log(tmp_path: Path, sent: bytes) -> None:
    """More than there are files, and as many again where they are closed."""

    async def work(port: int) -> None:
        held = []
        for address in (STRANGER, OTHER, PROXY):
            for _ in range(300):
                one = await knock(port, address)
                one.writer.write(sent)
                held.append(one)
            for person in ("127.0.0.9", address):
                assert await (await knock(port, person)).ask() == 200

    with Served(tmp_path, files=512) as server:
        run(work(int(server.address.rpartition(":")[2])))
        assert server.end() == 0
        assert server.log.stat().st_size < 20_000, server.log.read_text()[:2000]


FILES = """
import resource, sys
from damier.web.host.connection_limits import knocking, raise_open_files, room
from damier.web.host.settings import Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (300, int(sys.argv[1])))
raise_open_files(Settings(most_connections=1000))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], knocking(), room())
"""


@pytest.mark.parametrize(("hard", "said"), [(8000, "3248 812 2236"), (600, "600 150 250")])
def test_there_are_always_files_left(hard: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILES, str(hard)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == said
