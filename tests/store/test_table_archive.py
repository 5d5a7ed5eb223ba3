"""The archive: what was answered is there, nobody's change is lost, and each keeps their own."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.store.archiving import RECORD, found, in_parallel, new

from damier.store.table_archive import Archive, Stale, TableQuery, TableRow

FULL = TableRow(
    id="Jx3-full_id",
    record=replace(RECORD, moves=("b2",), more={"clock": {"main": 300}, "name": "Zoë\0"}),
    version=1,
    holders={0: "ann", 1: "bob"},
    thought='{"move": "b2"}',
    owner="eve",
    invites={1: "hash"},
    offers={"draw": 0},
    next="other",
    search_terms="tic tac toe person",
)


@pytest.fixture
def archive(database_url: str) -> Iterator[Archive]:
    archive = Archive(database_url)
    yield archive
    archive.close()


@pytest.fixture
def other(archive: Archive, database_url: str) -> Iterator[Archive]:
    """Another process, as far as the database can tell."""
    other = Archive(database_url)
    yield other
    other.close()


# Keeping.


def test_everything_is_kept(archive: Archive, other: Archive) -> None:
    created = archive.create(FULL)
    assert created.created == created.updated > 1e9
    assert replace(created, created=0.0, updated=0.0) == FULL
    assert archive.load(FULL.id) == other.load(FULL.id) == created
    changed = archive.change(
        replace(
            created,
            record=replace(created.record, moves=("b2", "a1"), ending="resigned", loser=0),
            thought=None,
            holders={0: "ann", 1: "cid"},
            invites={},
            offers={"undo": 1},
            next=None,
            winner=1,
            search_terms="other",
        )
    )
    assert changed.version == 2 and changed.created == created.created < changed.updated
    assert archive.load(FULL.id) == other.load(FULL.id) == changed
    assert changed == archive.search("ann", TableQuery()).tables[0]


def test_times_that_are_given_are_kept(archive: Archive) -> None:
    created = archive.create(new("a", created=12.5, updated=13.25))
    assert archive.load("a") == created and (created.created, created.updated) == (12.5, 13.25)


def test_all_are_created_or_none(archive: Archive) -> None:
    archive.create(new("b"))
    with pytest.raises(Exception, match=r"(?i)unique"):
        archive.create_all([new("a"), new("b")])
    assert archive.load("a") is None and found(archive) == ["b"]
    assert [stored.id for stored in archive.create_all([new("c"), new("d")])] == ["c", "d"]
    assert sorted(found(archive)) == ["b", "c", "d"] and archive.create_all([]) == []


def test_an_old_version_is_refused(archive: Archive, other: Archive) -> None:
    first = archive.create(new("a"))
    archive.change(replace(first, record=replace(RECORD, moves=("b2",))))
    for somebody in (archive, other):
        with pytest.raises(Stale):
            somebody.change(replace(first, holders={0: "eve"}, search_terms="late"))
    kept = archive.load("a")
    assert kept is not None and kept.version == 2 and kept.record.moves == ("b2",)
    assert kept.holders == {0: "ann"} and found(archive, "eve") == [] and found(archive, words="late") == []
    with pytest.raises(Stale):
        archive.change(new("nowhere"))


def test_no_change_is_lost(archive: Archive, other: Archive) -> None:
    """Each of four adds moves until ten were accepted: in the end all forty are there, each once."""
    archive.create(new("a"))

    def add(name: str, where: Archive) -> None:
        number = 0
        while number < 10:
            seen = where.load("a")
            assert seen is not None and len(seen.record.moves) == seen.version - 1
            moves = (*seen.record.moves, f"{name}{number}")
            try:
                where.change(replace(seen, record=replace(seen.record, moves=moves)))
            except Stale:
                continue
            number += 1

    in_parallel(*(lambda n=n: add(f"{n}-", (archive, other)[n % 2]) for n in range(4)))
    kept = archive.load("a")
    assert kept is not None and kept.version == 41
    assert sorted(kept.record.moves) == sorted(f"{n}-{number}" for n in range(4) for number in range(10))


WRITER = """
import sys
from dataclasses import replace
from damier.core.record import Record
from damier.store.table_archive import Archive, TableRow
archive = Archive(sys.argv[1])
stored = TableRow(id="a", record=Record(game="tictactoe", options={}, seed=1), version=1, holders={0: "ann"})
stored = archive.create(stored)
while True:
    moves = (*stored.record.moves, str(stored.version))
    record = replace(stored.record, moves=moves)
    stored = archive.change(replace(stored, record=record, offers={"n": len(moves)}))
    print(stored.version, flush=True)
"""


def test_what_was_answered_survives_a_kill(database_url: str) -> None:
    command = [sys.executable, "-c", WRITER, database_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        answered = [int(writer.stdout.readline()) for _ in range(25)]
        writer.kill()
        answered += [int(line) for line in writer.stdout if line.endswith("\n")]
    archive = Archive(database_url)
    kept = archive.load("a")
    archive.close()
    assert kept is not None and kept.version in (answered[-1], answered[-1] + 1)
    assert kept.record.moves == tuple(str(n) for n in range(1, kept.version)), (
        "a change is whole or not there"
    )
    assert kept.offers == {"n": kept.version - 1}


@pytest.mark.parametrize(
    "word", ["", "nothing", "a\0b", "\ud800", "é", "x" * 41, "a\nb", "'; DROP TABLE tables; --"]
)
def test_odd_names_are_nobodys(archive: Archive, word: str) -> None:
    assert archive.load(word) is None and archive.review(word) is None
    assert archive.forget(word, "ann") is False and archive.claim(word, "me", 10) is False
    archive.save_review(word, "{}")
    archive.release(word, "me")
    archive.delete(word)
    assert archive.review(word) is None
    archive.ping()


# Who keeps what.


def test_who_made_it_and_who_plays_keep_it(archive: Archive) -> None:
    stored = archive.create(new("a", owner="eve", holders={0: "ann"}))
    assert found(archive, "eve") == found(archive, "ann") == ["a"] and found(archive, "bob") == []
    archive.change(replace(stored, holders={0: "ann", 1: "bob"}))
    assert found(archive, "bob") == ["a"] and found(archive, "ann") == ["a"]


def test_it_goes_when_nobody_keeps_it(archive: Archive) -> None:
    stored = archive.create(new("a", holders={0: "ann", 1: "bob"}))
    archive.save_review("a", "{}")
    assert archive.claim("a", "me", 60)
    assert archive.forget("a", "cid") is False and archive.load("a") is not None
    assert archive.forget("a", "ann") is True and archive.forget("a", "ann") is False
    assert found(archive, "ann") == [] and found(archive, "bob") == ["a"]
    changed = archive.change(replace(stored, offers={"draw": 1}))
    assert found(archive, "ann") == [], "what was thrown away does not come back with the next move"
    changed = archive.change(replace(changed, holders={0: "ann", 1: "bob", 2: "dan"}))
    assert found(archive, "ann") == [] and found(archive, "dan") == ["a"], "nor when somebody comes"
    assert archive.forget("a", "dan") is True
    assert archive.forget("a", "bob") is True
    assert archive.load("a") is None and archive.review("a") is None
    assert archive.claim("a", "me", 60) is False
    with pytest.raises(Stale):
        archive.change(changed)


def test_it_can_be_deleted_whoever_keeps_it(archive: Archive) -> None:
    archive.create_all([new("a", holders={0: "ann", 1: "bob"}), new("b")])
    archive.delete("a")
    archive.delete("a")
    assert archive.load("a") is None and found(archive, "bob") == [] and found(archive) == ["b"]


def test_what_nobody_keeps_is_not_thrown_away_by_a_stranger(archive: Archive) -> None:
    archive.create(new("a", holders={}))
    assert archive.forget("a", "ann") is False and archive.load("a") is not None


def test_all_forget_it_at_once(archive: Archive, other: Archive) -> None:
    for turn in range(10):
        archive.create(new(f"t{turn}", holders={0: "ann", 1: "bob"}, owner="eve"))
        done = in_parallel(
            lambda turn=turn: archive.forget(f"t{turn}", "ann"),  # type: ignore[misc]
            lambda turn=turn: other.forget(f"t{turn}", "bob"),  # type: ignore[misc]
            lambda turn=turn: other.forget(f"t{turn}", "eve"),  # type: ignore[misc]
        )
        assert done == [True] * 3 and archive.load(f"t{turn}") is None


# Reviews and leases.


def test_a_review_is_kept(archive: Archive, other: Archive) -> None:
    archive.create(new("a"))
    assert archive.review("a") is None
    for content in ('{"state": "running"}', '{"state": "done", "words": "Zoë"}'):
        archive.save_review("a", content)
        assert other.review("a") == content
    archive.save_review("nowhere", "{}")
    assert archive.review("nowhere") is None


def test_one_at_a_time_holds_a_lease(archive: Archive, other: Archive) -> None:
    archive.create(new("a"))
    assert archive.claim("a", "me", 3600) is True
    assert other.claim("a", "you", 3600) is False
    assert archive.claim("a", "me", 3600) is True, "it can be made longer"
    other.release("a", "you")
    assert other.claim("a", "you", 3600) is False, "nobody gives away what is another's"
    archive.release("a", "me")
    assert other.claim("a", "you", 3600) is True and archive.claim("a", "me", 3600) is False


def test_a_lease_that_has_run_out_is_free(archive: Archive, other: Archive) -> None:
    archive.create(new("a"))
    assert archive.claim("a", "me", -1) is True
    assert other.claim("a", "you", 3600) is True and archive.claim("a", "me", 3600) is False


def test_of_many_who_claim_at_once_one_succeeds(archive: Archive, other: Archive) -> None:
    for turn in range(10):
        archive.create(new(f"t{turn}"))
        claims = [
            lambda n=n, turn=turn: (archive, other)[n % 2].claim(f"t{turn}", f"{n}", 3600) for n in range(6)
        ]
        assert in_parallel(*claims).count(True) == 1


def test_closing_waits_for_a_connection_that_is_in_use(database_url: str) -> None:
    """One that is given back after the end is closed by nobody."""
    archive = Archive(database_url)
    taken, given_back = threading.Event(), threading.Event()

    def read() -> None:
        with archive.engine.connect():
            taken.set()
            time.sleep(0.2)
        given_back.set()

    thread = threading.Thread(target=read)
    thread.start()
    taken.wait()
    archive.close()
    assert given_back.wait(0.1), "the thread had its connection until just now"
    thread.join()
