"""What people call the players of a tournament."""

from __future__ import annotations

from damier.arena.plan import Plan
from damier.core.game import AnyGame
from damier.core.text import Text, printable


def display_names(plan: Plan, game: AnyGame, language: str) -> list[Text]:
    """What the players are called, by entry: a level by its title: ``Facile~50@30nodes``."""
    found = []
    for entrant in plan.entrants:
        name, key = str(entrant.name), entrant.words.partition("~")[0]
        if key in game.engines and name.startswith(key):
            name = game.engines[key].title.show(language) + name[len(key) :]
        found.append(Text.literal(printable(name)))
    return found
