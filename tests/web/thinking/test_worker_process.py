"""Inside a worker: which opinions are told, and when a thought ends; by a clock that the test turns."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from damier import games
from damier.core.engine import Analysis, Clock, Level, Limit, Line
from damier.core.text import Text
from damier.core.verdict import Score
from damier.games import game
from damier.web.thinking import worker_process
from damier.web.thinking.worker_process import (
    OVERTIME,
    SECONDS_BETWEEN_OPINIONS,
    SHARE,
    Answer,
    Command,
    JobRequest,
    Opinion,
    limit_of,
    think,
)

REQUEST = JobRequest(number=7, key="tictactoe", position="", level="told", seed=0, lines=9, seconds=10.0)
STREAM = replace(REQUEST, stream=True)
STEP = 1 / 64
"""Seconds between two opinions, exact in binary."""


def opinion(depth: int, label: str = "") -> Analysis[Any]:
    move = game("tictactoe").begin().moves()[0]
    line = Line(move=move, value=0.0, chance=0.5, verdict=Score(0.0, words=Text.literal(label)))
    return Analysis(move=move, lines=(line,), depth=depth)


class Play:
    """A level that says what it is told to, one opinion a step of the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, opinions: Iterator[Analysis[Any]]) -> None:
        self.now = 100.0
        self.asked = 0
        self.closed = False
        self.told: list[Answer] = []
        self.times: list[float] = []
        self.opinions = opinions
        self.said: dict[int, Command] = {}
        """Words by the number of opinions after which they come."""
        level = Level(title=Text.literal("told"), about=Text.literal(""), make=lambda seed: self)
        real = game("tictactoe")
        value = replace(real, engines={"told": level}, parse=lambda words: real.begin())
        monkeypatch.setattr("damier.games.game", lambda key: value)
        time = SimpleNamespace(monotonic=lambda: self.now)
        monkeypatch.setattr("damier.web.thinking.worker_process.time", time)

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        try:
            for analysis in self.opinions:
                self.asked += 1
                yield analysis
                self.now += STEP
        finally:
            self.closed = True

    def tell(self, answer: Answer) -> None:
        self.told.append(answer)
        self.times.append(self.now)

    def words(self) -> Iterator[Command]:
        if self.asked in self.said:
            yield self.said.pop(self.asked)

    def answer(self, job: JobRequest) -> Answer:
        answer = think(job, self.tell, self.words)
        assert self.closed
        return answer


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterator[Analysis[Any]]], Play]:
    return lambda opinions: Play(monkeypatch, opinions)


def forever() -> Iterator[Analysis[Any]]:
    depth = 0
    while True:
        depth += 1
        yield opinion(depth)


def depth_of(answer: Answer) -> int:
    assert isinstance(answer, Opinion)
    depth: int = json.loads(answer.packed)["depth"]
    assert answer.depth == depth
    return depth


def is_last(answer: Answer) -> bool:
    return isinstance(answer, Opinion) and answer.final


def test_a_stream_tells_eight_opinions_a_second_and_the_last(play: Any) -> None:
    told = play(map(opinion, range(1, 66)))  # just over one second
    last = told.answer(STREAM)
    assert is_last(last) and depth_of(last) == 65
    assert [answer.final for answer in told.told] == [False] * 9
    assert [later - sooner for sooner, later in zip(told.times, told.times[1:], strict=False)] == [
        SECONDS_BETWEEN_OPINIONS
    ] * 8
    assert depth_of(told.told[0]) == 1  # at once


@pytest.mark.parametrize("same", [True, False])
def test_what_has_not_changed_is_not_told(play: Any, same: bool) -> None:
    first = opinion(1)
    opinions = [first if same else opinion(1) for _ in range(64)] + [opinion(2)] * 8 + [opinion(2, "x")] * 64
    told = play(iter(opinions))
    assert depth_of(told.answer(STREAM)) == 2
    assert [depth_of(answer) for answer in told.told] == [1, 2, 2]
    assert told.told[1].packed != told.told[2].packed


def test_an_opinion_that_is_repeated_is_packed_once(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from damier.web.thinking import stored_analysis

    packed: list[Analysis[Any]] = []
    real = stored_analysis.pack_thought

    def pack(game: Any, level: str, view: Any, analysis: Analysis[Any]) -> str:
        packed.append(analysis)
        return real(game, level, view, analysis)

    monkeypatch.setattr(stored_analysis, "pack_thought", pack)
    told = play(iter([opinion(1)] * 500))
    told.answer(STREAM)
    assert len(told.told) == 1 and len(packed) == 2  # and once more as the last


def test_a_move_tells_its_last_word_only(play: Any) -> None:
    told = play(map(opinion, range(1, 66)))
    last = told.answer(REQUEST)
    assert is_last(last) and depth_of(last) == 65 and not told.told


@pytest.mark.parametrize(("job", "seconds"), [(REQUEST, 1.0), (STREAM, 10.0)])
def test_an_engine_that_does_not_end_is_ended(play: Any, job: JobRequest, seconds: float) -> None:
    """A move after the level's usual second, a stream after the time that it was given."""
    told = play(forever())
    last = told.answer(job)
    assert is_last(last)
    assert told.now == 100.0 + seconds + OVERTIME


def test_time_runs_from_the_first_opinion(play: Any) -> None:
    """What comes before may have been a compiler."""

    def slow() -> Iterator[Analysis[Any]]:
        told.now += 90
        yield from map(opinion, range(1, 10))

    told = play(slow())
    assert depth_of(told.answer(STREAM)) == 9


def test_stop_ends_it_at_the_next_opinion(play: Any) -> None:
    told = play(forever())
    told.said[20] = "stop"
    assert told.answer(STREAM) == ("stopped", "")
    assert told.asked == 20


@pytest.mark.parametrize("after", [1, 400])
def test_who_is_hurried_ends_with_its_share(play: Any, after: int) -> None:
    told = play(forever())
    told.said[after] = "hurry"
    assert is_last(told.answer(STREAM))
    assert told.now == 100.0 + max(SHARE, (after - 1) * STEP)


def test_a_stream_that_begins_again_makes_no_step_back(play: Any) -> None:
    told = play(map(opinion, range(1, 101)))
    told.answer(replace(STREAM, depth=60))
    assert depth_of(told.told[0]) == 60


def test_an_engine_without_an_opinion_is_at_fault(play: Any) -> None:
    with pytest.raises(ValueError, match="no opinion"):
        play(iter(())).answer(REQUEST)


def test_words_to_another_thought_are_not_heard(play: Any) -> None:
    told = play(map(opinion, range(1, 10)))
    ours, theirs = multiprocessing.Pipe()
    with ours, theirs:
        ours.send((REQUEST.number - 1, "stop"))
        assert is_last(worker_process._last_answer(REQUEST, theirs))
        ours.send((REQUEST.number, "stop"))
        told.opinions = map(opinion, range(1, 10))
        assert worker_process._last_answer(REQUEST, theirs)[0] == "stopped"


def test_limits_follow_from_the_level_and_from_what_is_asked() -> None:
    clock = Clock((3.0, 4.0), 1.0)
    job = replace(REQUEST, clock=clock)

    def usual(limit: Limit) -> Limit:
        return limit_of(job, replace(game("tictactoe").engines["perfect"], usual=limit))

    assert usual(Limit(time=1.0)) == Limit(time=1.0, lines=9, clock=clock)
    assert usual(Limit(time=60.0)) == Limit(time=10.0, lines=9, clock=clock)
    assert usual(Limit(nodes=5, depth=3)) == Limit(time=10.0, nodes=5, depth=3, lines=9, clock=clock)
    job = replace(STREAM, seconds=20.0)
    assert usual(Limit(time=1.0, nodes=5, depth=3)) == Limit(time=20.0, lines=9)


@pytest.mark.parametrize("name", games())
def test_the_strongest_level_makes_no_step_back_and_ends(name: str) -> None:
    value = game(name)
    for setup in value.presets:
        state = value.begin(setup, seed=1)
        view = value.view(state, state.turn)
        job = replace(
            STREAM, key=name, position=value.text(view), level=value.strongest(view), seconds=0.3, lines=400
        )
        told: list[Answer] = []
        last = think(job, told.append, lambda: iter(()))
        assert told and is_last(last)
        thoughts = [json.loads(answer.packed) for answer in (*told, last) if isinstance(answer, Opinion)]
        assert len(thoughts) > len(told), "nothing but opinions was told"
        for count in ("depth", "nodes"):
            counts = [thought[count] for thought in thoughts]
            assert counts == sorted(counts)


def test_nothing_heavy_is_imported_before_there_is_something_to_think_about() -> None:
    code = (
        "import sys, damier.web.thinking.worker_process\n"
        "heavy = {'numpy', 'numba', 'pydantic', 'fastapi', 'damier.games'}\n"
        "heavy.add('damier.web.thinking.stored_analysis')\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
