"""A puzzle being solved: what is right, what is answered, what is told of a wrong move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from damier.core.engine import Analysis, think
from damier.core.text import Refusal
from damier.core.tools.puzzle import position_of, the_puzzler
from damier.games import game as find_game
from damier.review.consultation import LevelQuery, consult, consult_async
from damier.review.puzzle_attempt import NotEnoughTime, PuzzleAttempt

GAME = find_game("connect4")
PUZZLER = the_puzzler(GAME)
PUZZLE = PUZZLER.of("easy")[0]


def ask(query: LevelQuery) -> Analysis[Any]:
    level = GAME.engines[query.level]
    assert query.level == PUZZLER.level
    return think(level.make(0), query.view, level.patient or level.usual)


def without_continuation(query: LevelQuery) -> Analysis[Any]:
    opinion = ask(query)
    return replace(opinion, lines=tuple(replace(line, then=()) for line in opinion.lines))


def in_a_hurry(query: LevelQuery) -> Analysis[Any]:
    """Only the move that it would play is judged."""
    opinion = ask(query)
    return replace(opinion, lines=opinion.lines[:1])


def attempt(*made: str) -> PuzzleAttempt:
    return PuzzleAttempt(GAME, PUZZLER, PUZZLE, made)


@pytest.mark.parametrize("answer", [ask, without_continuation])
def test_right_moves_are_answered_until_it_is_solved(answer: Any) -> None:
    trying = attempt()
    for _ in range(PUZZLE.depth // 2):
        line = consult(trying.hint(), answer)
        tried = consult(trying.try_move(GAME.write(line.move)), answer)
        assert tried.right and not tried.solved and tried.reply == trying.made[-1]
        assert tried.reply_seat == 1 - trying.seat and trying.last is not None
    assert trying.made[0] == PUZZLE.answer and str(tried.words).startswith("Right: ")
    line = consult(trying.hint(), answer)
    tried = consult(trying.try_move(GAME.write(line.move)), answer)
    assert tried.right and tried.solved and tried.reply is None and str(tried.words) == "Solved!"
    assert len(trying.made) == PUZZLE.depth and trying.state.outcome().winner == trying.seat


def test_a_wrong_move_is_not_made() -> None:
    wrong = next(str(move) for move in attempt().state.moves() if str(move) != PUZZLE.answer)
    trying = attempt()
    tried = consult(trying.try_move(wrong), ask)
    assert not tried.right and not tried.solved and tried.reply is None
    assert trying.made == [] and trying.state == position_of(GAME, PUZZLE.moves)
    assert str(tried.words).startswith(f"Not {GAME.move_name(wrong)}")


def test_what_is_no_move_is_refused_before_anybody_thinks() -> None:
    def nobody(query: LevelQuery) -> Analysis[Any]:
        raise AssertionError("asked")

    with pytest.raises(Refusal, match="not a column"):
        consult(attempt().try_move("x"), nobody)
    with pytest.raises(Refusal, match="not your turn"):
        attempt(PUZZLE.answer)


def test_nothing_is_right_or_wrong_where_there_was_no_time() -> None:
    wrong = next(str(move) for move in attempt().state.moves() if str(move) != PUZZLE.answer)
    with pytest.raises(NotEnoughTime, match="not enough time"):
        consult(attempt().try_move(wrong), in_a_hurry)


def test_a_server_gets_the_same_without_waiting() -> None:
    async def later(query: LevelQuery) -> Analysis[Any]:
        return await asyncio.to_thread(ask, query)

    here, there = attempt(), attempt()
    tried = asyncio.run(consult_async(there.try_move(PUZZLE.answer), later))
    assert tried == consult(here.try_move(PUZZLE.answer), ask) and here.made == there.made
    with pytest.raises(Refusal, match="not a column"):
        asyncio.run(consult_async(there.try_move("x"), later))


def test_a_reply_that_takes_too_long_leaves_the_puzzle_as_it_was() -> None:
    trying = attempt()
    start = trying.view

    def hurried_reply(query: LevelQuery) -> Analysis[Any]:
        opinion = without_continuation(query)
        if query.view == start:
            return opinion
        verdict = replace(opinion.lines[0].verdict, proven=False)
        return replace(opinion, lines=(replace(opinion.lines[0], verdict=verdict), *opinion.lines[1:]))

    with pytest.raises(NotEnoughTime):
        consult(trying.try_move(PUZZLE.answer), hurried_reply)
    assert trying.made == [] and trying.view == start and trying.state.turn == trying.seat
    assert consult(trying.try_move(PUZZLE.answer), ask).right
