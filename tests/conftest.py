"""Every test has a data folder of its own: nothing of the person who runs them is read or changed."""

from __future__ import annotations

import ast
import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import sizes
from tests.store.postgres import database_url, postgres_server, postgres_url

__all__ = ["data_folder", "database_url", "postgres_server", "postgres_url"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="proofs at their whole size, as in `make proofs`")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many tests wait for a clock or for another process."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before xdist hands them out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no process works on alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C mean Ctrl-C in the processes that tests start.

    A shell lets what it puts into the background ignore it, and everything started from there does too.
    """
    if config.getoption("whole"):
        os.environ[sizes.WHOLE] = "1"
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("DAMIER_DATA", str(folder))
    for name in ("DAMIER_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return folder


@pytest.fixture(autouse=True, scope="session")
def undisturbed_parsing() -> Iterator[None]:
    """Let no garbage be collected while Python source is parsed.

    Before Python 3.11.8, ``ast.parse`` raises a SystemError when a collection in the middle of it parses too,
    as the traceback of a forgotten asyncio future does; hypothesis parses to name lambdas.
    """
    parse = ast.parse

    def undisturbed(*given: Any, **named: Any) -> Any:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return parse(*given, **named)
        finally:
            if collecting:
                gc.enable()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ast, "parse", undisturbed)
        yield
