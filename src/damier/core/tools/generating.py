"""Making boards as a kind of tool: so many, one a line, of a given length and difficulty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from damier.core.game import Tool
from damier.core.options import Options
from damier.core.text import Text, Unreadable


@dataclass(frozen=True, slots=True)
class WantedBoards:
    """Which boards are kept."""

    shortest: int = 0
    """Of the clicks that a board needs at least, known as 3BV: ``150``."""
    longest: int | None = None
    """The most of them; None: any number."""
    kinds: tuple[str, ...] | None = None
    """Of which kind the hardest conclusion must be that a board needs; None: any."""


@dataclass(frozen=True, slots=True)
class Generating(Tool):
    """Makes boards and says what each needs; ``damier generate`` writes them into a file."""

    kinds: Mapping[str, Text]
    """What a board may need, easiest first: ``{"single": Text("a single number")}``."""
    boards: Callable[[Options, int, WantedBoards], Iterator[str | None]]
    """By options and seed one line after the other without end; None for a board that is not wanted."""

    def wanted(self, clicks: str | None, needs: str | None) -> WantedBoards:
        """From ``150-200`` and ``subset-several``; refuses what is neither a value nor a range."""
        shortest, longest = self._lengths(clicks) if clicks is not None else (0, None)
        return WantedBoards(shortest, longest, None if needs is None else self._kinds(needs))

    def _lengths(self, clicks: str) -> tuple[int, int | None]:
        match = re.fullmatch(r"\s*(\d{1,4})\s*(?:(-)\s*(\d{1,4})?\s*)?", clicks, re.ASCII)
        if match is None:
            raise Unreadable(
                Text(
                    "'{word}' is not a range: write {one}, {several} or {more}",
                    word=clicks[:40],
                    one="150",
                    several="150-200",
                    more="150-",
                )
            )
        low = int(match[1])
        return low, int(match[3]) if match[3] else None if match[2] else low

    def _kinds(self, needs: str) -> tuple[str, ...]:
        known = list(self.kinds)
        low, _, high = (word.strip().lower() for word in needs.partition("-"))
        if low not in known or (high or low) not in known:
            raise Unreadable(
                Text(
                    "'{word}' is nothing that boards need: choose one of {choices}, "
                    "or a range as in {example}",
                    word=needs[:40],
                    choices=", ".join(known),
                    example=f"{known[0]}-{known[-1]}",
                )
            )
        return tuple(known[known.index(low) : known.index(high or low) + 1])
