"""What a host's machines ask: does it live, can it serve, and the numbers.

How it is wired: ``app.include_router(health.router)``; it asks ``app.state.service``.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from damier.web.api.request_context import REFUSALS
from damier.web.host import metrics
from damier.web.host.request_guard import LATER, NOT_NOW, answer
from damier.web.tables.service import Service
from damier.web.thinking.worker_pool import Busy

SECONDS_FOR_DATABASE = 5.0
"""Seconds after which a database that does not answer is called away."""

router = APIRouter(tags=["host"])


class AliveOut(BaseModel):
    status: Literal["alive"] = "alive"


class ReadyOut(BaseModel):
    status: Literal["ready"] = "ready"


@router.get("/healthz", summary="Whether the server lives")
async def alive() -> AliveOut:
    """Answers as long as the process does; asks nobody else."""
    return AliveOut()


@router.get(
    "/readyz", summary="Whether the server can serve", response_model=ReadyOut, responses={503: REFUSALS[503]}
)
async def ready(request: Request) -> ReadyOut | JSONResponse:
    """The database answers, and an engine could be asked; otherwise 503 says which does not."""
    service: Service = request.app.state.service
    try:
        async with asyncio.timeout(SECONDS_FOR_DATABASE):
            await asyncio.to_thread(service.archive.ping)
    except (SQLAlchemyError, OSError, TimeoutError):
        return answer(request, 503, NOT_NOW[SQLAlchemyError], **LATER)
    if service.workers.full:
        raise Busy
    return ReadyOut()


_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "the numbers, as text"}
}


@router.get("/metrics", summary="Numbers for Prometheus", response_class=Response, responses=_TEXT)
async def numbers(request: Request) -> Response:
    """Requests, moves, tables, watchers and thoughts, of all processes together."""
    metrics.look(request.app.state.service.workers)
    return Response(await asyncio.to_thread(metrics.tell), media_type=CONTENT_TYPE_LATEST)
