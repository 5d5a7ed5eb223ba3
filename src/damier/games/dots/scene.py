"""The board as marks."""

from __future__ import annotations

from functools import lru_cache

from damier.core.game import Seat
from damier.core.grid import cell_name, file_name
from damier.core.scene import At, Gesture, Mark, Scene
from damier.core.scene import cell as place
from damier.core.text import Text
from damier.games.dots.notation import write
from damier.games.dots.rules import Board, Edge, Position

GLYPHS = "■□"
"""The boxes of the two seats, told apart without colour too."""

GESTURES = {"draw": Gesture(ghost="edge")}


def at(edge: Edge, b: Board) -> At:
    """Where *edge* lies on the lattice, whose y runs down."""
    return edge[0], 2 * b.height - edge[1]


def box_at(number: int, b: Board) -> At:
    """Where a box lies on the lattice."""
    return place(number % b.width, number // b.width)


def scene(view: Position) -> Scene[Edge]:
    b = view.board
    edges = (_edge(b, edge, bool(view.drawn & bit)) for edge, bit in b.bits)
    boxes = (_box(b, i, view.owner(i), view.drawn & side == side) for i, side in enumerate(b.sides))
    return Scene(
        width=b.width,
        height=b.height,
        marks=(*edges, *boxes),
        columns=tuple(file_name(column) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
        grid="dots",
        status=tuple((seat, Text("{n} boxes", n=count)) for seat, count in enumerate(view.score)),
    )


@lru_cache(maxsize=8192)
def _edge(b: Board, edge: Edge, drawn: bool) -> Mark[Edge]:
    """A drawn edge is nobody's; a gap offers to draw it. Kept, because a move changes one of them."""
    where, name = at(edge, b), write(edge)
    if not drawn:
        return Mark(at=where, kind="gap", name=name, moves={"draw": edge})
    level = edge[0] % 2 == 1
    return Mark(at=where, kind="edge", glyph="─" if level else "│", ascii="-" if level else "|", name=name)


@lru_cache(maxsize=8192)
def _box(b: Board, number: int, seat: Seat | None, complete: bool) -> Mark[Edge]:
    name, where = cell_name(*b.box(number)), box_at(number, b)
    if seat is not None:
        return Mark(at=where, kind="box", glyph=GLYPHS[seat], ascii="12"[seat], name=name, seat=seat)
    return Mark(at=where, kind="box" if complete else "empty", name=name)
