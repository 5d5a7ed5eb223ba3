"""What the pictures of the rules say is true of the positions they show."""

from __future__ import annotations

from damier.core.scene import named
from damier.games.tictactoe import GAME
from damier.games.tictactoe.reasons import finishing, places
from damier.games.tictactoe.scene import winning_cells

SIGNS, THREE, TWO_LINES, BIGGER = GAME.pictures


def test_each_side_has_put_a_sign() -> None:
    view = GAME.parse(SIGNS.position)
    assert [view.owner(cell) for cell in ((1, 1), (2, 0))] == [0, 1]
    assert SIGNS.pointed == places(view, ((1, 1), (2, 0)))


def test_lines_are_where_the_pictures_point() -> None:
    for picture in (THREE, BIGGER):
        view = GAME.parse(picture.position)
        assert view.won
        assert set(picture.pointed) == set(places(view, view.board.cells(winning_cells(view))))


def test_two_lines_cannot_both_be_blocked() -> None:
    view = GAME.parse(TWO_LINES.position)
    assert view.turn == 1 and not finishing(view.board, view.stones[1], view.stones[0])
    ready = finishing(view.board, view.stones[0], view.stones[1])
    assert len(ready) == 2 and set(TWO_LINES.pointed) == set(places(view, ready))


def test_the_short_game_is_won_by_two_lines_at_once() -> None:
    view = GAME.begin()
    for word in GAME.demo[:-2]:
        view = view.play(GAME.read(word, view))
    assert len(finishing(view.board, view.stones[0], view.stones[1])) == 2
    for word in GAME.demo[-2:]:
        view = view.play(GAME.read(word, view))
    assert view.outcome() is not None and view.won
    assert named("a1", 3) == ((1, 5),)
