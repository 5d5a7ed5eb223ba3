"""Tables brought to life from their records, without playing each game through at every request."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any, TypeAlias

from damier.core.record import Record, broken, played
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.store.archive import Stored
from damier.table import PERSON, Table

Played: TypeAlias = tuple[list[Any], list[Any]]
"""The states of a game, the first one too, and the moves between them."""

MOST_STATES = 50_000
"""States that are kept of all games together: those of a game of 5,000 moves on a large board take 20 MB."""


class NotFound(Refusal):
    """There is no such table, or nothing to tell of it."""


class NotYours(Refusal):
    """The seat is somebody else's."""


class Replays:
    """The states of the games that were looked at last; a move costs one state, not the whole game."""

    def __init__(self, most: int = 500, most_states: int = MOST_STATES) -> None:
        self.most = most
        self.most_states = most_states
        self._states = 0
        """How many are kept, of all games together."""
        self._known: OrderedDict[str, tuple[Record, Played]] = OrderedDict()
        self._lock = threading.Lock()

    def table(self, stored: Stored) -> Table:
        """The live table of a stored one; its clock runs by the time of day, a restart does not stop it."""
        try:
            game = find_game(stored.record.game)
            known = self.played(stored)
            now = (lambda: 0.0) if stands(stored) else time.time
            table = Table.resume(game, stored.record, known=known, running=running(stored), now=now)
        except Refusal as problem:
            raise NotFound(Text("this game can no longer be read: {problem}", problem=problem.text)) from None
        names = stored.record.players
        playable = stored.record.ending != "open" or {PERSON, *game.engines}.issuperset(names)
        if len(names) != table.state.seats or not playable:
            raise NotFound(Text("this game can no longer be read: {problem}", problem=broken("players")))
        return table

    def played(self, stored: Stored) -> Played:
        """Every state of the game, the first one too, and the moves between them."""
        record = stored.record
        with self._lock:
            known = self._known.get(stored.id)
        found = _go_on(known, record) if known else None
        if found is None:
            found = played(find_game(record.game), record)
        self._keep(stored.id, record, found)
        return found

    def knows(self, stored: Stored) -> bool:
        """Whether the table can be had without playing the whole game through."""
        with self._lock:
            known = self._known.get(stored.id)
        return known is not None and known[0].moves == stored.record.moves[: len(known[0].moves)]

    def learn(self, stored: Stored, table: Table) -> None:
        """A table has gone on."""
        self._keep(stored.id, stored.record, (list(table.states), list(table.moves)))

    def _keep(self, table_id: str, record: Record, found: Played) -> None:
        with self._lock:
            if table_id in self._known:
                self._states -= len(self._known.pop(table_id)[1][0])
            self._known[table_id] = (record, found)
            self._states += len(found[0])
            while len(self._known) > self.most or (self._states > self.most_states and len(self._known) > 1):
                _, (_, (states, _)) = self._known.popitem(last=False)
                self._states -= len(states)


def _go_on(known: tuple[Record, Played], record: Record) -> Played | None:
    """What was played of *record*, from an earlier or later moment of the same game."""
    before, (states, moves) = known
    same = (before.game, before.seed, before.options) == (record.game, record.seed, record.options)
    common = min(len(before.moves), len(record.moves))
    if not same or before.moves[:common] != record.moves[:common]:
        return None
    game = find_game(record.game)
    states, moves = states[: common + 1], moves[:common]
    for word in record.moves[common:]:
        moves.append(game.read(word, game.view(states[-1], states[-1].turn)))
        states.append(states[-1].play(moves[-1]))
    return states, moves


def running(stored: Stored) -> float:
    """How long whoever moves has thought by the time of day; nothing where the clock stands."""
    clock = stored.record.more.get("clock")
    since = clock.get("since") if isinstance(clock, dict) else None
    return max(0.0, time.time() - since) if isinstance(since, int | float) else 0.0


def wound(stored: Stored, since: float | None) -> Stored:
    """The table with a clock whose turn runs since then, or stands; as it is where it has none."""
    clock = stored.record.more.get("clock")
    if not isinstance(clock, dict):
        return stored
    more = {**stored.record.more, "clock": {**clock, "since": since}}
    return replace(stored, record=replace(stored.record, more=more))


def stands(stored: Stored) -> bool:
    """Whether no time passes: before all have come, before a rematch has begun, while a compiler works."""
    clock = stored.record.more.get("clock")
    return bool(stored.invites) or (isinstance(clock, dict) and clock.get("since") is None)


def write_down(stored: Stored, table: Table) -> Record:
    """The table's record as it is kept: with who plays, the pace, and since when the clock runs."""
    record = table.record()
    more = dict(record.more)
    more.pop("seconds", None)  # a table lives for one request: it does not know how long the game took
    for name in ("pace", "paused"):
        if name in stored.record.more:
            more[name] = stored.record.more[name]
    if "clock" in more:
        idle = stands(stored) and len(table.moves) == len(stored.record.moves)  # it waits for a move
        waits = table.ended is not None or idle
        more["clock"] = {**more["clock"], "since": None if waits else time.time() - table.running()}
    return replace(record, players=stored.record.players, more=more)


def winner(table: Table) -> int | None:
    """Who has won: None while it is open, -1 for nobody."""
    if table.ended is None:
        return None
    return table.ended.points.index(1.0) if 1.0 in table.ended.points else -1
