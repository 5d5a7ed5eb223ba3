"""What is evidence: a pair of games that was played before, move for move, proves nothing new.

Only digests are kept, eight bytes for each pair, so that a tournament of a million games fits into memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record import Record
from damier.core.text import Text

LEAST_REPEATS = 20
"""Repeated pairs in a row after which a sequential test gives up; more where there are more openings."""


@dataclass(slots=True)
class Evidence:
    """Which pairs, or boards of a game for one, were seen; each counts once."""

    by_chance: bool = False
    """Whether chance decides what is dealt: then the same moves from another deal are another game."""
    repeats: int = 0
    """How many repeated an earlier one."""
    in_a_row: int = 0
    """How many of them since the last new one."""
    _seen: set[int] = field(default_factory=set)

    @property
    def different(self) -> int:
        """How many pairs, or boards, there are without repeats."""
        return len(self._seen)

    def digest(self, seats: Sequence[int], record: Record, points: Sequence[float]) -> bytes:
        """Stands for a game: who sat where, all its moves, its result, and its deal where that is chance."""
        deal = record.seed if self.by_chance else None
        content = repr((tuple(seats), record.moves, tuple(map(float, points)), deal))
        return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def is_new(self, games: Iterable[bytes]) -> bool:
        """Count the games of a pair, or on a board, in any order; whether they tell something new."""
        key = int.from_bytes(blake2b(b"".join(sorted(games)), digest_size=8).digest(), "big")
        if key in self._seen:
            self.repeats += 1
            self.in_a_row += 1
            return False
        self._seen.add(key)
        self.in_a_row = 0
        return True

    def is_used_up(self, openings: int = 0) -> bool:
        """Whether a whole round of so many *openings* brought nothing new, and not by mere chance."""
        return self.in_a_row >= max(openings, LEAST_REPEATS)

    def warnings(self, alone: bool) -> list[Text]:
        """What somebody who trusts the numbers should know."""
        if not self.repeats:
            return []
        total = self.different + self.repeats
        if alone:
            return [
                Text(
                    "only {n} of {total} boards are different: a repeat proves nothing new and counts once",
                    n=self.different,
                    total=total,
                )
            ]
        return [
            Text(
                "only {n} of {total} pairs of games are different: "
                "a repeat proves nothing new and counts once",
                n=self.different,
                total=total,
            )
        ]


def evidence_of(game: AnyGame, options: Options) -> Evidence:
    """No evidence yet, of a game on this board."""
    complete = game.settle(None, options)
    return Evidence(by_chance=game.deal(complete, 0) != game.deal(complete, 1))
