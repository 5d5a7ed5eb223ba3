"""A limit as people write it."""

from __future__ import annotations

import re

from damier.core.engine import Limit
from damier.core.text import Text, Unreadable

_FORMS = (
    (r"(\d{1,9}(?:\.\d{1,6})?)(ms|s)", "time"),
    (r"(\d{1,9}(?:\.\d{1,6})?)cpu(ms|s)", "cpu"),
    (r"(\d{1,12})nodes()", "nodes"),
    (r"depth(\d{1,4})()", "depth"),
)


def read_limit(words: str) -> Limit:
    """``50ms``, ``2s``, ``50cpums``, ``2000nodes`` or ``depth4``; several joined by commas."""
    found: dict[str, float | int] = {}
    for word in words.lower().replace(" ", "").split(","):
        for pattern, name in _FORMS:
            match = re.fullmatch(pattern, word, re.ASCII)
            if match is not None and float(match[1]) > 0:
                number = float(match[1]) / (1000 if match[2] == "ms" else 1)
                found[name] = int(match[1]) if name in ("nodes", "depth") else number
                break
        else:
            raise Unreadable(
                Text(
                    "'{word}' is not a limit: write for example {examples}",
                    word=word[:40],
                    examples="50ms, 2s, 50cpums, 2000nodes, depth4",
                )
            )
    return Limit(**found)  # type: ignore[arg-type]
