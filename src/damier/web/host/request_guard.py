"""What every request meets: its length, its language, and a sentence for each refusal.

``damier.web.host.middleware`` puts :class:`Signed` and :class:`Guard` around the application;
``answer_refusals(app, routes)`` is called by ``create_app``.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damier.core.text import LANGUAGES, Refusal, Text
from damier.store.table_archive import Stale
from damier.web.host import metrics
from damier.web.host.costly_pool import Ending, Traffic, step_aside
from damier.web.host.fair_gate import Crowded
from damier.web.host.settings import Settings
from damier.web.refusals import NotFound, NotYours, TooOften
from damier.web.thinking.worker_pool import Busy, EngineFault, Overrun

MOST_BYTES = 20_000
"""No request is longer, but for those in LONGER."""
LONGER = {("POST", "/api/v1/archive"): 4_000_000}
"""Requests that may have more bytes: a file of games."""
PATIENT_BYTES = 1_000_000
"""So much beyond the limit is read and dropped: who still sends does not hear the answer."""
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""On every answer: no script from elsewhere, no frame around us, no address told to others."""

log = logging.getLogger("damier.web")


def choose_language(lang: str | None, header: str) -> str:
    """The language asked for, else the browser's, else English."""
    for word in (lang or "", *header.split(",")):
        code = word.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def local_path(scope: Scope) -> str:
    """The path below the root path: ``/api/v1/games`` wherever the page is mounted."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class Signed:
    """Puts the policy on every answer, whoever gives it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sign(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sign)


class HeadAsGet:
    """Answers HEAD wherever GET is answered, with the same head and nothing after it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            scope["method"] = "HEAD"  # as whoever sends and whoever counts must know
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        scope["method"] = "GET"
        await self.app(scope, receive, send_head)


class Guard:
    """Refuses requests that are too long, announced or not, and those that never end.

    A request goes before costly work from when it has come until its answer goes out: neither sending nor
    reading slowly holds anybody up.
    """

    def __init__(self, app: ASGIApp, settings: Settings, traffic: Traffic) -> None:
        self.app = app
        self.seconds = settings.body_seconds
        self.traffic = traffic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.seconds):
                first = await _whole(scope, receive)
        except TimeoutError:
            metrics.REFUSED.labels("slow").inc()
            await refuse(scope, receive, send, 408, Text("the request takes too long"), connection="close")
            return
        if first is None:
            metrics.REFUSED.labels("size").inc()
            await refuse(scope, receive, send, 413, Text("the request is too long"), connection="close")
            return

        if first["type"] != "http.request":
            return  # whoever asked has left

        async def again() -> Message:
            nonlocal first
            if first is None:
                return await receive()
            message, first = first, None
            return message

        async def send_aside(message: Message) -> None:
            step_aside()
            await send(message)

        with self.traffic.first():
            await self.app(scope, again, send_aside)


async def _whole(scope: Scope, receive: Receive) -> Message | None:
    """The whole request as one message; None if it is too long."""
    most = LONGER.get((scope["method"], local_path(scope)), MOST_BYTES)
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > most + PATIENT_BYTES:
        return None
    body, size, more = bytearray(), 0, True
    while more and size <= most + PATIENT_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return message  # it has left
        part, more = message.get("body", b""), message.get("more_body", False)
        size += len(part)
        if size <= most:
            body += part
        else:
            body.clear()
    return {"type": "http.request", "body": bytes(body), "more_body": False} if size <= most else None


def answer(asked: HTTPConnection, status: int, text: Text, **headers: str) -> JSONResponse:
    """A refusal, in the language that was asked for."""
    language = choose_language(asked.query_params.get("lang"), asked.headers.get("accept-language", ""))
    return JSONResponse({"detail": text.show(language)}, status, headers)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, text: Text, **headers: str) -> None:
    """Answer a request, or the handshake of a WebSocket, with a refusal before the application sees it."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013 if status == 429 else 1008})
        return
    await answer(HTTPConnection(scope), status, text, **headers)(scope, receive, send)


LATER = {"retry-after": "2"}
"""The header of a refusal of what may be tried again."""

NOT_NOW: dict[type[Exception], Text] = {
    Busy: Text("the engines are busy: try again in a moment"),
    Overrun: Text("the engine thought for too long and was stopped: try again"),
    EngineFault: Text("the engine has failed: try again"),
    Crowded: Text("too many wait for their turn: try again in a moment"),
    Ending: Text("the server is about to end: try again in a moment"),
    SQLAlchemyError: Text("the database does not answer: try again in a moment"),
}
"""What would be right and may be tried again, by what was in its way."""

UNREADABLE = Text("the request is not the JSON that is asked for")


def say_not_now(problem: Exception) -> Text:
    """What is said to whoever meets one of NOT_NOW; what a host should know of it goes to the log."""
    if isinstance(problem, EngineFault):
        log.error("an engine has failed", exc_info=problem)
    elif isinstance(problem, SQLAlchemyError):
        # In one line and without the values that were to be kept.
        complaint = getattr(problem, "orig", None) or type(problem).__name__
        log.error("the database: %s", str(complaint).partition("\n")[0])
    return next(NOT_NOW[kind] for kind in type(problem).__mro__ if kind in NOT_NOW)


def answer_refusals(
    app: FastAPI, routes: Sequence[BaseRoute], lost: Callable[[Request], Response | None]
) -> None:
    """Each refusal is a sentence; *routes* tell what could be done instead.

    *lost* has a page for people who ask for an address where there is nothing; None for programs.
    """

    @app.exception_handler(Refusal)
    async def refused(request: Request, problem: Refusal) -> JSONResponse:
        status = 404 if isinstance(problem, NotFound) else 403 if isinstance(problem, NotYours) else 422
        return answer(request, status, problem.text)

    @app.exception_handler(TooOften)
    async def too_often(request: Request, problem: TooOften) -> JSONResponse:
        return answer(request, 429, problem.text, **{"retry-after": str(math.ceil(problem.seconds))})

    @app.exception_handler(Stale)
    async def stale(request: Request, problem: Stale) -> JSONResponse:
        return answer(request, 409, Text("the table has changed meanwhile: look again"))

    @app.exception_handler(RequestValidationError)
    async def senseless(request: Request, problem: RequestValidationError) -> JSONResponse:
        return answer(request, 422, _what_is_senseless(problem))

    async def not_now(request: Request, problem: Exception) -> JSONResponse:
        return answer(request, 503, say_not_now(problem), **LATER)

    for kind in NOT_NOW:
        app.exception_handler(kind)(not_now)

    @app.exception_handler(Exception)
    async def broken(request: Request, problem: Exception) -> JSONResponse:
        # Told to the host by ``metrics.Observe``; this answer passes by whatever signs the others.
        text = Text("something went wrong here, and was written down: try again")
        return answer(request, 500, text, **HEADERS)

    _answer_the_lost(app, routes, lost)


def _answer_the_lost(
    app: FastAPI, routes: Sequence[BaseRoute], lost: Callable[[Request], Response | None]
) -> None:
    """What is said at an address where nothing is, or where something else can be done."""

    @app.exception_handler(HTTPException)
    async def astray(request: Request, problem: HTTPException) -> Response:
        if problem.status_code == 405:
            found = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
            allowed = {method for route in found for method in getattr(route, "methods", ())}
            text = Text("this cannot be done at this address")
            allowed |= {"HEAD"} if "GET" in allowed else set()
            return answer(request, 405, text, allow=", ".join(sorted(allowed)) or "GET, HEAD")
        if problem.status_code == 404:
            return lost(request) or answer(request, 404, Text("there is nothing at this address"))
        return answer(request, 422, UNREADABLE)


def _what_is_senseless(problem: RequestValidationError) -> Text:
    first = problem.errors()[0]
    place = ".".join(str(part) for part in first.get("loc", ())[1:])
    if first.get("type") == "json_invalid" or not place.isprintable() or not place:
        return UNREADABLE
    most = first.get("ctx", {}).get("max_length")
    if first.get("type") == "string_too_long":
        return Text("'{place}' is too long: at most {most} characters are read", place=place[:80], most=most)
    if first.get("type") == "too_long":
        return Text("'{place}' is too long: at most {most} entries are read", place=place[:80], most=most)
    return Text("'{place}' is missing or not what it should be", place=place[:80])
