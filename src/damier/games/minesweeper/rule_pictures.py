"""The rules in pictures, and a short game to show off with."""

from __future__ import annotations

from damier.core.game import Picture
from damier.core.grid import read_cell
from damier.core.scene import At, cell
from damier.core.text import Text
from damier.games.minesweeper.visible_board import LARGEST


def _at(names: str) -> tuple[At, ...]:
    """The places of cells named as people name them here: ``c4`` is in the fourth row from the top."""
    return tuple(cell(*read_cell(name, LARGEST, LARGEST)) for name in names.split())


PICTURES = (
    Picture(
        Text("A number says how many of the cells around it hide a mine: this 2 touches two of them."),
        "m2m1/1211/0000 2",
        _at("b2 a1 c1"),
    ),
    Picture(
        Text("A cell without a mine around it opens all its neighbours by itself, and so on."),
        "01../011./001./001. 2",
        _at("a1 a2 a3 a4 b3 b4"),
    ),
    Picture(
        Text("This 1 touches a single covered cell: that is its mine. Put a flag on it."),
        "01../011./001./001. 2",
        _at("b1 c1"),
    ),
    Picture(
        Text("The mine of this 1 has its flag: dig around the 1 to open its other cells at once."),
        "01F./011./001./001. 2",
        _at("c2 d1 d2 d3"),
    ),
    Picture(
        Text("Open every cell without a mine and you win; dig a mine and you lose."),
        "01m1/0111/0011/001m 2",
        _at("c1 d4"),
    ),
)

DEMO = "d3,9 f4,6 c4,7 c5,7 f7,6 c6,6 c6,5 c7,5 f8,7 f9,6 c8,6 c9,7 f9,9 f4,5 c5,5 c5,4 f3,5 c2,5"
"""Flags and chords, until every mine is found."""
