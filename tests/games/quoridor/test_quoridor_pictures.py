"""What the pictures of the rules say is true of the positions they show."""

from __future__ import annotations

import pytest

from damier.core.game import Picture
from damier.core.scene import At
from damier.core.text import IllegalMove
from damier.games.quoridor import GAME
from damier.games.quoridor.rules import Move
from damier.games.quoridor.scene import wall_at

STEPS, WALL, JUMP, ASIDE, GAP = GAME.pictures


def targets(picture: Picture) -> set[At]:
    """Where the pawn can go."""
    scene = GAME.scene(GAME.parse(picture.position))
    return {mark.at for mark in scene.marks if "go" in mark.moves}


def test_the_pawn_goes_where_the_picture_points() -> None:
    assert len(STEPS.pointed) == 4 and set(STEPS.pointed) == targets(STEPS)


def test_the_wall_is_where_the_picture_points() -> None:
    view = GAME.parse(WALL.position)
    walls = [mark.at for mark in GAME.scene(view).marks if mark.kind == "wall"]
    assert tuple(walls) == WALL.pointed
    assert GAME.parse(WALL.position).left[0] == 4, "yellow has put it up"


def test_jumps_go_over_or_beside_the_other_pawn() -> None:
    pawn = GAME.parse(JUMP.position).pawns[0]
    assert pawn == GAME.parse(ASIDE.position).pawns[0]
    assert set(JUMP.pointed) <= targets(JUMP) and not set(ASIDE.pointed) & targets(JUMP)
    assert set(ASIDE.pointed) <= targets(ASIDE) and not set(JUMP.pointed) & targets(ASIDE)


def test_the_last_gap_may_not_be_closed() -> None:
    view = GAME.parse(GAP.position)
    wall = Move(4, 2, "h")
    assert wall_at(wall, view.board) == GAP.pointed
    assert view.board.walls[wall] & view.free()[0], "it would fit"
    with pytest.raises(IllegalMove, match="cut a pawn off"):
        view.play(wall)


def test_the_short_game_is_the_same_turned_round() -> None:
    view = GAME.begin()
    b = view.board
    for word in GAME.demo:
        view = view.play(GAME.read(word, view))
    assert view.outcome() is None and view.turn == 0
    assert view.pawns[1] == b.width * b.height - 1 - view.pawns[0]
    for walls in (view.horizontal, view.vertical):
        built = {(move.column, move.row) for move, bit in b.walls.items() if bit & walls}
        assert built == {(7 - column, 7 - row) for column, row in built}
