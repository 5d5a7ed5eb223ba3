"""The board as marks: pawns in the cells, walls and free corners between them."""

from __future__ import annotations

from damier.core.grid import cell_name, file_name
from damier.core.scene import At, Mark, Scene
from damier.core.scene import cell as place
from damier.core.text import Text
from damier.games.quoridor.rules import Board, Cell, Move, Position

PAWNS = ("●", "○")
ASCII_PAWNS = ("X", "O")


def cell_at(cell: Cell, board: Board) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell % board.width, board.height - 1 - cell // board.width)


def wall_at(move: Move, board: Board) -> tuple[At, ...]:
    """What a wall covers on the lattice: the corner first, then its two edges."""
    x, y = 2 * move.column + 2, 2 * (board.height - 1 - move.row)
    return ((x, y), (x - 1, y), (x + 1, y)) if move.wall == "h" else ((x, y), (x, y - 1), (x, y + 1))


def scene(view: Position) -> Scene[Move]:
    b = view.board
    moves = view.moves()
    return Scene(
        width=b.width,
        height=b.height,
        marks=(*_cells(view, moves), *_walls(view), *_corners(moves, b)),
        columns=tuple(file_name(column) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
        grid="gaps",
        status=tuple((seat, Text("{n} walls", n=left)) for seat, left in enumerate(view.left)),
    )


def _cells(view: Position, moves: list[Move]) -> list[Mark[Move]]:
    """Every cell: a pawn, a cell that the pawn can go to, or an empty one."""
    marks = []
    for cell, step in enumerate(view.board.steps):
        seat = view.pawns.index(cell) if cell in view.pawns else None
        target = step in moves
        marks.append(
            Mark(
                at=cell_at(cell, view.board),
                kind="pawn" if seat is not None else "target" if target else "empty",
                glyph="·" if seat is None else PAWNS[seat],
                ascii="." if seat is None else ASCII_PAWNS[seat],
                name=str(step),
                seat=seat,
                moves={"go": step} if target else {},
                tags=frozenset({"win"} if seat is not None and view.winner() == seat else ()),
            )
        )
    return marks


def _walls(view: Position) -> list[Mark[Move]]:
    """Each wall on the corner and the two edges that it covers."""
    marks: list[Mark[Move]] = []
    for move, bit in view.board.walls.items():
        flat = move.wall == "h"
        if bit & (view.horizontal if flat else view.vertical):
            marks += [
                Mark(
                    at=at,
                    kind="wall",
                    glyph="━" if flat else "┃",
                    ascii="=" if flat else "#",
                    name=str(move),
                )
                for at in wall_at(move, view.board)
            ]
    return marks


def _corners(moves: list[Move], board: Board) -> list[Mark[Move]]:
    """Each corner where a wall can go, with the walls it offers."""
    offers: dict[tuple[int, int], dict[str, Move]] = {}
    for move in moves:
        if move.wall:
            gesture = "horizontal" if move.wall == "h" else "vertical"
            offers.setdefault(move[:2], {})[gesture] = move
    return [
        Mark(
            at=wall_at(next(iter(offer.values())), board)[0],
            kind="corner",
            name=cell_name(*corner),
            moves=offer,
        )
        for corner, offer in offers.items()
    ]
