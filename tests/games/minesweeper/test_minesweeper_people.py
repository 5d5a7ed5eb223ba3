"""Levels that dig as people do: what each sees, what it does not, and that nothing certain ever fails."""

from __future__ import annotations

import pytest
from tests.sizes import sized

from damier.core.engine import Analysis, Limit, think
from damier.games.minesweeper import GAME
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.solver import Solver
from damier.games.minesweeper.visible_board import Board, Move

PEOPLE = ["novice", "single", "pairs", "counts", "guesser", "logic"]

SINGLE = "1.1./111. 1"
"""One number after the other finds d1."""

PAIRS = "1221./..... 2"
"""No number alone finds anything; two of them do."""

COUNTING = "1.../.... 1"
"""The only mine lies beside the 1."""


def says(level: str, view: Board, seed: int = 0, limit: Limit | None = None) -> Analysis[Move]:
    return think(GAME.engines[level].make(seed), view, limit or Limit())


def sees(level: str, words: str) -> bool:
    """Whether a level finds a safe cell, on any of several seeds."""
    view = GAME.parse(words)
    return any(says(level, view, seed).lines[0].proven for seed in range(20))


def sees_always(level: str, words: str) -> bool:
    view = GAME.parse(words)
    return all(says(level, view, seed).lines[0].proven for seed in range(20))


def test_each_sees_more_than_the_one_before() -> None:
    assert sees("novice", SINGLE) and not sees_always("novice", SINGLE)
    assert sees_always("single", SINGLE) and not sees("single", PAIRS)
    assert sees_always("pairs", PAIRS) and not sees("pairs", COUNTING)
    for level in ("counts", "guesser", "logic"):
        assert all(sees_always(level, words) for words in (SINGLE, PAIRS, COUNTING))


@pytest.mark.parametrize("level", PEOPLE)
def test_what_is_proven_never_goes_off(level: str) -> None:
    solver, guesses = Solver(), 0
    for seed in range(sized(60, 8, 3)):
        field = begin(16, 16, 40, seed)
        while not field.board.over:
            analysis = says(level, field.board, seed, Limit(lines=1))
            told = [reason.kind for reason in analysis.why]
            guesses += told[-1] == "guess"
            if level == "logic" and told[-1] == "guess":
                assert False not in solver.count(field.board).sure.values(), "it sees all that is certain"
            field = field.play(analysis.move)
            assert not (field.board.lost and told[-1] != "guess")
    assert guesses


@pytest.mark.parametrize("level", PEOPLE)
def test_the_move_is_the_same_whoever_reads_why(level: str) -> None:
    for words in (SINGLE, PAIRS, COUNTING, "01./01. 1", "00011/0012./001../0012./0001. 3"):
        view = GAME.parse(words)
        for seed in range(5):
            whole, none = says(level, view, seed), says(level, view, seed, Limit(lines=0))
            assert whole.move == none.move and none.why and not none.lines
            assert len(whole.lines) == view.covered
            chosen = whole.line(whole.move)
            assert chosen is not None and chosen.why == whole.why


def test_a_guess_is_the_least_dangerous_cell_or_any_cell_that_is_no_mine() -> None:
    # b1 is the mine of a1, one of d1 and d2 is another; the third lies in six cells away.
    view = GAME.parse("1.2..../112.... 3")
    weighed = says("guesser", view)
    assert weighed.lines[0].move == weighed.move
    assert weighed.lines[0].chance == pytest.approx(5 / 6) and weighed.move.x > 3
    dug = {says("pairs", view, seed).move for seed in range(60)}
    mines = {line.move for line in weighed.lines if line.proven and line.chance == 0}
    assert mines == {Move("dig", 1, 0)} and not dug & mines and {move.x for move in dug} == {3, 4, 5, 6}


def test_flags_are_beliefs_and_go_before_a_dig() -> None:
    analysis = says("single", GAME.parse("1.1F/111F 1"))
    assert analysis.move.act == "unflag" and analysis.lines[0].proven


@pytest.mark.parametrize("level", PEOPLE)
def test_contradictions_end_in_a_legal_move(level: str) -> None:
    for words in ("8../.../... 3", "1.3/... 3", "2./.. 1", "0.3/... 3"):
        view = GAME.parse(words)
        assert says(level, view).move in view.moves()


def test_on_common_boards_each_wins_more() -> None:
    won = {}
    for level in PEOPLE[:3]:
        won[level] = 0
        for seed in range(sized(200, 30, 30)):
            field = begin(9, 9, 10, seed)
            while not field.board.over:
                field = field.play(says(level, field.board, seed, Limit(lines=0)).move)
            won[level] += field.board.won
    assert won["novice"] < won["single"] < won["pairs"]
