"""Live tables that are kept in memory, so that no request plays a whole game through again."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from typing import Any, TypeAlias

from cachetools import LRUCache

from damier.core.options import Options, read_size
from damier.core.record import replay
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.store.table_row import TableRow
from damier.web.host import costly_pool
from damier.web.refusals import NotFound
from damier.web.tables.live_table import LiveTable, StatesAndMoves

MOST_STATES = 50_000
"""States that are kept of all games together: those of a game of 5,000 moves on a large board take 20 MB."""

LEAST_WEIGHT = 100
"""States that a shorter game counts for, so that no more than 500 tables are kept."""

Entry: TypeAlias = tuple[TableRow, LiveTable]
"""A table as it is stored, and the same table alive."""


class TableCache:
    """The tables that were looked at last; of a game that went on elsewhere only the new moves are played."""

    def __init__(self, most_states: int = MOST_STATES, least_weight: int = LEAST_WEIGHT) -> None:
        def weight(entry: Entry) -> int:
            # A game that is too long for the cache fills it alone: whoever looks at it looks again.
            return min(most_states, max(least_weight, len(entry[1].table.states)))

        self._entries: LRUCache[str, Entry] = LRUCache(most_states, getsizeof=weight)
        self._lock = threading.Lock()

    def revive(self, row: TableRow, known: StatesAndMoves | None = None) -> LiveTable:
        """The table alive, if need be by what is *known* of its game; NotFound where it cannot be played."""
        entry = self._entry(row)
        if entry is not None and entry[0] == row:
            return entry[1]
        try:
            if known is None and entry is not None:
                known = _continued(entry[1], row)
            live = LiveTable.from_row(row, known)
        except Refusal as problem:
            raise unreadable(problem.text) from None
        self.keep(row, live)
        return live

    def play_through(self, row: TableRow) -> Iterator[StatesAndMoves]:
        """Play a long game in pieces, so that others have their turn between; what is played so far."""
        record, states, moves = row.record, list[Any](), list[Any]()
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
        yield states, moves

    def unplayed(self, row: TableRow) -> int:
        """How many moves have to be played until the table is there."""
        moves, entry = row.record.moves, self._entry(row)
        known = entry[0].record.moves if entry is not None else ()
        common = min(len(known), len(moves))
        return len(moves) - common if known[:common] == moves[:common] else len(moves)

    def keep(self, row: TableRow, live: LiveTable) -> None:
        """Keep the table for the requests that follow."""
        with self._lock:
            self._entries[row.id] = (row, live)

    def _entry(self, row: TableRow) -> Entry | None:
        with self._lock:
            return self._entries.get(row.id)


def _continued(known: LiveTable, row: TableRow) -> StatesAndMoves | None:
    """The states and moves of *row*, from an earlier or later moment of the same game; None of another."""
    before, record = known.record, row.record
    begun = [(one.game, one.seed, one.options, one.start) for one in (before, record)]
    common = min(len(before.moves), len(record.moves))
    if begun[0] != begun[1] or before.moves[:common] != record.moves[:common]:
        return None
    game = known.game
    states, moves = list(known.table.states[: common + 1]), list(known.table.moves[:common])
    for move in record.moves[common:]:
        moves.append(game.read(move, game.view(states[-1], states[-1].turn)))
        states.append(states[-1].play(moves[-1]))
    return states, moves


def unreadable(problem: Text) -> NotFound:
    """What is said of a record that no version can have written, or only another one."""
    return NotFound(Text("this game can no longer be read: {problem}", problem=problem))


def cells(options: Options) -> int:
    """How large a board is, which tells how dear it is to play on it and to show it."""
    try:
        return math.prod(read_size(str(options["size"])))
    except (KeyError, Refusal):
        return 64  # nothing says so
