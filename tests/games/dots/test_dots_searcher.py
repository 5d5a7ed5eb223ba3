"""The searcher at play: stronger than hard, honest, on time, and the same every time."""

from __future__ import annotations

import random
import time
from collections.abc import Generator

import pytest

from damier.core.engine import Limit, think
from damier.core.verdict import Margin
from damier.games import game
from damier.games.dots.levels import searcher
from damier.games.dots.notation import parse, read, write
from damier.games.dots.rules import Position

GAME = game("dots")


def opening(size: str, start: str, seed: int) -> Position:
    """Two random edges, so that games differ."""
    state: Position = GAME.begin(size=size, start=start)
    rng = random.Random(seed)
    for _ in range(2):
        state = state.play(rng.choice(state.moves()))
    return state


def margin(size: str, start: str, seed: int, seat: int, limit: Limit) -> int:
    """Boxes that the searcher in *seat* is ahead of hard at the end."""
    engines = {seat: GAME.engines["searcher"].make(seed), 1 - seat: GAME.engines["hard"].make(seed)}
    state = opening(size, start, seed)
    while state.moves():
        state = state.play(think(engines[state.turn], state, limit).move)
    return state.score[seat] - state.score[1 - seat]


@pytest.mark.parametrize(
    ("size", "start", "pairs", "nodes"),
    [("3x3", "empty", 6, 1500), ("5x5", "empty", 3, 1500), ("4x4", "swedish", 4, 800)],
)
def test_it_beats_hard(size: str, start: str, pairs: int, nodes: int) -> None:
    limit = Limit(nodes=nodes, lines=1)
    margins = [margin(size, start, seed, seat, limit) for seed in range(pairs) for seat in (0, 1)]
    points = sum(1.0 if m > 0 else 0.5 if m == 0 else 0.0 for m in margins)
    assert points >= 0.7 * len(margins) and sum(margins) > 0, margins


def test_it_claims_no_proof_where_it_has_none() -> None:
    analysis = think(GAME.engines["searcher"].make(0), GAME.begin("5x5"), Limit(nodes=2000))
    assert not any(line.proven for line in analysis.lines)
    assert "random games" in str(analysis.why[-1].text)
    assert len(analysis.lines) == 60


def test_the_playouts_say_what_they_expect() -> None:
    for state in (GAME.begin("3x3"), opening("4x3", "empty", 2), opening("3x4", "empty", 3)):
        analysis = think(GAME.engines["searcher"].make(0), state, Limit(nodes=12_000))
        assert not analysis.lines[0].proven and analysis.lines[0].then
        for line in analysis.lines:
            after = state.play(line.move)
            for move in line.then:
                after = after.play(move)


def test_with_much_time_it_speaks_before_it_has_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position that takes long to prove: an opinion by playouts comes first, then the proof."""
    monkeypatch.setattr(searcher, "BRIEF", Limit(nodes=20))
    monkeypatch.setattr(searcher, "SOON", Limit(nodes=400))
    state = opening("4x4", "swedish", 1)
    thinking = GAME.engines["searcher"].make(0).think(state, Limit(time=600))
    proven = [bool(analysis.lines[0].proven) for analysis in thinking if analysis.nodes]
    assert not proven[0] and proven[-1]
    assert proven == sorted(proven), "what is proven stays so"


def test_a_capture_that_costs_nothing_is_made_at_once() -> None:
    state = GAME.begin("7x7")
    for word in ["d4t", "d4r", "g7t", "d4b", "g7r"]:
        state = state.play(read(word, state))
    analysis = think(GAME.engines["searcher"].make(0), state, Limit(nodes=100_000))
    assert write(analysis.move) == "c4r"
    assert str(analysis.why[0].text) == "completes 1 box"
    assert str(analysis.why[1].text) == "to take this first is right whatever comes next"
    assert analysis.nodes < 50_000


def test_nothing_is_listed_as_better_than_a_capture_that_costs_nothing() -> None:
    state = GAME.begin("5x5")
    rng = random.Random(5)
    for _ in range(20):
        state = state.play(rng.choice(state.moves()))
    found = think(GAME.engines["searcher"].make(1), state, Limit(nodes=2000))
    assert found.why[-1].kind == "forced" and found.lines[0].move == found.move
    believed = [line for line in found.lines if isinstance(line.verdict, Margin)]
    assert len(believed) > 5
    assert all(line.verdict <= believed[0].verdict for line in believed)
    assert [line.chance for line in believed] == sorted((line.chance for line in believed), reverse=True)


def test_a_limit_in_nodes_gives_the_same_answer_every_time() -> None:
    view = parse("5x5 8004000200100")
    limit = Limit(nodes=1200)
    first, again = (think(GAME.engines["searcher"].make(3), view, limit) for _ in range(2))
    assert first == again and first.nodes <= 1400


@pytest.mark.parametrize("size", ["5x5", "12x12"])
def test_it_speaks_often_and_keeps_to_its_time(size: str) -> None:
    began = time.perf_counter()
    answers = list(GAME.engines["searcher"].make(0).think(GAME.begin(size=size), Limit(time=0.4)))
    assert len(answers) >= 3
    assert time.perf_counter() - began < 3  # a busy machine is forgiven much


def test_asking_no_more_stops_it() -> None:
    thinking = GAME.engines["searcher"].make(0).think(GAME.begin("5x5"), Limit(nodes=10**9))
    assert isinstance(thinking, Generator)
    next(thinking)
    began = time.perf_counter()
    thinking.close()
    assert time.perf_counter() - began < 2


def test_without_a_limit_it_ends() -> None:
    view = parse("4x4 919a9940a7")
    assert think(GAME.engines["searcher"].make(0), view, Limit()).lines[0].value == -8
