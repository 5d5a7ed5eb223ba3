"""The board as marks."""

from __future__ import annotations

from functools import lru_cache

from damier.core.game import Seat
from damier.core.grid import cell_name, file_name, union
from damier.core.scene import At, Gesture, Mark, Scene
from damier.core.scene import cell as place
from damier.games.tictactoe.rules import Cell, Position, Stones

GESTURES = {"play": Gesture(ghost="stone")}


def at(cell: Cell, height: int) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell[0], height - 1 - cell[1])


def sign(seat: Seat) -> str:
    """The sign of a seat in sentences: ``X``."""
    return "XO"[seat]


def scene(view: Position) -> Scene[Cell]:
    b = view.board
    over = view.outcome() is not None
    winning = winning_cells(view)
    return Scene(
        width=b.width,
        height=b.height,
        marks=tuple(
            _mark(cell, b.height, view.owner(cell), over, winning & bit != 0) for cell, bit in b.bits.items()
        ),
        columns=tuple(file_name(column) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
    )


def winning_cells(view: Position) -> Stones:
    """The cells of every completed line; none while the game goes on."""
    winner = view.stones[1 - view.turn]
    return union(line for line in view.board.lines if winner & line == line) if view.won else 0


@lru_cache(maxsize=4096)
def _mark(cell: Cell, height: int, seat: Seat | None, over: bool, wins: bool) -> Mark[Cell]:
    """One cell; kept, because a big board has hundreds and a move changes one."""
    return Mark(
        at=at(cell, height),
        kind="empty" if seat is None else "stone",
        glyph="·" if seat is None else "✕○"[seat],
        ascii="." if seat is None else sign(seat),
        name=cell_name(*cell),
        seat=seat,
        moves={} if over or seat is not None else {"play": cell},
        tags=frozenset({"win"} if wins else ()),
    )
