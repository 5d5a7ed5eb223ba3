"""The positions that an engine is asked about: early and late ones, and those that its habits do not fit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.protocol.lines import Story

PLIES = (0, 1, 4, 9, 16)
"""How many random moves lead to the early positions."""

FEW = 3
"""A position with so many legal moves is a late one: what an engine always plays is hardly among them."""

LONGEST_WALK = 250
"""Moves after which a random game is long enough."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position that some moves lead to."""

    game: AnyGame
    options: Options
    moves: tuple[str, ...]
    state: Any

    @property
    def view(self) -> Any:
        """What the seat that moves may know."""
        return self.game.view(self.state, self.state.turn)

    @property
    def words(self) -> str:
        """The command that tells it: setup and moves only where they give away nothing that is hidden."""
        return Story(self.game, self.options, list(self.moves), self.state).position(self.view)

    def after(self, move: Any) -> Place:
        """The position one move later."""
        moves = (*self.moves, self.game.write(move))
        return Place(self.game, self.options, moves, self.state.play(move))


def start(game: AnyGame, options: Options, rng: random.Random) -> Place:
    """The first position."""
    return Place(game, options, (), game.deal(options, rng.getrandbits(64)))


def walk(game: AnyGame, options: Options, rng: random.Random) -> list[Place]:
    """The positions of a random game in which nobody ends it while there is another move."""
    places = [start(game, options, rng)]
    while len(places) < LONGEST_WALK and (after := step(places[-1], rng)) is not None:
        places.append(after)
    return places


def step(place: Place, rng: random.Random) -> Place | None:
    """The position after a random move that does not end the game, if there is one.

    What is only written down, as a flag is, is left out: it leads nowhere.
    """
    moves = [move for move in place.view.moves() if not place.game.note(move)]
    rng.shuffle(moves)
    for move in moves:
        after = place.after(move)
        if after.state.outcome() is None:
            return after
    return None


def early(walks: Sequence[Sequence[Place]], plies: Sequence[int] = PLIES) -> list[Place]:
    """A position after each number of moves, each of another game, as far as they go on."""
    return [walks[n % len(walks)][min(ply, len(walks[n % len(walks)]) - 1)] for n, ply in enumerate(plies)]


def late(walks: Sequence[Sequence[Place]], most: int) -> list[Place]:
    """Positions with few moves, fewest first; where a game always offers many, those with the fewest."""
    found: list[tuple[int, Place]] = []
    for places in walks:
        last = {len(place.view.moves()): place for place in places}
        found += [(moves, place) for moves, place in last.items() if moves <= max(FEW, min(last))]
    return [place for _, place in sorted(found, key=lambda pair: pair[0])][:most]


def unfit(walks: Sequence[Sequence[Place]], answers: Sequence[Any]) -> Iterator[Place]:
    """For each of these moves the first position in which it is not legal, if there is one."""
    for answer in answers:
        found = (place for places in walks for place in places if answer not in place.view.moves())
        yield from islice(found, 1)
