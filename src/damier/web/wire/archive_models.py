"""What is told of a file of games."""

from __future__ import annotations

from damier.web.wire.models import Wire


class ImportedOut(Wire):
    taken: int
    tables: list[str]
    """The ids of the new tables."""
    refused: list[RefusedOut]


class RefusedOut(Wire):
    line: int
    """From 1."""
    problem: str
