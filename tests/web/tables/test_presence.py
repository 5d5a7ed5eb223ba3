"""Who is there: connections here, what other servers say, and what becomes of it when they fall silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from damier.web.tables.presence import GRACE, HEARD, Presence
from damier.web.tables.server_messages import (
    MOST_IN_ONE,
    Gone,
    Here,
    Place,
    Said,
    ServerMessage,
    Who,
    read_message,
    write_message,
)

ANN, BOB = Place("table", 0), Place("table", 1)


class Desk:
    """A server's presence with a clock that is put forward by hand."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.changed: list[str] = []
        self.sent: list[ServerMessage] = []
        self.presence = Presence(self.changed.append, self.sent.append, now=lambda: self.time)

    def away(self, place: Place) -> float:
        return self.presence.seconds_away(place)


def at_desk(test: Callable[[Desk], None]) -> None:
    """Run it where an event loop is."""

    async def run() -> None:
        desk = Desk()
        test(desk)
        desk.presence.close()

    asyncio.run(run())


def test_who_has_two_windows_is_there_until_both_are_closed() -> None:
    def test(desk: Desk) -> None:
        presence = desk.presence
        presence.come("table", [0])
        presence.come("table", [0])
        presence.leave("table", [0])
        desk.time += 100
        assert presence.is_there(ANN) and not presence.is_there(BOB)
        presence.leave("table", [0])
        assert presence.is_there(ANN), "the page may be loaded again"
        desk.time += GRACE + 7
        assert desk.away(ANN) == 7 and desk.changed == ["table"]
        assert desk.sent == [Here((ANN,)), Who("table"), Gone((ANN,))]

    at_desk(test)


def test_whoever_was_never_seen_is_away_since_the_start() -> None:
    def test(desk: Desk) -> None:
        desk.time += 30
        assert desk.away(ANN) == 30
        desk.presence.doubt()
        assert desk.away(ANN) == 0

    at_desk(test)


def test_a_request_counts_for_a_while() -> None:
    def test(desk: Desk) -> None:
        for _ in range(5):  # a page without a WebSocket asks every eight seconds
            desk.presence.ask("table", [1])
            desk.time += 8
            assert desk.presence.is_there(BOB)
        desk.time += HEARD
        assert desk.away(BOB) == 8
        assert desk.changed == ["table"] and Here((BOB,)) in desk.sent

    at_desk(test)


def test_what_another_server_says_counts_until_it_falls_silent() -> None:
    def test(desk: Desk) -> None:
        desk.presence.hear(Here((BOB,)))
        assert desk.changed == ["table"] and desk.presence.is_there(BOB)
        desk.presence.hear(Here((BOB,)))
        assert desk.changed == ["table"], "nothing new"
        desk.time += HEARD + 3
        assert desk.away(BOB) == 3, "it may have died"
        desk.presence.hear(Here((BOB,)))
        desk.presence.hear(Gone((BOB,)))
        desk.time += GRACE + 1
        assert desk.away(BOB) == 1

    at_desk(test)


def test_servers_ask_each_other_and_put_each_other_right() -> None:
    def test(desk: Desk) -> None:
        desk.presence.come("table", [1])
        desk.presence.come("other", [0])
        desk.sent.clear()
        desk.presence.hear(Who("table"))
        desk.presence.hear(Who("nobody's"))
        assert desk.sent == [Here((BOB,))]
        desk.presence.hear(Gone((BOB,)))  # a second window, at the other server
        assert desk.sent[1:] == [Here((BOB,))] and desk.presence.is_there(BOB)

    at_desk(test)


def test_watchers_are_told_when_somebody_does_not_come_back() -> None:
    async def run() -> list[str]:
        changed: list[str] = []
        presence = Presence(changed.append, lambda message: None, grace=0.01)
        presence.come("table", [0])
        presence.leave("table", [0])
        presence.come("table", [0])  # in time
        presence.leave("table", [0])
        while len(changed) < 2:
            await asyncio.sleep(0.01)
        presence.close()
        return changed

    assert asyncio.run(run()) == ["table", "table"], "come, and gone once"


@pytest.mark.parametrize(
    "message",
    [Here((ANN, BOB)), Gone((BOB,)), Who("table"), Said(ANN, "hello")],
    ids=lambda one: str(one)[:4],
)
def test_messages_are_read_as_they_were_written(message: ServerMessage) -> None:
    assert [read_message(line) for line in write_message(message)] == [message]


def test_a_long_message_is_cut_to_what_can_be_sent() -> None:
    places = tuple(Place("x" * 40, number % 4) for number in range(3 * MOST_IN_ONE - 1))
    lines = list(write_message(Here(places)))
    assert len(lines) == 3 and max(map(len, lines)) < 7000
    read = [place for line in lines for place in read_message(line).places]  # type: ignore[union-attr]
    assert tuple(read) == places


@pytest.mark.parametrize(
    "line", ["", "here table/9 table/x /0 table", "who", "who a b", "said table/0", "later words"]
)
def test_what_another_version_says_is_passed_over(line: str) -> None:
    assert read_message(line) in (None, Here(()))
