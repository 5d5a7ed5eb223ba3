"""The documents: the page, the description of the interface, and what is said where there is nothing.

The only script inside a document is ``static/js/boot.js``; the content policy names it by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import asdict
from pathlib import Path

from fastapi import FastAPI, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from damier.core.text import LANGUAGES, Text
from damier.web.host.request_guard import HEADERS, choose_language, local_path
from damier.web.kept_answers import answer_if_new
from damier.web.page.files import CORE_SHEETS, STATIC, PageFiles, joined_sheets
from damier.web.page.scripts import closure, read_modules, stripped

POLICY = "content-security-policy"
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def serve_documents(app: FastAPI, files: PageFiles) -> None:
    """The routes of the page and of the description of the interface."""
    boot = stripped((STATIC / "js" / "boot.js").read_text("utf-8"))
    told = {
        "base": files.base,
        "languages": sorted(LANGUAGES),
        "pages": {name: asdict(entry) for name, entry in files.entries.items()},
    }
    core = files.base + joined_sheets(CORE_SHEETS)
    page = _filled("index.html", base=files.base, core=core, files=told, boot=Markup(boot))
    modules = closure(read_modules(STATIC / "js"), "pages/docs/docs_page.js")
    described = _filled("docs.html", base=files.base, modules=modules)
    policy = {POLICY: f"{HEADERS[POLICY]}; script-src 'self' 'sha256-{_hashed(boot)}'"}

    @app.get("/", include_in_schema=False)
    async def show_page(request: Request) -> Response:
        return answer_if_new(request, page, "text/html", headers=policy)

    @app.get("/docs", include_in_schema=False)
    async def describe(request: Request) -> Response:
        return answer_if_new(request, described, "text/html")


def _filled(template: str, **values: object) -> bytes:
    return TEMPLATES.get_template(template).render(**values).encode()


def _hashed(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def nothing_here(files: PageFiles, request: Request) -> HTMLResponse | None:
    """A page with ways on for whoever followed a wrong link; None for a program, which gets its sentence."""
    if "text/html" not in request.headers.get("accept", "") or local_path(request.scope).startswith("/api/"):
        return None
    language = choose_language(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    words = {
        "title": Text("There is nothing at this address"),
        "advice": Text("The link may be mistyped, or what it led to is gone."),
        "games": Text("All games"),
        "archive": Text("Your games"),
    }
    # A folder of files, in which a name was not found, has put itself into the root path.
    root = f"{request.scope.get('app_root_path', request.scope.get('root_path', ''))}/"
    said = {name: text.show(language) for name, text in words.items()}
    page = _filled("not_found.html", root=root, base=root + files.base, language=language, **said)
    return HTMLResponse(page, 404, {"vary": "accept, accept-language"})
