"""What the game itself says of a move in a review: what was there to be seen, by the rules alone."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.text import Text
from damier.games.tictactoe.reasons import finishing, names
from damier.games.tictactoe.rules import Cell, Position
from damier.games.tictactoe.scene import sign


def remark(view: Position, played: Line[Cell], best: Line[Cell]) -> Text | None:
    """That a line was not completed, or not blocked where one stone was enough."""
    mine, theirs = view.stones[view.turn], view.stones[1 - view.turn]
    won = finishing(view.board, mine, theirs)
    if won:
        return None if played.move in won else Text("overlooked a line to complete on {cell}", cell=_any(won))
    lost = finishing(view.board, theirs, mine)
    if len(lost) != 1 or played.move in lost:
        return None
    return Text("left {rival} the line on {cell}", rival=sign(1 - view.turn), cell=_any(lost))


def _any(cells: dict[Cell, int]) -> str:
    return names([min(cells)])
