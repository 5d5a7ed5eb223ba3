"""What the game itself says of a move in a review: boxes that could have been had, or kept."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.text import Text
from damier.games.dots.levels.document import completed, gift, takeable
from damier.games.dots.rules import Edge, Position


def remark(view: Position, played: Line[Edge], best: Line[Edge]) -> Text | None:
    """That boxes were left or given away.

    To leave boxes or to open a long chain is sometimes right: only where the engine likes another edge
    better is anything said.
    """
    if played.value >= best.value or completed(view, played.move):
        return None
    ready = takeable(view, view.drawn)
    if ready:
        return Text("left {n} boxes that could have been taken", n=len(ready))
    given = len(gift(view, played.move))
    least = min(len(gift(view, edge)) for edge in view.moves())
    if given <= least:
        return None
    if least == 0:
        return Text("gave {n} boxes away, though an edge that gives none was left", n=given)
    return Text("gave {n} boxes away, though {least} would have been the least", n=given, least=least)
