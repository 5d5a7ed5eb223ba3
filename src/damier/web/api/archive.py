"""A browser's games as files, out and in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from damier.core.text import Text, Unreadable
from damier.web.api.request_context import PREFIX, REFUSALS, Holder, Language, ServiceDep
from damier.web.api.tables import give_secret
from damier.web.host.client import hashed
from damier.web.wire.archive_models import ImportedOut

router = APIRouter(prefix=PREFIX, responses=REFUSALS, tags=["archive"])

FILES = {"jsonl": ("application/x-ndjson", "damier.jsonl"), "text": ("text/plain", "damier.txt")}
"""By form: its type, and what a browser calls the file."""

WORDS: dict[str, Any] = {"schema": {"type": "string"}}
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "one record a line, or record text",
        "content": {media: WORDS for media, _ in FILES.values()},
    }
}
GIVEN: dict[str, Any] = {
    "requestBody": {
        "description": "records as JSON lines or as record text, in UTF-8",
        "required": True,
        "content": {"text/plain": WORDS},
    }
}


@router.get("/archive", response_class=StreamingResponse, responses=FILE)
async def export_games(
    service: ServiceDep,
    holder: Holder,
    form: Annotated[Literal["jsonl", "text"], Query(alias="format")] = "jsonl",
) -> StreamingResponse:
    """This browser's games as a file; those under way only where nothing is hidden."""
    media, name = FILES[form]
    pages = service.library.pages(holder, form)
    first = await anext(pages)  # so that a database that is away is still told with a status

    async def pieces() -> AsyncIterator[str]:
        yield first
        async for piece in pages:
            yield piece

    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(pieces(), media_type=f"{media}; charset=utf-8", headers=headers)


@router.post("/archive", openapi_extra=GIVEN)
async def import_games(
    request: Request, response: Response, service: ServiceDep, language: Language
) -> ImportedOut:
    """Put the games of a file into this browser's archive; each is played through first."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Unreadable(Text("this file is not text in UTF-8")) from None
    return await service.library.take(text, hashed(give_secret(request, response)), language)
