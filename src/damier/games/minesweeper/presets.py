"""The document's levels and actions: a file of its own holds the one, words for people the other."""

from __future__ import annotations

import json
from pathlib import Path

from damier.core.text import Text

LEVELS: dict[str, dict[str, int]] = json.loads(
    (Path(__file__).parent / "data" / "levels.json").read_text(encoding="utf-8")
)
"""Width, height and mines by the document's keys: Beginner, Intermediate, Expert."""

TITLES: dict[str, Text] = {
    "Beginner": Text("Beginner"),
    "Intermediate": Text("Intermediate"),
    "Expert": Text("Expert"),
}
"""The levels for people."""

ACTIONS: dict[str, Text] = {
    "dig": Text("Dig"),
    "flag": Text("Flag"),
    "unflag": Text("Unflag"),
    "chord": Text("Dig around"),
}
"""The document's actions in its order, for its numbered menu, and the chord after them."""
