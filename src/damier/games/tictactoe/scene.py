"""The board as marks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from damier.core.grid import cell_name, file_name
from damier.core.scene import At, Mark, Scene
from damier.core.scene import cell as place
from damier.games.tictactoe.rules import Cell, Position


def at(cell: Cell, height: int) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell[0], height - 1 - cell[1])


def scene(view: Position) -> Scene[Cell]:
    b = view.board
    over = view.outcome() is not None
    mine = view.stones[1 - view.turn]
    winning = _union(line for line in b.lines if mine & line == line) if view.won else 0
    marks = []
    for cell, bit in b.bits.items():
        seat = view.owner(cell)
        free = seat is None and not over
        marks.append(
            Mark(
                at=at(cell, b.height),
                kind="empty" if seat is None else "stone",
                glyph="·" if seat is None else "✕○"[seat],
                ascii="." if seat is None else "XO"[seat],
                name=cell_name(*cell),
                seat=seat,
                moves={"play": cell} if free else {},
                tags=frozenset({"win"} if winning & bit else ()),
            )
        )
    return Scene(
        width=b.width,
        height=b.height,
        marks=tuple(marks),
        columns=tuple(file_name(column) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
    )


def _union(lines: Iterable[int]) -> int:
    return reduce(or_, lines, 0)
