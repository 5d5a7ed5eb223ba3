"""One game between engines: to its end, whatever they do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.arena.told_engine import Told

from damier.arena.play_game import play_game
from damier.core.engine import Limit
from damier.core.text import IllegalMove, Text
from damier.games import game as find_game

TICTACTOE = find_game("tictactoe")
LIMIT = Limit(nodes=100)


def test_a_game_is_played_to_its_end() -> None:
    engines = [Told(), Told()]
    played = play_game(TICTACTOE, engines, TICTACTOE.begin(), LIMIT)
    assert played.points == (1.0, 0.0)
    assert str(played.reason) == "3 in a row"
    assert played.record.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert played.record.ending == "rules" and played.record.loser is None
    assert [view.turn for view in engines[0].seen] == [0, 0, 0, 0]
    assert [engine.closed for engine in engines] == [1, 1]


def test_each_seat_sees_its_view_and_never_the_truth() -> None:
    mines = find_game("minesweeper")
    engine = Told()
    state = mines.begin(seed=4)
    play_game(mines, [engine], state, LIMIT, most=3)
    assert engine.seen
    assert all(type(view) is type(mines.view(state, 0)) is not type(state) for view in engine.seen)


@pytest.mark.parametrize("wrong", [(9, 9), None, "a1", (0.5, 1)])
def test_an_illegal_move_loses_the_game_for_any_engine(wrong: object) -> None:
    engines = [Told(), Told(lambda view: wrong)]
    played = play_game(TICTACTOE, engines, TICTACTOE.begin(), LIMIT)
    assert played.points == (1.0, 0.0)
    assert played.record.loser == 1 and played.record.ending == "forfeited"
    assert played.record.moves == ("a1",)
    assert [engine.closed for engine in engines] == [1, 1]


def test_a_bug_in_an_engine_of_ours_is_not_hidden_as_a_forfeit() -> None:
    def fail(view: Any) -> Any:
        raise IllegalMove(Text.literal("from inside"))

    engines = [Told(fail), Told()]
    with pytest.raises(IllegalMove, match="from inside"):
        play_game(TICTACTOE, engines, TICTACTOE.begin(), LIMIT)
    assert [engine.closed for engine in engines] == [1, 1]


def test_an_endless_game_is_stopped_and_drawn() -> None:
    played = play_game(TICTACTOE, [Told(), Told()], TICTACTOE.begin(), LIMIT, most=6)
    assert played.points == (0.5, 0.5) and played.record.ending == "open"
    assert str(played.reason) == "stopped after 6 moves"
    ended = play_game(TICTACTOE, [Told(), Told()], TICTACTOE.begin(), LIMIT, most=7)
    assert ended.points == (1.0, 0.0) and ended.record.ending == "rules", "the last move allowed may end it"
    mines = find_game("minesweeper")
    assert play_game(mines, [Told()], mines.begin(seed=1), LIMIT, most=0).points == (0.0,)
