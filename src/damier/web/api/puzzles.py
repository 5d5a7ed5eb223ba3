"""Puzzles: positions in which exactly one move wins."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.concurrency import run_in_threadpool

from damier.web.api.games import GameKey
from damier.web.api.request_context import PREFIX, REFUSALS, Language, ServiceDep
from damier.web.reviews.puzzles import StoredPuzzle, puzzles_out
from damier.web.wire.puzzle_models import HintOut, PuzzleOut, PuzzlesOut, TriedOut
from damier.web.wire.requests import PuzzleMoves, PuzzleTry

router = APIRouter(prefix=PREFIX, tags=["puzzles"], responses=REFUSALS)

Grade = Annotated[str, InPath(max_length=60, description="as GET /games/{key}/puzzles names it: easy")]
Number = Annotated[int, InPath(ge=-(10**9), le=10**9, description="from 1")]


@router.get("/games/{key}/puzzles")
async def list_grades(key: GameKey, language: Language) -> PuzzlesOut:
    """The grades of a game's puzzles, the easiest first."""
    return await run_in_threadpool(lambda: puzzles_out(key, language))


@router.get("/games/{key}/puzzles/{grade}/{number}")
async def read_puzzle(key: GameKey, grade: Grade, number: Number, language: Language) -> PuzzleOut:
    """One puzzle; nothing is kept of it, whoever solves it says which moves were made."""
    return await run_in_threadpool(lambda: StoredPuzzle(key, grade, number).show(language))


@router.post("/games/{key}/puzzles/{grade}/{number}")
async def try_move(
    key: GameKey, grade: Grade, number: Number, tried: PuzzleTry, service: ServiceDep, language: Language
) -> TriedOut:
    """Judge a move; one that keeps the win is answered by the longest defence."""
    return await StoredPuzzle(key, grade, number).try_move(service.workers, tried.made, language)


@router.post("/games/{key}/puzzles/{grade}/{number}/hint")
async def puzzle_hint(
    key: GameKey, grade: Grade, number: Number, made: PuzzleMoves, service: ServiceDep, language: Language
) -> HintOut:
    """The move that wins, and why."""
    return await StoredPuzzle(key, grade, number).hint(service.workers, made.made, language)
