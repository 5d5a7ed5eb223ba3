"""The board as marks: pawns in the cells, walls and free corners between them."""

from __future__ import annotations

from functools import lru_cache

from damier.core.game import Seat
from damier.core.grid import cell_name, file_name
from damier.core.scene import At, Gesture, Mark, Scene
from damier.core.scene import cell as place
from damier.core.text import Text
from damier.games.quoridor.rules import Board, Cell, Move, Position

PAWNS = ("●", "○")
ASCII_PAWNS = ("X", "O")
GOALS = ("▴", "▿")
"""Cells that a seat wants to reach, filled or hollow as its pawn."""

GESTURES = {
    "go": Gesture(ghost="pawn"),
    "horizontal": Gesture(
        key="h", about=Text("builds a flat wall"), ghost="wall", arm="flat", written="{name}h"
    ),
    "vertical": Gesture(
        key="v", about=Text("builds an upright wall"), ghost="wall", arm="upright", written="{name}v"
    ),
}


def cell_at(cell: Cell, board: Board) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell % board.width, board.height - 1 - cell // board.width)


def wall_at(move: Move, board: Board) -> tuple[At, ...]:
    """What a wall covers on the lattice: the corner first, then its two edges."""
    x, y = 2 * move.column + 2, 2 * (board.height - 1 - move.row)
    return ((x, y), (x - 1, y), (x + 1, y)) if move.wall == "h" else ((x, y), (x, y - 1), (x, y + 1))


def scene(view: Position) -> Scene[Move]:
    return draw_board(view, view.moves())


def draw_board(view: Position, moves: list[Move]) -> Scene[Move]:
    """The board with these moves to offer."""
    b = view.board
    walls = (mark for wall in view.walls() for mark in _wall(wall, b))
    steps = {move for move in moves if not move.wall}
    return Scene(
        width=b.width,
        height=b.height,
        marks=(*_cells(view, steps), *walls, *_corners(moves, b)),
        columns=tuple(file_name(column) for column in range(b.width)),
        rows=tuple(str(row + 1) for row in reversed(range(b.height))),
        grid="gaps",
        status=tuple((seat, Text("{n} walls", n=left)) for seat, left in enumerate(view.left)),
    )


def _cells(view: Position, steps: set[Move]) -> list[Mark[Move]]:
    """Every cell: a pawn, a cell that the pawn can go to, or an empty one."""
    board, owners, winner = view.board, {pawn: seat for seat, pawn in enumerate(view.pawns)}, view.winner()
    return [
        _cell(board, cell, owners.get(cell), step in steps, owners.get(cell, -1) == winner)
        for cell, step in enumerate(board.steps)
    ]


@lru_cache(maxsize=8192)
def _cell(board: Board, cell: Cell, seat: Seat | None, target: bool, wins: bool) -> Mark[Move]:
    """One cell; kept, because a move changes few of them."""
    step = board.steps[cell]
    goal = next((one for one, row in enumerate(board.goals) if row >> cell & 1), None)
    return Mark(
        at=cell_at(cell, board),
        kind="pawn" if seat is not None else "target" if target else "empty",
        glyph=PAWNS[seat] if seat is not None else "·" if goal is None else GOALS[goal],
        ascii="." if seat is None else ASCII_PAWNS[seat],
        name=str(step),
        seat=seat,
        moves={"go": step} if target else {},
        tags=frozenset(({"win"} if wins else set()) | (set() if goal is None else {f"goal{goal}"})),
    )


@lru_cache(maxsize=8192)
def _wall(move: Move, board: Board) -> tuple[Mark[Move], ...]:
    """A wall on the corner and the two edges that it covers."""
    flat = move.wall == "h"
    return tuple(
        Mark(at=at, kind="wall", glyph="━" if flat else "┃", ascii="=" if flat else "#", name=str(move))
        for at in wall_at(move, board)
    )


def _corners(moves: list[Move], board: Board) -> list[Mark[Move]]:
    """Each corner where a wall can go, with the walls it offers."""
    offers: dict[tuple[int, int], tuple[Move, ...]] = {}
    for move in moves:
        if move.wall:
            corner = move[:2]
            offers[corner] = (*offers.get(corner, ()), move)
    return [_corner(offer, board) for offer in offers.values()]


@lru_cache(maxsize=8192)
def _corner(offer: tuple[Move, ...], board: Board) -> Mark[Move]:
    return Mark(
        at=wall_at(offer[0], board)[0],
        kind="corner",
        name=cell_name(offer[0].column, offer[0].row),
        moves={"horizontal" if move.wall == "h" else "vertical": move for move in offer},
    )
