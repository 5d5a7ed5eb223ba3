"""Worker processes that crash, hang and raise; and nothing that is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.thinking.working import (
    SECONDS,
    Trouble,
    answers,
    check_that_nothing_is_left,
    crew,
    pids,
    ponder,
    run,
    until,
)

from damier.web.thinking.worker_pool import Busy, EngineFault, Overrun, Workers


@pytest.fixture
def trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    return Trouble(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    check_that_nothing_is_left()


def lives(pid: int) -> bool:
    """Whether it runs; a dead process that nobody has asked about does not."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return found.stdout.strip()[:1] not in ("", "Z")


# Death.


def test_a_thought_goes_on_when_its_worker_is_killed(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            task = ponder(workers, "gate")
            await until(trouble.begun)
            before = pids()
            os.kill(before[0], signal.SIGKILL)
            await until(lambda: len(trouble.begun()) == 2)
            trouble.let_go()
            await task
            assert len(pids()) == 1 and pids() != before

    run(main())


def test_a_stream_goes_on_when_its_worker_is_killed(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(2) as workers:
            ends = []
            async for opinion in workers.stream("trouble", "9 0", "gate"):
                ends.append(opinion.final)
                if len(ends) == 1:
                    os.kill(pids()[0], signal.SIGKILL)
                    await until(lambda: len(trouble.begun()) == 2)
                    trouble.let_go()
            assert ends[-1] and sum(ends) == 1

    run(main())


def test_a_worker_that_died_in_its_sleep_is_replaced(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            await answers(workers)
            (pid,) = pids()
            os.kill(pid, signal.SIGKILL)
            await until(lambda: not lives(pid))
            with pytest.raises(Busy):  # it still has both its tries
                await ponder(workers, "crash")
            assert trouble.begun() == ["crash 9"] * 2
            await answers(workers)

    run(main())


def test_a_crash_is_tried_once_more(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            await ponder(workers, "crash_once")
            assert trouble.begun() == ["crash_once 9"] * 2
            with pytest.raises(Busy):
                await ponder(workers, "crash")
            assert trouble.begun()[2:] == ["crash 9"] * 2
            with pytest.raises(Busy):
                async for opinion in workers.stream("trouble", "8 0", "crash"):
                    assert not opinion.final
            assert trouble.begun()[4:] == ["crash 8"] * 2
            await answers(workers)

    run(main())


def test_an_engine_that_does_not_keep_to_its_time_is_ended_and_not_tried_again(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_seconds=0.1, late=2.0) as workers:
            await answers(workers)
            before = pids()
            with pytest.raises(Overrun):
                await ponder(workers, "hang")
            with pytest.raises(Overrun):
                async for _ in workers.stream("trouble", "8 0", "hang", seconds=0.1):
                    raise AssertionError("it has no opinion")
            assert trouble.begun() == ["hang 9", "hang 8"]
            await answers(workers)
            assert pids() != before

    run(main())


def test_others_go_on_while_an_engine_does_not_obey(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(2, most_seconds=1.0, late=1.0) as workers:
            hung = ponder(workers, "hang", table="a")
            await until(trouble.begun)
            while not hung.done():
                await answers(workers)
            with pytest.raises(Overrun):
                await hung

    run(main())


def test_an_engine_that_does_not_stop_when_it_is_told_to_is_ended(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_seconds=3600.0, late=1.0) as workers:
            task = ponder(workers, "deaf")
            await until(trouble.begun)
            before = pids()
            task.cancel()
            await answers(workers)  # though nobody lets it go
            assert pids() != before

    run(main())


def test_a_worker_that_does_not_start_is_tried_again(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, patience=0.0) as workers:
            with pytest.raises(Busy):
                await answers(workers)
            workers.patience = SECONDS
            await answers(workers)

    run(main())


def test_a_compiler_may_take_longer_than_the_engine_and_is_told(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_seconds=0.1, late=2.0) as workers:
            told: list[str] = []

            async def preparing() -> None:
                told.append("a compiler works")

            ask = workers.ponder("trouble", "9 0", "compiles", 0, 9, preparing=preparing)
            task = asyncio.create_task(ask)
            await until(lambda: told)
            await asyncio.sleep(3.0)  # longer than the engine may take, and is late then
            assert not task.done() and trouble.begun() == ["compiles 9"]
            trouble.let_go()
            await task
            assert told == ["a compiler works"]

    run(main())


def test_a_worker_that_hangs_when_nobody_waits_any_more_is_replaced(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1, most_seconds=0.1, late=2.0) as workers:
            await answers(workers)
            before = pids()
            task = ponder(workers, "hang")
            await until(trouble.begun)
            task.cancel()
            await answers(workers)
            assert pids() != before

    run(main())


@pytest.mark.parametrize(
    ("level", "words"),
    [("wrong", "a mistake"), ("leave", "had enough"), ("silent", "no opinion"), ("nobody", "KeyError")],
)
def test_an_engine_that_raises_says_why_and_its_worker_goes_on(
    trouble: Trouble, level: str, words: str
) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            await answers(workers)
            before = pids()
            with pytest.raises(EngineFault, match=words):
                await ponder(workers, level)
            with pytest.raises(EngineFault, match=words):
                async for opinion in workers.stream("trouble", "8 0", level):
                    assert not opinion.final
            await answers(workers)
            assert pids() == before
            assert len(trouble.begun()) == (
                0 if level == "nobody" else 2
            )  # the same again would be no better

    run(main())


def test_a_worker_that_cannot_be_started_is_no_answer(
    trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            with monkeypatch.context() as patch:
                patch.setattr("multiprocessing.context.SpawnProcess.start", lambda self: 1 / 0)
                with pytest.raises(Busy):
                    await answers(workers)
            await answers(workers)

    run(main())


# The end.


def test_closing_ends_every_thought(trouble: Trouble) -> None:
    async def main() -> None:
        workers = Workers(2)
        running = [ponder(workers, level) for level in ("gate", "hang")]
        stream = workers.stream("trouble", "9 0", "forever")
        waiting = [ponder(workers, "gate", 3), asyncio.ensure_future(anext(stream))]
        await until(lambda: len(trouble.begun()) == 2)
        before = pids()
        assert len(before) == 2 and workers.waiting == 2
        workers.close()
        assert not pids() and not any(map(lives, before))
        for task in (*running, *waiting):
            with pytest.raises(Busy):
                await task
        with pytest.raises(Busy):
            await answers(workers)
        assert workers.busy == workers.waiting == 0
        workers.close()

    run(main())


def test_closing_while_a_worker_starts_leaves_none(trouble: Trouble) -> None:
    async def main() -> None:
        workers = Workers(2)
        tasks = [ponder(workers, "gate") for _ in range(2)]
        await asyncio.sleep(0)
        workers.close()
        assert not pids()
        for task in tasks:
            with pytest.raises(Busy):
                await task

    run(main())


def test_who_was_never_asked_has_nothing_to_close() -> None:
    Workers().close()


def test_one_crew_serves_several_loops_one_after_the_other(trouble: Trouble) -> None:
    workers = Workers(1)

    async def leave() -> None:
        ponder(workers, "forever")
        await until(trouble.begun)

    try:
        run(answers(workers))
        run(leave())  # the loop ends while an engine thinks
        run(answers(workers))
    finally:
        workers.close()


SCRIPT = """
import asyncio, multiprocessing
from pathlib import Path
from damier.web.thinking.worker_pool import Workers

async def main():
    workers = Workers(1)
    thought = asyncio.create_task(workers.ponder("trouble", "9 0", "LEVEL", 0, 9))
    while not Path("log").exists():
        await asyncio.sleep(0.01)
    print(multiprocessing.active_children()[0].pid, flush=True)
    await asyncio.sleep(WAIT)

if __name__ == "__main__":
    asyncio.run(main())
"""


def server(folder: Path, level: str, wait: float) -> tuple[subprocess.Popen[str], int]:
    """A process with a worker that thinks for ever, and the worker."""
    (folder / "server.py").write_text(SCRIPT.replace("LEVEL", level).replace("WAIT", str(wait)), "utf-8")
    command = [sys.executable, "-W", "error", "server.py"]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


@pytest.mark.parametrize("level", ["forever", "hang"])
def test_a_worker_ends_with_a_server_that_is_killed(trouble: Trouble, level: str) -> None:
    process, pid = server(trouble.folder, level, 999)
    with process:
        assert lives(pid)
        process.kill()
    run(until(lambda: not lives(pid)))


def test_ctrl_c_is_left_to_the_server(trouble: Trouble) -> None:
    async def main() -> None:
        async with crew(1) as workers:
            thoughts = 0
            async for _ in workers.stream("trouble", "9 0", "forever"):
                thoughts += 1
                if thoughts == 1:
                    os.kill(pids()[0], signal.SIGINT)
                if thoughts == 5:
                    break
            assert trouble.begun() == ["forever 9"]

    run(main())


@pytest.mark.parametrize("level", ["forever", "hang"])
def test_who_forgets_to_close_leaves_nothing_either(trouble: Trouble, level: str) -> None:
    process, pid = server(trouble.folder, level, 0)
    with process:
        assert process.stderr is not None
        assert process.wait(SECONDS) == 0 and not process.stderr.read()
    run(until(lambda: not lives(pid)))
