"""Simulation as a kind of tool: a level plays many games for one, and what it wins is counted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from damier.core.game import Tool
from damier.core.options import Options
from damier.core.text import Text, Unreadable

FORMAT = "damier simulation 1"
"""What a file of results holds, and the version of its format."""

LEAST_IN_BATCH = 10
MOST_BATCHES = 100_000
"""Games are played and kept in batches of ten, or more where these would be too many."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games: a part of the work, played in any process."""

    level: str
    """The key of the level that plays."""
    options: Options
    """Complete options of the board; empty where boards are given."""
    seeds: range
    """The seed of each game."""
    boards: tuple[str, ...] = ()
    """The board of each game as the tool has checked it, where boards are given."""


@dataclass(frozen=True, slots=True)
class Played:
    """What the games of a batch came to."""

    won: str
    """For each game a 1 if it was won and a 0 if not: ``0110``."""
    guesses: int
    """How many moves of all of them were not certain to be safe, the first of each game aside."""
    seconds: float
    """The processor time that they took."""

    def dump(self) -> str:
        """One line of text."""
        return json.dumps({"won": self.won, "guesses": self.guesses, "seconds": round(self.seconds, 6)})

    @classmethod
    def load(cls, line: str) -> Played:
        """What :meth:`dump` wrote; a ValueError where it is anything else."""
        try:
            content = json.loads(line)
            won, guesses, seconds = content["won"], content["guesses"], content["seconds"]
        except (KeyError, TypeError, RecursionError):
            raise ValueError("not a batch of games") from None
        if not isinstance(won, str) or set(won) - {"0", "1"}:
            raise ValueError("not a list of results")
        if (
            type(guesses) is not int
            or guesses < 0
            or not isinstance(seconds, int | float)
            or not seconds >= 0
        ):
            raise ValueError("not numbers of guesses and seconds")
        return cls(won, guesses, float(seconds))


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: all that decides which games are won."""

    game: str
    """The key of the game."""
    level: str
    """The key of the level that plays."""
    options: Options
    """Complete options of the board; empty where boards are given."""
    seed: int
    """Of the first game; each of the others has the seed before it plus one."""
    games: int
    """How many: ``100000``."""
    boards: tuple[str, ...] = ()
    """The boards, where they are given."""

    def batches(self) -> list[Batch]:
        """The work, always in the same parts."""
        each = max(LEAST_IN_BATCH, -(-self.games // MOST_BATCHES))
        return [
            Batch(
                self.level,
                self.options,
                range(self.seed + first, self.seed + min(first + each, self.games)),
                self.boards[first : first + each],
            )
            for first in range(0, self.games, each)
        ]

    def describe(self) -> str:
        """Everything that decides the results, as one line: a file of results begins with it."""
        content: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "level": self.level,
            "options": dict(self.options),
            "seed": str(self.seed),
            "games": self.games,
        }
        if self.boards:
            content["boards"] = hashlib.sha256("\n".join(self.boards).encode()).hexdigest()
        return json.dumps(content)


@dataclass(frozen=True, slots=True)
class Simulating(Tool):
    """Plays many games of one level; ``damier simulate`` shares them out and counts."""

    check: Callable[[str], str]
    """The board on a line of a file, as it is played; empty where there is none; refuses what is not one."""
    play: Callable[[Batch], str]
    """What a batch came to, as a :class:`Played` is written; called elsewhere, so a function of a module."""
    prepare: Callable[[str], None]
    """Compiles what a level plays with, so that not every process does; called again it takes no time."""


def simulating_tool(
    about: Text,
    check: Callable[[str], str],
    play: Callable[[Batch], str],
    prepare: Callable[[str], None],
    level: Callable[[str], str],
) -> Simulating:
    """The tool of a game; *level* is the key of the level that a word means."""
    return Simulating(about, partial(_play_some, check, play, level), check, play, prepare)


def _play_some(
    check: Callable[[str], str],
    play: Callable[[Batch], str],
    level: Callable[[str], str],
    words: Sequence[str],
    say: Callable[[Text], None],
) -> None:
    """``simulate LEVEL BOARD...``: say which of the boards are won, each a word in quotation marks."""
    if len(words) < 2:
        raise Unreadable(
            Text("name a level, and boards in quotation marks; 'damier simulate' plays many games")
        )
    boards = tuple(board for word in words[1:] if (board := check(word)))
    played = Played.load(play(Batch(level(words[0]), {}, range(len(boards)), boards)))
    for number, sign in enumerate(played.won):
        say(Text.literal(f"{number} {sign}"))
