"""The board as marks."""

from __future__ import annotations

from functools import lru_cache

from damier.core.game import Seat
from damier.core.grid import cell_name, union
from damier.core.scene import At, Gesture, Mark, Scene
from damier.core.scene import cell as place
from damier.games.connect4.rules import Board, Cell, Column, Discs, Position, cells, column_name

GESTURES = {"drop": Gesture(ghost="disc", digits=True, written="{column}")}


def at(cell: Cell, b: Board) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell[0], b.height - 1 - cell[1])


def places(discs: Discs, b: Board) -> tuple[At, ...]:
    """Where a set of cells lies on the lattice."""
    return tuple(at(cell, b) for cell in cells(discs, b))


def scene(view: Position) -> Scene[Column]:
    b = view.board
    winner, legal = view.discs[1 - view.turn], view.moves()
    winning = union(four for four in b.lines if winner & four == four) if view.won else 0
    marks = [
        _mark(cell, b.height, view.owner(cell), cell[0] + 1 in legal, winning >> place & 1 == 1)
        for place, cell in enumerate(cells(b.full, b))
    ]
    # Empty cells come first, from the bottom: where a disc lands is a move's own place.
    marks.sort(key=lambda mark: mark.seat is not None)
    return Scene(
        width=b.width,
        height=b.height,
        marks=tuple(marks),
        columns=tuple(column_name(column) for column in b.drops),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
    )


@lru_cache(maxsize=8192)
def _mark(cell: Cell, height: int, seat: Seat | None, is_open: bool, wins: bool) -> Mark[Column]:
    """One cell; kept, because a move changes one of them."""
    column, row = cell
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
