"""Reviews of finished games."""

from __future__ import annotations

from fastapi import APIRouter

from damier.web.api.request_context import PREFIX, REFUSALS, Desk, Language, TableId
from damier.web.wire.models import ReviewOut

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["review"])


@router.post("/tables/{table_id}/review")
async def begin_review(table_id: TableId, desk: Desk, language: Language) -> ReviewOut:
    """Begin the review of a finished game, or go on with it; tells how far it is."""
    stored = await desk.load(table_id)
    await desk.live(stored)
    await desk.reviews.begin(stored)
    return await desk.reviews.show(stored, language)


@router.get("/tables/{table_id}/review")
async def read_review(table_id: TableId, desk: Desk, language: Language) -> ReviewOut:
    """How far the review is, and what it says."""
    stored = await desk.load(table_id)
    await desk.live(stored)
    return await desk.reviews.show(stored, language)
