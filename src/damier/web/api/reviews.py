"""Reviews of finished games."""

from __future__ import annotations

from fastapi import APIRouter

from damier.web.api.request_context import PREFIX, REFUSALS, Language, ServiceDep, TableId
from damier.web.wire.models import ReviewOut

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["review"])


@router.post("/tables/{table_id}/review")
async def begin_review(table_id: TableId, service: ServiceDep, language: Language) -> ReviewOut:
    """Begin the review of a finished game, or go on with it; tells how far it is."""
    live = await service.load(table_id)
    await service.reviews.begin(live)
    return await service.reviews.show(live, language)


@router.get("/tables/{table_id}/review")
async def read_review(table_id: TableId, service: ServiceDep, language: Language) -> ReviewOut:
    """How far the review is, and what it says."""
    return await service.reviews.show(await service.load(table_id), language)
