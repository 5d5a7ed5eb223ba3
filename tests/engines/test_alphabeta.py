"""Generic search against plain minimax, on tic-tac-toe and late positions of Connect Four on 4x4."""

from __future__ import annotations

import itertools
import random
import threading
import time
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from damier.core.engine import Limit, Reason, think
from damier.core.game import Outcome
from damier.core.text import Text
from damier.core.verdict import Draw
from damier.engines.alphabeta import WIN, AlphaBeta, verdict_of
from damier.engines.perft import perft
from damier.games import game

TICTACTOE, CONNECT4 = game("tictactoe"), game("connect4")


@dataclass(frozen=True)
class Heap:
    """Take one to three stones; who takes two goes on; who takes the last one wins. For turns that stay."""

    stones: int
    turn: int = 0
    seats: int = 2
    last: int = 0

    def moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.stones]

    def play(self, move: int) -> Heap:
        return Heap(self.stones - move, self.turn if move == 2 else 1 - self.turn, 2, self.turn)

    def outcome(self) -> Outcome | None:
        points = (1.0, 0.0) if self.last == 0 else (0.0, 1.0)
        return None if self.stones else Outcome(points, None, Text.literal("the last stone"))


def older(value: float) -> float:
    """A win or a loss that is one move further away."""
    return value - 1 if value > WIN / 2 else value + 1 if value < -WIN / 2 else value


def minimax(state: Any, seat: int, known: dict[Any, float]) -> float:
    """The value for *seat* under best play, +-(WIN - plies) or 0: no window, no depth, no order."""
    outcome = state.outcome()
    if outcome is not None:
        return float((2 * outcome.points[seat] - 1) * WIN)
    if state not in known:
        known[state] = max(older(minimax(state.play(move), state.turn, known)) for move in state.moves())
    return known[state] if state.turn == seat else -known[state]


def walk(state: Any, rng: random.Random, plies: int) -> Any:
    for _ in range(plies):
        after = state.play(rng.choice(state.moves()))
        if after.outcome() is not None:
            return state
        state = after
    return state


def positions() -> list[Any]:
    """Open positions of both games, few enough moves from the end for plain minimax."""
    rng = random.Random(7)
    found: list[Any] = [Heap(stones) for stones in (1, 4, 5, 9, 10, 11)]
    found += [walk(TICTACTOE.begin(), rng, rng.randrange(1, 8)) for _ in range(40)]
    return found + [walk(CONNECT4.begin(size="4x4"), rng, rng.randrange(7, 15)) for _ in range(40)]


POSITIONS = positions()
KNOWN: dict[Any, float] = {}


def text_of(state: Any) -> str:
    if isinstance(state, Heap):
        return str(state)
    game = CONNECT4 if "connect4" in type(state).__module__ else TICTACTOE
    return game.text(state)


def nothing(state: Any, seat: int) -> float:
    return 0.0


def odd(state: Any, seat: int) -> float:
    """An arbitrary standing, the same for equal positions: leaves differ, so windows matter."""
    value = zlib.crc32(text_of(state).encode()) % 19 - 9
    return float(value if seat == 0 else -value)


@cache
def fixed_depth(state: Any, depth: int, seat: int) -> float:
    """Plain minimax to a depth, with the same evaluation at the leaves."""
    outcome = state.outcome()
    if outcome is not None:
        return float((2 * outcome.points[seat] - 1) * WIN)
    if depth == 0:
        return odd(state, seat)
    best = max(older(fixed_depth(state.play(move), depth - 1, state.turn)) for move in state.moves())
    return best if seat == state.turn else -best


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_alpha_beta_is_minimax_for_every_move(number: int) -> None:
    state = POSITIONS[number]
    analysis = think(AlphaBeta[Any, Any](nothing), state, Limit(depth=16))
    assert {line.move for line in analysis.lines} == set(state.moves())
    for line in analysis.lines:
        true = older(minimax(state.play(line.move), state.turn, KNOWN))
        assert line.value == true, "wins and losses with their distance, exactly"
        assert line.proven, "searched to the end: a draw is known too"
        assert isinstance(line.verdict, Draw) == (true == 0)
        assert line.chance == (1.0 if true > 0 else 0.0 if true < 0 else 0.5)
    values = [line.value for line in analysis.lines]
    assert values == sorted(values, reverse=True)
    assert analysis.move == analysis.lines[0].move and values[0] == minimax(state, state.turn, KNOWN)


EARLY = [*POSITIONS[::3], *(walk(CONNECT4.begin(size="4x4"), random.Random(n), n % 6) for n in range(12))]
"""With some that have many ways into one position, where the table matters."""


@pytest.mark.parametrize("number", range(len(EARLY)))
def test_a_limit_in_depth_is_plain_minimax_to_that_depth(number: int) -> None:
    state = EARLY[number]
    for depth in (1, 2, 3, 4, 6):
        assert AlphaBeta[Any, Any](odd).value(state, depth) == fixed_depth(state, depth, state.turn)


@pytest.mark.parametrize("number", range(len(EARLY)))
def test_the_table_passes_no_bound_off_as_a_value(number: int) -> None:
    """Each root move is searched with the whole window, after others left their bounds in the table."""
    state = EARLY[number]
    for line in think(AlphaBeta[Any, Any](odd), state, Limit(depth=5)).lines:
        assert line.value == older(fixed_depth(state.play(line.move), 4, state.turn))


def check_window(
    engine: AlphaBeta[Any, Any], state: Any, depth: int, window: tuple[float, float], true: float
) -> None:
    alpha, beta = window
    value = engine.value(state, depth, alpha, beta)
    if value <= alpha:
        assert true <= value, "no better"
    elif value >= beta:
        assert true >= value, "no worse"
    else:
        assert value == true


@pytest.mark.parametrize("number", range(len(EARLY)))
def test_what_a_value_means_at_both_ends_of_the_window(number: int) -> None:
    state, rng = EARLY[number], random.Random(number)
    for depth in (2, 4, 5):
        true = fixed_depth(state, depth, state.turn)
        near = sorted({*(true + i for i in range(-4, 5)), -WIN + 3, 0.0, WIN - 3})
        for _ in range(12):
            alpha, beta = sorted(rng.sample(near, 2))
            check_window(AlphaBeta[Any, Any](odd), state, depth, (alpha, beta), true)


def test_windows_one_move_wide_around_wins_and_losses() -> None:
    """A win one move further away is worth one less: a window must be handed down as such."""
    engine, decided = AlphaBeta[Any, Any](nothing), 0
    for state in POSITIONS:
        true = minimax(state, state.turn, KNOWN)
        if true == 0 or len(state.moves()) > 6:
            continue
        decided += 1
        for alpha, beta in itertools.combinations([true + i for i in range(-4, 5)], 2):
            check_window(engine, state, 16, (alpha, beta), true)
    assert decided > 20


def test_the_expected_continuation_is_best_play_on_both_sides() -> None:
    for state in POSITIONS:
        analysis = think(AlphaBeta[Any, Any](nothing), state, Limit(depth=16))
        line = analysis.lines[0]
        assert line.proven
        if isinstance(state, Heap):
            continue  # a heap comes up at several depths and the table remembers one: its lines may be cut
        played = state.play(line.move)
        for move in line.then:
            played = played.play(move)
        outcome = played.outcome()
        assert outcome is not None, "a forced end is shown to the end"
        assert outcome.points[state.turn] == line.chance
        assert line.value == 0 or len(line.then) + 1 == WIN - abs(line.value), "and is as long as it says"


def test_a_draw_is_known_only_when_nothing_was_cut() -> None:
    state = CONNECT4.begin(size="4x4")
    early = think(AlphaBeta[Any, Any](nothing), state, Limit(depth=6))
    assert all(line.value == 0 and not line.proven for line in early.lines)
    assert {str(line.label) for line in early.lines} == {"+0.0"}


def test_more_depth_stops_when_everything_is_decided() -> None:
    state = CONNECT4.begin()
    for word in ("3", "3", "4", "4", "5", "5"):
        state = state.play(CONNECT4.read(word, state))
    analysis = think(AlphaBeta[Any, Any](nothing), state, Limit(nodes=400))
    assert (
        analysis.lines[0].value == WIN - 1 and verdict_of(WIN - 1, proven=True) == analysis.lines[0].verdict
    )
    lost = state.play(1)  # x forgoes the win; o cannot stop both ends of c1 d1 e1, whatever it plays
    decided = think(AlphaBeta[Any, Any](nothing), lost, Limit(depth=30, nodes=10**7))
    assert decided.depth <= 4 and all(line.value < -WIN / 2 for line in decided.lines)


def test_at_least_one_move_ahead_whatever_the_limit() -> None:
    state = TICTACTOE.begin("gomoku")
    for limit in (Limit(nodes=1), Limit(time=0.0), Limit(cpu=0.0), Limit(nodes=1, depth=5)):
        analysis = think(AlphaBeta[Any, Any](nothing), state, limit)
        assert analysis.depth == 1 and analysis.why and len(analysis.lines) == 225


def test_an_order_may_leave_moves_out_but_each_gets_an_opinion() -> None:
    def two(state: Any) -> list[Any]:
        return list(state.moves())[-2:]

    def because(state: Any, move: Any) -> tuple[Reason, ...]:
        return (Reason(Text.literal(f"because {TICTACTOE.write(move)}")),)

    engine = AlphaBeta[Any, Any](nothing, two, explain=because)
    state = TICTACTOE.begin()
    analysis = think(engine, state, Limit(depth=3))
    assert len(analysis.lines) == 9
    assert all(str(line.why[-1].text) == f"because {TICTACTOE.write(line.move)}" for line in analysis.lines)
    assert len(think(engine, state, Limit(depth=3, lines=2)).lines) == 2


def test_a_limit_in_nodes_gives_the_same_answer_every_time() -> None:
    engine = AlphaBeta[Any, Any](odd)
    state = walk(CONNECT4.begin(), random.Random(3), 5)
    answers = [think(engine, state, Limit(nodes=700)) for _ in range(2)]
    think(engine, CONNECT4.begin(), Limit(nodes=300))  # what it thought of before must not matter
    answers.append(think(engine, state, Limit(nodes=700)))
    fresh = AlphaBeta[Any, Any](odd)
    answers.append(think(fresh, state, Limit(nodes=700)))
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].nodes <= 720
    more = think(fresh, state, Limit(nodes=5000))
    assert more.nodes > answers[0].nodes
    assert next(engine.think(state, Limit(nodes=1))) == next(
        AlphaBeta[Any, Any](odd).think(state, Limit(nodes=1))
    )


def test_it_speaks_every_50_ms_and_stops_when_nobody_asks() -> None:
    """In our own time, and the best of a few tries: other programs on the machine must not fail the test."""
    engine = AlphaBeta[Any, Any](odd)
    gaps, stops = [], []
    for _ in range(4):
        thinking = engine.think(CONNECT4.begin(), Limit(time=30))
        next(thinking)
        longest, said = 0.0, time.process_time()
        for _ in range(5):
            next(thinking)
            now = time.process_time()
            longest, said = max(longest, now - said), now
        gaps.append(longest)
        thinking.close()  # type: ignore[attr-defined]
        stops.append(time.process_time() - said)
    assert min(gaps) < 0.06
    assert min(stops) < 0.05
    assert not [thread for thread in threading.enumerate() if thread.name == "thinking"]


def test_a_limit_in_time_is_kept() -> None:
    engine = AlphaBeta[Any, Any](odd)
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        think(engine, CONNECT4.begin(), Limit(time=0.1))
        spent.append(time.perf_counter() - begun)
    assert 0.05 < min(spent) < 0.2


def test_an_error_in_the_evaluation_is_raised_where_it_was_asked() -> None:
    def broken(state: Any, seat: int) -> float:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        think(AlphaBeta[Any, Any](broken), TICTACTOE.begin(), Limit(depth=1))


def test_perft_counts_move_sequences() -> None:
    def sequences(state: Any, depth: int) -> list[tuple[Any, ...]]:
        if depth == 0:
            return [()]
        return [(move, *rest) for move in state.moves() for rest in sequences(state.play(move), depth - 1)]

    for state in POSITIONS[::5]:
        for depth in range(4):
            assert perft(state, depth) == len(set(sequences(state, depth)))
    # Tic-tac-toe: 9 * 8 * 7 * ... until the first lines are full on ply 5.
    assert [perft(TICTACTOE.begin(), depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 54720]
