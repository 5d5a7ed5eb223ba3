"""The WebSockets: they only push. What a browser wants to hear of, it says when it connects."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from damier.core.text import IllegalMove, Refusal, Text
from damier.games import game as find_game
from damier.table import Table
from damier.web.api.request_context import PREFIX, Lang, TableId
from damier.web.host.client import hashed, secret_of
from damier.web.host.request_guard import OVERRUN, choose_language
from damier.web.tables.live_table import LiveTable
from damier.web.tables.service import Service
from damier.web.tables.table_view import preparing, state_after
from damier.web.tables.watchers import TableUpdate
from damier.web.thinking.stored_analysis import unpack_thought
from damier.web.thinking.worker_pool import Busy, EngineFault, Overrun
from damier.web.wire.opinion_models import AnalysisPush
from damier.web.wire.requests import MOST_MOVES, MOST_POSITION

router = APIRouter(prefix=PREFIX)

log = logging.getLogger("damier.web")

MOST_MESSAGES = 100
"""A browser that sends more where nothing is asked of it is shown the door."""

SECONDS = 20.0
"""How long an engine thinks about one position of an analysis."""

BUSY = 1013
"""The code of a connection that is closed because there is too much to do: come back later."""


@router.websocket("/tables/{table_id}/events")
async def watch_table(
    socket: WebSocket,
    table_id: TableId,
    lang: Lang = None,
    analysis: bool = False,
    ply: Annotated[int | None, Query(ge=0, le=2 * MOST_MOVES)] = None,
    review: bool = False,
) -> None:
    """Pushes the table at once and after every change; an analysis and the review too, if asked for."""
    service: Service = socket.app.state.service
    language = _language(socket, lang)
    queue = service.watchers.watch(table_id)
    try:
        watcher = Watcher(socket, service, table_id, language, analysis=analysis, ply=ply, review=review)
        await _serve(socket, language, watcher.push(queue))
    finally:
        service.watchers.leave(table_id, queue)


@router.websocket("/positions/events")
async def watch_position(
    socket: WebSocket,
    game: Annotated[str, Query(max_length=60)],
    position: Annotated[str, Query(max_length=MOST_POSITION)],
    lang: Lang = None,
) -> None:
    """Pushes what the strongest level thinks of a position, ever better."""
    language = _language(socket, lang)
    await _serve(socket, language, _ponder(socket, game, position, language))


async def _ponder(socket: WebSocket, key: str, position: str, language: str) -> None:
    service: Service = socket.app.state.service

    def read() -> tuple[str, str]:
        game = find_game(key)
        view = game.parse(position)
        if view.outcome() is not None:
            raise IllegalMove(Text("the game is over: there is no move to analyse"))
        return game.strongest(view), game.text(view)

    level, text = await asyncio.to_thread(read)
    await _say_preparing(socket, key, text, language)
    async with aclosing(_opinions(service, key, text, level, hashed(text), language)) as opinions:
        async for opinion in opinions:
            await _send(socket, "analysis", opinion)
    await asyncio.Event().wait()  # all is said; the browser may stay


class Watcher:
    """Somebody at a table: tells them of it until they leave."""

    def __init__(
        self,
        socket: WebSocket,
        service: Service,
        table_id: str,
        language: str,
        *,
        analysis: bool,
        ply: int | None,
        review: bool,
    ) -> None:
        self.socket = socket
        self.service = service
        self.table_id = table_id
        self.language = language
        self.analysis = analysis
        self.ply = ply
        self.review = review
        self.secret = secret_of(socket)
        self.holder = hashed(self.secret or secrets.token_urlsafe())
        self._thinking: asyncio.Task[None] | None = None
        self._position: tuple[str, str] | None = None
        """What is being analysed: a level and a position."""

    async def push(self, queue: asyncio.Queue[TableUpdate]) -> None:
        """Send the table, and again after every change."""
        load = self.service.open_to_advice if self.analysis else self.service.load
        update: TableUpdate = await load(self.table_id)
        try:
            if self.review:
                await self._tell_review()
            while True:
                if update is not None:
                    await self._tell_table(update)
                elif self.review:
                    await self._tell_review()
                update = await self._next(queue)
        finally:
            await self._stop()

    async def _next(self, queue: asyncio.Queue[TableUpdate]) -> TableUpdate:
        """The next change; a failure of the analysis ends the waiting."""
        waiting = asyncio.create_task(queue.get())
        try:
            while True:
                tasks = {waiting, *([self._thinking] if self._thinking else [])}
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                if waiting.done():
                    return waiting.result()
                if self._thinking is not None and self._thinking.done():
                    done, self._thinking = self._thinking, None
                    done.result()
        finally:
            waiting.cancel()

    async def _tell_table(self, live: LiveTable) -> None:
        table = await self.service.show(live, self.holder, self.language, self.secret)
        await _send(self.socket, "table", table)
        if self.analysis:
            await self._think(live)

    async def _tell_review(self) -> None:
        live = await self.service.read(self.table_id)
        await _send(self.socket, "review", await self.service.reviews.show(live, self.language))

    async def _think(self, live: LiveTable) -> None:
        """Analyse the position that is looked at, unless that is under way already."""
        ply = len(live.table.moves) if self.ply is None else self.ply
        wanted = await asyncio.to_thread(_position, live.table, ply)
        if wanted == self._position:
            return
        await self._stop()
        self._position = wanted
        if wanted is not None:
            self._thinking = asyncio.create_task(self._analyse(live, ply, *wanted))

    async def _analyse(self, live: LiveTable, ply: int, level: str, position: str) -> None:
        key = live.game.key
        await _say_preparing(self.socket, key, position, self.language)
        opinions = _opinions(
            self.service, key, position, level, live.id, self.language, version=live.version, ply=ply
        )
        async with aclosing(opinions) as stream:
            async for opinion in stream:
                await _send(self.socket, "analysis", opinion)

    async def _stop(self) -> None:
        task, self._thinking = self._thinking, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])  # unlike awaiting it, this tells its end from our own
            _ = task.cancelled() or task.exception()  # of a position that is looked at no more


def _position(table: Table, ply: int) -> tuple[str, str] | None:
    """Which level thinks about the position after *ply* moves, and the position; None where it is over."""
    game, state = table.game, state_after(table, ply)
    if state.outcome() is not None:
        return None
    view = game.view(state, state.turn)
    return game.strongest(view), game.text(view)


async def _opinions(
    service: Service,
    key: str,
    position: str,
    level: str,
    table: str,
    language: str,
    *,
    version: int = 0,
    ply: int = 0,
) -> AsyncGenerator[AnalysisPush]:
    """Ever better opinions on a position, in a language."""
    stream = service.workers.stream(key, position, level, table=table, seconds=SECONDS)
    async with aclosing(stream) as opinions:
        async for opinion in opinions:
            shown = await asyncio.to_thread(unpack_thought, opinion.packed, language)
            yield AnalysisPush(**shown.model_dump(), version=version, ply=ply, final=opinion.final)


async def _say_preparing(socket: WebSocket, key: str, position: str, language: str) -> None:
    """Tell whoever waits for an engine that it must be compiled first."""

    def sentence() -> str | None:
        game = find_game(key)
        return preparing(game, game.parse(position), language)

    if (said := await asyncio.to_thread(sentence)) is not None:
        await socket.send_text(json.dumps({"preparing": said}))


async def _send(socket: WebSocket, name: str, content: Any) -> None:
    await socket.send_text(f'{{"{name}": {content.model_dump_json()}}}')


def _language(socket: WebSocket, lang: str | None) -> str:
    return choose_language(lang, socket.headers.get("accept-language", ""))


async def _serve(socket: WebSocket, language: str, work: Coroutine[Any, Any, None]) -> None:
    """Do the work until the browser leaves; what cannot be done closes the connection with a reason."""
    await socket.accept()
    try:
        await _until_one_ends(work, _ignore(socket))
    except Refusal as problem:
        await _close(socket, 1008, problem.text.show(language))
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has left while it was told
    except Busy:
        await _close(socket, BUSY, Text("the engines are busy: try again in a moment").show(language))
    except Overrun:
        await _close(socket, BUSY, OVERRUN.show(language))
    except EngineFault as fault:
        log.error("an engine has failed: %s", fault)
        await _close(socket, 1011, Text("the engine has failed: try again").show(language))
    except SQLAlchemyError:
        await _close(socket, BUSY, Text("the database does not answer: try again in a moment").show(language))


async def _ignore(socket: WebSocket) -> None:
    """Reading is how it is noticed that a browser leaves; nothing else is asked of it here."""
    for _ in range(MOST_MESSAGES):
        if (await socket.receive())["type"] == "websocket.disconnect":
            return
    raise Refusal(Text("this connection only tells: ask elsewhere"))


async def _until_one_ends(*parts: Coroutine[Any, Any, None]) -> None:
    """Do all until one ends or fails; the others are stopped."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for task in tasks:
            _ = task.cancelled() or task.exception()  # the first to fail is told, the other is not missed


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason, of which the protocol takes 123 bytes; it may have left already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))
