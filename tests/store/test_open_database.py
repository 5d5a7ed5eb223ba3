"""The database: migrated without loss, by one of many processes that start, or refused with a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from damier.core.record import Record
from damier.core.text import Refusal
from damier.store import open_database as database
from damier.store.schema import metadata, seats
from damier.store.table_archive import NOBODY, Archive, TableQuery, TableRow, tables, usual_url

OLD = "0001"
RECORDS = {
    "won": Record(
        game="tictactoe",
        options={"size": "3x3", "line": 3},
        seed=1,
        moves=("a1", "b1", "a2", "b2", "a3"),
        ending="rules",
        players=("person", "easy"),
    ),
    "lost": Record(
        game="connect4",
        options={"size": "7x6"},
        seed=2**127,
        moves=("4",),
        ending="resigned",
        loser=0,
        players=("person", "evaluator"),
        more={"seconds": 3.5},
    ),
    "open": Record(game="minesweeper", options={"size": "9x9", "mines": 10}, seed=3, players=("person",)),
    "both": Record(
        game="tictactoe",
        options={"size": "3x3", "line": 3},
        seed=4,
        ending="time",
        loser=1,
        players=("person", "person"),
    ),
}
HOLDERS = {
    "won": {0: "ann"},
    "lost": {0: "ann"},
    "open": {0: "bob"},
    "both": {0: "ann", 1: "bob"},
    "broken": {0: "ann"},
}


def old_database(url: str) -> sql.Engine:
    """A database as the first version left it, with games in it."""
    engine = database.connect(url)
    database.migrate(engine, OLD)
    old = sql.MetaData()
    old.reflect(engine)
    assert set(old.tables) == {"tables", "seats", "alembic_version"}
    rows = {name: record.dump() for name, record in RECORDS.items()} | {"broken": "no record"}
    with engine.begin() as connection:
        for number, (name, words) in enumerate(rows.items()):
            values = {"id": name, "game": "x", "record": words, "thought": "{}", "version": 7 + number}
            ended = '"ending": "open"' not in words
            values |= {"ended": ended, "created": 100.5, "updated": 200.25 + number}
            connection.execute(old.tables["tables"].insert().values(**values))
            for seat, holder in HOLDERS[name].items():
                place = {"table_id": name, "seat": seat, "holder": holder}
                connection.execute(old.tables["seats"].insert().values(**place))
    return engine


def check_upgraded(archive: Archive) -> None:
    for number, (name, record) in enumerate(RECORDS.items()):
        kept = archive.load(name)
        assert kept is not None
        assert kept.record == record and kept.holders == HOLDERS[name] and kept.thought == "{}"
        assert (kept.version, kept.created, kept.updated) == (7 + number, 100.5, 200.25 + number)
        assert (kept.owner, kept.invites, kept.offers, kept.next) == ("", {}, {}, None)
    winners = {"won": 0, "lost": 1, "open": None, "both": 0}
    with archive.engine.connect() as connection:
        rows = {row.id: row.winner for row in connection.execute(sql.select(tables.c.id, tables.c.winner))}
        assert rows == winners | {"broken": NOBODY}
        assert len(connection.execute(seats.select()).all()) == 6
        words = connection.execute(sql.select(tables.c.record).where(tables.c.id == "broken")).scalar_one()
        assert words == "no record"

    def found(holder: str, **wish: Any) -> list[str]:
        return [stored.id for stored in archive.search(holder, TableQuery(**wish)).tables]

    assert found("ann") == ["both", "lost", "won"] and found("bob") == ["both", "open"]
    assert found("ann", state="won") == ["both", "won"] and found("ann", state="lost") == ["lost"]
    assert found("bob", state="open") == ["open"] and found("bob", state="won") == []
    assert found("bob", state="lost") == ["both"]
    assert found("ann", player="evaluator") == ["lost"] and found("bob", words="démineur") == ["open"]
    assert archive.forget("broken", "ann") is True


def test_an_old_database_is_upgraded_without_loss(database_url: str) -> None:
    old_database(database_url).dispose()
    archive = Archive(database_url)
    check_upgraded(archive)
    archive.close()


def test_an_upgrade_that_fails_leaves_the_old_form(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_database(database_url)

    def fail(record: Record) -> str:
        raise ValueError(record.game)

    with monkeypatch.context() as patch:
        patch.setattr("damier.store.search_terms.search_terms_of", fail)
        with pytest.raises(ValueError, match="tictactoe"):
            Archive(database_url)
    assert sorted(sql.inspect(old).get_table_names()) == ["alembic_version", "seats", "tables"]
    assert "words" not in {column["name"] for column in sql.inspect(old).get_columns("tables")}
    old.dispose()
    archive = Archive(database_url)
    check_upgraded(archive)
    archive.close()


def test_migrations_lead_to_the_tables_of_the_code(database_url: str) -> None:
    archive = Archive(database_url)
    with archive.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    archive.close()


def test_every_migration_can_be_taken_back(database_url: str) -> None:
    engine = old_database(database_url)
    before = _shape(engine)
    database.migrate(engine)
    assert _shape(engine) != before
    database.migrate(engine, OLD, down=True)
    assert _shape(engine) == before
    with engine.connect() as connection:
        assert connection.execute(sql.text("SELECT count(*) FROM seats")).scalar_one() == 6
    engine.dispose()


def _shape(engine: sql.Engine) -> dict[str, set[str]]:
    inspector = sql.inspect(engine)
    return {
        name: {column["name"] for column in inspector.get_columns(name)}
        for name in inspector.get_table_names()
    }


STARTER = """
import sys
from damier.core.record import Record
from damier.store.table_archive import Archive, TableRow
print("ready", flush=True)
sys.stdin.readline()
archive = Archive(sys.argv[1])
record = Record(game="tictactoe", options={}, seed=1)
archive.create(TableRow(id=sys.argv[2], record=record, version=1, holders={0: "cid"}))
archive.close()
print("done", flush=True)
"""


@pytest.mark.parametrize("begin", ["new", "old"])
def test_several_processes_start_at_once(database_url: str, begin: str) -> None:
    if begin == "old":
        old_database(database_url).dispose()
    command = [sys.executable, "-W", "error", "-c", STARTER, database_url]
    starters = [
        subprocess.Popen(
            [*command, f"t{n}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for n in range(5)
    ]
    try:
        for starter in starters:
            assert starter.stdout is not None and starter.stdout.readline() == "ready\n"
        for starter in starters:
            assert starter.stdin is not None
            starter.stdin.write("go\n")
            starter.stdin.flush()
        for starter in starters:
            assert starter.communicate(timeout=120) == ("done\n", "")
    finally:
        for starter in starters:
            starter.kill()
            starter.communicate()
    archive = Archive(database_url)
    assert len(archive.search("cid", TableQuery()).tables) == 5
    assert all(archive.forget(f"t{n}", "cid") for n in range(5))
    if begin == "old":
        check_upgraded(archive)
    archive.close()


def test_a_newer_database_is_refused(database_url: str) -> None:
    archive = Archive(database_url)
    with archive.engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    archive.close()
    with pytest.raises(Refusal, match="made by a newer damier"):
        Archive(database_url)


def test_sqlite_does_not_wait_and_does_not_forget(tmp_path: Path) -> None:
    archive = Archive(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with archive.engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    archive.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


def test_the_usual_database_is_in_the_data_folder(data_folder: Path) -> None:
    archive = Archive(usual_url())
    archive.create(TableRow(id="a", record=RECORDS["won"], version=1, holders={}))
    archive.close()
    assert (data_folder / "damier.sqlite").is_file()


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql", "postgres"])
def test_plain_addresses_of_postgresql_are_understood(postgres_url: str, scheme: str) -> None:
    archive = Archive(postgres_url.replace("postgresql+psycopg", scheme))
    assert archive.engine.dialect.name == "postgresql" and archive.engine.driver == "psycopg"
    assert archive.engine.url.query["connect_timeout"] == "10", (
        "who does not answer is not waited for for ever"
    )
    archive.ping()
    archive.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://me@here/games", "oracle://x"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(Refusal, match="sqlite:///FILE or postgresql"):
        Archive(url)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Refusal, match=r"pip install 'damier\[postgres\]'"):
        Archive("postgresql+psycopg://me@/games")


def test_a_database_that_is_away_is_told_by_ping(postgres_url: str, postgres_server: Any) -> None:
    archive = Archive(postgres_url)
    archive.ping()
    with archive.engine.begin() as connection:
        name = connection.execute(sql.text("SELECT current_database()")).scalar_one()
    archive.engine.dispose()
    other = database.connect(postgres_server.create())
    with other.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sql.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        with pytest.raises(sql.exc.OperationalError):
            archive.ping()
        connection.execute(sql.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        archive.ping()
    other.dispose()
    archive.close()
