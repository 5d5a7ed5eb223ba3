"""New tables: who sits where, who is invited, and what was played already."""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import replace
from typing import Any

from damier.core.clock import Timing, write_clock
from damier.core.game import AnyGame, new_seed
from damier.core.record import Record
from damier.core.text import Refusal, Text, Unreadable
from damier.games import game as find_game
from damier.store.archive import Stored
from damier.store.search_terms import words_of
from damier.table import PERSON, Table
from damier.web.host.client import hashed
from damier.web.tables.live_tables import winner
from damier.web.wire.requests import NewTable


def invitation(secret: str, table_id: str, seat: int) -> str:
    """What lets somebody take *seat*: follows from the secret of who invites, so it can be shown again."""
    digest = hmac.digest(secret.encode(), f"{table_id} {seat}".encode(), "sha256")
    return digest.hex()[:43]


def seat_people(wish: NewTable, secret: str) -> Stored:
    """The table that was wished for; who has *secret* gets their seats, and others are invited."""
    game = find_game(wish.game)
    options = game.settle(wish.setup, wish.options)
    state = game.deal(options, 0)
    names = _names(game, state, wish.players)
    people = [seat for seat, name in enumerate(names) if name == PERSON]
    yours = people if wish.yours is None else [seat for seat in people if seat in wish.yours]
    if wish.yours is not None and (set(wish.yours) - set(people) or (people and not yours)):
        raise Unreadable(Text("'{place}' is missing or not what it should be", place="yours"))
    table_id = secrets.token_urlsafe(16)
    holder = hashed(secret)
    record = Record(
        game=game.key,
        options=options,
        seed=new_seed() if wish.seed is None else wish.seed,
        moves=tuple(wish.moves),
        players=names,
        more=_more(wish, names, state.seats),
    )
    invites = {seat: hashed(invitation(secret, table_id, seat)) for seat in people if seat not in yours}
    stored = Stored(
        id=table_id,
        record=record,
        version=1,
        owner=holder,
        holders=dict.fromkeys(yours, holder),
        invites=invites,
    )
    return _settled(game, stored)


def _names(game: AnyGame, state: Any, wished: list[str]) -> tuple[str, ...]:
    """Who sits where, by the names that we write."""
    view = game.view(state, state.turn)
    if not wished:
        return (PERSON, *[game.fair(view)] * (state.seats - 1)) if state.seats > 1 else (PERSON,)
    if len(wished) != state.seats:
        raise Unreadable(
            Text("{game} is for {seats}: name as many players", game=game.title, seats=state.seats)
        )
    names = tuple(name if name == PERSON else game.level(name) for name in wished)
    for name in names:
        if name != PERSON and not game.engines[name].fits(view):
            raise Refusal(Text("the level '{level}' does not play on this board", level=game.called(name)))
    return names


def _more(wish: NewTable, names: tuple[str, ...], seats: int) -> dict[str, Any]:
    """What a table keeps beside its moves: the clock, and the pace of engines alone."""
    more: dict[str, Any] = {}
    if wish.clock is not None:
        if seats < 2:
            raise Refusal(Text("a clock needs two players"))
        timing = Timing(wish.clock.main, wish.clock.increment)
        more["clock"] = write_clock(timing, [0.0] * len(wish.moves), 0.0)
    if PERSON not in names:
        more["pace"] = wish.pace
    return more


def _settled(game: AnyGame, stored: Stored) -> Stored:
    """The table with its moves played: spelt as we spell them, over if they end the game."""
    table = Table(game, stored.record.options, seed=stored.record.seed, players=stored.record.players)
    for word in stored.record.moves:
        table.play(game.read(word, table.view()))
    more = dict(stored.record.more)
    if "clock" in more:
        more["clock"]["since"] = None if stored.invites or table.ended else time.time()
    moves = tuple(game.write(move) for move in table.moves)
    record = replace(
        stored.record, moves=moves, ending=table.ended.ending if table.ended else "open", more=more
    )
    return replace(stored, record=record, winner=winner(table), words=words_of(record))
