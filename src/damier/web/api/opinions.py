"""What engines think of the game at a table."""

from __future__ import annotations

from fastapi import APIRouter

from damier.web.api.request_context import PREFIX, REFUSALS, Desk, Language, TableId
from damier.web.wire.opinion_models import AnalysisOut
from damier.web.wire.requests import Question

router = APIRouter(prefix=PREFIX, tags=["opinions"], responses=REFUSALS)


@router.post("/tables/{table_id}/hint")
async def hint(table_id: TableId, question: Question, desk: Desk, language: Language) -> AnalysisOut:
    """The best move with its reason, and a number for every move."""
    return await desk.hint(table_id, question.level, language)


@router.get("/tables/{table_id}/why")
async def why(table_id: TableId, desk: Desk, language: Language) -> AnalysisOut:
    """Why an engine made its last move."""
    return await desk.why(table_id, language)
