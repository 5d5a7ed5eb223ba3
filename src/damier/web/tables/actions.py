"""What a person can do at a table: each takes the live table, the stored one and the person's seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from damier.core.game import Seat
from damier.core.text import IllegalMove, Refusal, Text
from damier.store.archive import Stored
from damier.table import PERSON, Table
from damier.web.tables.live_tables import NotYours

DECLINED = "declined"
"""Among the offers: after how many moves something was declined."""

Act: TypeAlias = Callable[[Table, Stored, list[Seat]], Stored]
"""Changes the table and says what else is kept of it: who has offered what."""


def is_shared(stored: Stored) -> bool:
    """Whether people play from different places, or will when everybody has come."""
    return bool(stored.invites) or len(set(stored.holders.values())) > 1


def move(word: str) -> Act:
    """Make a move."""

    def act(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
        _must_be_turn(table, seats)
        if stored.invites:
            raise IllegalMove(Text("wait for the other player: nobody has taken that seat yet"))
        table.play(table.game.read(word, table.view()))
        return replace(stored, offers={})

    return act


def undo(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Take moves back, to the person's last turn; from another place it is a question first."""
    if not {PERSON, *table.game.engines}.issuperset(table.players):
        raise Refusal(Text("this game was played elsewhere: nothing can be taken back"))
    people = [seat for seat in range(table.state.seats) if table.players[seat] == PERSON]
    if not is_shared(stored):
        alone = len(people) == 1 and table.state.seats > 1
        table.undo(until=people[0] if alone else None)
        return replace(stored, offers={}, thought=None)  # of a move that is no longer there
    if table.ended is not None:
        raise IllegalMove(Text("the game is over"))
    asked = stored.offers.get("undo")
    if asked is not None and asked not in seats:
        table.undo(until=asked)
        return replace(stored, offers={}, thought=None)
    if not any(state.turn in seats for state in table.states[:-1]):
        raise Refusal(Text("there is no move to take back"))
    return _offer("undo", table, stored, seats)


def redo(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Make the move once more that was taken back."""
    _must_be_turn(table, seats)
    table.redo()
    return replace(stored, offers={})


def resign(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Give up, at any time; at one screen it is whoever moves."""
    if not seats:
        raise NotYours(Text("only who plays here can do that"))
    table.resign(table.turn if table.turn in seats else seats[0])
    return replace(stored, offers={})


def draw(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Offer a draw, or take the one that was offered; who sits at one screen agrees at once."""
    if table.ended is not None:
        raise IllegalMove(Text("the game is over"))
    if table.state.seats < 2 or any(name != PERSON for name in stored.record.players):
        raise Refusal(Text("only people can agree on a draw"))
    offered = stored.offers.get("draw")
    if not is_shared(stored) or (offered is not None and offered not in seats):
        table.agree()
        return replace(stored, offers={})
    return _offer("draw", table, stored, seats)


def decline(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Say no to what was offered, or take one's own offer back."""
    if not stored.offers.keys() & {"draw", "undo"}:
        raise Refusal(Text("nothing has been offered"))
    return replace(stored, offers={DECLINED: len(table.moves)})


def _offer(what: str, table: Table, stored: Stored, seats: list[Seat]) -> Stored:
    """Offer something once a move: who offers again and again would keep the other from moving."""
    if stored.offers.get(DECLINED) == len(table.moves):
        raise Refusal(Text("that was declined: make a move before you offer again"))
    if what in stored.offers:
        raise Refusal(Text("that is offered already: wait for the answer"))
    return replace(stored, offers={**stored.offers, what: seats[0]})


def pace(seconds: float, paused: bool) -> Act:
    """How fast engines that play alone move."""

    def act(table: Table, stored: Stored, seats: list[Seat]) -> Stored:
        if PERSON in stored.record.players:
            raise Refusal(Text("only engines that play alone have a pace"))
        more = {**stored.record.more, "pace": seconds, "paused": paused}
        return replace(stored, record=replace(stored.record, more=more))

    return act


def _must_be_turn(table: Table, seats: list[Seat]) -> None:
    if table.turn not in seats and table.ended is None:
        raise NotYours(Text("it is not your turn"))
