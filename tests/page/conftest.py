"""One browser and one server for all tests of a process, and visitors for each test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

pytest.register_assert_rewrite("tests.page.browsing")

from tests.page import browsing  # noqa: E402
from tests.page.browsing import Server, Visitor, Welcome  # noqa: E402

LOOP = pytest.StashKey[asyncio.AbstractEventLoop | None]()
"""The event loop of the browser, kept while other tests run."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Hide the browser's event loop from tests of other folders, which may want one of their own.

    Playwright lets its loop be the running one of the thread from its start to its end.
    """
    asyncio._set_running_loop(item.config.stash.get(LOOP, None))
    try:
        return (yield)
    finally:
        item.config.stash[LOOP] = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One for all tests: visitors have contexts of their own, which share nothing."""
    with browsing.chromium() as browser:
        loop = asyncio._get_running_loop()
        yield browser
        asyncio._set_running_loop(loop)  # the last test may be one of another folder


def serve(factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the five games and a sixth."""
    games = factory.mktemp("games")
    shutil.copytree(Path(__file__).parent.parent / "data" / "nim", games / "nim")
    server = Server(factory.mktemp("server"), DAMIER_GAMES=str(games))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests: what visitors have there is their own."""
    yield from serve(tmp_path_factory)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for a file of tests that end it, or that put something into its folder."""
    yield from serve(tmp_path_factory)


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
