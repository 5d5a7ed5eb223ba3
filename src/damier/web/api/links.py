"""Links to give away."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from damier.web.api.request_context import PREFIX, REFUSALS
from damier.web.host.allowed_hosts import FORWARDED
from damier.web.host.reachable_links import qr_code, reachable_link, read_link
from damier.web.wire.people_models import LinkOut
from damier.web.wire.requests import LinkRequest

router = APIRouter(prefix=PREFIX, tags=["tables"], responses=REFUSALS)


@router.post("/links")
async def show_link(wish: LinkRequest, request: Request) -> LinkOut:
    """A link to a page of this server as others reach it, and as a QR code."""
    ours = (request.headers.get("host"), request.scope.get(FORWARDED))
    link = read_link(wish.link, {host.lower() for host in ours if host})

    def show() -> LinkOut:
        found = reachable_link(link, request.app.state.settings)
        return LinkOut(
            link=found.link,
            qr=qr_code(found.link),
            local=found.local,
            command=found.command,
            address=found.address,
        )

    return await asyncio.to_thread(show)
