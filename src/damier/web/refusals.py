"""Refusals that are answered with a status of their own."""

from __future__ import annotations

from damier.core.text import Refusal, Text


class NotFound(Refusal):
    """There is no such thing, or nothing to tell of it: 404."""


class NotYours(Refusal):
    """Somebody else may do that, this browser may not: 403."""


class TooOften(Refusal):
    """It may be done again after a while: 429."""

    def __init__(self, text: Text, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds
