"""An engine that does as it is told, for tests of games and matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from damier.core.engine import Analysis, Limit, Reason
from damier.core.text import Text


class Told:
    """An engine that does as it is told, and notes what it was asked."""

    def __init__(self, choose: Any = lambda view: view.moves()[0]) -> None:
        self.choose = choose
        self.seen: list[Any] = []
        self.limits: set[Limit] = set()
        self.closed = 0

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        self.seen.append(view)
        self.limits.add(limit)
        yield Analysis(move=self.choose(view), lines=(), why=(Reason(Text.literal("told")),))

    def close(self) -> None:
        self.closed += 1
