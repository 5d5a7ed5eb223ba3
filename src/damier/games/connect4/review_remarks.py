"""What the game itself says of a move in a review: what was there to be seen, or what refutes it."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.text import Text
from damier.games.connect4.notation import names
from damier.games.connect4.reasons import refutation
from damier.games.connect4.rules import Column, Position
from damier.games.connect4.tactics import at_once


def remark(view: Position, played: Line[Column], best: Line[Column]) -> Text | None:
    """That a four was not completed, or was given to the other side although it need not have been.

    Else, where both opinions are certain and another move was better, the reply that refutes this one.
    """
    b, other = view.board, 1 - view.turn
    if mine := at_once(view, view.turn):
        taken = view.landing(played.move) & mine
        return None if taken else Text("overlooked a four on {cell}", cell=names(mine & -mine, b))
    given = at_once(view.play(played.move), other)
    if not given or all(at_once(view.play(move), other) for move in view.moves()):
        worse = played.proven and best.proven and played.value < best.value
        return refutation(played.why) if worse else None
    first = given & -given
    if first & at_once(view, other):
        return Text("left the other side a four on {cell}", cell=names(first, b))
    return Text("opened {cell}, where the other side completes a four", cell=names(first, b))
