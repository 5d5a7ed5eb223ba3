"""Cells as ``b2``; positions as ``x.o/.../..x 3``: rows from the top, and how many in a row win."""

from __future__ import annotations

import re

from damier.core.game import Seat
from damier.core.grid import cell_name, read_cell
from damier.core.text import Text, Unreadable
from damier.games.tictactoe.rules import BIGGEST, SMALLEST, Board, Cell, Position, Stones, board


def write(move: Cell) -> str:
    """``b2``."""
    return cell_name(*move)


def read(typed: str, view: Position) -> Cell:
    """A cell that can be played."""
    cell = read_cell(typed, view.board.width, view.board.height)
    view.play(cell)
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


def parse(line: str) -> Position:
    """The position of one line; what cannot come up in a game is refused."""
    match = re.fullmatch(r"\s*([xo./]{1,400})\s+([0-9]{1,2})\s*", line.lower(), re.ASCII)
    rows = match[1].split("/")[::-1] if match else [""]
    width, height = len(rows[0]), len(rows)
    if match is None or any(len(row) != width for row in rows):
        raise Unreadable(
            Text(
                "'{words}' is not a position: write rows from the top, as in {example}",
                words=line[:60],
                example="x.o/.x./... 3",
            )
        )
    check_size(width, height, int(match[2]))
    b = board(width, height, int(match[2]))
    flat = "".join(rows)
    x, o = (sum(1 << i for i, sign in enumerate(flat) if sign == seat) for seat in "xo")
    turn = x.bit_count() - o.bit_count()
    if turn not in (0, 1) or not _can_come_up(b, (x, o), turn):
        raise Unreadable(Text("this position cannot come up in a game"))
    return Position(b, (x, o), turn, any((x, o)[1 - turn] & line == line for line in b.lines))


def _can_come_up(b: Board, stones: tuple[Stones, Stones], turn: Seat) -> bool:
    """Whether some order of moves leads here: no line is older than the last stone."""
    mover, last = stones[turn], stones[1 - turn]
    shared = b.full
    for line in b.lines:
        if mover & line == line:
            return False
        if last & line == line:
            shared &= line  # all lines must run through the last stone
    return shared != 0


def check_size(width: int, height: int, line: int) -> None:
    """Refuse boards that are too small or too big, and lines that do not fit on them."""
    if not (SMALLEST <= width <= BIGGEST and SMALLEST <= height <= BIGGEST):
        raise Unreadable(
            Text(
                "{size} is not a possible size: choose from {low} to {high}",
                size=f"{width}x{height}",
                low=f"{SMALLEST}x{SMALLEST}",
                high=f"{BIGGEST}x{BIGGEST}",
            )
        )
    if not SMALLEST <= line <= max(width, height):
        raise Unreadable(
            Text(
                "a line of {length} is not possible on {size}: choose {low} to {high}",
                length=line,
                size=f"{width}x{height}",
                low=SMALLEST,
                high=max(width, height),
            )
        )
