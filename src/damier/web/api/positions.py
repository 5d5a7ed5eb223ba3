"""Positions without a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from damier.web.api.request_context import PREFIX, REFUSALS, Language, ServiceDep
from damier.web.tables.drafts import edit, editor_out
from damier.web.tables.positions import position_out, set_up
from damier.web.wire.position_models import DraftOut, EditorOut, PositionOut
from damier.web.wire.requests import EditRequest, NewPosition

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["position"])


@router.post("/positions")
async def read_position(asked: NewPosition, service: ServiceDep, language: Language) -> PositionOut:
    """A position from moves or from its line of text, to look at and to analyse; nothing is kept of it."""
    return await service.pool.do(lambda: position_out(set_up(asked), language))


@router.get("/games/{key}/editor")
async def show_editor(key: Annotated[str, Path(max_length=60)], language: Language) -> EditorOut:
    """What can be put on the board of a game by hand."""
    return editor_out(key, language)


@router.post("/positions/edit")
async def edit_position(asked: EditRequest, service: ServiceDep, language: Language) -> DraftOut:
    """A board under construction after one change, and what keeps it from being played; it is not kept."""
    return await service.pool.do(lambda: edit(asked, language))
