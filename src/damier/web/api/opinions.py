"""What engines think of the game at a table."""

from __future__ import annotations

from fastapi import APIRouter

from damier.web.api.request_context import PREFIX, REFUSALS, Language, ServiceDep, TableId
from damier.web.wire.opinion_models import AnalysisOut, AnswerOut
from damier.web.wire.requests import HintRequest, PlaceQuestion

router = APIRouter(prefix=PREFIX, tags=["opinions"], responses=REFUSALS)


@router.post("/tables/{table_id}/hint")
async def hint(table_id: TableId, asked: HintRequest, service: ServiceDep, language: Language) -> AnalysisOut:
    """The best move with its reason, and a number for every move."""
    return await service.hint(table_id, asked.level, language)


@router.post("/tables/{table_id}/ask")
async def ask(table_id: TableId, asked: PlaceQuestion, service: ServiceDep, language: Language) -> AnswerOut:
    """The game's question about a place, answered from what can be seen: is this cell safe?"""
    return await service.ask(table_id, asked.place, language)


@router.get("/tables/{table_id}/why")
async def why(table_id: TableId, service: ServiceDep, language: Language) -> AnalysisOut:
    """Why an engine made its last move."""
    return await service.why(table_id, language)
