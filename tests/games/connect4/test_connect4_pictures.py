"""What the pictures of the rules say is true of the positions they show."""

from __future__ import annotations

from damier.core.game import Picture
from damier.core.scene import At
from damier.games.connect4 import GAME
from damier.games.connect4.rules import Column, Position
from damier.games.connect4.scene import places
from damier.games.connect4.tactics import playable, threats

FALLS, FOUR, BLOCK, TWO_ENDS, BELOW = GAME.pictures


def lands(view: Position, column: Column) -> At:
    return places(view.landing(column), view.board)[0]


def at_once(picture: Picture) -> set[At]:
    """Where the side that is not to move could complete a four."""
    view = GAME.parse(picture.position)
    return set(places(threats(view, 1 - view.turn) & playable(view), view.board))


def test_a_disc_lands_where_the_picture_points() -> None:
    view = GAME.parse(FALLS.position)
    assert FALLS.pointed == (lands(view, 3),)
    assert view.owner((2, 0)) is not None, "on top of another disc"


def test_the_four_is_where_the_picture_points() -> None:
    view = GAME.parse(FOUR.position)
    assert view.won
    assert set(FOUR.pointed) == {mark.at for mark in GAME.scene(view).marks if "win" in mark.tags}


def test_a_threat_can_be_blocked_and_two_cannot() -> None:
    for picture, count in ((BLOCK, 1), (TWO_ENDS, 2)):
        assert len(picture.pointed) == count
        assert set(picture.pointed) == at_once(picture)


def test_yellow_gives_the_cell_away() -> None:
    view = GAME.parse(BELOW.position)
    assert view.turn == 0
    column = 5
    after = view.play(column)
    assert BELOW.pointed == (lands(after, column),)
    assert after.play(column).won
    assert not threats(view, 1) & playable(view)


def test_the_short_game_ends_with_two_fours_on_a_diagonal() -> None:
    view = GAME.begin()
    for word in GAME.demo[:-1]:
        view = view.play(GAME.read(word, view))
    assert len(view.fours(GAME.read(GAME.demo[-1], view), view.turn)) == 2
