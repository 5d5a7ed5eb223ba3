"""A real PostgreSQL for the tests: a server in a temporary folder, reached by a socket only.

``database_url`` lets a test run twice, on an empty SQLite and on an empty PostgreSQL. Where PostgreSQL is not
installed the tests fail and say how to install it: what nobody has tried is not known to work.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

PATIENCE = 120.0
"""Seconds in which a server on a slow and busy machine must have started."""


class PostgreSQL:
    """A server of our own, with one database for each who asks."""

    def __init__(self, *, fsync: bool = False) -> None:
        self.fsync = fsync
        # Not in pytest's own folder: the path of a socket has at most 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="damier-pg-", dir="/tmp"))
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            find("initdb")  # before its account is looked for
            shutil.chown(self.folder, "postgres", "postgres")
        try:
            self._run(
                "initdb", "--no-sync", "--auth=trust", "--username=damier", "--encoding=UTF8", "--locale=C"
            )
            self.start()
        except BaseException:
            self.remove()
            raise

    def start(self) -> None:
        """Start, and wait until somebody answers."""
        # Without fsync: the tests kill damier's server and never this one, so what it has been told stays.
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "on" if self.fsync else "off",
        }
        settings |= {"max_connections": "200"}
        words = [f"--{name}={value}" for name, value in settings.items()]
        log = self.folder / "log"
        with log.open("wb") as file:
            self._process = subprocess.Popen(
                self._command("postgres", *words), cwd=self.folder, stdin=subprocess.DEVNULL, stderr=file
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._address("postgres")).close()
                return
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > until:
                    pytest.fail(f"PostgreSQL does not start: {error}\n{log.read_text()}")
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop, whoever is connected."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # "fast": nobody is waited for
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def create(self) -> str:
        """The URL of a new, empty database."""
        name = f"damier{next(self._numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://damier@/{name}?host={self.folder}"

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected."""
        name = url.partition("@/")[2].partition("?")[0]
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _address(self, name: str) -> str:
        return f"host={self.folder} user=damier dbname={name} connect_timeout=10"

    def _command(self, program: str, *words: str) -> list[str]:
        """The command line, as a user whom PostgreSQL accepts: it refuses root."""
        command = [str(find(program)), "-D", str(self.folder / "data"), *words]
        if not shutil.which("setpriv"):
            return command
        # Ends with the tests, even where they are killed.
        caution = ["setpriv", *(["--pdeathsig=INT"] if program == "postgres" else [])]
        if os.geteuid() == 0:
            caution += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return [*caution, *command]

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            self._command(program, *words), cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.fail(f"{program} failed: {done.stderr}")


def find(program: str) -> Path:
    """A program of PostgreSQL, which Debian keeps outside the usual path."""
    usual = shutil.which(program)
    places = [Path(usual)] if usual else sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    if not places:
        pytest.fail(f"the tests need PostgreSQL, and there is no {program}: apt install postgresql")
    return places[-1]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgreSQL]:
    server = PostgreSQL()
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres_server: PostgreSQL) -> Iterator[str]:
    """An empty database on PostgreSQL."""
    url = postgres_server.create()
    yield url
    postgres_server.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database: the same test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    return str(request.getfixturevalue("postgres_url"))
