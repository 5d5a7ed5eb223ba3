"""A game in numbers: moves as the actions 0, 1, 2, ... and what a seat sees as planes.

Nothing here knows a game. The actions are the moves of ``Game.actions``; the planes are made from the scene,
which is made from a view, so what a seat may not know is in neither.

The planes of an observation, its last axis::

    you             1 where a mark of the seat asked lies
    next            the same for the seat after it, and so on round the table
    sign .          1 where nobody's mark is drawn as "." in plain characters; one for each of Game.signs
    count you       the number beside the seat asked, everywhere: walls left, boxes, mines without a flag
    count next      the same for the other seats
    turn            1 everywhere if the seat asked is to move

Where marks lie in cells only, a plane has a place for each cell, the top row first. Where they lie between
cells too (walls, edges) it is the lattice of the scene: 2h+1 by 2w+1 places. A board that gets smaller
during the game stays at the top left.
"""

from __future__ import annotations

from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from damier.core.game import AnyGame, Seat
from damier.core.options import Options
from damier.core.scene import At, Scene
from damier.core.text import Refusal, Text, Unreadable
from damier.games import game as find_game

Planes: TypeAlias = NDArray[np.float32]
"""What a seat sees: height, width and plane."""

Mask: TypeAlias = NDArray[np.int8]
"""1 for each action that is legal, 0 for the others."""

MOST_COUNT = 9999
"""No number beside a board is greater, and none is less than minus this."""


class Encoding:
    """The actions and planes of one board; the same for every game on it."""

    def __init__(self, game: AnyGame, view: Any, only: str = "", notes: bool = True) -> None:
        """*view* is where games begin: the first of them, or any other.

        *only* leaves out the moves that are not written with these characters at the beginning, and without
        *notes* those are left out that only write something down, as a flag does.
        """
        self.game = game
        self.view = view
        self.only, self.notes = only, notes
        self.seats: int = view.seats
        self.moves: tuple[Any, ...] = tuple(
            move
            for move in game.actions(view)
            if game.write(move).startswith(only) and (notes or not game.note(move))
        )
        """By action, the move."""
        if not self.moves:
            raise Refusal(Text("no move of {game} begins with '{word}'", game=game.title, word=only[:40]))
        self.words: tuple[str, ...] = tuple(map(game.write, self.moves))
        """By action, the move as written."""
        self.number: dict[Any, int] = {move: number for number, move in enumerate(self.moves)}
        """By move, the action."""
        scene = game.scene(view)
        self._signs = {sign: self.seats + i for i, sign in enumerate(game.signs)}
        self._counted = bool(_counts(scene))
        self.names = self._names()
        """What each plane shows: ``("you", "next", "sign .", "turn")``."""
        between = scene.grid in ("dots", "gaps")
        xs = range(2 * scene.width + 1) if between else range(1, 2 * scene.width, 2)
        ys = range(2 * scene.height + 1) if between else range(1, 2 * scene.height, 2)
        self.shape = len(ys), len(xs), len(self.names)
        """Of an observation: height, width, planes."""
        depth = len(self.names)
        self._places: dict[At, int] = {(x, y): i * depth for i, (y, x) in enumerate(product(ys, xs))}
        """Where the values of a place of the scene begin, counted through the whole observation."""

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game.key, self.game.text(self.view), self.only, self.notes)

    def __deepcopy__(self, memo: dict[int, Any]) -> Encoding:
        return self  # nothing in it changes

    def _names(self) -> tuple[str, ...]:
        seats = ("you", "next", *(f"next {i}" for i in range(2, self.seats)))[: self.seats]
        counts = tuple(f"count {seat}" for seat in seats) if self._counted else ()
        return (*seats, *(f"sign {sign}" for sign in self._signs), *counts, "turn")

    def bounds(self) -> tuple[Planes, Planes]:
        """The least and the greatest values of an observation."""
        low, high = np.zeros(self.shape, np.float32), np.ones(self.shape, np.float32)
        for plane, name in enumerate(self.names):
            if name.startswith("count "):
                low[..., plane], high[..., plane] = -MOST_COUNT, MOST_COUNT
        return low, high

    def observe(self, view: Any, seat: Seat) -> Planes:
        """What *seat* sees, from its own *view*."""
        scene = self.game.scene(view)
        planes = np.zeros(self.shape, np.float32)
        places, signs, seats = self._places, self._signs, self.seats
        ones = []
        for mark in scene.marks:
            owner = mark.seat
            plane = signs.get(mark.ascii) if owner is None else (owner - seat) % seats
            place = places.get(mark.at)
            if plane is not None and place is not None:
                ones.append(place + plane)
        planes.reshape(-1)[ones] = 1
        if self._counted:
            counts = _counts(scene)
            for after in range(seats):
                planes[..., after - 1 - seats] = counts.get((seat + after) % seats, 0)
        if view.turn == seat and view.outcome() is None:
            planes[..., -1] = 1
        return planes

    def move(self, action: Any) -> Any:
        """The move with this number."""
        if action is None or not 0 <= int(action) < len(self.moves):
            raise Unreadable(
                Text(
                    "{word} is not an action: choose from 0 to {high}",
                    word=str(action)[:40],
                    high=len(self.moves) - 1,
                )
            )
        return self.moves[int(action)]

    def mask(self, view: Any) -> Mask:
        """Which actions are legal."""
        number, mask = self.number, np.zeros(len(self.moves), np.int8)
        mask[[number[move] for move in view.moves() if move in number]] = 1
        return mask

    def legal(self, view: Any) -> list[int]:
        """The legal actions, the least first."""
        number = self.number
        return sorted(number[move] for move in view.moves() if move in number)


def encode(game: AnyGame, options: Options, only: str = "", notes: bool = True) -> Encoding:
    """The encoding of the board that these settled options make."""
    return Encoding(game, game.first_view(options), only, notes)


def _again(key: str, position: str, only: str, notes: bool) -> Encoding:
    """An encoding as pickle keeps it: a game is found by its key, a view is one line."""
    game = find_game(key)
    return Encoding(game, game.parse(position), only, notes)


def _counts(scene: Scene[Any]) -> dict[Seat, int]:
    """The numbers beside the board, by seat."""
    return {
        seat: n
        for seat, text in scene.status
        for name, n in text.params or ()
        if name == "n" and isinstance(n, int)
    }


def rewards(points: tuple[float, ...]) -> tuple[float, ...]:
    """What each seat gets in the end, from its points: 1 for a win, 0 for a draw, and all add up to nothing.

    With two seats a loss is -1; with four, each of three losers gets -1/3. Alone, it is 1 or -1.
    """
    seats = len(points)
    if seats == 1:
        return (2 * points[0] - 1,)
    return tuple((seats * each - 1) / (seats - 1) for each in points)
