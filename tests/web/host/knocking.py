"""A server in a thread, and connections to it from several addresses of this machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.types import Receive, Scope, Send
from tests.web.serving import PATIENCE, echo
from websockets.asyncio.client import connect

from damier.web.host.serve import Server, configured, listen
from damier.web.host.settings import Settings

STRANGER, OTHER, PROXY = "127.0.0.2", "127.0.0.3", "127.0.0.1"


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers for ever, and tells when it was stopped."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send({"type": "http.response.body", "body": b"x" * 60_000, "more_body": True})
        message = asyncio.ensure_future(receive())
        done, _ = await asyncio.wait([message], timeout=0.01)
        if done and message.result()["type"] == "http.disconnect":
            STOPPED.set()
            return
        message.cancel()


STOPPED = threading.Event()


async def simple(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that begins and ends, and echoes."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    elif scope["path"] == "/endless":
        await endless(scope, receive, send)
    else:
        await echo(scope, receive, send)


@contextmanager
def serving(**settings: Any) -> Iterator[int]:
    """A server with these settings in a thread; gives its port."""
    listener = listen("127.0.0.1", 0)
    server = Server(configured(simple, Settings(**settings)))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Knock:
    """A connection from an address."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self) -> int:
        """A whole request; the status of its answer, 0 if there is none."""
        try:
            self.writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.partition("content-length: ")[2].split()[0])
            self.content = await self.reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            return 0
        return int(head.split()[1])

    async def is_closed(self) -> bool:
        """Whether the server has closed it, once all that was sent before has arrived."""
        try:
            await asyncio.wait_for(self.reader.read(1), 0.2)
        except TimeoutError:
            return False
        except OSError:
            return True
        return self.reader.at_eof()

    async def rest(self) -> bytes:
        """All that comes until it is closed."""
        try:
            return await self.reader.read()
        except OSError:
            return b""


async def knock(port: int, address: str = STRANGER) -> Knock:
    OPEN.append(Knock(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))))
    return OPEN[-1]


OPEN: list[Knock] = []
"""The connections of the test that runs."""


def watch(port: int, address: str = STRANGER) -> connect:
    return connect(f"ws://127.0.0.1:{port}/", local_addr=(address, 0))


def run(work: Coroutine[Any, Any, None]) -> None:
    async def close_all() -> None:
        try:
            await asyncio.wait_for(work, PATIENCE)
        finally:
            for one in OPEN:
                one.writer.close()
                with suppress(OSError):
                    await one.writer.wait_closed()
            OPEN.clear()

    asyncio.run(close_all())
