"""Why a move cannot be made, for whoever presses a key where the board offers nothing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from damier.core.game import Seat
from damier.core.text import Refusal, Text, Unreadable
from damier.web.api.request_context import PREFIX, REFUSALS, Holder, Language, ServiceDep, TableId
from damier.web.tables import actions
from damier.web.tables.live_table import LiveTable
from damier.web.wire.models import Wire
from damier.web.wire.requests import ShortText

router = APIRouter(prefix=PREFIX, tags=["tables"], responses=REFUSALS)


class ForbiddenOut(Wire):
    reason: str | None
    """``column 4 is full``; nothing of what is no move, or can be made."""


@router.get("/tables/{table_id}/forbidden")
async def why_forbidden(
    table_id: TableId,
    move: Annotated[ShortText, Query(description="as it is written")],
    service: ServiceDep,
    holder: Holder,
    language: Language,
) -> ForbiddenOut:
    """Why this browser cannot make a move now; nothing is changed."""
    live = await service.load(table_id)
    reason = await asyncio.to_thread(forbidden, live, live.seats_of(holder), move)
    return ForbiddenOut(reason=reason.show(language) if reason else None)


def forbidden(live: LiveTable, seats: list[Seat], written: str) -> Text | None:
    """What the rules or the table have against a move; None of what is no move or can be made."""
    try:
        actions.move(written)(live.draft(), seats)
    except Unreadable:  # how moves are typed is no help to who uses the board
        return None
    except Refusal as refusal:
        return refusal.text
    return None
