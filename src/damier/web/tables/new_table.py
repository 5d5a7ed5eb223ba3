"""New tables: who sits where, who is invited, and what was played already."""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import replace
from typing import Any

from damier.core.clock import Timing
from damier.core.game import AnyGame
from damier.core.nicknames import read_nickname
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable
from damier.games import game as find_game
from damier.store.table_row import TableRow
from damier.table import PERSON, Table
from damier.web.host.client import hashed
from damier.web.tables.live_table import LiveTable
from damier.web.wire.requests import NewTable


def invitation(secret: str, table_id: str, seat: int) -> str:
    """What lets somebody take *seat*: follows from the host's secret, so it can be shown again."""
    digest = hmac.digest(secret.encode(), f"{table_id} {seat}".encode(), "sha256")
    return digest.hex()[:43]


def set_up_table(new: NewTable, secret: str) -> LiveTable:
    """The table that was asked for; the browser with *secret* gets its seats, other people are invited."""
    game = find_game(new.game)
    view, options = _beginning(game, new)
    names = _names(game, view, new.players)
    people = [seat for seat, name in enumerate(names) if name == PERSON]
    yours = people if new.yours is None else [seat for seat in people if seat in new.yours]
    if new.yours is not None and (set(new.yours) - set(people) or (people and not yours)):
        raise Unreadable(Text("'{place}' is missing or not what it should be", place="yours"))
    if new.clock is not None and view.seats < 2:
        raise Refusal(Text("a clock needs two players"))
    table_id, holder = secrets.token_urlsafe(16), hashed(secret)
    invites = {seat: hashed(invitation(secret, table_id, seat)) for seat in people if seat not in yours}
    table = Table(
        game,
        options,
        seed=new.seed,
        players=names,
        start="" if new.position is None else game.text(view),
        timing=Timing(new.clock.main, new.clock.increment) if new.clock else None,
        now=lambda: 0.0,  # what was played already has taken no time
    )
    for move in new.moves:
        table.play(game.read(move, table.view()))
    record = table.record()
    more = {name: value for name, value in record.more.items() if name != "seconds"}  # nobody has timed it
    row = TableRow(
        id=table_id,
        record=replace(record, more=more),
        version=1,
        owner=holder,
        holders=dict.fromkeys(yours, holder),
        invites=invites,
    )
    live = LiveTable.from_row(row, (table.states, table.moves))
    live = live if invites else live.with_clock_since(time.time())
    if (nickname := read_nickname(new.nickname)) and invites:
        live = replace(live, nicknames={yours[0]: nickname})
    return live if PERSON in names else replace(live, pace=new.pace)


def _beginning(game: AnyGame, new: NewTable) -> tuple[Any, Options]:
    """What is seen at first, and the options: of a position that is given, those that it tells."""
    if new.position is None:
        options = game.settle(new.setup, new.options)
        return game.first_view(options), options
    view = game.parse(new.position)
    if view.outcome() is not None:
        raise Refusal(Text("the game is over"))
    return view, game.settle(None, game.options_of(view))


def _names(game: AnyGame, view: Any, asked: list[str]) -> tuple[str, ...]:
    """Who sits where, by the names that we write."""
    if not asked:
        return (PERSON, *[game.fair(view)] * (view.seats - 1)) if view.seats > 1 else (PERSON,)
    if len(asked) != view.seats:
        raise Unreadable(
            Text("{game} is for {seats}: name as many players", game=game.title, seats=view.seats)
        )
    names = tuple(name if name == PERSON else game.level(name) for name in asked)
    for name in names:
        if name != PERSON and not game.engines[name].fits(view):
            raise Refusal(Text("the level '{level}' does not play on this board", level=game.called(name)))
    return names
