"""Edges as ``b2t``: a box and its side. Positions as ``3x3 683c9d 1../.../.2. 1``.

Most edges lie between two boxes and could be written in two ways. We write the box below or to the left
of the edge, so the sides are ``t`` (top) and ``r`` (right); only the edges that no such box has are
written ``b`` (bottom, in row 1) and ``l`` (left, in column a). Both ways are read.

A position is its size in boxes, width first; the drawn edges in hexadecimal, bit by bit as drawn at
:class:`~damier.games.dots.rules.Board`; the owners of the boxes in rows from the top; and who moves. The
last two may be left out: then complete boxes are nobody's and seat 1 moves.
"""

from __future__ import annotations

import re

from damier.core.grid import cell_name, read_cell
from damier.core.options import Size, read_size
from damier.core.text import IllegalMove, Text, Unreadable
from damier.games.dots.rules import Board, Edge, Position, board

SIZE = Size(Text("boxes across and down"), (1, 1), (12, 12))
"""What sizes the game has."""

SIDES: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("t", "top", "h", "haut", "arriba"), (0, 1)),
    **dict.fromkeys(("r", "right", "d", "droite", "derecha"), (1, 0)),
    **dict.fromkeys(("b", "bottom", "bas", "abajo"), (0, -1)),
    **dict.fromkeys(("l", "left", "g", "gauche", "i", "izquierda"), (-1, 0)),
}
"""What people call the sides, and where they lie from the middle of the box."""


def write(move: Edge) -> str:
    """``b2t``; the only spelling that we write."""
    x, y = move
    if x % 2:  # a level edge
        return cell_name(x // 2, y // 2 - 1) + "t" if y else cell_name(x // 2, 0) + "b"
    return cell_name(x // 2 - 1, y // 2) + "r" if x else cell_name(0, y // 2) + "l"


def read(typed: str, view: Position) -> Edge:
    """A free edge, in either spelling: ``b2t``, ``B3b``, ``b2 top``, ``b2 haut``."""
    b = view.board
    edge = read_edge(typed, b)
    if view.drawn == b.full:
        raise IllegalMove(Text("the game is over"))
    if view.drawn & b.beside[edge][0]:
        raise IllegalMove(Text("{edge} is drawn already: choose an edge that is free", edge=write(edge)))
    return edge


def read_edge(typed: str, b: Board) -> Edge:
    """An edge of the board, drawn or not."""
    match = re.fullmatch(r"\s*([a-z]{1,2}\s*[0-9]{1,3})[\s,.-]*([a-z]+)\s*", typed.lower(), re.ASCII)
    if match is None or match[2] not in SIDES:
        raise Unreadable(
            Text(
                "'{word}' is not an edge: write a box and its side (t, r, b or l), as in {example}",
                word=typed.strip()[:40],
                example="a1t",
            )
        )
    column, row = read_cell(match[1], b.width, b.height)
    dx, dy = SIDES[match[2]]
    return 2 * column + 1 + dx, 2 * row + 1 + dy


def text(view: Position) -> str:
    """The position as one line."""
    b = view.board
    owners = "".join("12."[2 if (seat := view.owner(i)) is None else seat] for i in range(len(b.sides)))
    rows = "/".join(owners[i : i + b.width] for i in range(0, len(owners), b.width))
    return f"{b.width}x{b.height} {view.drawn:x} {rows} {view.turn + 1}"


def parse(line: str) -> Position:
    """The position of one line; what cannot be is refused."""
    parts = line.lower().split()
    if len(parts) not in (2, 4) or not re.fullmatch(r"[0-9a-f]{1,80}", parts[1], re.ASCII):
        raise Unreadable(
            Text(
                "'{words}' is not a position: write size, drawn edges, owners and turn, as in {example}",
                words=line[:60],
                example="2x2 614 ../2. 2",
            )
        )
    width, height = read_size(SIZE.check("size", parts[0]))
    b, drawn = board(width, height), int(parts[1], 16)
    if drawn > b.full:
        raise Unreadable(
            Text("'{word}' has more edges than the board: at most {n}", word=parts[1], n=len(b.edges))
        )
    if len(parts) == 2:
        return Position(b, drawn, (0, 0), 0)
    if parts[3] not in ("1", "2"):
        raise Unreadable(Text("'{word}' cannot move: write 1 or 2 for who is to move", word=parts[3][:40]))
    return Position(b, drawn, _owners(parts[2], b, drawn), int(parts[3]) - 1)


def _owners(owners: str, b: Board, drawn: int) -> tuple[int, int]:
    """The boxes of each seat from rows such as ``1../.2.``; an open box has no owner."""
    rows = owners.split("/")
    if len(rows) != b.height or any(len(row) != b.width or not set(row) <= set("12.") for row in rows):
        raise Unreadable(
            Text(
                "'{word}' does not give the owners: write 1, 2 or . for each box of {size}, "
                "with / between rows",
                word=owners[:40],
                size=f"{b.width}x{b.height}",
            )
        )
    flat = "".join(rows)
    for i, sign in enumerate(flat):
        if sign != "." and drawn & b.sides[i] != b.sides[i]:
            raise Unreadable(
                Text("{cell} has an owner but is not complete: write . there", cell=cell_name(*b.box(i)))
            )
    first, second = (sum(1 << i for i, sign in enumerate(flat) if sign == seat) for seat in "12")
    return first, second
