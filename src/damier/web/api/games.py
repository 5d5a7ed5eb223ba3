"""What can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from damier.games import game as find_game
from damier.games import games
from damier.web.api.request_context import PREFIX, REFUSALS, Language
from damier.web.kept_answers import answer_if_new
from damier.web.wire.games import demo_out, game_out, pictures_out
from damier.web.wire.models import GamesOut
from damier.web.wire.picture_models import DemoOut, PicturesOut

router = APIRouter(
    prefix=PREFIX, tags=["games"], responses={s: REFUSALS[s] for s in (403, 408, 413, 422, 429)}
)

HOUR = 3600
"""Seconds for which a demo need not be asked for again: an old one does no harm."""

GameKey = Annotated[str, InPath(max_length=60, description="as GET /games names it: connect4")]


def _kept(request: Request, make: Callable[[], BaseModel], keep: int = 0) -> Response:
    return answer_if_new(request, make().model_dump_json().encode(), "application/json", keep)


@router.get("/games", response_model=GamesOut)
async def list_games(request: Request, language: Language) -> Response:
    """Every game, with its rules, boards and levels."""
    return await run_in_threadpool(
        _kept, request, lambda: GamesOut(games=[game_out(game, language) for game in games().values()])
    )


@router.get("/games/{key}/pictures", response_model=PicturesOut)
async def show_pictures(request: Request, key: GameKey, language: Language) -> Response:
    """The rules in pictures."""
    return await run_in_threadpool(_kept, request, lambda: pictures_out(find_game(key), language))


@router.get("/games/{key}/demo", response_model=DemoOut)
async def show_demo(request: Request, key: GameKey, language: Language) -> Response:
    """A short game, scene by scene."""
    return await run_in_threadpool(_kept, request, lambda: demo_out(find_game(key), language), HOUR)
