"""Positions set up by hand: discs fall, so that none ever floats."""

from __future__ import annotations

from collections.abc import Mapping

from damier.core.editor import PUT, Editor, Piece, offering
from damier.core.grid import cell_name, read_cell
from damier.core.scene import Mark, Scene
from damier.core.text import Refusal, Text
from damier.games.connect4.notation import discs_of, text
from damier.games.connect4.rules import Cell, Discs, Position
from damier.games.connect4.scene import scene

SEATS = {"yellow": 0, "red": 1}


def put(draft: Position, piece: str, place: str) -> Position:
    """A disc on top of a column; on its top disc: that one away; on one further down: another colour."""
    b = draft.board
    column, row = read_cell(place, b.width, b.height)
    top = _height(draft, column)
    seat = SEATS.get(piece)
    if seat is None or row == top - 1:
        if not top:
            raise Refusal(Text("column {column} is empty: there is nothing to take away", column=column + 1))
        return _with(draft, (column, top - 1), None)
    return _with(draft, (column, min(row, top)), seat)


def _height(draft: Position, column: int) -> int:
    """The lowest free row of a column, counted from 0."""
    b = draft.board
    return next((row for row in range(b.height) if draft.owner((column, row)) is None), b.height)


def _with(draft: Position, cell: Cell, seat: int | None) -> Position:
    bit = 1 << cell[1] * draft.board.width + cell[0]
    first, second = (discs & ~bit | (bit if owner == seat else 0) for owner, discs in enumerate(draft.discs))
    return _draft(draft, (first, second))


def _draft(draft: Position, discs: tuple[Discs, Discs]) -> Position:
    return Position(draft.board, discs, int(discs[0].bit_count() > discs[1].bit_count()))


def draw(draft: Position) -> Scene[str]:
    """A free cell stands for where a disc lands in its column."""
    height = draft.board.height

    def places(mark: Mark[int]) -> Mapping[str, str]:
        column = mark.at[0] // 2
        row = height - 1 - mark.at[1] // 2
        return {PUT: cell_name(column, row if mark.seat is not None else _height(draft, column))}

    return offering(scene(draft), places)


def problem(draft: Position) -> Text | None:
    more = draft.discs[0].bit_count() - draft.discs[1].bit_count()
    if more > 1:
        return Text("yellow has {n} discs more than red: it may have as many, or one more", n=more)
    if more < 0:
        return Text(
            "red has {n} discs more than yellow, who begins: yellow has as many, or one more", n=-more
        )
    return None


EDITOR: Editor[Position] = Editor(
    about=Text("A click in a column drops a disc; a click on its top disc takes that away."),
    pieces=(
        Piece(key="yellow", title=Text("yellow disc"), letter="1", kind="disc", seat=0),
        Piece(key="red", title=Text("red disc"), letter="2", kind="disc", seat=1),
        Piece(key="none", title=Text("take away"), letter="0", kind="empty"),
    ),
    read=discs_of,
    write=text,
    put=put,
    draw=draw,
    problem=problem,
)
