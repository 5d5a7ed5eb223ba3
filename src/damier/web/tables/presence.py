"""Who is at their table now: people whose browser is connected to this server, or to another one.

Nothing of it is stored: a server that has just started counts everybody as last seen at that moment.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable

from cachetools import TTLCache

from damier.core.game import Seat
from damier.web.tables.server_messages import Gone, Here, Place, ServerMessage, Who

GRACE = 5.0
"""Seconds until somebody whose connection ended is away: a page that is loaded again is back by then."""

HEARD = 12.0
"""Seconds for which what another server says counts, which may have died, and a request.

A page that gets no WebSocket asks every eight seconds.
"""

BEAT = 5.0
"""Seconds between two messages to other servers of who is here."""

MOST_PLACES = 100_000
FORGOTTEN_AFTER = 6 * 3600.0
"""Seconds after which somebody who was not seen counts as away since the server's start."""


class Presence:
    """Counts connections by seat, and remembers until when somebody without one counts as there."""

    def __init__(
        self,
        changed: Callable[[str], None],
        send: Callable[[ServerMessage], None],
        *,
        grace: float = GRACE,
        asked: float = HEARD,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """*changed* is told of a table where somebody has come or left, *send* tells other servers.

        Somebody counts as there for *grace* seconds after a connection, and for *asked* after a request.
        """
        self._changed = changed
        self._send = send
        self._grace = grace
        self._asked = asked
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._open: Counter[Place] = Counter()
        """How many connections each has here; nobody is in it who has none."""
        self._until: TTLCache[Place, float] = TTLCache(MOST_PLACES, FORGOTTEN_AFTER)
        self._start = now()
        """Since when whoever was never seen is away."""
        self._beat = self._loop.call_later(BEAT, self._tell_servers)

    def is_there(self, place: Place) -> bool:
        """Whether whoever holds the seat looks at the table now."""
        return place in self._open or self._now() < self._until.get(place, self._start)

    def seconds_away(self, place: Place) -> float:
        """For how long they have been away; 0 while they are there."""
        if place in self._open:
            return 0.0
        return max(0.0, self._now() - self._until.get(place, self._start))

    def come(self, table: str, seats: Iterable[Seat]) -> None:
        """A browser with these seats has connected."""
        places = [Place(table, seat) for seat in seats]
        new = tuple(place for place in places if place not in self._open)
        was_there = all(map(self.is_there, new))
        self._open.update(places)
        if new:
            self._send(Here(new))
            self._send(Who(table))
        if not was_there:
            self._changed(table)

    def leave(self, table: str, seats: Iterable[Seat]) -> None:
        """Its connection has ended."""
        for place in (Place(table, seat) for seat in seats):
            if self._open[place] > 1:
                self._open[place] -= 1
            else:
                self._count_as_there(place, self._grace)
                del self._open[place]
                self._send(Gone((place,)))

    def ask(self, table: str, seats: Iterable[Seat]) -> None:
        """A browser with these seats asks for something: it may have no other way to be heard of."""
        for place in (Place(table, seat) for seat in seats):
            if place not in self._open:
                if self._until.get(place, 0.0) < self._now() + HEARD / 2:
                    self._send(Here((place,)))
                self._count_as_there(place, self._asked)

    def hear(self, message: Here | Gone | Who) -> None:
        """What another server says."""
        if isinstance(message, Who):
            here = tuple(place for place in self._open if place.table == message.table)
            if here:
                self._send(Here(here))
            return
        for place in message.places:
            if place not in self._open:
                self._count_as_there(place, HEARD if isinstance(message, Here) else self._grace)
            elif isinstance(message, Gone):
                self._send(Here((place,)))  # they have left there, and are still here

    def doubt(self) -> None:
        """Other servers could not be heard for a while: count everybody as last seen now."""
        self._until.clear()
        self._start = self._now()

    def _count_as_there(self, place: Place, seconds: float) -> None:
        was_there = self.is_there(place)
        self._until[place] = until = self._now() + seconds
        self._loop.call_later(seconds + 0.02, self._look, place, until)
        if not was_there:
            self._changed(place.table)

    def _look(self, place: Place, until: float) -> None:
        """Tell if somebody has not been heard of since."""
        if place not in self._open and self._until.get(place) == until:
            self._changed(place.table)

    def _tell_servers(self) -> None:
        if self._open:
            self._send(Here(tuple(self._open)))
        self._beat = self._loop.call_later(BEAT, self._tell_servers)

    def close(self) -> None:
        """Say nothing any more."""
        self._beat.cancel()
