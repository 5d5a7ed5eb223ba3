"""Positions without a table."""

from __future__ import annotations

from fastapi import APIRouter

from damier.web.api.request_context import PREFIX, REFUSALS, Language, ServiceDep
from damier.web.tables.positions import position_out, set_up
from damier.web.wire.models import PositionOut
from damier.web.wire.requests import NewPosition

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["position"])


@router.post("/positions")
async def read_position(asked: NewPosition, service: ServiceDep, language: Language) -> PositionOut:
    """A position from moves or from its line of text, to look at and to analyse; nothing is kept of it."""
    return await service.pool.do(lambda: position_out(set_up(asked), language))
