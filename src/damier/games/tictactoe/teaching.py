"""The AIs of the document on tic-tac-toe: ``easy``, ``normal`` and ``hard``."""

from __future__ import annotations

from collections.abc import Iterator

from damier.core.engine import Analysis, Limit, Line, Reason, dice
from damier.core.text import Text
from damier.games.tictactoe.notation import text
from damier.games.tictactoe.rules import Cell, Position


class Easy:
    """The document's ``getRandomEmptyCell``: any empty cell, all alike."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        why = (Reason(Text("chosen at random among the empty cells")),)
        lines = tuple(
            Line(move=move, value=0.0, chance=0.5, label=Text.literal("0"), why=why) for move in view.moves()
        )
        yield Analysis(
            move=dice(self.seed, text(view)).choice(view.moves()), lines=lines[: limit.lines], why=why
        )
