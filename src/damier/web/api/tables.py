"""Tables: making them, looking at them, playing."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from damier.store.table_archive import TableQuery
from damier.web.api.request_context import PREFIX, REFUSALS, Holder, Language, ServiceDep, TableId, holder_of
from damier.web.host.client import COOKIE, hashed, secret_of
from damier.web.host.rate_limits import charge
from damier.web.tables import act_list, actions
from damier.web.tables.live_table import LiveTable
from damier.web.tables.service import Service
from damier.web.wire.act_models import ActsOut
from damier.web.wire.models import PlyOut, TableOut, TablesOut
from damier.web.wire.requests import (
    MOST_MOVES,
    ActList,
    Change,
    Claim,
    JoinRequest,
    NewMove,
    NewPace,
    NewPhrase,
    NewTable,
)

router = APIRouter(prefix=PREFIX, tags=["tables"], responses=REFUSALS)

Ply = Annotated[int, InPath(ge=0, le=MOST_MOVES * 2, description="how many moves were made")]
Filter = Annotated[str, Query(max_length=60)]


def give_secret(request: Request, response: Response) -> str:
    """The browser's secret, which it keeps for a year; scripts cannot read it, other sites not send it."""
    secret = secret_of(request) or secrets.token_urlsafe(32)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=365 * 24 * 3600,
        path=request.scope.get("root_path", "") or "/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return secret


async def _show(service: Service, live: LiveTable, request: Request, language: str) -> TableOut:
    service.people.seen(live, holder_of(request))
    return await service.show(live, holder_of(request), language, secret_of(request))


@router.post("/tables", status_code=201)
async def create_table(
    new: NewTable, request: Request, response: Response, service: ServiceDep, language: Language
) -> TableOut:
    """A new table; the browser gets the seats of its people, or those that it asks for."""
    secret = give_secret(request, response)
    return await service.show(await service.create(new, secret), hashed(secret), language, secret)


@router.get("/tables")
async def list_tables(
    service: ServiceDep,
    holder: Holder,
    language: Language,
    game: Filter = "",
    state: Annotated[str, Query(pattern="^(open|won|lost|drawn|over)?$")] = "",
    player: Filter = "",
    words: Annotated[str, Query(max_length=200)] = "",
    after: Annotated[str, Query(max_length=200)] = "",
    most: Annotated[int, Query(ge=1, le=50)] = 20,
) -> TablesOut:
    """The tables in this browser's archive, newest first."""
    query = TableQuery(game=game, state=state, player=player, words=words, after=after, most=most)
    return await service.search(holder, query, language)


@router.get("/tables/{table_id}")
async def read_table(
    table_id: TableId, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """The table as this browser may see it."""
    return await _show(service, await service.load(table_id), request, language)


@router.delete("/tables/{table_id}", status_code=204)
async def forget_table(table_id: TableId, service: ServiceDep, holder: Holder) -> None:
    """Take a table out of this browser's archive; it is gone when nobody keeps it."""
    await service.forget(table_id, holder)


@router.get("/tables/{table_id}/plies/{ply}")
async def look_back(
    table_id: TableId, ply: Ply, service: ServiceDep, holder: Holder, language: Language
) -> PlyOut:
    """The game after so many moves, as it was seen then."""
    return await service.ply(table_id, ply, holder, language)


@router.post("/tables/{table_id}/join")
async def join(
    table_id: TableId,
    joining: JoinRequest,
    request: Request,
    response: Response,
    service: ServiceDep,
    language: Language,
) -> TableOut:
    """Take the seat that an invitation is for."""
    secret = give_secret(request, response)
    live = await service.join(table_id, joining.invitation, hashed(secret), joining.nickname)
    service.people.seen(live, hashed(secret))
    return await service.show(live, hashed(secret), language, secret)


async def _act(
    service: Service, table_id: str, version: int, action: actions.Action, request: Request, language: str
) -> TableOut:
    live = await service.change(table_id, version, holder_of(request), action)
    return await _show(service, live, request, language)


@router.post("/tables/{table_id}/moves")
async def make_move(
    table_id: TableId, made: NewMove, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Make a move."""
    return await _act(service, table_id, made.version, actions.move(made.move), request, language)


@router.post("/tables/{table_id}/acts")
async def do_acts(
    table_id: TableId,
    asked: ActList,
    request: Request,
    service: ServiceDep,
    holder: Holder,
    language: Language,
) -> ActsOut:
    """Do several things in order, up to the first refusal; what is sent again is not done twice."""
    charge(request, len(asked.acts) - 1)
    live, refused = await act_list.perform(service, table_id, asked, holder)
    table = await _show(service, live, request, language)
    return ActsOut(table=table, refused=refused.show(language) if refused else None)


@router.post("/tables/{table_id}/undo")
async def undo(
    table_id: TableId, change: Change, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Take moves back, to the person's last turn; by link, ask for it or allow it."""
    return await _act(service, table_id, change.version, actions.undo, request, language)


@router.post("/tables/{table_id}/redo")
async def redo(
    table_id: TableId, change: Change, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Make the move once more that was taken back."""
    return await _act(service, table_id, change.version, actions.redo, request, language)


@router.post("/tables/{table_id}/resign")
async def resign(
    table_id: TableId, change: Change, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Give up."""
    return await _act(service, table_id, change.version, actions.resign, request, language)


@router.post("/tables/{table_id}/draw")
async def draw(
    table_id: TableId, change: Change, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Offer a draw, or take the one that was offered."""
    return await _act(service, table_id, change.version, actions.draw, request, language)


@router.post("/tables/{table_id}/decline")
async def decline(
    table_id: TableId, change: Change, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Say no to what was offered, or take one's own offer back."""
    return await _act(service, table_id, change.version, actions.decline, request, language)


@router.post("/tables/{table_id}/claim")
async def claim(
    table_id: TableId, claimed: Claim, request: Request, service: ServiceDep, language: Language
) -> TableOut:
    """Claim the win, or a draw, against somebody who has left and is to move."""
    away = service.people.long_away(await service.load(table_id))
    return await _act(
        service, table_id, claimed.version, actions.claim(claimed.draw, away), request, language
    )


@router.post("/tables/{table_id}/phrases", status_code=204)
async def say_phrase(table_id: TableId, said: NewPhrase, service: ServiceDep, holder: Holder) -> None:
    """Say one of the set phrases to whoever is at the table; nothing of it is kept."""
    service.people.say(await service.read(table_id), holder, said.phrase)


@router.post("/tables/{table_id}/pace")
async def set_pace(
    table_id: TableId, new: NewPace, request: Request, service: ServiceDep, holder: Holder, language: Language
) -> TableOut:
    """How fast engines that play alone move, or that they wait."""
    live = await service.insist(table_id, holder, actions.set_pace(new.pace, new.paused))
    return await _show(service, live, request, language)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(
    table_id: TableId, request: Request, service: ServiceDep, holder: Holder, language: Language
) -> TableOut:
    """A new table for the same players, seats swapped; all who ask get the same one."""
    return await _show(service, await service.rematch(table_id, holder), request, language)
