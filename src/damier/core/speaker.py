"""Somewhere to say a sentence: a terminal, or whatever else a server is started from."""

from __future__ import annotations

from typing import Protocol

from damier.core.text import Text


class Speaker(Protocol):
    """Says one sentence at a time, in its own language."""

    def say(self, text: Text, style: str = "") -> None: ...
