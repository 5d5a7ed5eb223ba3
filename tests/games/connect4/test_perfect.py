"""The level perfect: never worse than the exact score, and what it says of moves is so."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.games.connect4.scored import score_after, scores_of

import damier
from damier.core.engine import Analysis, Limit, think
from damier.engines.perfect import FIRST_OPINION_LIMIT, ExactSearch
from damier.engines.search import Search
from damier.games import game as find_game
from damier.games.connect4 import book as books
from damier.games.connect4.levels.perfect import EXACT, perfect
from damier.games.connect4.rules import Column, Position, board, fits
from damier.games.connect4.solver import Solver, solver
from damier.games.connect4.tools.exam import reached
from damier.games.connect4.tools.solve import from_columns

CONNECT4 = find_game("connect4")
AMPLE = Limit(time=60)


def some(seed: int, count: int, empty: tuple[int, int]) -> Iterator[Position]:
    rng = random.Random(seed)
    while count:
        found = reached(rng, rng.randint(*empty))
        if found is not None:
            count -= 1
            yield found[0]


def test_every_move_has_its_exact_score() -> None:
    exact = Solver(board(7, 6), 1)
    for position in some(1, 12, (8, 18)):
        found = think(perfect(0), position, AMPLE)
        scores = scores_of(exact, position)
        assert {line.move: line.value for line in found.lines} == scores
        assert all(line.proven for line in found.lines) and scores[found.move] == max(scores.values())
        assert [line.value for line in found.lines] == sorted(scores.values(), reverse=True)


def test_the_line_is_best_play_to_the_end() -> None:
    exact = solver(7, 6)
    for position in some(2, 8, (8, 16)):
        for line in think(perfect(0), position, AMPLE).lines:
            after, score = position.play(line.move), line.value
            for move in line.then:
                assert score_after(exact, after, move) == -score
                after, score = after.play(move), -score
            assert after.outcome() is not None


def test_asked_for_one_move_it_is_a_best_one() -> None:
    exact = solver(7, 6)
    for position in some(3, 20, (10, 22)):
        found = think(perfect(0), position, Limit(time=60, lines=1))
        scores = scores_of(exact, position)
        assert len(found.lines) == 1 and found.lines[0].proven
        assert scores[found.move] == found.lines[0].value == max(scores.values())


class FastClock:
    """A clock that runs ahead with every look at it, as on a machine that is too busy to think."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def fast_clock(monkeypatch: pytest.MonkeyPatch) -> FastClock:
    clock = FastClock(0.05)
    monkeypatch.setattr("damier.core.engine._time.perf_counter", clock)
    return clock


def test_without_a_limit_it_thinks_until_it_knows(fast_clock: FastClock) -> None:
    """After ``1 1 2 2 4 3 4 4 2`` column 2 wins; a busy machine once answered with a draw."""
    fast_clock.step = 3.0
    position, usual = from_columns("112243442"), CONNECT4.engines["perfect"].usual
    for limit in (usual, replace(usual, lines=1)):
        found = think(perfect(0), position, limit)
        assert found.move == 2 and found.lines[0].proven and found.lines[0].value > 0
        assert all(line.proven for line in found.lines)
    fast_clock.step = 3.0
    assert damier.analyse("connect4", "112243442").move == 2, "and so does who asks in Python"


@pytest.mark.parametrize("seconds", [1.0, 10.0, 30.0])
def test_a_limit_that_was_given_holds(fast_clock: FastClock, seconds: float) -> None:
    view, limit = Position(board(8, 7), (0, 0), 0), Limit(time=seconds)
    said: list[Analysis[Column]] = []
    first = think(perfect(0), view, Limit(nodes=1))
    began = fast_clock.now
    ExactSearch(EXACT, view, Search(limit, 0, said.append), first).run()
    assert fast_clock.now - began < seconds + 40 * fast_clock.step
    assert "not proven" in str(said[-1].why[-1].text) and not said[-1].lines[0].proven


def test_where_a_solution_may_take_hours_it_does_not_wait_for_it(fast_clock: FastClock) -> None:
    found = think(perfect(0), Position(board(8, 7), (0, 0), 0), CONNECT4.engines["perfect"].usual)
    assert not found.lines[0].proven and "not proven" in str(found.why[-1].text)


def test_what_the_book_knows_is_told_before_how_it_goes_on() -> None:
    """Whoever wants a move need not wait for the reasons."""
    opinions = [
        one for one in perfect(0).think(from_columns("44"), replace(AMPLE, lines=1)) if one.lines[0].proven
    ]
    first, last = opinions[0], opinions[-1]
    assert first.move == last.move == 4 and first.lines[0].value == last.lines[0].value == 1
    assert not first.lines[0].then and first.why and last.lines[0].then


@pytest.mark.parametrize(("score", "chosen"), [(3, 2), (0, 3), (-4, 5)])
def test_a_move_with_the_score_of_the_position_is_played_whatever_is_believed_of_others(
    score: int, chosen: Column
) -> None:
    """A draw that is known is better than a win that cannot be, and so is the longest loss."""
    view = from_columns("")
    first = think(CONNECT4.engines["searcher"].make(0), view, Limit(nodes=200))
    search = ExactSearch(EXACT, view, Search(Limit(lines=3)), first)
    search.best = score
    for move, found in ((1, score - 2), (chosen, score)):
        search.values[move] = found
        verdict = replace(first.lines[0].verdict, proven=True)
        search.lines[move] = replace(first.lines[0], move=move, value=found, chance=0.0, verdict=verdict)
    told = search._analysis()
    assert told.move == chosen and told.lines[0].move == chosen
    assert 1 not in [line.move for line in told.lines]  # what is known to be worse comes after all others


def test_it_keeps_every_win_and_draw_against_the_searcher() -> None:
    """From positions that are not lost for it, to the end."""
    exact = solver(7, 6)
    for position in some(4, 4, (16, 20)):
        score = exact.score(position)
        mine = position.turn if score >= 0 else 1 - position.turn
        while position.outcome() is None:
            level = "perfect" if position.turn == mine else "searcher"
            engine = CONNECT4.engines[level].make(1)
            position = position.play(
                think(engine, position, Limit(nodes=300 if level == "searcher" else 10**9)).move
            )
        outcome = position.outcome()
        assert outcome is not None and outcome.points[mine] >= (0.5 if score == 0 else 1.0)


def test_a_limit_in_nodes_gives_the_same_answer_whatever_was_asked_before() -> None:
    position = from_columns("117726534")
    limits = [Limit(nodes=nodes) for nodes in (1, 500, 5000, 60_000)]
    first = [think(perfect(0), position, limit) for limit in limits]
    solver(7, 6).score(from_columns("1177265344"))
    again = [think(perfect(0), position, limit) for limit in limits]
    assert first == again
    assert not first[0].lines[0].proven and first[0].nodes < 2000


def test_what_is_not_solved_in_time_is_not_proven() -> None:
    position = Position(board(8, 7), (0, 0), 0)
    found = think(perfect(0), position, Limit(nodes=2000))
    assert not any(line.proven for line in found.lines)
    assert any("not proven" in str(reason.text) for reason in found.why)


@pytest.mark.parametrize(
    ("seconds", "phases"),
    [
        (1.0, ["solve", 0.4]),
        (10.0, ["solve", 2.0, "solve", 4.0]),
        (math.inf, ["solve", 2.0, "solve", math.inf]),
    ],
)
def test_who_waits_long_is_not_left_with_a_glance(
    seconds: float, phases: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the solution does not come soon, the searcher has its turn before the time is over."""
    done: list[object] = []
    monkeypatch.setattr(ExactSearch, "_value", lambda self, watch: done.append("solve"))
    monkeypatch.setattr(ExactSearch, "_believe", lambda self, limit: done.append(limit.time))
    view = Position(board(8, 7), (0, 0), 0)
    first = think(CONNECT4.engines["searcher"].make(0), view, FIRST_OPINION_LIMIT)
    ExactSearch(EXACT, view, Search(Limit(time=seconds)), first).run()
    assert done == phases


def test_the_searcher_looks_further_than_the_first_glance() -> None:
    view = Position(board(8, 7), (0, 0), 0)
    first = think(CONNECT4.engines["searcher"].make(0), view, FIRST_OPINION_LIMIT)
    told: list[Analysis[Column]] = []
    ExactSearch(EXACT, view, Search(Limit(time=math.inf), 0, told.append), first)._believe(Limit(depth=4))
    assert told[-1].depth == 4 > first.depth


def test_it_stops_when_nobody_asks_any_more() -> None:
    position = Position(board(8, 7), (0, 0), 0)
    opinions = iter(perfect(0).think(position, Limit()))
    seen: list[Analysis[Column]] = [next(opinions) for _ in range(4)]
    opinions.close()  # type: ignore[attr-defined]
    assert len(seen) == 4


def test_it_fits_what_fits_into_a_word() -> None:
    assert fits(board(7, 6)) and fits(board(8, 7)) and fits(board(4, 12)) and fits(board(12, 4))
    assert not fits(board(9, 7)) and not fits(board(8, 8))
    large = Position(board(9, 7), (0, 0), 0)
    assert CONNECT4.strongest(large) != "perfect" and CONNECT4.strongest(from_columns("")) == "perfect"


def test_a_damaged_book_is_told_and_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(b"damier-book 1 rubbish")
    monkeypatch.setattr(books, "SHIPPED", path)
    books.shipped.cache_clear()
    try:
        position = next(some(5, 1, (8, 8)))
        found = think(perfect(0), position, AMPLE)
        assert any("damaged" in str(reason.text) for reason in found.why)
        assert {line.move: line.value for line in found.lines} == scores_of(solver(7, 6), position)
    finally:
        books.shipped.cache_clear()
