"""A door with few places behind it and a bounded line before it, fair between clients."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from damier.web.host import metrics
from damier.web.host.client import ASKER, Asker
from damier.web.host.fair_queue import FairLine


class Crowded(Exception):
    """Too many wait for their turn already: come back later."""


@dataclass(eq=False, slots=True)
class Turn:
    """Somebody waits to begin."""

    asker: Asker
    stays: bool
    """Whether it is not sent away, however many wait."""
    granted: asyncio.Event = field(default_factory=asyncio.Event)
    refused: bool = False


class FairGate:
    """Belongs to one event loop; whoever enters has to leave."""

    def __init__(self, places: int, most_waiting: float = math.inf) -> None:
        self.free = places
        self.most_waiting = most_waiting
        self._line: FairLine[Turn] = FairLine()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._line)

    async def enter(self, *, stays: bool = False) -> None:
        """Wait for a place, in turn with others; raises Crowded where too many wait, unless it *stays*."""
        turn = Turn(ASKER.get(), stays)
        self._line.put(turn.asker, turn)
        self._begin()
        self._send_away(turn)
        try:
            await turn.granted.wait()
        except asyncio.CancelledError:
            if turn in self._line:
                self._line.remove(turn.asker, turn)
            elif not turn.refused:
                self.leave()
            raise
        if turn.refused:
            metrics.REFUSED.labels("crowded").inc()
            raise Crowded

    def leave(self) -> None:
        """Give a place back to whoever is next."""
        self.free += 1
        self._begin()

    def refuse(self, which: Callable[[Turn], bool]) -> None:
        """Send away all that wait and to which *which* says yes."""
        for turn in filter(which, list(self._line)):
            self._refuse(turn)

    def _begin(self) -> None:
        """Let as many begin as there are places."""
        while self.free and (turn := self._line.take(lambda turn: True)) is not None:
            self.free -= 1
            turn.granted.set()

    def _send_away(self, newcomer: Turn) -> None:
        """Somebody goes where too many wait: not who came last, but one of those who ask for most."""
        if self._line.count(may_go) > self.most_waiting:
            turn = self._line.last_of_fullest(may_go, newcomer.asker)
            if turn is not None:
                self._refuse(turn)

    def _refuse(self, turn: Turn) -> None:
        self._line.remove(turn.asker, turn)
        turn.refused = True
        turn.granted.set()


def may_go(turn: Turn) -> bool:
    """Whether it may be sent away."""
    return not turn.stays
