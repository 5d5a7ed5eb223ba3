"""The files of the page, read once at the start, below an address that holds the digest of them all.

What an address with the digest answers never changes, so browsers keep it for good; relative addresses
between the files hold below it. Every process of a server computes the same digest.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from damier.web.page.scripts import (
    FIRST_PAGE,
    MAIN,
    Module,
    closure,
    join_scripts,
    read_modules,
    script_name,
)

STATIC = Path(__file__).parent.parent / "static"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""It may be kept, and is to be asked for whether it is still the same."""
CORE_SHEETS = ("base", "board", "pages", "waiting")
"""What every page needs."""
SMALL = 500
"""A shorter file is not worth compressing, in bytes."""

KINDS = {".js": "text/javascript", ".css": "text/css"}
"""Said here, since some systems call scripts plain text, which a browser does not run."""

DIGEST = re.compile(r"[0-9a-f]{16}")
SHEET_NAME = re.compile(r'"(\w+)"')
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
CSS_SPACE = re.compile(r"\s*([{};,>])\s*|(?<=:)\s+")
"""White space that means nothing; around + it does, in a sum."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a page needs besides what every page needs."""

    script: str | None
    """``pages-table-table_page.js``; None if it is part of the main one."""
    sheets: tuple[str, ...]
    """``("stage", "table", "analysis")``."""


@dataclass(frozen=True, slots=True)
class PageFiles:
    """All files of the page."""

    digest: str
    content: Mapping[str, bytes]
    """By path below the digest: ``scripts/main.js``, ``css/stage+table.css``, ``locale/fr.json``."""
    compressed: Mapping[str, bytes]
    """The same by gzip, of those that are worth it."""
    entries: Mapping[str, Entry]
    """By name of the page: ``table``."""

    @property
    def base(self) -> str:
        """Where they are, below the root path."""
        return f"static/{self.digest}/"


@cache
def page_files(folder: Path = STATIC) -> PageFiles:
    """Read and join them; a file that is changed later is seen after a new start."""
    modules = read_modules(folder / "js")
    entries = {_page_name(name): _entry(folder, modules, name) for name in modules if _is_page(name)}
    content = {
        path.relative_to(folder).as_posix(): _read(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    content |= {f"js/{module.name}": module.code.encode() for module in modules.values()}
    content |= {f"scripts/{name}": code.encode() for name, code in join_scripts(modules).items()}
    for sheets in {CORE_SHEETS, *(entry.sheets for entry in entries.values())} - {()}:
        content[joined_sheets(sheets)] = b"\n".join(content[f"css/{name}.css"] for name in sheets)
    digest = hashlib.sha256()
    for name, words in sorted(content.items()):
        digest.update(f"{name} {len(words)} ".encode() + words)
    packed = {name: gzip.compress(words, mtime=0) for name, words in content.items() if len(words) >= SMALL}
    return PageFiles(digest.hexdigest()[:16], content, packed, entries)


def joined_sheets(names: Iterable[str]) -> str:
    """The path of several style sheets in one: ``css/stage+table.css``."""
    return f"css/{'+'.join(names)}.css"


def _read(path: Path) -> bytes:
    if path.suffix == ".css":
        words = CSS_SPACE.sub(lambda found: found[1] or "", CSS_COMMENT.sub("", path.read_text("utf-8")))
        return words.replace(";}", "}").strip().encode()
    return path.read_bytes()


def _is_page(name: str) -> bool:
    return name.startswith("pages/") and name.endswith("_page.js")


def _page_name(name: str) -> str:
    return name.rpartition("/")[2].removesuffix("_page.js")


def _entry(folder: Path, modules: Mapping[str, Module], name: str) -> Entry:
    """What a page needs, found in its modules: the sheets are named where they are loaded."""
    core = closure(modules, FIRST_PAGE, MAIN)
    sheets: dict[str, None] = {}
    for one in closure(modules, name):
        for line in modules[one].code.splitlines():
            if "loadStylesheet" in line and not line.startswith(("import", "export")):
                named = SHEET_NAME.findall(line)
                sheets |= dict.fromkeys(word for word in named if (folder / "css" / f"{word}.css").exists())
    return Entry(None if name in core else script_name(name), tuple(sheets))


class PageStatic(StaticFiles):
    """The files below their digest, which may be kept for good; and each as it is on the disk, which may not.

    Below the digest of another version stand ours as well: a page that was opened before a new start of the
    server goes on, and nothing of it is kept.
    """

    def __init__(self, files: PageFiles) -> None:
        super().__init__(directory=STATIC)
        self.files = files

    async def get_response(self, path: str, scope: Scope) -> Response:
        digest, _, name = path.replace(os.sep, "/").partition("/")
        if not DIGEST.fullmatch(digest):
            answer = await super().get_response(path, scope)
            answer.headers["cache-control"] = ASK_AGAIN
            return answer
        if name not in self.files.content:
            raise HTTPException(404)
        headers = {
            "cache-control": FOREVER if digest == self.files.digest else ASK_AGAIN,
            "vary": "accept-encoding",
        }
        kind = KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        content = self.files.content[name]
        packed = self.files.compressed.get(name)
        if packed is not None and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            content, headers["content-encoding"] = packed, "gzip"
        return Response(content, headers=headers, media_type=kind)
