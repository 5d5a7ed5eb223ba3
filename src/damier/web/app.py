"""The application: what is asked for under /api/v1, and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware

from damier import __version__
from damier.store.table_archive import Archive
from damier.store.user_files import runs_folder
from damier.web.api import archive as archives
from damier.web.api import (
    forbidden_moves,
    games,
    links,
    opinions,
    positions,
    puzzles,
    reviews,
    tables,
    tournaments,
    websockets,
)
from damier.web.host import health, metrics
from damier.web.host.connection_limits import ENDS
from damier.web.host.costly_pool import Costly, Traffic
from damier.web.host.fair_threads import FairThreads
from damier.web.host.middleware import protect
from damier.web.host.request_guard import answer_refusals
from damier.web.host.settings import Settings
from damier.web.page.documents import nothing_here, serve_documents
from damier.web.page.files import PageStatic, page_files
from damier.web.tables.service import Service
from damier.web.thinking.worker_pool import Workers
from damier.web.tournaments.tournament_view import Tournaments
from damier.web.wire.openapi import DESCRIPTION, TAGS

ROUTERS = [
    part.router
    for part in (
        games,
        tables,
        links,
        forbidden_moves,
        opinions,
        reviews,
        positions,
        puzzles,
        archives,
        tournaments,
    )
]
"""What can be asked, in the order in which it is described."""


def create_app(archive: Archive, workers: Workers | None = None, settings: Settings | None = None) -> FastAPI:
    """The application on an archive."""
    settings = settings or Settings()
    traffic = Traffic()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        asyncio.get_running_loop().set_default_executor(FairThreads())
        pool = Costly(settings.costly_threads, settings.most_costly, traffic)
        app.state.service = Service(archive, workers or Workers(), pool, settings.away_seconds)
        app.state.settings = settings
        app.state.tournaments = Tournaments(Path(settings.runs) if settings.runs else runs_folder(), pool)
        async with metrics.followed(app.state.service.workers):
            yield {ENDS: pool.end}
        await app.state.service.close()

    # The usual page at /docs loads its scripts from elsewhere: ours is a page like the others.
    app = FastAPI(
        title="damier",
        version=__version__,
        description=DESCRIPTION,
        openapi_tags=TAGS,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    for router in (*ROUTERS, websockets.router, health.router):
        app.include_router(router)
    files = page_files()
    answer_refusals(
        app, [route for router in ROUTERS for route in router.routes], partial(nothing_here, files)
    )
    protect(app, settings, traffic)
    # Scripts and styles are compressed; answers that hold secrets are not, which would let them be guessed.
    app.mount("/static", GZipMiddleware(PageStatic(files)), name="static")
    serve_documents(app, files)
    return app
