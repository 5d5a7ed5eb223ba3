"""Server processes on one PostgreSQL hear of each other's changes, also after the connection was lost."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sql
from tests.store.archiving import new
from tests.store.postgres import PostgreSQL

from damier.store import change_notices
from damier.store.table_archive import Archive, Stale

PATIENCE = 60.0


class Ear:
    """Remembers what it was called with."""

    def __init__(self) -> None:
        self.heard: queue.Queue[str] = queue.Queue()

    def __call__(self, table_id: str) -> None:
        self.heard.put(table_id)

    def next(self) -> str:
        return self.heard.get(timeout=PATIENCE)


@pytest.fixture
def pair(postgres_url: str) -> Iterator[tuple[Archive, Archive]]:
    both = Archive(postgres_url), Archive(postgres_url)
    yield both
    for archive in both:
        archive.close()


def test_another_process_hears_of_every_change_and_of_its_own_of_none(pair: tuple[Archive, Archive]) -> None:
    here, there = pair
    ears = Ear(), Ear()
    here.listen(ears[0])
    there.listen(ears[1])
    ours, theirs = here.create(new("ours")), there.create(new("theirs"))
    ours = here.change(ours)
    assert ears[1].next() == "ours"
    here.save_review("ours", "{}")
    assert ears[1].next() == "ours"
    there.change(theirs)
    assert ears[0].next() == "theirs", "the first thing it hears: nothing of its own"
    here.forget("ours", "ann")
    assert ears[1].next() == "ours" and ears[0].heard.empty()


def test_who_is_told_sees_the_change(pair: tuple[Archive, Archive]) -> None:
    here, there = pair
    stored = here.create(new("a"))
    seen: queue.Queue[int] = queue.Queue()

    def look(table_id: str) -> None:
        found = there.load(table_id)
        seen.put(found.version if found else 0)

    there.listen(look)
    for version in range(2, 12):
        stored = here.change(replace(stored, offers={"draw": version}))
        assert seen.get(timeout=PATIENCE) >= version


def test_what_servers_say_to_each_other_is_no_change_of_a_table(pair: tuple[Archive, Archive]) -> None:
    here, there = pair
    changes, words = Ear(), Ear()
    there.listen(changes, words)
    here.listen(Ear(), mine := Ear())
    here.broadcast("here a/0 b/1")
    assert words.next() == "here a/0 b/1"
    here.change(here.create(new("a")))
    assert changes.next() == "a" and words.heard.empty() and mine.heard.empty()


def test_what_is_refused_is_not_told(pair: tuple[Archive, Archive]) -> None:
    here, there = pair
    ear = Ear()
    old = here.create(new("a"))
    here.change(old)
    there.listen(ear)
    with pytest.raises(Stale):
        here.change(old)
    here.change(here.create(new("b")))
    assert ear.next() == "b"


def test_a_lost_connection_is_made_again(pair: tuple[Archive, Archive]) -> None:
    here, there = pair
    ear = Ear()
    there.listen(ear)
    stored = here.create(new("a"))
    for _ in range(2):
        with here.engine.begin() as connection:
            lost = connection.execute(
                sql.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            ).all()
        assert len(lost) == 1
        assert ear.next() == "", "anything may have changed meanwhile"
        stored = here.change(stored)
        assert ear.next() == "a"


def test_a_server_that_was_away_is_found_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = PostgreSQL()  # one of our own: others rely on the common one
    try:
        url = server.create()
        here, there = Archive(url), Archive(url)
        ear, tried = Ear(), threading.Event()
        monkeypatch.setattr(change_notices, "RECONNECT_AFTER", 0.05)
        with caplog.at_level(logging.WARNING, "damier.store"):
            there.listen(ear)
            stored = here.create(new("a"))
            server.stop()
            watch = logging.Handler()
            watch.emit = lambda record: tried.set() if "yet" in record.getMessage() else None  # type: ignore[method-assign]
            logging.getLogger("damier.store").addHandler(watch)
            assert tried.wait(PATIENCE), "it has tried in vain"
            logging.getLogger("damier.store").removeHandler(watch)
            server.start()
            assert ear.next() == ""
            here.change(stored)  # the pool has noticed as well
            assert ear.next() == "a"
            server.stop()
            there.close()  # in the middle of its attempts
            here.close()
    finally:
        server.remove()


def test_a_listener_that_fails_hears_on(
    pair: tuple[Archive, Archive], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = pair
    ear = Ear()

    def fail(table_id: str) -> None:
        ear(table_id)
        raise ValueError(table_id)

    there.listen(fail)
    for name in ("a", "b"):
        here.change(here.create(new(name)))
        assert ear.next() == name


def test_close_ends_the_thread(pair: tuple[Archive, Archive]) -> None:
    there = pair[1]
    there.listen(Ear())
    assert "damier notices" in [thread.name for thread in threading.enumerate()]
    there.close()
    there.close()
    assert "damier notices" not in [thread.name for thread in threading.enumerate()]


def test_nobody_is_called_on_sqlite(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/games.sqlite"
    here, there = Archive(url), Archive(url)
    ear = Ear()
    there.listen(ear)
    here.change(here.create(new("a")))
    assert ear.heard.empty() and "damier notices" not in [thread.name for thread in threading.enumerate()]
    here.close()
    there.close()
