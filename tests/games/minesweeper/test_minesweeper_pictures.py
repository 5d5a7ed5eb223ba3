"""What the pictures of the rules say is true of the boards they show."""

from __future__ import annotations

from damier.core.game import DEMO_SEED, Picture
from damier.games.minesweeper import GAME
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import COVERED, MINE, Board, Cell, Move

NUMBER, SPREAD, FLAG, CHORD, END = GAME.pictures


def shown(picture: Picture) -> tuple[Board, list[Cell]]:
    """The board, and the cells that are pointed at."""
    view = GAME.parse(picture.position)
    places = {at(cell, view): cell for cell in range(len(view.cells))}
    return view, [places[place] for place in picture.pointed]


def known(view: Board) -> Counted:
    found = count(view, Budget(10_000))
    assert found.exact and found.total > 0, "there is such a board"
    return found


def test_the_number_touches_as_many_mines() -> None:
    view, (number, *mines) = shown(NUMBER)
    assert view.cells[number] == "2"
    assert sorted(mines) == [i for i in view.grid.around[number] if view.cells[i] == MINE]


def test_what_has_no_mine_around_has_opened_its_neighbours() -> None:
    view, cells = shown(SPREAD)
    known(view)
    assert sorted(cells) == [i for i, sign in enumerate(view.cells) if sign == "0"]
    assert not any(view.opens(cell) for cell in cells)


def test_the_flag_belongs_on_the_mine() -> None:
    view, (number, mine) = shown(FLAG)
    assert view.cells[number] == "1" and view.opens(number) == [mine]
    assert known(view).sure[mine]
    assert Move("flag", mine % view.width, mine // view.width) in view.moves()


def test_the_chord_opens_cells_that_are_safe() -> None:
    view, (number, *safe) = shown(CHORD)
    assert view.cells[number] == "1" and view.opens(number) == sorted(safe)
    assert Move("chord", number % view.width, number // view.width) in view.moves()
    found = known(view)
    assert [found.sure[cell] for cell in safe] == [False] * 3


def test_the_end_is_won() -> None:
    view, mines = shown(END)
    outcome = view.outcome()
    assert outcome is not None and outcome.winner == 0
    assert sorted(mines) == [i for i, sign in enumerate(view.cells) if sign == MINE]
    before, _ = shown(CHORD)
    agrees = [a == b or a in (COVERED, "F") for a, b in zip(before.cells, view.cells, strict=True)]
    assert all(agrees), "the same board as in the pictures before it"


def test_the_short_game_is_won_without_a_guess() -> None:
    field = GAME.begin(seed=DEMO_SEED)
    for word in GAME.demo:
        move = GAME.read(word, field.board)
        cell = move.y * field.board.width + move.x
        if not field.board.untouched:
            sure = known(field.board).sure
            dug = field.board.opens(cell) if move.act == "chord" else [cell]
            assert [sure[i] for i in dug] == [move.act == "flag"] * len(dug)
        field = field.play(move)
    outcome = field.outcome()
    assert outcome is not None and outcome.winner == 0
