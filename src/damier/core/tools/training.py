"""Training as a kind of tool: an engine plays itself, weights are fitted, and a match proves them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from damier.core.game import Tool


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Some games of an engine against itself: a part of the work, done in any process."""

    weights: Path | None
    """What it plays with; None before the first generation."""
    seed: int
    """Of these games alone."""
    games: int
    """How many."""


@dataclass(frozen=True, slots=True)
class Training(Tool):
    """Makes the weights of one level, generation by generation; ``damier train`` conducts it.

    A generation plays games with the best weights so far, fits new ones, and keeps these only if a sequential
    test of a match between both proves that they are stronger.
    """

    level: str
    """The key of the level that plays with the weights; its ``Level.with_weights`` reads them."""
    play: Callable[[SelfPlay], str]
    """What these games teach, as one line of text; called in other processes, so a function of a module."""
    fit: Callable[[Iterable[str], Path | None, int], Mapping[str, Any]]
    """New weights, as named arrays, from those lines, the best weights so far and a seed; always the same."""
    games: int = 1000
    """How many games a generation usually plays."""
    batch: int = 10
    """Of these, how many make one part of the work."""
    limit: str | None = None
    """How much each side may think in the match that proves: ``depth2``; None: as it usually plays."""
