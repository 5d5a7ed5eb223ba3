"""Positions without a table."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from damier.web.api.asking import PREFIX, REFUSALS, Language
from damier.web.models import PositionOut
from damier.web.positions import position_out, set_up
from damier.web.wishes import NewPosition

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["position"])


@router.post("/positions")
async def read_position(wish: NewPosition, language: Language) -> PositionOut:
    """A position from moves or from its line of text, to look at and to analyse; nothing is kept of it."""
    return await run_in_threadpool(lambda: position_out(set_up(wish), language))
