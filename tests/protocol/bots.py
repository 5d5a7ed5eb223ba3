"""Little bots in files, for the tests of what they do and of how they end."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.protocol.programs import GAME, START

from damier.core.engine import Limit, think
from damier.protocol.bot import Bot
from damier.protocol.supervise import BotFailed


class Write(Protocol):
    def __call__(self, source: str, name: str = "mybot.py") -> Path: ...


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Put a bot into a file; its first line is line 1."""

    def put(source: str, name: str = "mybot.py") -> Path:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source).lstrip("\n"), encoding="utf-8")
        return path

    return put


def ask(path: Path, view: Any = START, **settings: Any) -> str:
    """What the bot plays, as text."""
    with Bot(path, "tictactoe", 1, **{"thinking": 5.0, **settings}) as bot:
        return GAME.write(think(bot, view, Limit()).move)


def failure(path: Path, **settings: Any) -> BotFailed:
    """How the bot fails; it must do so."""
    with pytest.raises(BotFailed) as caught:
        ask(path, **settings)
    assert caught.value.bot == path.name
    assert path.name in str(caught.value.text)
    return caught.value
