"""Answers that seldom change: a browser that has one is told so, and gets nothing again."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

SMALL = 500
"""A shorter answer is not worth compressing, in bytes."""


def answer_if_new(
    request: Request, content: bytes, kind: str, keep: int = 0, headers: Mapping[str, str] | None = None
) -> Response:
    """*content*, or 304 where the browser has it already; it need not ask for *keep* seconds.

    For what holds no secret: it is compressed.
    """
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    told = {
        **(headers or {}),
        "etag": tag,
        "cache-control": f"max-age={keep}" if keep else "no-cache",
        "vary": "accept-encoding, accept-language",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    if len(content) >= SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        content, told["content-encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
    return Response(content, headers=told, media_type=kind)
