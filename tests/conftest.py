"""Every test has a data folder of its own: nothing of the person who runs them is read or changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.postgres import database_url, postgres_server, postgres_url

__all__ = ["data_folder", "database_url", "postgres_server", "postgres_url"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("DAMIER_DATA", str(folder))
    for name in ("DAMIER_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return folder
