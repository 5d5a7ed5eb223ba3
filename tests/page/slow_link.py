"""A connection that takes its time: whatever goes through it, WebSockets too, arrives late, or not at all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class SlowLink:
    """A port of this machine that leads to another one, half of the latency later in each direction."""

    def __init__(self, port: int, latency: float = 0.0) -> None:
        self.latency = latency
        """Seconds there and back; may be changed at any time."""
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        try:
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        except asyncio.CancelledError:
            pass  # the link is closed
        finally:
            for end in (writer, far_writer):
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let every piece be late, and not one after the other."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, piece = await late.get()
                await asyncio.sleep(due - self._loop.time())
                if not piece:
                    return
                writer.write(piece)

        async def receive() -> None:
            piece = b"?"
            while piece:
                try:
                    piece = await reader.read(65536)
                except OSError:
                    piece = b""
                late.put_nowait((self._loop.time() + self.latency / 2, piece))

        await asyncio.gather(receive(), deliver())
        writer.close()

    def close(self) -> None:
        """End every connection."""

        async def end() -> None:
            self._server.close()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._do(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
