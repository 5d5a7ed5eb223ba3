"""Tournaments on a server, for the tests of what it tells of them."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.arena.contests import play, proven

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host.settings import Settings
from damier.web.thinking.worker_pool import Workers

API = "/api/v1/tournaments"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tournaments that were played once for all tests; each gets a copy."""
    folder = tmp_path_factory.mktemp("made")
    play(folder / "three", engines="easy,hard,normal", games=4)
    proven(folder / "proven")
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server looks for runs."""
    return tmp_path_factory.mktemp("place") / "runs"


@pytest.fixture
def folder(place: Path, made: Path) -> Path:
    """The same tournaments for each test, in the same place, but as new files."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(made, place, copy_function=shutil.copyfile)
    return place


@pytest.fixture(scope="module")
def client(place: Path) -> Iterator[TestClient]:
    archive = Archive(f"sqlite:///{place.parent / 'games.sqlite'}")
    app = create_app(archive, Workers(processes=1), Settings(runs=str(place)))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def get(client: TestClient, path: str = "", status: int = 200, **query: Any) -> Any:
    answer = client.get(API + path, params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def refused(client: TestClient, path: str, status: int) -> str:
    found = get(client, path, status)
    assert isinstance(found["detail"], str) and found["detail"]
    return str(found["detail"])


def age(folder: Path, seconds: float) -> None:
    """As if nothing had been written for so long."""
    then = time.time() - seconds
    for file in folder.iterdir():
        os.utime(file, (then, then))
