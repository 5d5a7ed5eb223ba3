"""Positions set up by hand: pawns on cells, walls between them, walls left and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from damier.core.editor import PUT, Editor, Piece, Setting, offering, turn_setting
from damier.core.game import Seat
from damier.core.scene import Gesture, Mark, Scene
from damier.core.text import Refusal, Text, Unreadable
from damier.games.quoridor.notation import MOST_WALLS, read_board, read_move, text
from damier.games.quoridor.rules import Move, Position, flood
from damier.games.quoridor.scene import GESTURES, draw_board

SEATS = {"yellow": 0, "red": 1}
NAMES = (Text("yellow"), Text("red"))
WALLS = {"h": "horizontal", "v": "vertical"}


def read(line: str) -> Position:
    """What stands on the board; the way of the pawns is forgotten, and a position is as old as it must be."""
    return _draft(read_board(line))


def _draft(draft: Position, turn: Seat | None = None) -> Position:
    """The position with as few moves made as its walls and its turn allow."""
    built = draft.horizontal.bit_count() + draft.vertical.bit_count()
    turn = draft.turn if turn is None else turn
    plies = built + (turn - built) % draft.seats
    return Position(draft.board, draft.pawns, draft.left, draft.horizontal, draft.vertical, plies)


def put(draft: Position, piece: str, place: str) -> Position:
    """The pawn of *piece* on a cell; or a wall, up or down again."""
    b, turn = draft.board, draft.turn
    move = read_move(place, b)
    if not move.wall:
        cell, seat = move.row * b.width + move.column, SEATS[piece]
        if cell in draft.pawns and draft.pawns[seat] != cell:
            raise Refusal(Text("two pawns cannot both stand on {cell}", cell=str(move)))
        pawns = tuple(cell if other == seat else pawn for other, pawn in enumerate(draft.pawns))
        after = Position(b, pawns, draft.left, draft.horizontal, draft.vertical, draft.plies)
        return _draft(after, turn)
    bit, flat = b.walls[move], move.wall == "h"
    stands = bit & (draft.horizontal if flat else draft.vertical)
    if not stands and not bit & draft.free()[0 if flat else 1]:
        raise Refusal(
            Text("{wall} does not fit: it crosses or overlaps a wall or the border", wall=str(move))
        )
    horizontal, vertical = draft.horizontal ^ (bit if flat else 0), draft.vertical ^ (0 if flat else bit)
    left = _with_one_more(draft.left) if stands else _with_one_less(draft.left)
    return _draft(Position(b, draft.pawns, left, horizontal, vertical, draft.plies), turn)


def _with_one_less(left: tuple[int, ...]) -> tuple[int, ...]:
    """A wall was built, nobody says by whom: it is taken from the side that has more, of equals the first."""
    seat = left.index(max(left))
    return (*left[:seat], max(0, left[seat] - 1), *left[seat + 1 :])


def _with_one_more(left: tuple[int, ...]) -> tuple[int, ...]:
    """The other way round: a wall that is taken away goes to the side that has less, of equals the last."""
    seat = max(range(len(left)), key=lambda seat: (-left[seat], seat))
    return (*left[:seat], min(MOST_WALLS, left[seat] + 1), *left[seat + 1 :])


def draw(draft: Position) -> Scene[str]:
    """Every cell takes a pawn; a wall is taken away by the line on which it stands."""
    horizontal, vertical = draft.free()
    walls = [
        move
        for move, bit in draft.board.walls.items()
        if bit & (horizontal if move.wall == "h" else vertical)
    ]

    def places(mark: Mark[Move]) -> Mapping[str, str]:
        if mark.kind == "corner":
            return {gesture: str(move) for gesture, move in mark.moves.items()}
        if mark.kind == "wall":
            corner = mark.at[0] % 2 == mark.at[1] % 2 == 0
            return {WALLS[mark.name[-1]]: mark.name} if corner else {}
        return {PUT: mark.name}

    return offering(draw_board(draft, walls), places)


def problem(draft: Position) -> Text | None:
    ways, b = draft.ways(), draft.board
    for name, pawn, goal in zip(NAMES, draft.pawns, b.goals, strict=True):
        if not flood(ways, b, 1 << pawn, goal)[-1] & goal:
            return Text("the pawn of {seat} is shut in: it has no way to its goal", seat=name)
    arrived = [seat for seat, pawn in enumerate(draft.pawns) if b.goals[seat] >> pawn & 1]
    if len(arrived) > 1:
        return Text("both pawns have arrived: only one can be first")
    if draft.turn in arrived:
        return Text("{seat} has arrived and cannot be to move: let the other move", seat=NAMES[draft.turn])
    return None


def settings(draft: Position) -> tuple[Setting, ...]:
    titles = (Text("walls left to yellow"), Text("walls left to red"))
    left = (
        Setting(key=key, title=title, value=draft.left[seat], high=MOST_WALLS)
        for (key, seat), title in zip(SEATS.items(), titles, strict=True)
    )
    return (turn_setting(draft.turn, NAMES), *left)


def change(draft: Position, key: str, value: int) -> Position:
    if key == "turn":
        return _draft(draft, value)
    if key not in SEATS:
        raise Unreadable(Text("'{place}' is missing or not what it should be", place=key[:40]))
    left = tuple(value if seat == SEATS[key] else walls for seat, walls in enumerate(draft.left))
    return Position(draft.board, draft.pawns, left, draft.horizontal, draft.vertical, draft.plies)


EDITOR: Editor[Position] = Editor(
    about=Text(
        "A click on a cell puts the chosen pawn there; a click between cells builds a wall, from the side "
        "that has more left, or takes it away."
    ),
    pieces=(
        Piece(key="yellow", title=Text("yellow's pawn"), letter="1", kind="pawn", seat=0),
        Piece(key="red", title=Text("red's pawn"), letter="2", kind="pawn", seat=1),
    ),
    read=read,
    write=text,
    put=put,
    draw=draw,
    problem=problem,
    settings=settings,
    change=change,
    gestures={PUT: Gesture(ghost="pawn"), **{name: GESTURES[name] for name in WALLS.values()}},
)
