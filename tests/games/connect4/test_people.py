"""The levels that play like people: they see what is near, overlook what is far, each less than the last."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from tests.games.connect4.scored import scores_of

from damier.core.engine import Analysis, Limit, think
from damier.core.game import Game
from damier.core.text import LANGUAGES
from damier.engines.alphabeta import WIN
from damier.engines.humanlike import Habits, Person, feeling
from damier.engines.search import Search
from damier.games import game
from damier.games.connect4.levels.humanlike import MANNER, PEOPLE, _Counting, half_blind
from damier.games.connect4.levels.searcher import searcher
from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.solver import Solver

GAME: Game[Position, Position, Column] = game("connect4")
STEPS = tuple(PEOPLE)
each_step = pytest.mark.parametrize("step", STEPS)


def opinion(step: str, view: Position, seed: int = 0, **limit: Any) -> Analysis[Column]:
    level = PEOPLE[step]
    return think(level.make(seed), view, Limit(**limit) if limit else level.usual)


def somewhere(seed: int, plies: int, size: str = "7x6") -> Position:
    """A random position after so many discs, in which nobody can complete a four at once."""
    rng = random.Random(seed)
    while True:
        state = GAME.begin(size=size)
        while state.outcome() is None and (state.discs[0] | state.discs[1]).bit_count() < plies:
            state = state.play(rng.choice(state.moves()))
        if state.outcome() is None and not fours(state, state.turn) and not fours(state, 1 - state.turn):
            return state


def fours(view: Position, seat: int) -> list[Column]:
    return [move for move in view.moves() if view.fours(move, seat)]


def played(*moves: int, size: str = "7x6") -> Position:
    state = GAME.begin(size=size)
    for move in moves:
        state = state.play(move)
    return state


def points(score: int) -> float:
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


@cache
def exam() -> list[tuple[Position, dict[Column, int]]]:
    """Positions of the middle and the end where a move can be wrong, with the exact score of every move."""
    solver = Solver(board(7, 6), 4)
    found: list[tuple[Position, dict[Column, int]]] = []
    for seed in range(10_000):
        view = somewhere(seed, 22 + seed % 10)
        scores = scores_of(solver, view)
        results = [points(score) for score in scores.values()]
        if max(results) > min(results):
            found.append((view, scores))
        if len(found) == 60:
            break
    return found


def test_they_stand_between_the_child_and_the_perfect_one() -> None:
    assert len(STEPS) >= 5
    keys = list(GAME.engines)
    assert tuple(key for key in keys if key in PEOPLE) == STEPS
    assert keys.index("child") < keys.index(STEPS[0]) and keys.index(STEPS[-1]) < keys.index("perfect")
    for level in PEOPLE.values():
        assert level.usual.time is None and level.usual.cpu is None, "the same on a slow machine"


@each_step
def test_the_same_seed_makes_the_same_move(step: str) -> None:
    for seed in range(4):
        view = somewhere(seed, 6 + 5 * seed)
        assert opinion(step, view, seed) == opinion(step, view, seed)


def test_another_seed_makes_other_moves() -> None:
    assert len({opinion("beginner", GAME.begin(), seed).move for seed in range(20)}) > 2


@each_step
def test_a_four_is_completed(step: str) -> None:
    across, up, diagonal = (
        played(1, 1, 2, 2, 3, 3),
        played(1, 2, 1, 2, 1, 2),
        played(1, 2, 2, 3, 3, 4, 3, 4, 4, 6),
    )
    for seed in range(8):
        for view, move in ((across, 4), (up, 1), (diagonal, 4)):
            assert fours(view, view.turn) == [move]
            assert opinion(step, view, seed).move == move


@each_step
def test_a_four_is_blocked(step: str) -> None:
    for seed in range(12):
        for view, move in ((played(1, 1, 2, 2, 3), 4), (played(1, 2, 1, 2, 1), 1)):
            assert fours(view, 1 - view.turn) == [move]
            assert opinion(step, view, seed).move == move


def test_only_the_weakest_overlooks_a_diagonal_and_says_so() -> None:
    view = GAME.parse("......./......./......./..xo.../.xox.../xoxo...")  # a1 b2 c3, and d4 can be played
    (block,) = fours(view, 1 - view.turn)
    for step in STEPS:
        moves = [opinion(step, view, seed) for seed in range(30)]
        missed = [found for found in moves if found.move != block]
        assert bool(missed) == (step == STEPS[0]), step
        assert len(missed) < 15
        assert all("diagonals" in str(found.why[-1].text) for found in missed)


@each_step
@pytest.mark.parametrize("size", ["4x4", "7x6", "12x12"])
def test_every_step_plays_on_every_size(step: str, size: str) -> None:
    state = GAME.begin(size=size)
    for ply in range(4):
        found = opinion(step, state, ply, nodes=600, depth=6)
        assert sorted(line.move for line in found.lines) == list(state.moves())
        state = state.play(found.move)


def test_mistakes_fall_from_step_to_step() -> None:
    """By exact scores: how many of their moves in the same positions are wrong, and what they give away."""
    wrong, lost = [], []
    for place, step in enumerate(STEPS):
        costs = []
        for seed in range(2 if place < 4 else 1):  # who looks least depends most on chance
            for view, scores in exam():
                best = max(points(score) for score in scores.values())
                costs.append(best - points(scores[opinion(step, view, seed).move]))
        wrong.append(sum(cost > 0 for cost in costs) / len(costs))
        lost.append(sum(costs) / len(costs))
    assert all(weak > strong for weak, strong in pairwise(wrong)), wrong
    assert all(weak > strong for weak, strong in pairwise(lost)), lost


def test_what_loses_more_is_chosen_less() -> None:
    """Of the moves that seem worse than the best, the nearer ones are taken more often."""
    view = somewhere(5, 6)
    chosen = [opinion("beginner", view, seed).move for seed in range(200)]
    lines = think(searcher(0), view, Limit(depth=2)).lines
    counts = [chosen.count(line.move) for line in lines]
    assert sum(counts[:3]) > 2 * sum(counts[-3:])


def test_a_forced_end_counts_more_the_nearer_it_is() -> None:
    values = [WIN - 1, WIN - 3, WIN - 9, 20.0, 0.5, 0.0, -20.0, -WIN + 9, -WIN + 4, -WIN + 2]
    felt = [feeling(value) for value in values]
    assert felt == sorted(felt, reverse=True) and len(set(felt)) == len(felt)


def test_who_does_not_look_along_diagonals_sees_all_else() -> None:
    threatened, winning = played(1, 1, 2, 2, 3), played(1, 1, 2, 2, 3, 7)
    assert half_blind(winning, 0) == WIN - 1 and half_blind(winning, 1) == 1 - WIN
    assert abs(half_blind(threatened, 0)) < WIN / 2, "it can be blocked"
    view = played(1, 2, 2, 3, 3, 4, 3, 4, 4, 6)
    assert abs(half_blind(view, view.turn)) < WIN / 2, "its own diagonal on d4 is not seen"


def test_counting_out_agrees_with_alpha_beta() -> None:
    """The kernel finds the forced ends within a horizon that a plain search of that depth finds."""
    ends = 0
    for seed in range(20):
        view = somewhere(seed, 10 + seed % 20)
        for look in (5, 6):
            counting = _Counting(view, Search(Limit()), 0)
            found = think(searcher(0), view, Limit(depth=look))
            for line in found.lines:
                if line.proven and found.depth < look and line.value == 0:
                    continue  # the board is full then
                value = counting.value(line.move, look)
                is_end = abs(line.value) > WIN / 2
                assert (value == line.value) if is_end else not value, (seed, look, line.move)
                ends += is_end
    assert ends > 40


@each_step
def test_reasons_in_three_languages(step: str) -> None:
    for seed in range(3):
        found = opinion(step, somewhere(seed, 8 + 8 * seed), seed)
        line = found.line(found.move)
        assert line is not None and line.why and found.why[: len(line.why)] == line.why
        for reason in found.why:
            shown = [reason.text.show(language) for language in LANGUAGES]
            assert all(shown) and len(set(shown)) == 3
    level = PEOPLE[step]
    for words in (level.title, level.about):
        assert all(words.show(language) for language in LANGUAGES)


def test_who_does_not_choose_the_best_says_what_seemed_better() -> None:
    unsure = 0
    for seed in range(20):
        found = opinion("beginner", GAME.begin(), seed)
        said = [reason.text for reason in found.why if "seemed a little better" in str(reason.text)]
        unsure += bool(said)
        assert all(dict(text.params or ())["column"] != found.move for text in said)
    assert 0 < unsure < 20


@each_step
def test_a_limit_is_not_exceeded(step: str) -> None:
    view = somewhere(3, 8)
    for depth in (1, 2, 7):
        assert opinion(step, view, depth=depth).depth <= depth
    for nodes in (100, 1000):
        assert opinion(step, view, nodes=nodes).nodes <= nodes + 16


def test_the_far_ends_of_the_ladder() -> None:
    """Six games from three openings, sides swapped, nothing by the clock."""
    score = 0.0
    for seed in range(3):
        for side in (0, 1):
            state = somewhere(seed, 4)
            engines = {side: PEOPLE[STEPS[-1]].make(seed), 1 - side: PEOPLE[STEPS[0]].make(seed)}
            while (outcome := state.outcome()) is None:
                state = state.play(think(engines[state.turn], state, Limit(depth=9, nodes=5000)).move)
            score += outcome.points[side]
    assert score >= 5


def test_the_middle_is_preferred_among_equals() -> None:
    sure = Person(0, Habits((1,), doubt=1e-6), MANNER)
    assert think(sure, GAME.begin(), Limit()).move == 4
