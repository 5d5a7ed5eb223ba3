"""Is this cell safe, and what is said of the dig that lost: against every arrangement, one by one."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.minesweeper.test_minesweeper_remarks import arrangements, percent

from damier.core.engine import UNTIL_DONE, think
from damier.core.text import Refusal
from damier.games import game
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.visible_board import Board, Move
from damier.table import Table, how_lost

GAME = game("minesweeper")


def answer(view: Board, cell: str) -> str:
    inquiry = GAME.inquiry
    assert inquiry is not None
    level = GAME.engines[inquiry.level]
    line = think(level.make(0), view, level.usual).line(inquiry.read(cell, view))
    assert line is not None and line.why and level.usual == UNTIL_DONE
    return str(inquiry.answer(view, line))


@pytest.mark.parametrize(
    "position", ["...../.2F../.1... 4", "1.../..../..1. 3", ".../111/000 1", "F1./.1F 1"]
)
def test_every_cell_is_answered_as_all_arrangements_say(position: str) -> None:
    view = GAME.parse(position)
    every = arrangements(view)
    for cell, sign in enumerate(view.cells):
        name = view.grid.names[cell]
        if sign not in ".F":
            with pytest.raises(Refusal):
                answer(view, name)
            continue
        share = sum(cell in mines for mines in every) / len(every)
        expected = f"{name} is not certain: {percent(share)}% mine."
        if share in (0, 1):
            expected = f"{name} is a mine." if share else f"{name} is safe."
        assert answer(view, name) == expected


def test_before_the_first_dig_every_cell_is_safe() -> None:
    view = GAME.begin("expert", seed=1).board
    assert answer(view, "a1") == "a1 is safe." and answer(view, "ad16") == "ad16 is safe."


def test_what_is_no_covered_cell_is_refused() -> None:
    inquiry, view = GAME.inquiry, GAME.parse("1.../..../..1. 3")
    assert inquiry is not None
    for cell, problem in {
        "": "not a cell",
        "z9": "not a cell",
        "flag a1": "not a cell",
        "a1": "open",
    }.items():
        with pytest.raises(Refusal, match=problem):
            inquiry.read(cell, view)


def sentence(board: Board, move: Move) -> str | None:
    """What is to be said of *move*, from the arrangements one by one; without the name of a safe cell."""
    every, w = arrangements(board), board.width
    cell = move.y * w + move.x
    dug = [cell]
    if move.act == "chord":
        dug = [i for i in board.grid.around[cell] if board.cells[i] == "."]
    share = {
        i: sum(i in mines for mines in every) / len(every)
        for i, sign in enumerate(board.cells)
        if sign in ".F"
    }
    risk = sum(any(i in mines for i in dug) for mines in every) / len(every)
    safe, least = 0 in share.values(), min(share.values())
    if any(share[i] == 1 for i in dug):
        return f"It was certain that a mine is there{', and {cell} was safe' if safe else ''}."
    if safe:
        return f"There was a safe cell: {{cell}}. This dig was a mine in {percent(risk)}%."
    if risk < least + 1e-9:
        return f"Nothing was certain, and nothing safer: this dig was a mine in {percent(risk)}%."
    said = f"Nothing was certain: this dig was a mine in {percent(risk)}%, "
    same = percent(risk) == percent(least)
    return said + ("hardly more than the best cell." if same else f"the best cell in {percent(least)}%.")


def test_a_lost_game_says_what_brute_force_says() -> None:
    told: Counter[str] = Counter()
    for seed in range(120):
        rng = random.Random(seed)
        table = Table(GAME, {"size": "5x4", "mines": 5}, seed=seed)
        while table.ended is None:
            moves = [move for move in table.state.moves() if move.act in ("dig", "chord")]
            if rng.random() < 0.3:
                moves = [move for move in table.state.moves() if move.act == "flag"] or moves
            before = table.view()
            table.play(rng.choice(moves))
        said = how_lost(table)
        if table.ended.points == (1.0,):
            assert said is None
            continue
        assert said is not None
        expected = sentence(before, table.moves[-1])
        if "cell" in dict(said.params or ()):
            named = before.grid.names.index(str(dict(said.params or ())["cell"]))
            assert not any(named in mines for mines in arrangements(before))
        assert str(said) == str(expected).replace("{cell}", str(dict(said.params or ()).get("cell")))
        told[said.message] += 1
    assert len(told) >= 4, told


def test_the_nearest_safe_cell_is_named() -> None:
    view = GAME.parse("01......1/011.....1/001.....1/001...... 6")
    said = GAME.how_lost(view, Move("dig", 3, 3))
    assert said is not None and dict(said.params or ())["cell"] == "d3"
    above = GAME.how_lost(view, Move("dig", 2, 0))
    assert above is not None and dict(above.params or ())["cell"] == "d1"


def test_nothing_is_said_of_a_game_given_up_or_won_or_still_open() -> None:
    table = Table(GAME, {"size": "5x4", "mines": 5}, seed=1)
    assert how_lost(table) is None
    table.play(Move("dig", 2, 2))
    assert how_lost(table) is None
    table.resign(0)
    assert how_lost(table) is None


def test_other_games_say_nothing() -> None:
    nim = Table(game("connect4"), {})
    for move in "1212121":
        nim.play(nim.game.read(move, nim.view()))
    assert nim.ended is not None and how_lost(nim) is None and nim.game.inquiry is None


@pytest.mark.parametrize(("language", "answer"), [("fr", "case sûre"), ("es", "casilla segura")])
def test_in_every_language(language: str, answer: str) -> None:
    field = begin(3, 3, 1, 1)
    assert GAME.how_lost(field.board, Move("dig", 0, 0)) is None  # of the first dig nothing can be known
    said = GAME.how_lost(GAME.parse("01......1/011.....1/001.....1/001...... 6"), Move("dig", 7, 0))
    assert said is not None and answer in said.show(language)
