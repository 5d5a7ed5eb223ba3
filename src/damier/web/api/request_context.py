"""What every request brings: the browser that asks and its language; and the refusals that it may get."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import Depends, Query
from fastapi import Path as InPath
from starlette.requests import HTTPConnection

from damier.web.host.client import hashed, secret_of
from damier.web.host.request_guard import choose_language
from damier.web.tables.service import Service
from damier.web.wire.models import Problem

PREFIX = "/api/v1"

TableId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""A table's name, which is also its public link."""

Lang = Annotated[
    str | None, Query(max_length=10, description="en, fr or es; else the browser's own language")
]


async def language_of(asked: HTTPConnection, lang: Lang = None) -> str:
    """The language asked for, else the browser's, else English."""
    # Not in a thread, as a plain function would be: a browser may leave before its WebSocket is accepted.
    return choose_language(lang, asked.headers.get("accept-language", ""))


def holder_of(asked: HTTPConnection) -> str:
    """The hash of the browser's secret; a browser without one gets it with its first seat."""
    return hashed(secret_of(asked) or secrets.token_urlsafe())


async def service_of(asked: HTTPConnection) -> Service:
    service: Service = asked.app.state.service
    return service


Language = Annotated[str, Depends(language_of)]
Holder = Annotated[str, Depends(holder_of)]
ServiceDep = Annotated[Service, Depends(service_of)]

_RETRY = {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}}

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {
        "model": Problem,
        "description": meaning,
        **({"headers": _RETRY} if status in (429, 503) else {}),
    }
    for status, meaning in {
        403: "the seat is somebody else's, or the page that asks is",
        404: "there is no such table, or it can no longer be read",
        408: "the request took too long to come",
        409: "the table has changed meanwhile",
        413: "the request is too long",
        422: "what was sent makes no sense, or the rules forbid it",
        429: "too many requests from one place; Retry-After says when to come back",
        503: "the engines or the database are busy; Retry-After says when to come back",
    }.items()
}
"""What any address may answer instead, each with one sentence."""
