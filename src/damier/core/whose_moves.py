"""Whose moves are counted, where a sentence counts some: always those of whoever makes the move.

A sentence with such a count has ``OWN`` in a hole: ``Text("wins in {n} {own}", n=3, own=OWN)``. An engine
does not know who will read it; whoever shows it does, and says ``3 of your moves`` or ``3 of red's moves``.
"""

from __future__ import annotations

from damier.core.text import Text

OWN = Text("own moves")
"""The moves of whoever makes the one that is spoken of: ``wins in 3 own moves``."""


def own_moves(n: int) -> int:
    """How many of *n* moves of both sides in turn are made by the side that makes the first."""
    return (n + 1) // 2


def in_short(text: Text, language: str) -> str:
    """*text* for a place with no room to say whose moves it counts, which a legend tells: ``wins in 3``."""
    return text.replaced(OWN, Text.literal("")).show(language).strip()


def moves_of(seat: Text | None, text: Text) -> Text:
    """*text* on a move of *seat*: ``wins in 3 of red's moves``; None is whoever reads it."""
    whose = Text("of your moves") if seat is None else Text("of {seat}'s moves", seat=seat)
    return text.replaced(OWN, whose)
