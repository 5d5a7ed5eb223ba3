"""What a check says: one finding for one thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass

from damier.core.text import Text

GOOD, DOUBTFUL, WRONG = "good", "doubtful", "wrong"
"""As it should be; allowed, but probably not meant; must be mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    grade: str
    """One of GOOD, DOUBTFUL and WRONG."""
    text: Text


def good(text: Text) -> Finding:
    """What is as it should be."""
    return Finding(GOOD, text)


def doubtful(text: Text) -> Finding:
    """What is allowed, but probably not meant."""
    return Finding(DOUBTFUL, text)


def wrong(text: Text) -> Finding:
    """What must be mended."""
    return Finding(WRONG, text)
