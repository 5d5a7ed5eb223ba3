"""What the game itself says of a move in a review: what was there to be seen, or what refutes it."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.game import Seat
from damier.core.grid import cell_name
from damier.core.text import Text
from damier.games.connect4.levels.searcher import playable, threats
from damier.games.connect4.reasons import refutation
from damier.games.connect4.rules import Cell, Column, Position, cells


def remark(view: Position, played: Line[Column], best: Line[Column]) -> Text | None:
    """That a four was not completed, or was given to the other side although it need not have been.

    Else, where both opinions are certain and another move was better, the reply that refutes this one.
    """
    mine, other = fours(view, view.turn), 1 - view.turn
    landing = view.landing(played.move)
    if mine:
        return None if landing in mine else Text("overlooked a four on {cell}", cell=cell_name(*mine[0]))
    given = fours(view.play(played.move), other)
    if not given or all(fours(view.play(move), other) for move in view.moves()):
        worse = played.proven and best.proven and played.value < best.value
        return refutation(played.why) if worse else None
    if given[0] in fours(view, other):
        return Text("left the other side a four on {cell}", cell=cell_name(*given[0]))
    return Text("opened {cell}, where the other side completes a four", cell=cell_name(*given[0]))


def fours(view: Position, seat: Seat) -> tuple[Cell, ...]:
    """Where a disc of *seat* would complete a four now."""
    return () if view.won else cells(threats(view, seat) & playable(view), view.board)
