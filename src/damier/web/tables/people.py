"""What people at different screens know of each other: who is there, and the set phrases that they say."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from damier.core.game import Seat
from damier.core.text import Refusal, Text
from damier.store.table_archive import Archive
from damier.web.host.rate_limits import Buckets
from damier.web.named_tasks import NamedTasks
from damier.web.refusals import NotYours, TooOften
from damier.web.tables.live_table import LiveTable
from damier.web.tables.presence import GRACE, HEARD, Presence
from damier.web.tables.server_messages import Place, Said, ServerMessage, read_message, write_message
from damier.web.wire.models import TableOut
from damier.web.wire.requests import PHRASES

AWAY_SECONDS = 60.0
"""After so long the win against somebody who has left can be claimed, unless the host says otherwise."""

A_MINUTE = 5
"""Phrases that a seat may say in a minute, and one a second."""

log = logging.getLogger("damier.web")


@dataclass(frozen=True, slots=True)
class SpokenPhrase:
    """Somebody at a table has just said this."""

    seat: Seat
    phrase: str


class People:
    """Who is at which table, and what they say there, on this server and on others with the same database."""

    def __init__(
        self,
        archive: Archive,
        changed: Callable[[str], None],
        tell: Callable[[str, SpokenPhrase], None],
        away_seconds: float = AWAY_SECONDS,
    ) -> None:
        """*changed* is told of a table where somebody has come or left, *tell* passes a phrase on."""
        self.presence = Presence(
            changed, self._send, grace=min(GRACE, away_seconds), asked=min(HEARD, away_seconds)
        )
        self._archive = archive
        self._tell = tell
        self._away_seconds = away_seconds
        self._quick, self._many = Buckets(1.0, 1.0), Buckets(A_MINUTE / 60, 60.0)
        self._messages = NamedTasks()

    def seen(self, live: LiveTable, holder: str) -> None:
        """A browser has asked for something at the table."""
        if live.is_shared:
            self.presence.ask(live.id, live.seats_of(holder))

    def show(self, shown: TableOut, live: LiveTable) -> None:
        """Put into the table who is away, and when this browser may claim the win."""
        if not live.is_shared:
            return
        away = {seat: self.presence.seconds_away(Place(live.id, seat)) for seat in live.holders}
        shown.away = {seat: round(seconds, 1) for seat, seconds in away.items() if seconds > 0}
        playing = live.table.ended is None and not live.invites and shown.you
        if playing and shown.turn not in shown.you and shown.turn in shown.away:
            # Rounded up: what is told as possible now is possible.
            shown.claim_in = math.ceil(10 * max(0.0, self._away_seconds - away[shown.turn])) / 10

    def long_away(self, live: LiveTable) -> set[Seat]:
        """The seats against which the win can be claimed."""
        seconds = {seat: self.presence.seconds_away(Place(live.id, seat)) for seat in live.holders}
        return {seat for seat, away in seconds.items() if away >= self._away_seconds}

    def say(self, live: LiveTable, holder: str, phrase: str) -> None:
        """Say a phrase to everybody at the table; it is not kept."""
        seats = live.seats_of(holder)
        if not seats:
            raise NotYours(Text("only a player of this table can do that"))
        if not live.is_shared:
            raise Refusal(Text("there is nobody at another screen to say it to"))
        place = Place(live.id, seats[0])
        wait = self._quick.take(str(place)) or self._many.take(str(place))
        if wait:
            raise TooOften(Text("not so many phrases at once: wait a moment"), wait)
        self._tell(live.id, SpokenPhrase(place.seat, phrase))
        self._send(Said(place, phrase))

    def hear(self, line: str) -> None:
        """What another server says."""
        message = read_message(line)
        if isinstance(message, Said):
            if message.phrase in PHRASES:
                self._tell(message.place.table, SpokenPhrase(message.place.seat, message.phrase))
        elif message is not None:
            self.presence.hear(message)

    def _send(self, message: ServerMessage) -> None:
        if self._archive.shared:
            self._messages.begin(object(), self._broadcast(message))

    async def _broadcast(self, message: ServerMessage) -> None:
        try:
            for line in write_message(message):
                await asyncio.to_thread(self._archive.broadcast, line)
        except SQLAlchemyError as problem:
            log.error("the database does not answer: %s", type(problem).__name__)

    async def close(self) -> None:
        """Say nothing any more."""
        self.presence.close()
        await self._messages.close()
