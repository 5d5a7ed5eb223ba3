"""Cells as ``b2``; positions as ``x.o/.../..x 3``: rows from the top, and how many in a row win."""

from __future__ import annotations

from damier.core.grid import cell_name, read_cell
from damier.core.text import IllegalMove, Text, Unreadable
from damier.games.tictactoe.rules import Cell, Position, board


def write(move: Cell) -> str:
    """``b2``."""
    return cell_name(*move)


def read(words: str, view: Position) -> Cell:
    """A cell that can be played."""
    cell = read_cell(words, view.board.width, view.board.height)
    if view.outcome() is not None:
        raise IllegalMove(Text("the game is over"))
    if view.owner(cell) is not None:
        raise IllegalMove(Text("{cell} is not an empty cell", cell=cell_name(*cell)))
    return cell


def text(view: Position) -> str:
    """The position as one line."""
    b = view.board
    rows = (
        "".join(
            "xo."[2 if (seat := view.owner((column, row))) is None else seat] for column in range(b.width)
        )
        for row in reversed(range(b.height))
    )
    return f"{'/'.join(rows)} {b.line}"


def parse(words: str) -> Position:
    """The position of one line; what cannot come up in a game is refused."""
    parts = words.split()
    rows = parts[0].split("/")[::-1] if parts else [""]
    width, height = len(rows[0]), len(rows)
    regular = all(len(row) == width and set(row) <= set("xo.") for row in rows)
    if len(parts) != 2 or not regular or not (1 <= width <= 26 and height <= 26) or not parts[1].isdigit():
        raise Unreadable(
            Text(
                "'{words}' is not a position: write rows from the top, as in {example}",
                words=words[:60],
                example="x.o/.x./... 3",
            )
        )
    b = board(width, height, int(parts[1]))
    flat = "".join(rows)
    x, o = (sum(1 << i for i, sign in enumerate(flat) if sign == seat) for seat in "xo")
    wins = [any(stones & line == line for line in b.lines) for stones in (x, o)]
    turn = x.bit_count() - o.bit_count()
    if turn not in (0, 1) or wins[turn]:
        raise Unreadable(Text("this position cannot come up in a game"))
    return Position(b, (x, o), turn, wins[1 - turn])
