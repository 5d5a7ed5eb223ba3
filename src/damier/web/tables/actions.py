"""What a person can do at a table: each takes a draft of the table and the person's seats."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Literal, TypeAlias

from damier.core.game import Seat
from damier.core.text import IllegalMove, Refusal, Text
from damier.store.table_row import NOBODY
from damier.table import PERSON, Table
from damier.web.refusals import NotYours
from damier.web.tables.live_table import LiveTable, Offers

Action: TypeAlias = Callable[[LiveTable, list[Seat]], LiveTable]
"""Plays on in the draft's game, and returns the draft with whatever else has changed."""

OFFERS = ("draw", "undo")
"""What can be offered."""


def move(written: str) -> Action:
    """Make a move, as the game writes it."""

    def action(draft: LiveTable, seats: list[Seat]) -> LiveTable:
        table = draft.table
        _must_be_turn(table, seats)
        if draft.invites:
            raise IllegalMove(Text("wait for the other player: nobody has taken that seat yet"))
        table.play(table.game.read(written, table.view()))
        return replace(draft, offers=Offers())

    return action


def undo(draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Take moves back, to the person's last turn; from another place it is a question first."""
    table, asked = draft.table, draft.offers.undo
    if not {PERSON, *table.game.engines}.issuperset(table.players):
        raise Refusal(Text("this game was played elsewhere: nothing can be taken back"))
    if not draft.is_shared:
        people = [seat for seat in range(table.state.seats) if table.players[seat] == PERSON]
        alone = len(people) == 1 and table.state.seats > 1
        table.undo(until=people[0] if alone else None)
    elif table.ended is not None:
        raise IllegalMove(Text("the game is over"))
    elif asked is not None and asked not in seats:
        table.undo(until=asked)
    elif not any(state.turn in seats for state in table.states[:-1]):
        raise Refusal(Text("there is no move to take back"))
    else:
        return _offer("undo", draft, seats)
    return replace(draft, offers=Offers(), thought=None)  # it was of a move that is no longer there


def redo(draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Make the move once more that was taken back."""
    _must_be_turn(draft.table, seats)
    draft.table.redo()
    return replace(draft, offers=Offers())


def resign(draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Give up, at any time; at one screen it is whoever moves."""
    if not seats:
        raise NotYours(Text("only a player of this table can do that"))
    turn = draft.table.turn
    draft.table.resign(turn if turn in seats else seats[0])
    return replace(draft, offers=Offers())


def draw(draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Offer a draw, or take the one that was offered; two people at one screen agree at once."""
    table, offered = draft.table, draft.offers.draw
    if table.ended is not None:
        raise IllegalMove(Text("the game is over"))
    if table.state.seats < 2 or any(name != PERSON for name in table.players):
        raise Refusal(Text("only people can agree on a draw"))
    if draft.is_shared and (offered is None or offered in seats):
        return _offer("draw", draft, seats)
    table.agree()
    return replace(draft, offers=Offers())


def decline(draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Say no to what was offered, or take one's own offer back."""
    offers = draft.offers
    offered = {what: seat for what in OFFERS if (seat := getattr(offers, what)) is not None}
    if not offered:
        raise Refusal(Text("nothing has been offered"))
    # What the others ask is answered first; only where they ask nothing is it one's own that is taken back.
    theirs = {what: seat for what, seat in offered.items() if seat not in seats}
    for what, seat in (theirs or offered).items():
        offers = replace(offers, **{what: None, f"{what}_declined": seat if theirs else NOBODY})
    return replace(draft, offers=offers)


def claim(is_draw: bool, away: Container[Seat]) -> Action:
    """End a game that somebody has left: *away* are the seats whose holders have been gone for long."""

    def action(draft: LiveTable, seats: list[Seat]) -> LiveTable:
        table = draft.table
        if table.ended is not None:
            raise IllegalMove(Text("the game is over"))
        if not draft.is_shared or draft.invites:
            raise Refusal(Text("nobody has left this game"))
        if table.turn in seats:
            raise Refusal(Text("it is your turn: make your move first"))
        if table.turn not in away:
            raise Refusal(Text("your opponent has not been away for long: wait a little"))
        table.abandon(table.turn, drawn=is_draw)
        return replace(draft, offers=Offers())

    return action


def _offer(what: Literal["draw", "undo"], draft: LiveTable, seats: list[Seat]) -> LiveTable:
    """Offer something once a move: offers again and again would keep the other player from moving."""
    if getattr(draft.offers, f"{what}_declined") is not None:
        raise Refusal(Text("that was declined: make a move before you offer again"))
    if getattr(draft.offers, what) is not None:
        raise Refusal(Text("that is offered already: wait for the answer"))
    return replace(draft, offers=replace(draft.offers, **{what: seats[0]}))


def set_pace(seconds: float, paused: bool) -> Action:
    """Set how fast engines that play alone move."""

    def action(draft: LiveTable, seats: list[Seat]) -> LiveTable:
        if PERSON in draft.table.players:
            raise Refusal(Text("only engines that play alone have a pace"))
        return replace(draft, pace=seconds, paused=paused)

    return action


def _must_be_turn(table: Table, seats: list[Seat]) -> None:
    if table.turn not in seats and table.ended is None:
        raise NotYours(Text("it is not your turn"))
