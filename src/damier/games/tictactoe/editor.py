"""Positions set up by hand."""

from __future__ import annotations

from damier.core.editor import PUT, Editor, Piece, Setting, offering
from damier.core.grid import read_cell
from damier.core.scene import Scene
from damier.core.text import Text
from damier.games.tictactoe.notation import stones_of, text
from damier.games.tictactoe.rules import SMALLEST, Position, board
from damier.games.tictactoe.scene import scene

SEATS = {"x": 0, "o": 1}


def put(draft: Position, piece: str, place: str) -> Position:
    """A stone on a cell; the same one again takes it away."""
    cell = read_cell(place, draft.board.width, draft.board.height)
    bit, seat = draft.board.bits[cell], SEATS.get(piece)
    if draft.owner(cell) == seat:
        seat = None
    x, o = (stones & ~bit | (bit if owner == seat else 0) for owner, stones in enumerate(draft.stones))
    return Position(draft.board, (x, o), int(x.bit_count() > o.bit_count()))


def draw(draft: Position) -> Scene[str]:
    return offering(scene(draft), lambda mark: {PUT: mark.name})


def problem(draft: Position) -> Text | None:
    x, o = (stones.bit_count() for stones in draft.stones)
    if 0 <= x - o <= 1:
        return None
    return Text("X begins, so there are as many X as O or one more, not {x} and {o}", x=x, o=o)


def settings(draft: Position) -> tuple[Setting, ...]:
    b = draft.board
    high = max(b.width, b.height)
    return (Setting(key="line", title=Text("how many in a row win"), value=b.line, low=SMALLEST, high=high),)


def change(draft: Position, key: str, value: int) -> Position:
    b = draft.board
    return Position(board(b.width, b.height, value), draft.stones, draft.turn)


EDITOR: Editor[Position] = Editor(
    about=Text("A click puts the chosen sign; the same one again takes it away."),
    pieces=(
        Piece(key="x", title=Text.literal("X"), letter="1", kind="stone", seat=0),
        Piece(key="o", title=Text.literal("O"), letter="2", kind="stone", seat=1),
        Piece(key="none", title=Text("take away"), letter="0", kind="empty"),
    ),
    read=stones_of,
    write=text,
    put=put,
    draw=draw,
    problem=problem,
    settings=settings,
    change=change,
)
