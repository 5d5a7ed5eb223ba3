"""The threads of an event loop: clients take turns, and none has all of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.web.serving import PATIENCE

from damier.web.host.client import ASKER, Asker
from damier.web.host.fair_threads import FairThreads

LOUD, QUIET = Asker("192.0.2.1", "loud"), Asker("192.0.2.2", "quiet")


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    opened = threading.Event()
    yield opened
    opened.set()


def run(threads: int, work: Callable[[], Any]) -> None:
    async def main() -> None:
        asyncio.get_running_loop().set_default_executor(FairThreads(threads))
        await asyncio.wait_for(work(), PATIENCE)

    asyncio.run(main())


def ask(asker: Asker, act: Callable[[], Any]) -> asyncio.Task[Any]:
    ASKER.set(asker)
    return asyncio.create_task(asyncio.to_thread(act))


def test_who_asks_for_much_waits_behind_who_asks_for_little(gate: threading.Event) -> None:
    async def work() -> None:
        order: list[str] = []
        first = ask(LOUD, lambda: gate.wait(PATIENCE))
        loud = [ask(LOUD, lambda: order.append("loud")) for _ in range(3)]
        quiet = ask(QUIET, lambda: order.append("quiet"))
        await asyncio.sleep(0.05)
        gate.set()
        await asyncio.gather(first, *loud, quiet)
        assert order == ["loud", "quiet", "loud", "loud"]

    run(1, work)


def test_one_address_does_not_have_all_threads(gate: threading.Event) -> None:
    async def work() -> None:
        begun = threading.Semaphore(0)

        def hold() -> bool:
            begun.release()
            return gate.wait(PATIENCE)

        loud = [ask(LOUD, hold) for _ in range(9)]
        browsers = [ask(Asker(LOUD.address, f"{number}"), hold) for number in range(9)]
        for _ in range(9):
            assert await ask(QUIET, lambda: "at once") == "at once"
        held = 0
        while begun.acquire(blocking=False):
            held += 1
        assert held == 2, "half of them"
        gate.set()
        assert all(await asyncio.gather(*loud, *browsers)), "nobody is forgotten"

    run(4, work)


def test_what_fails_is_told_and_who_leaves_is_not_waited_for(gate: threading.Event) -> None:
    async def work() -> None:
        with pytest.raises(ZeroDivisionError):
            await ask(LOUD, lambda: 1 // 0)
        holding = ask(LOUD, lambda: gate.wait(PATIENCE))
        gone, done = ask(LOUD, lambda: done.append("gone")), list[str]()
        await asyncio.sleep(0.05)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        gate.set()
        assert await holding and await ask(LOUD, lambda: "next") == "next" and not done

    run(1, work)
