"""What can be played."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.concurrency import run_in_threadpool

from damier.games import game as find_game
from damier.games import games
from damier.web.api.request_context import PREFIX, REFUSALS, Language
from damier.web.wire.games import demo_out, game_out, pictures_out
from damier.web.wire.models import DemoOut, GamesOut, PicturesOut

router = APIRouter(
    prefix=PREFIX, tags=["games"], responses={s: REFUSALS[s] for s in (403, 408, 413, 422, 429)}
)

GameKey = Annotated[str, InPath(max_length=60, description="as GET /games names it: connect4")]


@router.get("/games")
async def list_games(language: Language) -> GamesOut:
    """Every game, with its rules, boards and levels."""
    return await run_in_threadpool(
        lambda: GamesOut(games=[game_out(game, language) for game in games().values()])
    )


@router.get("/games/{key}/pictures")
async def show_pictures(key: GameKey, language: Language) -> PicturesOut:
    """The rules in pictures."""
    return await run_in_threadpool(lambda: pictures_out(find_game(key), language))


@router.get("/games/{key}/demo")
async def show_demo(key: GameKey, language: Language) -> DemoOut:
    """A short game, scene by scene."""
    return await run_in_threadpool(lambda: demo_out(find_game(key), language))
