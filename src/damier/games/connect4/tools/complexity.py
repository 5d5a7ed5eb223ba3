"""The document's claim on complexity, counted: how many cells one choice looks at, by size."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from damier.core.options import Size, read_size
from damier.core.text import Number, Text
from damier.games.connect4.levels.document import Grid, case_value
from damier.games.connect4.rules import Position, begin

SIZE = Size(Text("width and height of the board"), (4, 4), (12, 12))
"""What sizes the game has."""

USUAL = ("4x4", "6x6", "8x8", "10x10", "12x12")
GAMES = 20
"""How many random games are counted for each size."""


def looks_of_a_choice(view: Position) -> int:
    """How many cells the document's ``choosebestcase`` looks at, over all cells as its two loops do."""
    grid = Grid(view)
    for x, y in grid.cells():
        case_value(grid, x, y, view.turn)
    return grid.looks


def positions(width: int, height: int, games: int) -> Iterator[Position]:
    """Every position of some random games, the same each time."""
    rng = random.Random(f"{width}x{height}")
    for _ in range(games):
        state = begin(width, height)
        while moves := state.moves():
            yield state
            state = state.play(rng.choice(moves))


def complexity(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """Say, for each size among *words*, the most look-ups of one choice beside the claim."""
    for word in words or USUAL:
        width, height = read_size(SIZE.check("size", word))
        most = max(looks_of_a_choice(view) for view in positions(width, height, GAMES))
        area = width * height
        say(
            Text(
                "{size}: at most {n} look-ups for a choice, {each} a cell; m*n*max(m, n) = {claim}",
                size=f"{width}x{height}",
                n=most,
                each=Number(most / area, ".2f"),
                claim=area * max(width, height),
            )
        )
