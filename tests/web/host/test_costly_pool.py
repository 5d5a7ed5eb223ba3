"""What takes long has threads of its own: who asks for much waits behind who asks for little."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import API, PATIENCE
from tests.web.tables.test_import_export import random_record

from damier.store.table_archive import Archive, TablePage, TableQuery
from damier.web.app import create_app
from damier.web.host import costly_pool
from damier.web.host.client import ASKER, Asker
from damier.web.host.costly_pool import Costly, Ending, Traffic
from damier.web.host.fair_gate import Crowded
from damier.web.host.settings import Settings
from damier.web.tables import import_export
from damier.web.tables.import_export import Library
from damier.web.thinking.worker_pool import Workers

LOUD, QUIET = Asker("192.0.2.1", "loud"), Asker("192.0.2.2", "quiet")


class Gate:
    """Work that ends when it is let go, and tells that it has begun."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.open = threading.Event()

    def __call__(self) -> str:
        self.begun.release()
        assert self.open.wait(PATIENCE)
        return "done"


def run(work: Callable[[Costly], Coroutine[Any, Any, None]], threads: int = 1, most: int = 60) -> None:
    async def main() -> None:
        pool = Costly(threads, most, Traffic())
        try:
            await asyncio.wait_for(work(pool), PATIENCE)
        finally:
            pool.close()

    asyncio.run(main())


def ask(pool: Costly, asker: Asker, act: Callable[[], Any], *, stays: bool = False) -> asyncio.Task[Any]:
    ASKER.set(asker)
    return asyncio.create_task(pool.do(act, stays=stays))


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_who_asks_for_much_waits_behind_who_asks_for_little() -> None:
    async def work(pool: Costly) -> None:
        order: list[str] = []
        gate = Gate()
        first = ask(pool, LOUD, gate)
        loud = [ask(pool, LOUD, lambda: order.append("loud")) for _ in range(3)]
        quiet = ask(pool, QUIET, lambda: order.append("quiet"))
        await until(lambda: pool.waiting == 4)
        gate.open.set()
        await asyncio.gather(first, *loud, quiet)
        assert order == ["loud", "quiet", "loud", "loud"]

    run(work)


def test_long_work_lets_others_in_between_its_pieces() -> None:
    async def work(pool: Costly) -> None:
        gate, order = Gate(), list[str]()

        def pieces() -> Iterator[str]:
            gate()
            order.append("first piece")
            yield "first"
            order.append("second piece")
            yield "last"

        ASKER.set(LOUD)
        long = asyncio.create_task(pool.do_all(pieces()))
        await until(lambda: gate.begun.acquire(blocking=False))
        other = ask(pool, QUIET, lambda: order.append("other"))
        await until(lambda: pool.waiting == 1)
        gate.open.set()
        assert await long == "last" and await other is None
        assert order == ["first piece", "other", "second piece"]

    run(work)


def test_where_too_many_wait_one_goes_of_those_who_ask_for_most() -> None:
    async def work(pool: Costly) -> None:
        gate = Gate()
        running = ask(pool, LOUD, gate)
        going_on = ask(pool, LOUD, gate, stays=True)
        loud = [ask(pool, LOUD, gate) for _ in range(2)]
        await until(lambda: pool.waiting == 3)
        quiet = ask(pool, QUIET, gate)
        with pytest.raises(Crowded):
            await loud[1]
        with pytest.raises(Crowded):
            await ask(pool, QUIET, gate)  # as many wait of each: who came last goes
        gate.open.set()
        assert list(await asyncio.gather(running, going_on, loud[0], quiet)) == ["done"] * 4

    run(work, most=2)


def test_who_leaves_is_not_waited_for() -> None:
    async def work(pool: Costly) -> None:
        gate = Gate()
        running = ask(pool, LOUD, gate)
        await until(lambda: gate.begun.acquire(blocking=False))
        waiting = ask(pool, LOUD, gate)
        other = ask(pool, QUIET, lambda: "other")
        await until(lambda: pool.waiting == 2)
        for task in (running, waiting):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert pool.waiting == 1 and not other.done(), "the thread is still at work"
        gate.open.set()
        assert await other == "other" and pool._gate.free == 1

    run(work)


def test_what_is_being_answered_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly_pool, "MOST_SECONDS_WAITING", PATIENCE)

    async def work(pool: Costly) -> None:
        done: list[str] = []
        with pool.traffic.first():
            task = asyncio.create_task(pool.do(lambda: done.append("costly of another")))
        with pool.traffic.first():
            waiting = asyncio.get_running_loop().create_task(other(pool, done))
            await asyncio.sleep(0.05)
            assert done == []
            done.append("answered")
        await asyncio.gather(task, waiting)
        assert done[0] == "answered" and len(done) == 3

    async def other(pool: Costly, done: list[str]) -> None:
        with pool.traffic.first():  # it turns out to be costly itself, and waits for itself no more
            await pool.do(lambda: done.append("costly"))

    run(work)
    monkeypatch.setattr(costly_pool, "MOST_SECONDS_WAITING", 0.01)

    async def impatient(pool: Costly) -> None:
        with pool.traffic.first():
            task = asyncio.create_task(other(pool, []))
            await task  # though something is being answered all the time

    run(impatient)


def test_when_the_server_is_about_to_end_only_what_goes_on_begins() -> None:
    async def work(pool: Costly) -> None:
        gate = Gate()
        running, waiting = ask(pool, LOUD, gate), ask(pool, LOUD, gate)
        going_on = ask(pool, LOUD, gate, stays=True)
        await until(lambda: pool.waiting == 2)
        pool.end()
        for task in (waiting, ask(pool, QUIET, gate)):
            with pytest.raises(Ending):
                await task
        gate.open.set()
        assert await running == await going_on == "done"

    run(work)


def test_of_what_takes_much_memory_as_many_are_begun_as_there_are_threads() -> None:
    async def work(pool: Costly) -> None:
        begun, gate = list[str](), Gate()

        def pieces(name: str) -> Iterator[str]:
            begun.append(name)
            yield name
            gate()
            yield name

        def large(asker: Asker, name: str) -> asyncio.Task[str]:
            ASKER.set(asker)
            return asyncio.create_task(pool.do_large(pieces(name)))

        tasks = [large(LOUD, "a"), large(LOUD, "b"), large(LOUD, "c")]
        await until(lambda: gate.begun.acquire(blocking=False))
        other = ask(pool, QUIET, lambda: list(begun))
        tasks.append(large(QUIET, "d"))
        await until(lambda: pool.waiting == 1)
        gate.open.set()
        assert await other == ["a"], "others have their turn between the pieces"
        await asyncio.gather(*tasks)
        assert begun == ["a", "b", "d", "c"], "clients take turns"
        left = large(LOUD, "e")
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        assert await large(QUIET, "f") == "f"

    run(work)


def test_nothing_begins_once_it_is_closed() -> None:
    async def work(pool: Costly) -> None:
        gate = Gate()
        running, waiting = ask(pool, LOUD, gate), ask(pool, LOUD, gate)
        await until(lambda: pool.waiting == 1)
        await until(lambda: gate.begun.acquire(blocking=False))
        pool.close()
        gate.open.set()
        assert await running == "done"
        for task in (waiting, ask(pool, QUIET, gate)):
            with pytest.raises(Crowded):
                await task

    run(work)


# The archive.


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")


def test_moves_are_made_while_exports_take_long(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, search = Gate(), archive.search

    def slow(holder: str, wish: TableQuery) -> TablePage:
        gate()
        return search(holder, wish)

    monkeypatch.setattr(archive, "search", slow)
    app = create_app(archive, Workers(processes=1), Settings(rate_limit=0, most_costly=100))
    with TestClient(app) as client, ThreadPoolExecutor(50) as threads:
        exports = [threads.submit(client.get, f"{API}/archive") for _ in range(40)]
        try:
            assert gate.begun.acquire(timeout=PATIENCE)
            people = {"game": "tictactoe", "players": ["person", "person"]}
            made = threads.submit(client.post, f"{API}/tables", json=people).result(PATIENCE)
            assert made.status_code == 201
            wish = {"move": "b2", "version": 1}
            path = f"{API}/tables/{made.json()['id']}/moves"
            assert threads.submit(client.post, path, json=wish).result(PATIENCE).status_code == 200
            assert threads.submit(client.get, "/readyz").result(PATIENCE).status_code == 200
        finally:
            gate.open.set()
        assert {export.result(PATIENCE).status_code for export in exports} == {200}


def test_too_many_exports_are_told_to_come_back(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr(archive, "search", lambda *_: (gate(), TablePage([], None))[1])
    app = create_app(archive, Workers(processes=1), Settings(most_costly=0))
    with TestClient(app) as client, ThreadPoolExecutor(1) as threads:
        running = threads.submit(client.get, f"{API}/archive")
        assert gate.begun.acquire(timeout=PATIENCE)
        try:
            for lang, word in (("en", "turn"), ("fr", "tour"), ("es", "turno")):
                for path in ("archive", "tables"):
                    refused = client.get(f"{API}/{path}?lang={lang}")
                    assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0
                    assert word in refused.json()["detail"]
        finally:
            gate.open.set()
        assert running.result(PATIENCE).status_code == 200


def test_who_reads_a_file_slowly_holds_no_thread(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "PIECE", 1)
    record = random_record("tictactoe", seed=1)
    texts = [random_record("tictactoe", seed=seed).dump() for seed in range(5)]

    async def work(pool: Costly) -> None:
        shelf = Library(archive, pool)
        await shelf.take("\n".join(texts), "me", "en")
        pages = shelf.pages("me", "jsonl")
        read = [await anext(pages)]
        assert await pool.do(lambda: "free") == "free"
        read += [piece async for piece in pages]
        assert len(read) == 5 and sorted("".join(read).splitlines()) == sorted(texts)
        assert record.dump() in texts

    run(work)
    archive.close()


def test_a_file_that_goes_out_lets_others_in(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """By time, not only by length: here there is none left after the first game of every piece."""
    texts = [random_record("tictactoe", seed=seed).dump() for seed in range(5)]

    async def work(pool: Costly) -> None:
        shelf = Library(archive, pool)
        await shelf.take("\n".join(texts), "me", "en")
        whole = [piece async for piece in shelf.pages("me", "jsonl")]
        monkeypatch.setattr(costly_pool, "SLICE", -1.0)
        pieces = [piece async for piece in shelf.pages("me", "jsonl")]
        assert len(whole) == 1 and len(pieces) == 5 and "".join(pieces) == whole[0]

    run(work)
    archive.close()


def test_a_file_that_is_being_read_lets_others_in(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every record is a piece here; between two of them somebody else has a turn."""
    monkeypatch.setattr(costly_pool, "SLICE", -1.0)
    settled, gate = list[str](), Gate()

    def settle(record: Any, holder: str, is_late: Callable[[], bool]) -> Any:
        settled.append(holder)
        gate()
        return real(record, holder, is_late)

    real = import_export.settle
    monkeypatch.setattr(import_export, "settle", settle)
    texts = "\n".join(random_record("tictactoe", seed=seed).dump() for seed in range(3))

    async def work(pool: Costly) -> None:
        shelf = Library(archive, pool)
        ASKER.set(LOUD)
        importing = asyncio.create_task(shelf.take(texts, "me", "en"))
        await until(lambda: gate.begun.acquire(blocking=False))
        other = ask(pool, QUIET, lambda: len(settled))
        await until(lambda: pool.waiting == 1)
        gate.open.set()
        assert await other == 1
        assert (await importing).taken == 3

    run(work)
    archive.close()


def test_a_server_that_ends_reads_no_further(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = "\n".join(random_record("tictactoe", seed=seed).dump() for seed in range(3))

    async def work(pool: Costly) -> None:
        monkeypatch.setattr(costly_pool, "SLICE", -1.0)
        pieces = Library(archive, pool)._take(texts, "me")
        assert len(next(pieces).tables) == 1
        pool.end()
        with pytest.raises(Ending):
            next(pieces)
        assert not archive.search("me", TableQuery()).tables, "nothing of a file to be sent again"

    run(work)
    archive.close()
