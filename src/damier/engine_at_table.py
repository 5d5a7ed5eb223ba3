"""An engine at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from damier.core.engine import Analysis, Engine, Limit, player_seed, tell
from damier.core.game import Seat
from damier.core.text import Refusal
from damier.table import PlayerNumber, Table


class Ai:
    """An engine at the table: takes its turn when the table says whose turn it is.

    It is the module of the document on tic-tac-toe: :meth:`init` subscribes to the event *next player*,
    :meth:`disconnect` leaves, and :meth:`play_turn` returns at once when it is someone else's turn.
    """

    def __init__(
        self,
        table: Table,
        player: PlayerNumber,
        make: Callable[[int], Engine[Any, Any]],
        limit: Limit,
        think: Callable[[Engine[Any, Any], Any, Limit], Analysis[Any]],
    ) -> None:
        self.table = table
        self.player = player
        self.make = make
        self.limit = limit
        self.think = think
        self.last: Analysis[Any] | None = None
        """What it thought of its last move, for ``why``."""
        self._round = -1
        self._engine: Engine[Any, Any] | None = None

    def init(self) -> Ai:
        """Take the seat."""
        self.table.next_player.subscribe(self.play_turn)
        return self

    def disconnect(self) -> None:
        """Leave the seat."""
        self.table.next_player.unsubscribe(self.play_turn)
        self._close_engine()

    def engine(self) -> Engine[Any, Any]:
        """A fresh engine for every round."""
        if self._engine is None or self._round != self.table.round:
            self._close_engine()
            self._round = self.table.round
            self._engine = self.make(player_seed(self.table.seed, self.player))
        return self._engine

    def _close_engine(self) -> None:
        close = getattr(self._engine, "close", None)
        if close is not None:
            close()
        self._engine = None

    def play_turn(self, seat: Seat) -> None:
        """Think and move, if it is this player's turn."""
        table = self.table
        if table.player(seat) != self.player or table.ended is not None:
            return
        limit = replace(self.limit, clock=table.clock())
        try:
            engine = self.engine()
            tell(engine, table.options, table.record().moves)
            self.last = self.think(engine, table.view(seat), limit)
            table.play(self.last.move)
        except Refusal as failure:
            table.forfeit(seat, failure.text)
