"""The document's levels and actions: a file of its own holds the one, the hands of people the other."""

from __future__ import annotations

import json
from pathlib import Path

from damier.core.scene import Gesture
from damier.core.text import Text

LEVELS: dict[str, dict[str, int]] = json.loads(
    (Path(__file__).parent / "data" / "levels.json").read_text(encoding="utf-8")
)
"""Width, height and mines by the document's keys: Beginner, Intermediate, Expert."""


def usual_mines(width: int, height: int) -> int:
    """As crowded as the document's level for that many cells: a size of its own has its mines."""
    cells = width * height
    areas = [(level["width"] * level["height"], level["mines"]) for level in LEVELS.values()]
    area, mines = next((pair for pair in areas if cells <= pair[0]), areas[-1])
    return min(max(1, round(cells * mines / area)), cells - 1)


TITLES: dict[str, Text] = {
    "Beginner": Text("Beginner"),
    "Intermediate": Text("Intermediate"),
    "Expert": Text("Expert"),
}
"""The levels for people."""

ACTIONS: dict[str, Gesture] = {
    "dig": Gesture(title=Text("Dig")),
    "flag": Gesture(title=Text("Flag"), click="second", key="f", ghost="flag", written="flag {name}"),
    "unflag": Gesture(title=Text("Unflag"), click="second", key="f", ghost="cover", written="unflag {name}"),
    "chord": Gesture(title=Text("Dig around"), click="double", key="c", written="chord {name}"),
}
"""The document's actions in its order, for its numbered menu, and the chord after them.

A slip must not take a flag away or open eight cells: these are no plain clicks.
"""
