"""The level ``document`` plays the document's own loop, transcribed here line by line, to the move."""

from __future__ import annotations

import threading
from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.engines.nasty_boards import opened

from damier.core.engine import Limit, think
from damier.games.minesweeper import GAME
from damier.games.minesweeper.levels.document import (
    LARGE,
    Document,
    follows,
    get_matrix_A_B,
    get_variables,
    numbers_beside,
    pinv,
    plan,
    run_ai,
    short,
)
from damier.games.minesweeper.levels.odds import Champion, Odds
from damier.games.minesweeper.rules import Field
from damier.games.minesweeper.visible_board import Board, Move

Place = tuple[int, int]
Params = dict[str, Any]

# The document's pseudo-code, with its names; a cell {"x": x, "y": y} is the pair (x, y).


def get_surrounding_cells(height: int, width: int, cell: Place) -> list[Place]:
    surrounding_cells = []
    for y in range(-1, 2):
        res_y = cell[1] + y
        if res_y >= 0 and res_y < height:
            for x in range(-1, 2):
                res_x = cell[0] + x
                if res_x >= 0 and res_x < width:
                    surrounding_cells.append((res_x, res_y))
    return surrounding_cells


def reveal(game_param: Params, cell: Place) -> None:
    """`revealed ajoute cell`: once each, and its flag is gone, as the rules above the pseudo-code say."""
    game_param["revealed"].add(cell)
    game_param["flagged"].discard(cell)


def cells_propagation(game_param: Params, to_discover: list[Place]) -> None:
    tmp_cells = []
    for cell_discover in to_discover:
        reveal(game_param, cell_discover)
        for cell in get_surrounding_cells(game_param["height"], game_param["width"], cell_discover):
            if cell not in to_discover and cell not in game_param["revealed"]:
                if game_param["map"][cell[1]][cell[0]] == 0:
                    tmp_cells.append(cell)
                else:
                    reveal(game_param, cell)
    if len(tmp_cells) > 0:
        cells_propagation(game_param, tmp_cells)


def apply_user_action(game_param: Params, choice: int, cell: Place) -> None:
    if choice == 0:
        if game_param["map"][cell[1]][cell[0]] == 0:
            cells_propagation(game_param, [cell])
        elif cell not in game_param["flagged"]:
            reveal(game_param, cell)
    elif choice == 1 and cell not in game_param["flagged"] and cell not in game_param["revealed"]:
        game_param["flagged"].add(cell)


def win(game_param: Params) -> bool:
    return bool(len(game_param["revealed"]) == game_param["nb_total_cells"])


def lose(game_param: Params, cell: Place) -> bool:
    return (
        cell in game_param["bombs"] and cell not in game_param["flagged"] and cell in game_param["revealed"]
    )


def variables_of(game_param: Params) -> list[Place]:
    variables = []
    for y in range(game_param["height"] - 1, -1, -1):
        for x in range(game_param["width"]):
            cell = (x, y)
            if cell not in game_param["revealed"] and cell not in game_param["flagged"]:
                variables.append(cell)
    return variables


def matrices_of(game_param: Params, variables: list[Place]) -> tuple[list[list[int]], list[int]]:
    matrix_a, matrix_b = [], []
    for y in range(game_param["height"] - 1, -1, -1):
        for x in range(game_param["width"]):
            cell = (x, y)
            if cell in game_param["revealed"]:
                flag = 0
                surrounding_variables = []
                for neighbor in get_surrounding_cells(game_param["height"], game_param["width"], cell):
                    if neighbor in game_param["flagged"]:
                        flag += 1
                    elif neighbor in variables:
                        surrounding_variables.append(neighbor)
                if len(surrounding_variables) > 0:
                    line = [0] * len(variables)
                    for variable in surrounding_variables:
                        line[variables.index(variable)] = 1
                    matrix_a.append(line)
                    matrix_b.append(max(0, game_param["map"][y][x] - flag))
    if len(matrix_a) > 0:
        matrix_a.append([1] * len(variables))
        matrix_b.append(max(0, game_param["mines"] - len(game_param["flagged"])))
    return matrix_a, matrix_b


def cells_actions_of(
    game_param: Params, variables: list[Place], numbers: list[float]
) -> list[tuple[int, Place]]:
    cells_actions: list[tuple[int, Place]] = []
    for index, variable in enumerate(variables):
        cell_revealed = False
        for neighbor in get_surrounding_cells(game_param["height"], game_param["width"], variable):
            if neighbor in game_param["revealed"]:
                cell_revealed = True
                break
        if cell_revealed:
            number = numbers[index]
            if number >= 0.99:
                cells_actions.append((1, variable))
            elif number <= 0:
                cells_actions.append((0, variable))
    if len(variables) == 1 and len(cells_actions) == 0:
        cells_actions.append((0, variables[0]))
    return cells_actions


def transcribed_run_ai(field: Field, first: Move) -> list[str]:
    """The document's game from *first*, as moves; where its loop would never end, the least value is dug."""
    field = field.play(first)
    width, height = field.board.width, field.board.height
    bombs = [(cell % width, cell // width) for cell in field.mined()]
    rows = [field.map[y * width : (y + 1) * width] for y in range(height)]
    game_param: Params = {
        "width": width,
        "height": height,
        "mines": field.board.mines,
        "bombs": bombs,
        "map": [[-1 if sign == "m" else int(sign) for sign in row] for row in rows],
        "nb_total_cells": width * height - field.board.mines,
        "revealed": set(),
        "flagged": set(),
    }
    played = [GAME.write(first)]
    cells_propagation(game_param, [(first.x, first.y)])
    stop = win(game_param)
    while not stop:
        variables = variables_of(game_param)
        a, b = matrices_of(game_param, variables)
        numbers = (np.linalg.pinv(np.array(a, dtype=float)) @ np.array(b, dtype=float)).tolist() if a else []
        actions = cells_actions_of(game_param, variables, numbers or [0.0] * len(variables))
        if not actions:
            least = [round(number, 9) for number in numbers or [0.0] * len(variables)]
            actions = [(0, variables[least.index(min(least))])]
        for choice, cell in actions:
            if cell not in game_param["revealed"]:
                played.append(GAME.write(Move("dig" if choice == 0 else "flag", *cell)))
            apply_user_action(game_param, choice, cell)
            if win(game_param) or lose(game_param, cell):
                stop = True
                break
    return played


def engine_game(field: Field, seed: int) -> tuple[list[str], Field]:
    engine = Document(seed)
    played = []
    while not field.board.over:
        move = think(engine, field.board, Limit(lines=1)).move
        played.append(GAME.write(move))
        field = field.play(move)
    return played, field


@pytest.mark.parametrize(("setup", "seeds"), [("beginner", 40), ("intermediate", 4), ("expert", 1)])
def test_the_engine_plays_the_documents_game(setup: str, seeds: int) -> None:
    for seed in range(seeds):
        field = GAME.begin(setup, seed=seed)
        played, last = engine_game(field, seed)
        assert played == transcribed_run_ai(field, GAME.read(played[0], field.board))
        again = list(run_ai(field, seed))
        assert [GAME.write(move) for _, move, _ in again] == played
        assert again[-1][2] == last


def view(words: str) -> Board:
    return GAME.parse(words)


def test_variables_run_from_the_last_row_to_the_first() -> None:
    assert get_variables(view("..F/111/.0. 2")) == [6, 8, 0, 1]


def test_matrices_have_a_row_for_each_number_and_one_for_all_mines() -> None:
    board = view("F.1/121/... 3")
    variables = get_variables(board)
    assert variables == [6, 7, 8, 1]
    a, b = get_matrix_A_B(board, variables)
    # Row by row from the last: 1 at (0,1), 2 at (1,1), 1 at (2,1), then 1 at (2,0), then all mines.
    assert a.tolist() == [[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]]
    assert b.tolist() == [0, 1, 1, 1, 2]


def test_more_flags_than_a_number_says_count_as_just_enough() -> None:
    board = view("FF./1.. 1")
    assert get_matrix_A_B(board, get_variables(board))[1].tolist() == [0, 0]


def test_without_equations_every_number_is_zero() -> None:
    board = view("0F./0F./0F. 2")
    a, b = get_matrix_A_B(board, get_variables(board))
    assert pinv(a, b) == [0, 0, 0]
    assert plan(board, 1).kind == "guess"


def test_a_lone_last_cell_is_dug_whatever_its_number() -> None:
    board = view("0F. 1")
    assert (plan(board, 1).actions, plan(board, 1).kind) == ((Move("dig", 2, 0),), "lone")


def test_thresholds_are_the_documents() -> None:
    # 1 2 1 over three covered cells with two mines: the outer two hold them.
    done = plan(view("121/... 2"), 1)
    assert [GAME.write(move) for move in done.actions if move.act == "flag"] == ["f1,2", "f3,2"]
    assert done.numbers[4] == pytest.approx(0, abs=1e-9)
    assert (GAME.read("d2,2", view("121/... 2")) in done.actions) == (done.numbers[4] <= 0)


def test_nothing_certain_is_a_guess_at_the_least_value_and_says_so() -> None:
    board = view("01./01. 1")
    analysis = think(Document(1), board, Limit())
    assert analysis.move == Move("dig", 2, 1)
    assert any("guesses" in str(reason.text) for reason in analysis.why)
    assert [str(line.label) for line in analysis.lines] == ["50% mine", "50% mine"]
    assert not any(line.proven for line in analysis.lines)


def test_the_heat_map_has_a_number_for_every_covered_cell() -> None:
    field = GAME.begin("intermediate", seed=4)
    field = field.play(GAME.read("8,8", field.board))
    analysis = think(Document(1), field.board, Limit())
    covered = {i for i, sign in enumerate(field.board.cells) if sign == "."}
    digs = {line.move.y * 16 + line.move.x for line in analysis.lines if line.move.act == "dig"}
    assert digs == covered
    assert analysis.line(analysis.move) is not None
    values = [line.value for line in analysis.lines]
    assert values == sorted(values, reverse=True)
    assert len(think(Document(1), field.board, Limit(lines=3)).lines) == 3


def test_every_choice_names_its_value_and_the_numbers_beside_it() -> None:
    board = view("121/... 2")
    why = think(Document(1), board, Limit()).why
    assert str(why[0].text) == "the pseudo-inverse gives 100% for a2, with 1 2 beside it"
    assert why[0].cells == ((1, 3), (1, 1), (3, 1))
    assert "flag" in str(why[1].text)


def test_a_round_is_finished_before_the_next_and_forgotten_on_another_board() -> None:
    engine, board = Document(1), view("121/.../... 2")
    first = think(engine, board, Limit())
    assert think(engine, board, Limit()) == first, "asked again on the same board: the same answer"
    after = board.showing(first.move.y * 3 + first.move.x, "F")
    second = think(engine, after, Limit())
    assert second.move == plan(board, 1).actions[1]
    stranger = view("121/..F/... 2")
    assert think(engine, stranger, Limit()) == think(Document(1), stranger, Limit())


def test_follows_knows_what_a_dig_can_open() -> None:
    before = view(".F../.... 1")
    assert follows(before, Move("dig", 0, 0), view("1F../.... 1"))
    assert not follows(before, Move("dig", 0, 0), view("1F../...1 1")), "nothing else opens by a 1"
    assert not follows(before, Move("dig", 0, 0), view("0F../.... 1")), "a 0 opens what is around it"
    assert follows(before, Move("dig", 0, 0), view("01../01.. 1")), "flags too"
    assert not follows(before, Move("dig", 0, 0), before)
    assert not follows(before, Move("flag", 0, 0), view("FF../.... 2")), "another board"
    assert follows(before, Move("flag", 0, 0), view("FF../.... 1"))


def test_flags_on_all_that_is_left_do_not_stop_it_for_ever() -> None:
    for seed in range(20):
        field = GAME.begin(size="5x5", mines=5, seed=seed)
        field = field.play(GAME.read("3,3", field.board))
        for move in list(field.moves()):
            if move.act == "flag":
                field = field.play(move)
        _, last = engine_game(field, seed)
        assert last.board.over


def test_the_first_cell_is_any_cell_and_the_same_for_the_same_seed() -> None:
    board = GAME.begin("beginner", seed=0).board
    moves = [think(Document(seed), board, Limit()).move for seed in range(200)]
    assert moves[7] == think(Document(7), board, Limit()).move
    assert len(set(moves)) > 60


def test_short_numbers_are_per_cent_and_do_not_hide_a_rounding() -> None:
    numbers = (0.0, 4.4e-16, -2e-17, 0.004, 1 / 3, 0.985, 0.9899, 0.99, 0.999999, 1.254, -0.25)
    shown = ["0", "<1", "0", "<1", "33", "98", "<99", "99", "100", "125", "-25"]
    assert [short(number) for number in numbers] == shown


@pytest.mark.parametrize(("setup", "seed", "sign"), [("expert", 5, 1), ("intermediate", 3, -1)])
def test_a_number_beyond_certainty_is_certainty_on_the_board_and_itself_in_the_reason(
    setup: str, seed: int, sign: int
) -> None:
    field = GAME.begin(setup, seed=seed)
    board = field.play(GAME.read("8,8", field.board)).board
    numbers = plan(board, 1).numbers
    beyond = [cell for cell, number in numbers.items() if not -0.005 < number < 1.005]
    assert any(sign * numbers[cell] > 0 for cell in beyond)
    thought = think(Document(1), board, Limit())
    lines = {
        line.move.y * board.width + line.move.x: line for line in thought.lines if line.move.act == "dig"
    }
    for cell in beyond:
        number = numbers[cell]
        assert str(lines[cell].label) == ("100% mine" if number > 1 else "0% mine")
        assert f"gives {round(100 * number)}% for" in str(lines[cell].why[0].text)


def test_all_levels_tell_the_chance_of_a_mine_on_one_scale() -> None:
    board = view("121/... 2")
    for make in (Document, Odds, Champion):
        labels = {GAME.write(line.move): str(line.label) for line in think(make(1), board, Limit()).lines}
        assert labels["d1,2"] == labels["d3,2"] == "100% mine"
        assert labels["d2,2"] in ("0% mine", "<1% mine")
    first = GAME.begin("beginner", seed=1).board
    for make in (Document, Odds, Champion):
        assert {str(line.label) for line in think(make(1), first, Limit()).lines} == {"0% mine"}
    assert [str(GAME.odds(chance).label) for chance in (1.0, 0.66, 0.0)] == [
        "0% mine",
        "34% mine",
        "100% mine",
    ]


def test_numbers_beside_are_open_cells_only() -> None:
    assert numbers_beside(view(".F1/... 1"), 1) == [2]


def test_big_boards_keep_the_asker_posted_and_play_the_same_round() -> None:
    field = GAME.begin(size="40x20", mines=150, seed=5)
    played = [move for _, move, _ in islice(run_ai(field, 3), 12)]
    engine = Document(3)
    for move in played:
        opinions = list(engine.think(field.board, Limit(lines=1)))
        assert opinions[-1].move == move
        assert opinions[0].move in field.board.moves()
        field = field.play(move)


def test_big_boards_have_the_numbers_of_the_pseudo_inverse() -> None:
    for share in (0.1, 0.25, 0.4):
        board = opened((31, 17), share, lambda x, y: (x + 2 * y) % 3 != 1, seed=int(100 * share))
        board = board.showing(board.cells.index("."), "F")  # a flag may be wrong, then nothing adds up
        variables = get_variables(board)
        right = pinv(*get_matrix_A_B(board, variables))
        found = plan(board, 1)
        assert len(board.cells) > LARGE
        assert list(found.numbers) == variables
        assert list(found.numbers.values()) == pytest.approx(right, abs=2e-8)
        zeros = [number for number in found.numbers.values() if abs(number) < 1e-8]
        assert zeros == [0.0] * len(zeros), "no rounding is left to stand between 0 and a dig"


def test_without_the_time_for_the_equations_it_digs_what_looks_best_so_far_and_says_so() -> None:
    board = opened(60, 0.2, lambda x, y: (x + y) % 2 == 0)
    steps = iter([True] * 9 + [False])
    found = plan(board, 1, lambda: next(steps))
    assert next(steps, None) is None, "it asked before every step, and no more after a no"
    assert (found.kind, len(found.actions)) == ("hurried", 1)
    assert found.actions[0] in board.moves()
    assert len(set(found.numbers.values())) > 1, "nine steps have told cells apart"
    engine = Document(1)
    last = think(engine, board, Limit(time=0.0))
    assert any("no time to solve the equations" in str(reason.text) for reason in last.why)
    assert not any("no time" in str(reason.text) for reason in think(Document(1), board, Limit()).why)


def test_asking_no_more_leaves_nothing_behind_that_still_calculates() -> None:
    before = set(threading.enumerate())
    thoughts = Document(0).think(opened(60, 0.2, lambda x, y: (x + y) % 2 == 0), Limit())
    next(thoughts)
    thoughts.close()  # type: ignore[attr-defined]
    assert set(threading.enumerate()) <= before
