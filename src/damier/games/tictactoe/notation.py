"""Cells as ``b2``; positions as ``x.o/.../..x 3``: rows from the top, and how many in a row win."""

from __future__ import annotations

import re
from math import isqrt

from damier.core.drawn_board import drawn_rows
from damier.core.game import Seat
from damier.core.grid import cell_name, read_cell
from damier.core.options import Options
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
    drawn = stones_of(line)
    b, stones = drawn.board, drawn.stones
    turn = stones[0].bit_count() - stones[1].bit_count()
    if turn not in (0, 1) or not _can_come_up(b, stones, turn):
        raise Unreadable(Text("this position cannot come up in a game"))
    return Position(b, stones, turn, any(stones[1 - turn] & row == row for row in b.lines))


def stones_of(line: str) -> Position:
    """The stones of one line, whether or not they can come up in a game."""
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
    return Position(b, (x, o), int(x.bit_count() > o.bit_count()))


def translate(pasted: str, told: Options) -> str | None:
    """A board drawn with characters, printed as an array or written as one word: ``XOX......``."""
    zero = "." if re.search(r"[oO2\[]", pasted) else "o"
    signs = {
        **dict.fromkeys(".-_· ", "."),
        **dict.fromkeys("xX1✕❌", "x"),
        **dict.fromkeys("oO2○⭕", "o"),
        "0": zero,
    }
    rows = drawn_rows(pasted, signs)
    if rows is not None and len(rows) == 1:
        (flat,) = rows
        side = isqrt(len(flat))
        rows = [flat[i : i + side] for i in range(0, len(flat), side)] if side**2 == len(flat) else None
    if rows is None or not (SMALLEST <= len(rows) <= BIGGEST and SMALLEST <= len(rows[0]) <= BIGGEST):
        return None
    return f"{'/'.join(rows)} {usual_line(len(rows[0]), len(rows))}"


def usual_line(width: int, height: int) -> int:
    """Three in a row where the board is three cells wide or high, four from 4x4, five from 8x8."""
    shorter = min(width, height)
    return 3 if shorter < 4 else 4 if shorter < 8 else 5


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
