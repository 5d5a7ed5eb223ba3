"""The HTTP and WebSocket interface, and the page."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from damier import __version__
from damier.core.text import Refusal, Text
from damier.games import games
from damier.store.archive import Archive, Stored
from damier.table import PERSON, Table
from damier.web.guard import Guard, answer_refusals, choose_language
from damier.web.models import (
    AnalysisOut,
    Change,
    GamesOut,
    NewMove,
    NewTable,
    Problem,
    Question,
    TableOut,
    TablesOut,
)
from damier.web.service import Service, hashed
from damier.web.wire import game_out
from damier.web.workers import Workers

STATIC = Path(__file__).parent / "static"
COOKIE = "damier"
"""Holds the browser's secret: whoever has it may move the seats that it was given."""
SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""What such a secret looks like: 32 bytes in letters; anything else is not one of ours."""
MOST_MESSAGES = 100
"""A browser that sends more where nothing is asked of it is shown the door."""

TableId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Lang = Annotated[str | None, Query(max_length=10)]


def language_of(request: Request, lang: Lang = None) -> str:
    """The language asked for, else the browser's, else English."""
    return choose_language(lang, request.headers.get("accept-language", ""))


def secret_of(asked: HTTPConnection) -> str | None:
    """The browser's secret, if it is one of ours."""
    secret = asked.cookies.get(COOKIE, "")
    return secret if SECRET.fullmatch(secret) else None


def holder_of(request: Request) -> str:
    """The hash of the browser's secret; a browser without one gets it with the first table."""
    return hashed(secret_of(request) or secrets.token_urlsafe())


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


Language = Annotated[str, Depends(language_of)]
Holder = Annotated[str, Depends(holder_of)]
Desk = Annotated[Service, Depends(service_of)]

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        403: "the seat is somebody else's",
        404: "there is no such table, or it can no longer be read",
        409: "the table has changed meanwhile",
        413: "the request is too long",
        422: "what was sent makes no sense, or the rules forbid it",
        503: "the engines or the database are busy; Retry-After says when to come back",
    }.items()
}

router = APIRouter(prefix="/api/v1", responses=REFUSALS)


@router.get("/games")
async def list_games(language: Language) -> GamesOut:
    """Every game, with its rules, boards and levels."""
    return await run_in_threadpool(
        lambda: GamesOut(games=[game_out(game, language) for game in games().values()])
    )


@router.post("/tables", status_code=201)
async def create_table(
    wish: NewTable, request: Request, response: Response, desk: Desk, language: Language
) -> TableOut:
    """A new table; the browser gets the seats of its people."""
    secret = secret_of(request) or secrets.token_urlsafe(32)
    stored = await desk.create(wish, hashed(secret))
    response.set_cookie(
        COOKIE,
        secret,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return await desk.show(stored, hashed(secret), language)


@router.get("/tables")
async def list_tables(desk: Desk, holder: Holder, language: Language) -> TablesOut:
    """The newest tables at which this browser has a seat."""
    return TablesOut(tables=await desk.mine(holder, language))


@router.get("/tables/{table_id}")
async def read_table(table_id: TableId, desk: Desk, holder: Holder, language: Language) -> TableOut:
    """The table as this browser may see it."""
    return await desk.show(await desk.load(table_id), holder, language)


@router.post("/tables/{table_id}/moves")
async def make_move(
    table_id: TableId, wish: NewMove, desk: Desk, holder: Holder, language: Language
) -> TableOut:
    """Make a move."""

    def act(table: Table) -> None:
        table.play(table.game.read(wish.move, table.view()))

    return await desk.show(await desk.change(table_id, wish.version, holder, act), holder, language)


@router.post("/tables/{table_id}/undo")
async def undo(table_id: TableId, wish: Change, desk: Desk, holder: Holder, language: Language) -> TableOut:
    """Take moves back, to the person's last turn."""

    def act(table: Table) -> None:
        people = [seat for seat in range(table.state.seats) if table.players[seat] == PERSON]
        alone = len(people) == 1 and table.state.seats > 1
        table.undo(until=people[0] if alone else None)

    return await desk.show(
        await desk.change(table_id, wish.version, holder, act, any_seat=True), holder, language
    )


@router.post("/tables/{table_id}/redo")
async def redo(table_id: TableId, wish: Change, desk: Desk, holder: Holder, language: Language) -> TableOut:
    """Make the move once more that was taken back."""
    stored = await desk.change(table_id, wish.version, holder, lambda table: table.redo())
    return await desk.show(stored, holder, language)


@router.post("/tables/{table_id}/resign")
async def resign(table_id: TableId, wish: Change, desk: Desk, holder: Holder, language: Language) -> TableOut:
    """Give up."""
    stored = await desk.change(table_id, wish.version, holder, lambda table: table.resign(table.turn))
    return await desk.show(stored, holder, language)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table_id: TableId, desk: Desk, holder: Holder, language: Language) -> TableOut:
    """A new table for the same players, seats swapped."""
    return await desk.show(await desk.rematch(table_id, holder), holder, language)


@router.post("/tables/{table_id}/hint")
async def hint(table_id: TableId, question: Question, desk: Desk, language: Language) -> AnalysisOut:
    """The best move with its reason, and a number for every move."""
    return await desk.hint(table_id, question.level, language)


@router.get("/tables/{table_id}/why")
async def why(table_id: TableId, desk: Desk, language: Language) -> AnalysisOut:
    """Why an engine made its last move."""
    return await desk.why(table_id, language)


@router.websocket("/tables/{table_id}/events")
async def events(socket: WebSocket, table_id: TableId, lang: str | None = None) -> None:
    """Pushes the table at once and after every change; what the browser sends is ignored."""
    if not _same_origin(socket):
        await socket.close(1008, "another origin")
        return
    desk: Service = socket.app.state.service
    language = choose_language(lang, socket.headers.get("accept-language", ""))
    holder = hashed(secret_of(socket) or secrets.token_urlsafe())
    await socket.accept()
    queue = desk.watch(table_id)
    try:
        await _until_one_ends(_push(socket, desk, table_id, queue, holder, language), _ignore(socket))
    except Refusal as problem:
        await _close(socket, 1008, problem.text.show(language))
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has left while it was told
    except SQLAlchemyError:
        await _close(socket, 1013, Text("the database does not answer: try again in a moment").show(language))
    finally:
        desk.leave(table_id, queue)


async def _push(
    socket: WebSocket,
    desk: Service,
    table_id: str,
    queue: asyncio.Queue[Stored],
    holder: str,
    language: str,
) -> None:
    """Send the table, and again after every change."""
    stored = await desk.load(table_id)
    while True:
        table = await desk.show(stored, holder, language)
        await socket.send_text(f'{{"table": {table.model_dump_json()}}}')
        stored = await queue.get()


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


def _same_origin(socket: WebSocket) -> bool:
    """Whether the page that asks came from here; a program that is no browser sends no origin."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")


def create_app(archive: Archive, workers: Workers | None = None) -> FastAPI:
    """The application on an archive."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = Service(archive, workers or Workers())
        yield
        await app.state.service.close()

    # The usual page at /docs loads its scripts from elsewhere: the description alone is served.
    app = FastAPI(title="damier", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.include_router(router)
    answer_refusals(app, router.routes)
    app.add_middleware(Guard)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    return app
