"""Tournaments under way and over; they are only looked at here, `damier arena` plays them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as InPath

from damier.web.api.request_context import PREFIX, REFUSALS, Language
from damier.web.tournaments.tournament_view import Tournaments
from damier.web.wire.models import PlyOut
from damier.web.wire.tournament_models import GamesPage, PlayedOut, TournamentOut, TournamentsOut

router = APIRouter(
    prefix=PREFIX,
    tags=["tournaments"],
    responses={status: REFUSALS[status] for status in (403, 404, 408, 413, 422, 429, 503)},
)

MOST_NUMBER = 10_000_000


def tournaments_of(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


TournamentsDep = Annotated[Tournaments, Depends(tournaments_of)]
Name = Annotated[str, InPath(min_length=1, max_length=200, description="as GET /tournaments names it")]
Number = Annotated[int, InPath(ge=0, le=MOST_NUMBER, description="counts the games from 0")]


@router.get("/tournaments")
async def list_tournaments(tournaments: TournamentsDep, language: Language) -> TournamentsOut:
    """Every tournament in the folder that the server was given, newest first."""
    return await tournaments.all(language)


@router.get("/tournaments/{name}")
async def show_tournament(name: Name, tournaments: TournamentsDep, language: Language) -> TournamentOut:
    """A tournament with its table; of a long one that was never asked for, ask again until all is counted."""
    return await tournaments.show(name, language)


@router.get("/tournaments/{name}/games")
async def list_games(
    name: Name,
    tournaments: TournamentsDep,
    language: Language,
    after: Annotated[int | None, Query(ge=0, le=MOST_NUMBER, description="`more` of the page before")] = None,
    most: Annotated[int, Query(ge=1, le=200, description="how many")] = 50,
    player: Annotated[int | None, Query(ge=0, le=1000, description="only games of this entry")] = None,
) -> GamesPage:
    """The games of a tournament, newest first."""
    return await tournaments.games(name, after, most, player, language)


@router.get("/tournaments/{name}/games/{number}")
async def show_game(name: Name, number: Number, tournaments: TournamentsDep, language: Language) -> PlayedOut:
    """A game with what each engine thought of its moves, and its last position."""
    return await tournaments.game(name, number, language)


@router.get("/tournaments/{name}/games/{number}/plies/{ply}")
async def show_ply(
    name: Name,
    number: Number,
    ply: Annotated[int, InPath(ge=0, le=100_000)],
    tournaments: TournamentsDep,
    language: Language,
) -> PlyOut:
    """A game after so many moves."""
    return await tournaments.ply(name, number, ply, language)
