"""What the pictures of the rules say is true of the positions they show."""

from __future__ import annotations

from damier.core.game import Picture
from damier.games.dots import GAME
from damier.games.dots.levels.document import completed, gift, offered
from damier.games.dots.rules import Edge, Position
from damier.games.dots.scene import box_at

LINES, FOURTH, THIRD, CHAIN, END = GAME.pictures


def shown(picture: Picture) -> tuple[Position, Edge]:
    """The position, and the edge at the first place that is pointed at."""
    view = GAME.parse(picture.position)
    mark = GAME.scene(view).at(picture.pointed[0])
    assert mark is not None
    return view, mark.moves["draw"]


def test_lines_that_can_be_drawn() -> None:
    view = GAME.parse(LINES.position)
    offered_at = {mark.at for mark in GAME.scene(view).marks if mark.moves}
    assert LINES.pointed and set(LINES.pointed) <= offered_at


def test_the_fourth_side_wins_the_box_and_another_turn() -> None:
    view, edge = shown(FOURTH)
    (box,) = completed(view, edge)
    assert FOURTH.pointed[1] == box_at(box, view.board)
    after = view.play(edge)
    assert after.turn == view.turn and after.score[view.turn] == 1


def test_the_third_side_gives_the_box_away() -> None:
    view, edge = shown(THIRD)
    (box,) = offered(view, edge)
    assert THIRD.pointed[1] == box_at(box, view.board)
    after = view.play(edge)
    assert after.turn != view.turn
    assert any(completed(after, reply) == [box] for reply in after.moves())


def test_every_line_in_the_chain_gives_all_of_it_away() -> None:
    view = GAME.parse(CHAIN.position)
    chain = {box for box in range(9) if box_at(box, view.board) in CHAIN.pointed}
    assert len(chain) == 3
    inside = [edge for edge in view.moves() if set(offered(view, edge)) & chain]
    assert len(inside) == 4
    for edge in inside:
        assert set(gift(view, edge)) == chain


def test_the_end_is_counted() -> None:
    view = GAME.parse(END.position)
    outcome = view.outcome()
    assert outcome is not None and outcome.score == (5, 4)
    assert set(END.pointed) == {box_at(box, view.board) for box in range(9) if view.owner(box) == 0}


def test_the_short_game_has_boxes_on_both_sides_and_stays_open() -> None:
    view = GAME.begin()
    for word in GAME.demo:
        view = view.play(GAME.read(word, view))
    assert view.outcome() is None and min(view.score) >= 3
