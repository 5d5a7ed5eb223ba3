"""The race without walls, against sweeps over a naive board, and by real games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from damier.games.quoridor.notation import parse, write
from damier.games.quoridor.race import Race
from damier.games.quoridor.rules import MOST_PLIES, Move, Position, board
from damier.games.quoridor.tools.exam import BOARDS, EXAM, layout, way_kind

Cell = tuple[int, int]
Node = tuple[Cell, Cell, int]


def swept(naive: Any) -> Callable[[Node], float]:
    """The points of who moves: sweep over all nodes until nothing new is known to be won or lost."""
    cells = [(c, r) for c in range(naive.width) for r in range(naive.height)]
    goals = naive.height - 1, 0
    known: dict[Node, float] = {}
    after: dict[Node, list[Node]] = {}
    for one, two, turn in ((a, b, t) for a in cells for b in cells if a != b for t in (0, 1)):
        pawns = one, two
        if pawns[1 - turn][1] == goals[1 - turn]:
            known[one, two, turn] = 0.0
        elif pawns[turn][1] != goals[turn]:
            naive.pawns = list(pawns)
            steps = [(move.column, move.row) for move in naive.steps(turn)]
            after[one, two, turn] = [(step, two, 1) if turn == 0 else (one, step, 0) for step in steps]
    news = 1
    while news:
        news = 0
        for node, nexts in after.items():
            if node not in known:
                results = [known.get(child, 0.5) for child in nexts]
                if 0.0 in results or all(result == 1.0 for result in results):
                    known[node] = 1.0 if 0.0 in results else 0.0
                    news += 1
    return lambda node: known.get(node, 0.5)


def cell(number: int, position: Position) -> Cell:
    return number % position.board.width, number // position.board.width


def expected(position: Position, points: Callable[[Node], float]) -> dict[str, float]:
    found = {}
    for move in position.moves():
        after = position.play(move)
        one, two = (cell(pawn, after) for pawn in after.pawns)
        found[write(move)] = 1 - points((one, two, after.turn))
    return found


@pytest.mark.parametrize("size", BOARDS)
def test_questions_are_right(size: tuple[int, int], naive: Callable[[Position], Any]) -> None:
    of_size = [question for question in EXAM.questions() if f"{size[0]}x{size[1]}" in question.kinds]
    for question in of_size if size == (5, 5) else of_size[:2]:
        position = parse(question.position)
        assert question.worths == expected(position, swept(naive(position))), question.position


def test_every_place_of_the_pawns(naive: Callable[[Position], Any]) -> None:
    """All nodes of some layouts, those where nobody can force anything included."""
    rng = random.Random(5)
    seen: set[float] = set()
    for size, walls in (((3, 3), 2), ((4, 3), 3), ((3, 5), 4), ((5, 5), 8), ((5, 5), 0)):
        for _ in range(4):
            base = layout(rng, *size, walls)
            race, points = Race(base), swept(naive(base))
            cells = range(size[0] * size[1])
            for pawns in ((a, b) for a in cells for b in cells if a != b):
                for turn in (0, 1):
                    here = Position(base.board, pawns, (0, 0), base.horizontal, base.vertical, 40 + turn)
                    if here.winner() is None and here.connected():
                        one, two = (cell(pawn, here) for pawn in pawns)
                        assert race.points(pawns, turn) == points((one, two, turn))
                        seen.add(race.points(pawns, turn))
    assert {0.0, 1.0} <= seen


def test_a_race_that_nobody_can_force() -> None:
    """Drawn races are rare; this one is a question of the set or there is none, by the rules either way."""
    drawn = [question for question in EXAM.questions() if question.best == 0.5]
    for question in drawn:
        assert set(question.worths.values()) == {0.5, 0.0}


def test_by_the_rules_who_should_win_wins() -> None:
    """The winner takes the quickest step, the loser any: the real rules, repetitions and all, agree."""
    rng = random.Random(6)
    for question in EXAM.questions()[::20]:
        position = parse(question.position)
        race = Race(position)
        for word, worth in question.worths.items():
            after = position.play(next(move for move in position.moves() if write(move) == word))
            winner = position.turn if worth == 1 else 1 - position.turn
            if worth == 0.5:
                continue
            most = race.steps[after.pawns, after.turn]
            for _ in range(most):
                moves = after.moves()
                move = rng.choice(moves)
                if after.turn == winner:
                    move = min(moves, key=lambda each: steps_after(race, after, each))
                after = after.play(move)
                if after.outcome() is not None:
                    break
            assert after.winner() == winner
            assert position.plies + most + 1 < MOST_PLIES


def steps_after(race: Race, position: Position, move: Move) -> float:
    """The steps to the end where *move* leaves the other lost, else for ever."""
    after = position.play(move)
    steps = race.steps.get((after.pawns, after.turn))
    return float("inf") if steps is None or steps % 2 else steps


def test_a_sample_of_the_stored_set_solved_anew() -> None:
    for question in EXAM.questions()[::20]:
        position = parse(question.position)
        worths = Race(position).worths(position)
        assert {write(move): worth for move, worth in worths.items()} == question.worths
        assert way_kind(position, worths) == question.kinds[0]


def test_walls_left_are_no_race() -> None:
    b = board(3, 3)
    with pytest.raises(ValueError, match="no walls are left"):
        Race(Position(b, b.starts, (1, 0)))


def test_jumps_count() -> None:
    """Face to face on an empty board, who is to move jumps ahead and wins the race by a step."""
    position = parse("5x5 c2,c3 0,0 20 - -")
    worths = {write(move): worth for move, worth in Race(position).worths(position).items()}
    assert worths["c4"] == 1.0
