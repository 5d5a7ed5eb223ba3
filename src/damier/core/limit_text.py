"""A limit as people write it."""

from __future__ import annotations

import re

from damier.core.clock import Timing
from damier.core.engine import Limit
from damier.core.text import Text, Unreadable

_FORMS = (
    (r"(\d{1,9}(?:\.\d{1,6})?)(ms|s)", "time"),
    (r"(\d{1,9}(?:\.\d{1,6})?)cpu(ms|s)", "cpu"),
    (r"(\d{1,12})nodes()", "nodes"),
    (r"depth(\d{1,4})()", "depth"),
)

_CLOCK = r"(\d{1,9}(?:\.\d{1,6})?)(ms|s)\+(\d{1,9}(?:\.\d{1,6})?)(ms|s)"


def read_pace(pace: str) -> tuple[Limit, Timing | None]:
    """A limit for each move, and where one of its words is ``60s+0.5s`` a clock for the game."""
    parts = pace.lower().replace(" ", "").split(",")
    clocks = [match for part in parts if (match := re.fullmatch(_CLOCK, part, re.ASCII))]
    others = [part for part in parts if not re.fullmatch(_CLOCK, part, re.ASCII)]
    if len(clocks) > 1 or (clocks and not float(clocks[0][1])):
        raise Unreadable(Text("'{word}' is not a clock: write for example 60s+0.5s", word=pace[:40]))
    limit = read_limit(",".join(others)) if others else Limit()
    if not clocks:
        return limit, None
    main, unit, increment, other = clocks[0].groups()
    return limit, Timing(_seconds(main, unit), _seconds(increment, other))


def _seconds(number: str, unit: str) -> float:
    return float(number) / (1000 if unit == "ms" else 1)


def read_limit(limit: str) -> Limit:
    """``50ms``, ``2s``, ``50cpums``, ``2000nodes`` or ``depth4``; several joined by commas."""
    found: dict[str, float | int] = {}
    for word in limit.lower().replace(" ", "").split(","):
        for pattern, name in _FORMS:
            match = re.fullmatch(pattern, word, re.ASCII)
            if match is not None and float(match[1]) > 0:
                number = _seconds(match[1], match[2])
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
