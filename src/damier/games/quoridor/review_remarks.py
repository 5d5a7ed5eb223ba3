"""What the game itself says of a move in a review: goals in reach, and walls in the wrong way."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.game import Seat
from damier.core.text import Text
from damier.games.quoridor.rules import Move, Position, flood


def remark(view: Position, played: Line[Move], best: Line[Move]) -> Text | None:
    """That the goal was not taken, that the other pawn was let in, or that a wall hurt its owner more."""
    seat, other = view.turn, 1 - view.turn
    ends = arrivals(view, seat)
    if ends:
        last = view.board.steps[ends[0]]
        wins = view.play(played.move).winner() == seat
        return None if wins else Text("overlooked the goal, one step away on {cell}", cell=str(last))
    if played.value >= best.value:
        return None
    after = view.play(played.move)
    if after.outcome() is None and arrivals(after, other):
        held = _holding(view, best.move, other)
        return Text("let the other pawn in: {move} would have held it up", move=str(held)) if held else None
    if not played.move.wall:
        return None
    own, others = (distance(after, each) - distance(view, each) for each in (seat, other))
    if own <= others:
        return None
    return Text(
        "this wall makes its own way longer by {own}, and the other's by {other}", own=own, other=others
    )


def arrivals(view: Position, seat: Seat) -> list[int]:
    """The cells of its goal that the pawn of *seat* could go to now."""
    return [cell for cell in sorted(view.reachable(seat)) if view.board.goals[seat] >> cell & 1]


def distance(view: Position, seat: Seat) -> int:
    """Steps of the pawn to its goal; pawns are not in the way."""
    return len(flood(view.ways(), view.board, 1 << view.pawns[seat], view.board.goals[seat])) - 1


def _holding(view: Position, best: Move, other: Seat) -> Move | None:
    """A move after which the pawn of *other* cannot arrive at once, the engine's own if it is one."""
    return next((move for move in (best, *view.moves()) if not arrivals(view.play(move), other)), None)
