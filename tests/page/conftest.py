"""A server and a browser for each file of tests, and visitors for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

pytest.register_assert_rewrite("tests.page.browsing")

from tests.page import browsing  # noqa: E402
from tests.page.browsing import Server, Visitor, Welcome  # noqa: E402


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file share a server: of several processes that run tests, one takes the whole file.

    A file that takes long may have groups of its own.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(f"page {item.path.stem}"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for a file: tests of other files may want an event loop, which playwright keeps for itself."""
    with browsing.chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the five games and a sixth."""
    games = tmp_path_factory.mktemp("games")
    shutil.copytree(Path(__file__).parent.parent / "data" / "nim", games / "nim")
    server = Server(tmp_path_factory.mktemp("server"), DAMIER_GAMES=str(games))
    yield server
    server.stop()


@pytest.fixture
def welcome(chromium: Browser, server: Server) -> Iterator[Welcome]:
    """Visitors come when they are called, and must leave without a complaint."""
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        visitors.append(Visitor(chromium, server, **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


@pytest.fixture
def visitor(welcome: Welcome) -> Visitor:
    """Somebody at a desk, in English."""
    return welcome()
