"""Tables brought to life from their records, without playing each game through at every request."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from damier.core.options import Options, read_size
from damier.core.record import Record, broken, played, replay
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.store.archive import Stored
from damier.table import PERSON, Table
from damier.web.host import costly_pool

Played: TypeAlias = tuple[list[Any], list[Any]]
"""The states of a game, the first one too, and the moves between them."""

MOST_STATES = 50_000
"""States that are kept of all games together: those of a game of 5,000 moves on a large board take 20 MB."""


class NotFound(Refusal):
    """There is no such table, or nothing to tell of it."""


def unreadable(problem: Text) -> NotFound:
    """What is said of a record that no version can have written, or only another one."""
    return NotFound(Text("this game can no longer be read: {problem}", problem=problem))


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

    def table(self, stored: Stored, known: Played | None = None) -> Table:
        """The live table of a stored one, if need be by what is *known* of its game.

        Its clock runs by the time of day: a restart does not stop it.
        """
        try:
            game = find_game(stored.record.game)
            known = known or self.played(stored)
            now = (lambda: 0.0) if stands(stored) else time.time
            table = Table.resume(game, stored.record, known=known, running=running(stored), now=now)
        except Refusal as problem:
            raise unreadable(problem.text) from None
        names = stored.record.players
        playable = stored.record.ending != "open" or {PERSON, *game.engines}.issuperset(names)
        if len(names) != table.state.seats or not playable:
            raise unreadable(broken("players"))
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

    def play_through(self, stored: Stored) -> Iterator[Played]:
        """Play a long game in pieces, so that others have their turn between; what is played so far."""
        record = stored.record
        states: list[Any] = []
        moves: list[Any] = []
        since = time.monotonic()
        try:
            game = find_game(record.game)
            for state in replay(game, record):
                if states:
                    before = game.view(states[-1], states[-1].turn)
                    moves.append(game.read(record.moves[len(moves)], before))
                states.append(state)
                if time.monotonic() > since + costly_pool.SLICE:
                    yield states, moves
                    since = time.monotonic()
        except Refusal as problem:
            raise unreadable(problem.text) from None
        self._keep(stored.id, record, (states, moves))
        yield states, moves

    def unplayed(self, stored: Stored) -> int:
        """How many moves have to be played until the table is there."""
        moves = stored.record.moves
        with self._lock:
            known = self._known.get(stored.id)
        common = min(len(known[0].moves), len(moves)) if known is not None else 0
        same = known is not None and known[0].moves[:common] == moves[:common]
        return len(moves) - common if same else len(moves)

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


def cells(options: Options) -> int:
    """How large a board is, which tells how dear it is to play on it and to show it."""
    try:
        return math.prod(read_size(str(options["size"])))
    except (KeyError, Refusal):
        return 64  # nothing says so


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
