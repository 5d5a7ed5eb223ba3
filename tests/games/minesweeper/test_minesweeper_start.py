"""What the first dig promises: its cell and the neighbours (``opening``, as ever), or its cell (``safe``)."""

from __future__ import annotations

import pytest

from damier.core.record import Record, replay
from damier.core.text import Unreadable
from damier.games.minesweeper import GAME
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.starts import OPENING, SAFE
from damier.games.minesweeper.visible_board import Board, Move, get_surrounding_cells


@pytest.mark.parametrize("seed", range(20))
def test_a_safe_start_clears_the_first_cell_alone(seed: int) -> None:
    first = Move("dig", seed % 9, seed % 7)
    cell = first.y * 9 + first.x
    around = set(get_surrounding_cells(9, 9, (first.x, first.y)))
    opening = GAME.begin("beginner", seed=seed).play(first).mined()
    safe = GAME.begin("beginner", seed=seed, start="safe").play(first).mined()
    assert len(opening) == len(safe) == 10
    assert not opening & around and cell not in safe
    # The mines of the seed stay where they are, but for those that had to go.
    assert safe - around <= opening


def test_a_safe_start_does_leave_mines_beside_the_first_cell() -> None:
    beside = [
        begin(9, 9, 10, seed, SAFE).play(Move("dig", 4, 4)).mined() & set(get_surrounding_cells(9, 9, (4, 4)))
        for seed in range(50)
    ]
    assert 20 < sum(map(bool, beside)) < 50  # of 50, 34 on average


def test_complete_options_say_only_what_is_not_usual() -> None:
    assert GAME.settle() == GAME.settle(None, {"start": "opening"}) == {"size": "9x9", "mines": 10}
    assert GAME.settle("expert", {"start": " Safe"}) == {"size": "30x16", "mines": 99, "start": "safe"}
    assert GAME.preset_of(GAME.settle("expert", {"start": "opening"})) == "expert"
    assert GAME.preset_of(GAME.settle("expert", {"start": "safe"})) is None
    with pytest.raises(Unreadable, match="choose one of opening, safe"):
        GAME.settle("expert", {"start": "lucky"})


def test_a_record_from_before_there_was_a_choice_is_read_as_ever() -> None:
    line = (
        '{"format": "damier record 1", "game": "minesweeper", "options": {"size": "5x4", "mines": 3}, '
        '"seed": "7", "moves": "d3,2 f1,1", "ending": "open", "loser": null, "players": ["person"], '
        '"practice": false, "more": {}}'
    )
    record = Record.load(line)
    last = list(replay(GAME, record))[-1]
    assert last.board.start == OPENING
    assert GAME.text(last.board) == "F1000/.2000/.2110/...10 3"
    assert sorted(last.mined()) == sorted(begin(5, 4, 3, 7).play(Move("dig", 2, 1)).mined())


@pytest.mark.parametrize("start", [OPENING, SAFE])
def test_the_view_tells_the_start_in_every_form(start: str) -> None:
    field = GAME.begin(size="6x4", mines=5, start=start, seed=3)
    for move in (Move("flag", 5, 3), Move("dig", 2, 2), Move("unflag", 5, 3)):
        if move in field.board.moves():
            field = field.play(move)
        view = field.board
        assert view.start == start
        assert GAME.parse(GAME.text(view)) == view
        assert GAME.text(view).endswith(" 5" if start == OPENING else " 5 safe")
        assert GAME.settle(None, GAME.options_of(view)) == GAME.settle(
            None, {"size": "6x4", "mines": 5, "start": start}
        )
        again = GAME.state_of(GAME.parse(GAME.text(view)), 3)
        assert again.board == view


def test_a_board_with_another_start_is_another_board() -> None:
    assert Board(2, 1, 1, "..") != Board(2, 1, 1, "..", start=SAFE)
    with pytest.raises(Unreadable, match="is not a board"):
        GAME.parse(".. 1 lucky")
