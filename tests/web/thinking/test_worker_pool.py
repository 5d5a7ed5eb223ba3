"""Worker processes: what they answer, whose turn it is, and how they are stopped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from tests.web.thinking.working import (
    Trouble,
    answers,
    check_that_nothing_is_left,
    crew,
    depth,
    pids,
    ponder,
    run,
    until,
)

from damier import games
from damier.core.engine import Clock, think
from damier.games import game
from damier.web.host.client import ASKER, Asker
from damier.web.host.costly_pool import Traffic
from damier.web.thinking.stored_analysis import pack_thought
from damier.web.thinking.worker_pool import Busy, Workers

HOUR = 3600.0
"""No test waits for that: what ends sooner was stopped."""


@pytest.fixture
def trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    return Trouble(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    check_that_nothing_is_left()


# What is asked for is answered.


@pytest.mark.parametrize("name", games())
def test_every_game_is_thought_about(name: str) -> None:
    value = game(name)
    state = value.begin(seed=1)
    view = value.view(state, state.turn)
    text, level = value.text(view), value.strongest(view)

    async def main() -> None:
        async with crew(1) as workers:
            opinion = await workers.ponder(name, text, level, 5, 3, clock=Clock((60.0,) * view.seats))
            content = json.loads(opinion.packed)
            assert content["move"] == opinion.move
            assert content["level"] == level and 1 <= len(content["lines"]) <= 3
            assert value.read(content["move"], view) in view.moves()
            flags = [opinion.final async for opinion in workers.stream(name, text, level, seconds=0.3)]
            assert flags[-1:] == [True] and True not in flags[:-1]
            assert workers.busy == workers.waiting == 0

    run(main())


def test_a_worker_thinks_as_the_level_does_here(trouble: Trouble) -> None:
    value = game("tictactoe")
    view = value.begin()

    async def main() -> None:
        async with crew(1) as workers:
            for seed in range(5):
                opinion = await workers.ponder("tictactoe", value.text(view), "easy", seed, 9)
                here = think(value.engines["easy"].make(seed), view, value.engines["easy"].usual)
                assert opinion.packed == pack_thought(value, "easy", view, here)
                assert opinion.move == value.write(here.move)
            await answers(workers)  # a sixth game, which this process does not know

    run(main())


def test_opinions_come_as_the_engine_thinks(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(2) as workers, aclosing(workers.stream("trouble", "9 0", "forever")) as stream:
            thoughts = []
            async for opinion in stream:
                assert not opinion.final
                thoughts.append(depth(opinion))
                if len(thoughts) == 5:
                    break
        assert thoughts == sorted(set(thoughts))

    run(main())


def test_who_reads_slowly_gets_the_newest_and_the_last(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(2) as workers:
            thoughts = workers.stream("trouble", "9 0", "forever", seconds=1.0)
            first = await anext(thoughts)
            await until(lambda: not workers.busy)
            rest = [item async for item in thoughts]
            assert 1 <= len(rest) <= 2  # the newest, if the last is not yet there
            assert rest[-1].final and depth(rest[-1]) > depth(first)

    run(main())


# Turns.


def test_tables_take_turns(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            first = ponder(workers, "gate", 1, "a")
            await until(trouble.begun)
            wishes = [(2, "a"), (3, "a"), (4, "a"), (5, "b"), (6, "c"), (7, "b")]
            rest = [ponder(workers, "gate", left, table) for left, table in wishes]
            await until(lambda: workers.waiting == 6)
            assert workers.busy == 1
            trouble.let_go()
            await asyncio.gather(first, *rest)
            assert trouble.begun() == [f"gate {left}" for left in (1, 2, 5, 6, 3, 7, 4)]

    run(main())


def test_too_many_are_told_to_come_back(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_waiting=2) as workers:
            running, first, second = (ponder(workers, "gate", left) for left in (1, 2, 3))
            await until(lambda: workers.waiting == 2)
            with pytest.raises(Busy):
                await ponder(workers, "gate", 4)
            streams = [workers.stream("trouble", "9 0", "gate") for _ in range(3)]
            waiting = [asyncio.create_task(anext(stream)) for stream in streams[:2]]
            await until(lambda: workers.waiting == 4)  # which keep nobody from moving, nor the reverse
            with pytest.raises(Busy):
                await anext(streams[2])
            assert not workers.full  # for somebody else
            first.cancel()
            await until(lambda: workers.waiting == 3)
            third = ponder(workers, "gate", 5)
            await until(lambda: workers.waiting == 4)
            trouble.let_go()
            await asyncio.gather(running, second, third, *waiting)
            assert "gate 2" not in trouble.begun() and "gate 4" not in trouble.begun()
            for stream in streams:
                await stream.aclose()
            await until(lambda: not workers.busy)

    run(main())


def test_a_queue_that_one_client_has_filled_takes_another(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_waiting=2) as workers:
            running, first, second = (ponder(workers, "gate", left) for left in (1, 2, 3))
            await until(lambda: workers.waiting == 2)
            ASKER.set(Asker("192.0.2.2", ""))
            other = ponder(workers, "gate", 4)
            with pytest.raises(Busy):
                await second
            await until(lambda: workers.waiting == 2)
            assert workers.full, "each has one"
            trouble.let_go()
            await asyncio.gather(running, first, other)
            assert trouble.begun() == ["gate 1", "gate 2", "gate 4"]

    run(main())


def test_one_client_never_has_all_workers(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, spare=1, most_seconds=HOUR) as workers:
            loud = [ponder(workers, "forever", left) for left in (1, 2, 3)]
            await until(trouble.begun)
            ASKER.set(Asker("192.0.2.2", ""))
            await answers(workers)
            assert workers.busy == 1 and workers.waiting == 2
            for task in loud:
                task.cancel()
            await asyncio.gather(*loud, return_exceptions=True)

    run(main())


def test_nobody_waits_where_nobody_may_but_who_can_begin_does(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_waiting=0) as workers:
            running = ponder(workers, "gate")
            await until(trouble.begun)
            with pytest.raises(Busy):
                await answers(workers)
            trouble.let_go()
            await running
            await answers(workers)

    run(main())


def test_streams_leave_a_worker_to_moves_and_take_turns(trouble: Trouble) -> None:
    async def read(workers: Workers, left: int, ends: list[int]) -> None:
        async for opinion in workers.stream("trouble", f"{left} 0", "forever", table="a", seconds=999.0):
            ends += [left] * opinion.final

    async def main() -> None:
        ends: list[int] = []
        async with crew(2) as workers:
            tasks = [asyncio.create_task(read(workers, left, ends)) for left in (1, 2, 3)]
            await asyncio.sleep(0)  # all have asked
            assert workers.waiting == 2 and workers.busy == 1
            while len(trouble.begun()) < 3:
                await answers(workers)  # whatever the streams do
            await until(lambda: ends == [1, 2])  # each had its share, and the last has all the time
            assert not tasks[2].done()
            tasks[2].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await until(lambda: not workers.busy)

    run(main())


def test_a_stream_gives_the_only_worker_to_a_move_and_goes_on(trouble: Trouble) -> None:
    async def main() -> None:
        async with (
            crew(1) as workers,
            aclosing(workers.stream("trouble", "9 0", "forever", table="a", seconds=999.0)) as stream,
        ):
            depths = [depth(await anext(stream)) for _ in range(4)]
            await answers(workers)
            await answers(workers)
            assert trouble.log().count("forever 9 ends") >= 1
            async for opinion in stream:
                assert not opinion.final
                depths.append(depth(opinion))
                if len(depths) == 12:
                    break
            assert depths == sorted(depths)  # though it has begun again
            assert len(trouble.begun()) > 1 and len(pids()) == 1

    run(main())


# Stopping.


def test_who_leaves_frees_the_worker(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_seconds=HOUR) as workers:
            await answers(workers)
            before = pids()
            task = ponder(workers, "gate")
            await until(trouble.begun)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until(lambda: not workers.busy)
            assert trouble.log()[-1] == "gate 9 ends"
            stream = workers.stream("trouble", "8 0", "forever", seconds=HOUR)
            await anext(stream)
            await stream.aclose()
            await until(lambda: not workers.busy)
            assert trouble.log()[-1] == "forever 8 ends"
            async for _ in workers.stream("trouble", "7 0", "forever", seconds=HOUR):
                break  # nobody closes it, and nobody can read on
            await until(lambda: not workers.busy)
            assert trouble.log()[-1] == "forever 7 ends"
            await answers(workers)
            assert pids() == before  # it was stopped, not killed

    run(main())


def test_an_answer_that_comes_late_is_nobodys(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            task = ponder(workers, "deaf")
            await until(trouble.begun)
            task.cancel()
            next_one = asyncio.create_task(answers(workers))
            await until(lambda: workers.waiting == 1)
            trouble.let_go()
            await next_one

    run(main())


def test_who_leaves_before_the_worker_has_started_costs_nothing(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            task = ponder(workers, "forever")
            await asyncio.sleep(0)  # it is in the worker's hands, which is being started
            assert workers.busy == 1
            task.cancel()
            await answers(workers)

    run(main())


def test_costly_work_does_not_wait_for_a_request_that_waits_for_an_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        traffic, workers = Traffic(), Workers(1)
        monkeypatch.setattr(workers, "_put", lambda job: None)  # no worker ever begins
        with traffic.first():
            asked = asyncio.create_task(workers.ponder("nim", "9 0", "random", 0, 9))
            assert not traffic._calm.is_set()
            await asyncio.sleep(0.01)
            assert traffic._calm.is_set()
            asked.cancel()

    run(work())
