"""The colours of the heat map."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.heat import warmth
from damier.core.verdict import Chance, Margin


def edge(boxes: float, lead: int = 0) -> Line[str]:
    return Line(move="a1t", value=boxes, chance=0.0, verdict=Margin(boxes, lead, proven=True))


def test_a_lost_position_still_shows_the_better_edges() -> None:
    assert warmth([edge(2, -9), edge(0, -9), edge(-2, -9), edge(-7, -9)]) == [1.0, 0.5, 0.0, 0.0]


def test_elsewhere_it_is_the_chance() -> None:
    tried = Line(move=4, value=0.3, chance=0.3, verdict=Chance(0.3))
    assert warmth([tried]) == [0.3] and warmth([]) == []
