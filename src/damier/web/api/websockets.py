"""The WebSockets: they only push. What a browser wants to hear of, it says when it connects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

from anyio import CancelScope, create_task_group
from anyio.abc import TaskGroup
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from damier.core.game import AnyGame, Seat
from damier.core.text import IllegalMove, Refusal, Text
from damier.games import game as find_game
from damier.table import Table
from damier.web.api.request_context import PREFIX, Language, ServiceDep, TableId, holder_of
from damier.web.host.client import hashed, secret_of
from damier.web.host.request_guard import NOT_NOW, say_not_now
from damier.web.tables.live_table import LiveTable
from damier.web.tables.service import Service
from damier.web.tables.table_view import preparing, state_after
from damier.web.tables.watchers import TableUpdate
from damier.web.thinking.stored_analysis import unpack_thought
from damier.web.thinking.worker_pool import EngineFault
from damier.web.wire.opinion_models import AnalysisPush
from damier.web.wire.people_models import PhraseOut
from damier.web.wire.requests import MOST_MOVES, MOST_POSITION

router = APIRouter(prefix=PREFIX)

MOST_MESSAGES = 100
"""A browser that sends more where nothing is asked of it is shown the door."""

ANALYSIS_SECONDS = 20.0
"""How long an engine thinks about one position."""

REFUSED, FAILED, COME_BACK_LATER = 1008, 1011, 1013
"""The codes with which a connection is closed."""

FORESEEN: tuple[type[Exception], ...] = (Refusal, *NOT_NOW)
"""Whoever watches is told why it cannot go on."""


@router.websocket("/tables/{table_id}/events")
async def watch_table(
    socket: WebSocket,
    table_id: TableId,
    service: ServiceDep,
    language: Language,
    analysis: bool = False,
    ply: Annotated[int | None, Query(ge=0, le=2 * MOST_MOVES)] = None,
    review: bool = False,
) -> None:
    """Pushes the table at once and after every change; an analysis and the review too, if asked for."""
    queue = service.watchers.watch(table_id)
    watcher = Watcher(socket, service, table_id, language, analysis, ply, review)
    try:
        await _serve(socket, language, lambda tasks: watcher.push(queue, tasks))
    finally:
        service.watchers.leave(table_id, queue)
        service.people.presence.leave(table_id, watcher.seats)


@router.websocket("/positions/events")
async def watch_position(
    socket: WebSocket,
    game: Annotated[str, Query(max_length=60)],
    position: Annotated[str, Query(max_length=MOST_POSITION)],
    service: ServiceDep,
    language: Language,
) -> None:
    """Pushes what the strongest level thinks of a position, ever better."""

    async def analyse(_: TaskGroup) -> None:
        found = await asyncio.to_thread(find_game, game)
        view = await asyncio.to_thread(found.parse, position)
        if view.outcome() is not None:
            raise IllegalMove(Text("the game is over: there is no move to analyse"))
        await _analyse(socket, service, language, found, view, hashed(position))

    await _serve(socket, language, analyse)


@dataclass
class Watcher:
    """Somebody at a table: tells them of it until they leave."""

    socket: WebSocket
    service: Service
    table_id: str
    language: str
    analysis: bool
    ply: int | None
    review: bool
    seats: list[Seat] = field(default_factory=list)
    """Where this browser sits, at a table of people from different places: the others see that it is here."""
    _view: Any = None
    """The position that is being analysed."""
    _analysis: CancelScope = field(default_factory=CancelScope)
    """Stops that, when another position is looked at."""

    async def push(self, queue: asyncio.Queue[TableUpdate], tasks: TaskGroup) -> None:
        """Send the table, and again after every change; what is analysed is one of the *tasks*."""
        load = self.service.open_to_advice if self.analysis else self.service.load
        live = await load(self.table_id)
        if live.is_shared:
            self.seats = live.seats_of(holder_of(self.socket))
            self.service.people.presence.come(self.table_id, self.seats)
        if self.review:
            await self._tell_review()
        update: TableUpdate = live
        while True:
            if isinstance(update, LiveTable):
                await self._tell_table(update, tasks)
            elif update is not None:
                await _send(self.socket, "phrase", PhraseOut(seat=update.seat, phrase=update.phrase))
            elif self.review:
                await self._tell_review()
            update = await queue.get()

    async def _tell_table(self, live: LiveTable, tasks: TaskGroup) -> None:
        holder, secret = holder_of(self.socket), secret_of(self.socket)
        await _send(self.socket, "table", await self.service.show(live, holder, self.language, secret))
        if self.analysis:
            await self._think(live, tasks)

    async def _tell_review(self) -> None:
        live = await self.service.read(self.table_id)
        await _send(self.socket, "review", await self.service.reviews.show(live, self.language))

    async def _think(self, live: LiveTable, tasks: TaskGroup) -> None:
        """Analyse the position that is looked at, unless that is under way already."""
        ply = len(live.table.moves) if self.ply is None else self.ply
        view = await asyncio.to_thread(_open_view, live.table, ply)
        if view == self._view:
            return
        self._analysis.cancel()
        self._view = view
        if view is not None:
            self._analysis = CancelScope()
            tasks.start_soon(self._analyse, live, view, ply, self._analysis)

    async def _analyse(self, live: LiveTable, view: Any, ply: int, scope: CancelScope) -> None:
        with scope:
            await _analyse(
                self.socket, self.service, self.language, live.game, view, live.id, live.version, ply
            )


def _open_view(table: Table, ply: int) -> Any:
    """What whoever is to move after *ply* moves sees; None where the game is over."""
    state = state_after(table, ply)
    return table.game.view(state, state.turn) if state.outcome() is None else None


async def _analyse(
    socket: WebSocket,
    service: Service,
    language: str,
    game: AnyGame,
    view: Any,
    table: str,
    version: int = 0,
    ply: int = 0,
) -> None:
    """Push ever better opinions of the strongest level, and before them that it must be compiled first."""

    def look() -> tuple[str, str, str | None]:
        return game.strongest(view), game.text(view), preparing(game, view, language)

    level, position, delay = await asyncio.to_thread(look)
    if delay is not None:
        await socket.send_text(json.dumps({"preparing": delay}))
    stream = service.workers.stream(game.key, position, level, table=table, seconds=ANALYSIS_SECONDS)
    async with aclosing(stream) as opinions:
        async for opinion in opinions:
            shown = await asyncio.to_thread(unpack_thought, opinion.packed, language)
            push = AnalysisPush(**shown.model_dump(), version=version, ply=ply, final=opinion.final)
            await _send(socket, "analysis", push)


async def _send(socket: WebSocket, name: str, content: Any) -> None:
    await socket.send_text(f'{{"{name}": {content.model_dump_json()}}}')


async def _serve(
    socket: WebSocket, language: str, work: Callable[[TaskGroup], Coroutine[Any, Any, None]]
) -> None:
    """Do the work until the browser leaves; what cannot be done closes the connection with a reason."""
    await socket.accept()
    try:
        async with create_task_group() as tasks:
            tasks.start_soon(work, tasks)
            await _ignore(socket)
            tasks.cancel_scope.cancel()
    except* (WebSocketDisconnect, RuntimeError):
        pass  # it has left while it was told
    except* FORESEEN as problems:
        await _close(socket, *_reason(problems.exceptions[0], language))


def _reason(problem: Exception, language: str) -> tuple[int, str]:
    """With which code and words a connection is closed."""
    if isinstance(problem, Refusal):
        return REFUSED, problem.text.show(language)
    code = FAILED if isinstance(problem, EngineFault) else COME_BACK_LATER
    return code, say_not_now(problem).show(language)


async def _ignore(socket: WebSocket) -> None:
    """Reading is how it is noticed that a browser leaves; nothing else is asked of it here."""
    for _ in range(MOST_MESSAGES):
        if (await socket.receive())["type"] == "websocket.disconnect":
            return
    raise Refusal(Text("this connection only tells: ask elsewhere"))


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason, of which the protocol takes 123 bytes; it may have left already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))
