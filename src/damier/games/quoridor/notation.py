"""Moves as players write them, and a position as one line.

A step is the cell it ends on: ``e2``. A wall is the cell at its south-west and its direction: ``e3h`` lies
on the north side of e3 and f3, ``e3v`` on the east side of e3 and e4.

A position is the size, the pawns, the walls left, the number of moves made, the walls on the board, and
where the pawns stood before each move since the last wall, oldest first; ``-`` is none::

    9x9 e3,e7 9,10 5 d4h e2e8,e2e7,e3e7,e2e7
"""

from __future__ import annotations

import re

from damier.core.grid import cell_name, read_cell
from damier.core.options import Options, read_size
from damier.core.text import IllegalMove, Text, Unreadable
from damier.games.quoridor.rules import MOST_PLIES, Board, Cell, Move, Position, board

LOW, HIGH = 3, 11
"""The least and the greatest width and height."""

MOST_WALLS = 20
"""No seat begins with more."""

_MOVE = re.compile(r"([a-z]{1,2}[0-9]{1,3})([hv]?)", re.ASCII)
_CELLS = re.compile(r"([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII)
_EXAMPLE = "9x9 e3,e7 9,10 5 d4h -"


def write(move: Move) -> str:
    """``e2``, ``e3h``."""
    return str(move)


def read(typed: str, view: Position) -> Move:
    """A move that can be played; the rules say why another cannot."""
    move = read_move(typed, view.board)
    view.play(move)
    return move


def read_move(typed: str, on: Board) -> Move:
    """A step or a wall within the board, legal or not."""
    match = _MOVE.fullmatch(typed.strip().lower())
    if match is None:
        raise Unreadable(
            Text(
                "'{word}' is not a move: write a cell such as {cell}, or a wall such as {flat} or {upright}",
                word=typed.strip()[:40],
                cell="e2",
                flat="e3h",
                upright="e3v",
            )
        )
    less = 1 if match[2] else 0
    return Move(*read_cell(match[1], on.width - less, on.height - less), match[2])


def text(view: Position) -> str:
    """The position as one line."""
    b = view.board
    walls = map(str, view.walls())
    past = ["".join(_name(cell, b) for cell in pawns) for pawns in view.past]
    return (
        f"{b.width}x{b.height} {','.join(_name(cell, b) for cell in view.pawns)} "
        f"{','.join(map(str, view.left))} {view.plies} {','.join(walls) or '-'} {','.join(past) or '-'}"
    )


def _name(cell: Cell, on: Board) -> str:
    return cell_name(cell % on.width, cell // on.width)


def parse(line: str) -> Position:
    """The position of one line; what cannot stand on a board is refused."""
    stands = read_board(line)
    b, past = stands.board, _past(line.split()[5], stands.board)
    built = stands.horizontal.bit_count() + stands.vertical.bit_count()
    if stands.plies < built + len(past):
        raise Unreadable(
            Text(
                "{n} moves are too few for the walls and the way of the pawns in this position",
                n=stands.plies,
            )
        )
    pawns = past[0] if past else stands.pawns
    plies = stands.plies - len(past)
    first = Position(b, pawns, stands.left, stands.horizontal, stands.vertical, plies)
    if not first.connected():
        raise Unreadable(Text("the walls of this position cut a pawn off from its goal"))
    if first.winner() not in (None, (first.turn - 1) % first.seats):
        raise Unreadable(Text("this position was over before the last move"))
    return _follow(first, (*past[1:], stands.pawns) if past else ())


def read_board(line: str) -> Position:
    """What stands on the board of one line, whether or not that can be played on, and without the past."""
    parts = line.split()
    if len(parts) != 6:
        raise _unreadable(line)
    width, height = read_size(parts[0])
    if not (LOW <= width <= HIGH and LOW <= height <= HIGH):
        raise _unreadable(line)
    b = board(width, height)
    pawns = _pawns(parts[1].replace(",", "", 1), b)
    horizontal, vertical = _walls(parts[4], b)
    left = tuple(_number(word, MOST_WALLS, line) for word in parts[2].split(",", 8))
    plies = _number(parts[3], MOST_PLIES, line)
    if len(left) != len(pawns):
        raise _unreadable(line)
    return Position(b, pawns, left, horizontal, vertical, plies)


def translate(pasted: str, told: Options) -> str | None:
    """Flat walls, upright walls, pawns, walls left and who moves: ``d4f7/a2/e4e6/78/1``."""
    parts = ["".join(part.split()).lower() for part in pasted.split("/")]
    if len(parts) != 5 or not all(re.fullmatch(r"([a-i][1-9])*", part, re.ASCII) for part in parts[:3]):
        return None
    left = re.fullmatch(r"(10|[0-9]),?(10|[0-9])", parts[3], re.ASCII)
    if len(parts[2]) != 4 or left is None or parts[4] not in ("1", "2"):
        return None
    flat, upright = (re.findall("..", part) for part in parts[:2])
    walls = [*(f"{wall}h" for wall in flat), *(f"{wall}v" for wall in upright)]
    plies = len(walls) + (int(parts[4]) - 1 - len(walls)) % 2
    return f"9x9 {parts[2][:2]},{parts[2][2:]} {left[1]},{left[2]} {plies} {','.join(walls) or '-'} -"


def _follow(position: Position, stations: tuple[tuple[Cell, ...], ...]) -> Position:
    """Play the pawns through *stations*, so that the past is one that can have been."""
    for pawns in stations:
        try:
            after = position.play(position.board.steps[pawns[position.turn]])
        except IllegalMove:
            after = position
        if after.pawns != pawns or after is position:
            names = "".join(_name(cell, position.board) for cell in pawns)
            raise Unreadable(Text("the pawns cannot have come to {pawns} by one step", pawns=names))
        position = after
    return position


def _pawns(cells: str, on: Board) -> tuple[Cell, ...]:
    """The cells of both pawns: ``e2e8``."""
    match = _CELLS.fullmatch(cells)
    if match is None:
        raise Unreadable(
            Text(
                "'{word}' is not where two pawns stand: write it as {example}",
                word=cells[:40],
                example="e2e8",
            )
        )
    places = [read_cell(word, on.width, on.height) for word in match.groups()]
    pawns = tuple(row * on.width + column for column, row in places)
    if len(set(pawns)) != len(pawns):
        raise Unreadable(Text("two pawns cannot both stand on {cell}", cell=match[1]))
    return pawns


def _past(listed: str, on: Board) -> tuple[tuple[Cell, ...], ...]:
    return () if listed == "-" else tuple(_pawns(word, on) for word in listed.split(",", MOST_PLIES))


def _walls(listed: str, on: Board) -> tuple[int, int]:
    """Horizontal and vertical walls that fit beside each other."""
    position = Position(on, on.starts, ())
    for word in [] if listed == "-" else listed.split(","):
        move = read_move(word, on)
        bit, flat = on.walls.get(move, 0), move.wall == "h"
        if not bit & position.free()[0 if flat else 1]:
            raise Unreadable(
                Text("{wall} does not fit: it crosses or overlaps a wall or the border", wall=str(move))
            )
        position = position.with_walls(bit if flat else 0, 0 if flat else bit)
    return position.horizontal, position.vertical


def _number(word: str, high: int, line: str) -> int:
    """A whole number from 0 to *high*."""
    if not re.fullmatch(r"[0-9]{1,3}", word, re.ASCII) or int(word) > high:
        raise _unreadable(line)
    return int(word)


def _unreadable(line: str) -> Unreadable:
    return Unreadable(
        Text(
            "'{words}' is not a position: write size, pawns, walls left, moves made, walls and the past, "
            "as in {example}",
            words=line[:60],
            example=_EXAMPLE,
        )
    )
