"""What a move is known to come to, in the words and signs that every game uses."""

from __future__ import annotations

from damier.core.text import Param, Text

DRAWS = Text("draws")


def wins_in(n: Param) -> Text:
    """``wins in 5``: moves of both sides are counted, this one included."""
    return Text("wins in {n}", n=n)


def loses_in(n: Param) -> Text:
    """``loses in 4``, counted likewise."""
    return Text("loses in {n}", n=n)


def sign(label: Text) -> Text | None:
    """``W5`` for ``wins in 5``, where the words take too much room; None for a label that is no verdict."""
    n = dict(label.params or ()).get("n", 0)
    if label == wins_in(n):
        return Text("W{n}", n=n)
    if label == loses_in(n):
        return Text("L{n}", n=n)
    return Text.literal("=") if label == DRAWS else None
