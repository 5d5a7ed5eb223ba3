"""Positions set up by hand: edges on and off, and whose the complete boxes are."""

from __future__ import annotations

from collections.abc import Mapping

from damier.core.editor import PUT, Editor, Piece, offering, turn_setting
from damier.core.game import Seat
from damier.core.grid import read_cell
from damier.core.scene import Gesture, Mark, Scene
from damier.core.text import Refusal, Text
from damier.games.dots.notation import parse, read_edge, text
from damier.games.dots.rules import Boxes, Edge, Position
from damier.games.dots.scene import scene

SEATS = {"yellow": 0, "red": 1}
NAMES = (Text("yellow"), Text("red"))


def put(draft: Position, piece: str, place: str) -> Position:
    """An edge on or off, whose boxes then go to the seat of *piece*; or a complete box to that seat."""
    b, seat = draft.board, SEATS[piece]
    if place.strip()[-1:].isdigit():
        column, row = read_cell(place, b.width, b.height)
        number = (b.height - 1 - row) * b.width + column
        if draft.drawn & b.sides[number] != b.sides[number]:
            raise Refusal(Text("{cell} is not complete: draw its four edges first", cell=place[:40]))
        return _given(draft, 1 << number, None if draft.owner(number) == seat else seat)
    bit, beside = b.beside[read_edge(place, b)]
    touched = sum(box for _, box in beside)
    after = Position(b, draft.drawn ^ bit, draft.boxes, draft.turn)
    complete = sum(box for sides, box in beside if after.drawn & sides == sides)
    return _given(_given(after, touched, None), complete, seat)


def _given(draft: Position, boxes: Boxes, seat: Seat | None) -> Position:
    """The draft with *boxes* in the hands of *seat*, or of nobody."""
    first, second = (
        owned & ~boxes | (boxes if owner == seat else 0) for owner, owned in enumerate(draft.boxes)
    )
    return Position(draft.board, draft.drawn, (first, second), draft.turn)


def draw(draft: Position) -> Scene[str]:
    def places(mark: Mark[Edge]) -> Mapping[str, str]:
        return {} if mark.kind == "empty" else {"own" if mark.kind == "box" else PUT: mark.name}

    return offering(scene(draft), places)


EDITOR: Editor[Position] = Editor(
    about=Text(
        "A click draws an edge or takes it away; a click on a complete box gives it to the chosen side."
    ),
    pieces=tuple(
        Piece(key=key, title=title, letter=str(seat + 1), kind="box", seat=seat)
        for (key, seat), title in zip(
            SEATS.items(), (Text("yellow's boxes"), Text("red's boxes")), strict=True
        )
    ),
    read=parse,
    write=text,
    put=put,
    draw=draw,
    settings=lambda draft: (turn_setting(draft.turn, NAMES),),
    change=lambda draft, key, value: Position(draft.board, draft.drawn, draft.boxes, value),
    gestures={PUT: Gesture(ghost="edge"), "own": Gesture(ghost="box")},
)
