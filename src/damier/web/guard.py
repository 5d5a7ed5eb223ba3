"""What every request meets: its length, its language, and a sentence for each refusal."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damier.core.text import LANGUAGES, Refusal, Text
from damier.store.archive import Stale
from damier.web.service import NotFound, NotYours
from damier.web.workers import Busy

MOST_BYTES = 20_000
"""No request is longer."""
PATIENT_BYTES = 1_000_000
"""So much of a longer one is read and dropped: who still sends does not hear the answer."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

log = logging.getLogger("damier.web")


def choose_language(lang: str | None, header: str) -> str:
    """The language asked for, else the browser's, else English."""
    for word in (lang or "", *header.split(",")):
        code = word.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


class Guard:
    """Refuses long requests, announced or not, and puts the policy on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        first = await _whole(scope, receive)

        async def again() -> Message:
            nonlocal first
            if first is None:
                return await receive()
            message, first = first, None
            return message

        async def sign(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = POLICY
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
            await send(message)

        if first is None:
            refusal = answer(Request(scope), 413, Text("the request is too long"), connection="close")
            await refusal(scope, receive, sign)
        else:
            await self.app(scope, again, sign)


async def _whole(scope: Scope, receive: Receive) -> Message | None:
    """The whole request as one message; None if it is too long."""
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > PATIENT_BYTES:
        return None
    body, size, more = b"", 0, True
    while more and size <= PATIENT_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return message  # it has left
        part, more = message.get("body", b""), message.get("more_body", False)
        size += len(part)
        body = body + part if size <= MOST_BYTES else b""
    return {"type": "http.request", "body": body, "more_body": False} if size <= MOST_BYTES else None


def answer(request: Request, status: int, text: Text, **headers: str) -> JSONResponse:
    """A refusal, in the language that was asked for."""
    language = choose_language(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    return JSONResponse({"detail": text.show(language)}, status, headers)


def answer_refusals(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Each refusal is a sentence; *routes* tell what could be done instead."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, problem: Refusal) -> JSONResponse:
        status = 404 if isinstance(problem, NotFound) else 403 if isinstance(problem, NotYours) else 422
        return answer(request, status, problem.text)

    @app.exception_handler(Stale)
    async def stale(request: Request, problem: Stale) -> JSONResponse:
        return answer(request, 409, Text("the table has changed meanwhile: look again"))

    @app.exception_handler(Busy)
    async def busy(request: Request, problem: Busy) -> JSONResponse:
        text = Text("the engines are busy: try again in a moment")
        return answer(request, 503, text, **{"retry-after": "2"})

    @app.exception_handler(SQLAlchemyError)
    async def away(request: Request, problem: SQLAlchemyError) -> JSONResponse:
        log.error("the database: %s", problem)
        text = Text("the database does not answer: try again in a moment")
        return answer(request, 503, text, **{"retry-after": "2"})

    @app.exception_handler(RequestValidationError)
    async def senseless(request: Request, problem: RequestValidationError) -> JSONResponse:
        first = problem.errors()[0]
        place = ".".join(str(part) for part in first.get("loc", ())[1:])
        if first.get("type") == "json_invalid" or not place.isprintable() or not place:
            return answer(request, 422, UNREADABLE)
        text = Text("'{place}' is missing or not what it should be", place=place[:80])
        return answer(request, 422, text)

    @app.exception_handler(HTTPException)
    async def astray(request: Request, problem: HTTPException) -> JSONResponse:
        if problem.status_code == 405:
            found = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
            allowed = {method for route in found for method in getattr(route, "methods", ())}
            text = Text("this cannot be done at this address")
            return answer(request, 405, text, allow=", ".join(sorted(allowed)) or "GET")
        if problem.status_code == 404:
            return answer(request, 404, Text("there is nothing at this address"))
        return answer(request, 422, UNREADABLE)


UNREADABLE = Text("the request is not the JSON that is asked for")
