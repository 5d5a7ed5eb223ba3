"""Connections on which nothing comes or goes: how long they are waited for."""

from __future__ import annotations

import asyncio
import json
import socket
import sys

import pytest
from tests.web.host.knocking import (
    STOPPED,
    STRANGER,
    knock,
    run,
    serving,
)
from tests.web.serving import PATIENCE

from damier.core.text import LANGUAGES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has other addresses of its own")


@pytest.mark.parametrize("asked_before", [False, True])
def test_who_never_ends_a_request_is_shown_the_door_however_slowly_it_sends(asked_before: bool) -> None:
    async def work(port: int) -> None:
        slow = await knock(port)
        if asked_before:
            assert await slow.ask() == 200
        slow.writer.write(b"GET / HTTP/1.1\r\nx: ")
        answer = asyncio.create_task(slow.rest())
        while not answer.done():
            slow.writer.write(b"x")
            await asyncio.sleep(0.02)
        said = await answer
        if said:  # what is sent into a closed door can drown the answer
            assert said.startswith(b"HTTP/1.1 408 ") and b"connection: close" in said
            words = json.loads(said.partition(b"\r\n\r\n")[2])["detail"]
            assert len(set(words.split(" / "))) == len(LANGUAGES)

    with serving(header_seconds=0.3, idle_seconds=PATIENCE) as port:
        run(work(port))


def test_who_says_nothing_is_told_that_it_takes_too_long() -> None:
    async def work(port: int) -> None:
        said = await (await knock(port)).rest()
        assert said.startswith(b"HTTP/1.1 408 ")
        assert "demasiado" in json.loads(said.partition(b"\r\n\r\n")[2])["detail"]

    with serving(header_seconds=0.1) as port:
        run(work(port))


def test_a_request_may_take_longer_than_its_head_and_another_may_follow() -> None:
    async def work(port: int) -> None:
        one = await knock(port)
        one.writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n")
        for _ in range(3):
            await asyncio.sleep(0.2)
            one.writer.write(b"x")
        assert (await one.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        await one.reader.readuntil(b" 3")
        await asyncio.sleep(0.5)
        assert await one.ask() == 200

    with serving(header_seconds=0.3) as port:
        run(work(port))


def test_who_is_idle_between_requests_is_let_go() -> None:
    async def work(port: int) -> None:
        one = await knock(port)
        assert await one.ask() == 200
        assert await one.rest() == b""

    with serving(idle_seconds=0.1) as port:
        run(work(port))


def test_who_does_not_read_the_answer_is_let_go() -> None:
    async def work(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), source_address=(STRANGER, 0)) as one:
            one.sendall(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")
            assert await asyncio.to_thread(STOPPED.wait, PATIENCE)

    STOPPED.clear()
    with serving(idle_seconds=0.3) as port:
        run(work(port))


def test_an_answer_without_end_does_not_hold_up_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """The server waits for ten seconds at most, and then says that it had to."""
    with serving() as port:
        reading = socket.create_connection(("127.0.0.1", port))
        reading.sendall(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")
        assert reading.recv(100)
        sending = socket.create_connection(("127.0.0.1", port))
        sending.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n")
    reading.close()
    sending.close()
    assert not [record for record in caplog.records if "graceful" in record.getMessage()]
