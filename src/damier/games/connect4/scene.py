"""The board as marks."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from damier.core.game import Seat
from damier.core.grid import cell_name
from damier.core.scene import At, Gesture, Mark, Scene
from damier.core.scene import cell as place
from damier.games.connect4.rules import Board, Cell, Column, Discs, Position, cells

GESTURES = {"drop": Gesture(ghost="disc")}


def at(cell: Cell, b: Board) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell[0], b.height - 1 - cell[1])


def places(discs: Discs, b: Board) -> tuple[At, ...]:
    """Where a set of cells lies on the lattice."""
    return tuple(at(cell, b) for cell in cells(discs, b))


def scene(view: Position) -> Scene[Column]:
    b = view.board
    winner = view.discs[1 - view.turn]
    winning = reduce(or_, (four for four in b.lines if winner & four == four), 0) if view.won else 0
    legal = view.moves()
    first, second = view.discs
    empty: list[Mark[Column]] = []
    discs: list[Mark[Column]] = []
    for row in range(b.height):
        for column in range(b.width):
            bit = 1 << row * b.width + column
            seat = 0 if first & bit else 1 if second & bit else None
            mark = _mark(column, row, b.height, seat, column + 1 in legal, winning & bit != 0)
            (empty if seat is None else discs).append(mark)
    return Scene(
        width=b.width,
        height=b.height,
        marks=(*empty, *discs),  # empty cells from the bottom first: where a disc lands is a move's own place
        columns=tuple(str(column + 1) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
    )


@lru_cache(maxsize=8192)
def _mark(column: int, row: int, height: int, seat: Seat | None, is_open: bool, wins: bool) -> Mark[Column]:
    """One cell; kept, because a move changes one of them."""
    return Mark(
        at=place(column, height - 1 - row),
        kind="empty" if seat is None else "disc",
        glyph="·" if seat is None else "●○"[seat],  # told apart without colour too
        ascii="." if seat is None else "XO"[seat],
        name=cell_name(column, row),
        seat=seat,
        # A click anywhere in a column drops a disc into it.
        moves={"drop": column + 1} if is_open else {},
        # A hole is one also where nobody is offered a move: for who looks on.
        tags=frozenset({"hole"} if seat is None else {"win"} if wins else ()),
    )
