"""Who plays whom, from where and how often: a tournament as a value, and each of its games by number."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from damier.arena.sprt import Sprt
from damier.core.limit_text import read_pace
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable

FORMAT = "damier run 1"
"""The first words of every plan: what it is, and the version of its format."""

ROUND_ROBIN, GAUNTLET, LADDER = "round-robin", "gauntlet", "ladder"

MODES: tuple[str, ...] = (ROUND_ROBIN, GAUNTLET, LADDER)
"""Everybody against everybody; the first against all others; each against the next few in the list."""

RUNGS = 3
"""How many of the next each meets on a ladder: who is far apart tells little about each other."""

MOST_GAMES = 1_000_000
"""More games than this nobody waits for."""

MOST_ENTRANTS = 100
"""More players than this no table shows."""

MOST_THINKING = 3600.0
"""Seconds that a bot may have for a move: nobody waits longer."""

Entry: TypeAlias = int
"""The place of an entrant in the plan, from 0."""

Opening: TypeAlias = tuple[str, ...]
"""The moves with which a game begins, as the game writes them: ``("4", "4", "3")``."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays."""

    name: str
    """What tables call it, unlike any other's: ``child``, ``mybot.py``, ``searcher@2000nodes``."""
    words: str
    """A level's key, the path of a bot, or ``exec:`` and a command."""
    limit: str | None = None
    """How much it may think, where that is not what all may: ``2000nodes``."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One game of a tournament."""

    number: int
    """Counts the games from 0, in the order in which they are kept."""
    seats: tuple[Entry, ...]
    """Who sits where."""
    pair: int
    """Counts openings from 0: the games of a pair begin alike. In a game for one, counts boards."""
    first: Entry
    """Whose points are counted in the pair: the lower entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that decides what is played."""

    game: str
    options: Options
    """Complete options: ``{"size": "7x6"}``."""
    seed: int
    entrants: tuple[Entrant, ...]
    alone: bool = False
    """Whether the game is one for one player: all play the same boards."""
    mode: str = ROUND_ROBIN
    games: int = 100
    """How many games each two entrants play against each other, an even number; alone, how many boards."""
    limit: str | None = None
    """How much each may think: ``50ms``; None: as long as it usually does."""
    plies: int | None = None
    """How many moves at random begin each pair; None: what suits the board."""
    openings: tuple[str, ...] = ()
    """The moves that begin each pair, in turns; prepared before the first game."""
    sprt: Sprt | None = None
    """Ends the tournament of two by its verdict."""
    error: float | None = None
    """Ends the tournament of two once their difference is known to plus or minus so many Elo: ``60.0``."""
    reference: Entry | None = None
    """Whose rating is 0; None: the mean is."""
    thinking: float = 10.0
    """Seconds that a bot has for a move."""
    most: int = 2000
    """Moves after which a game is stopped and counted as a draw."""

    def pairings(self) -> list[tuple[Entry, Entry]]:
        """Who meets whom."""
        return _pairings(self.mode, len(self.entrants))

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * (len(self.entrants) if self.alone else len(self.pairings()))

    @property
    def pairs(self) -> int:
        """How many pairs each two entrants play, or boards each entrant."""
        return self.games if self.alone else self.games // 2

    def slot(self, number: int) -> Slot:
        """Game *number*: round by round, so that all have played about as often at any moment."""
        if self.alone:
            board, entry = divmod(number, len(self.entrants))
            return Slot(number, (entry,), board, entry)
        pairings = self.pairings()
        pair, rest = divmod(number, 2 * len(pairings))
        meeting, swap = divmod(rest, 2)
        one, two = pairings[meeting]
        return Slot(number, (two, one) if swap else (one, two), pair, one)

    def opening(self, slot: Slot) -> Opening:
        """The moves with which a game begins."""
        return tuple(self.openings[slot.pair % len(self.openings)].split()) if self.openings else ()

    def dump(self) -> str:
        """The plan as JSON, always the same for the same plan."""
        content = {**asdict(self), "seed": str(self.seed), "options": dict(self.options)}
        return json.dumps({"format": FORMAT, **content}, indent=1) + "\n"

    @classmethod
    def load(cls, words: str) -> Plan:
        """A plan from its JSON; Unreadable says what is wrong with it."""
        try:
            content = json.loads(words)
            if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
                raise Unreadable(Text("this is not a plan: it does not begin with '{words}'", words=FORMAT))
            return checked(cls(**_parts(content)))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            if isinstance(error, Refusal):
                raise
            raise Unreadable(Text("this plan cannot be read: {error}", error=str(error)[:200])) from None


@cache
def _pairings(mode: str, number: int) -> list[tuple[Entry, Entry]]:
    if mode == GAUNTLET:
        return [(0, other) for other in range(1, number)]
    met = combinations(range(number), 2)
    return [(one, two) for one, two in met if mode == ROUND_ROBIN or two - one <= RUNGS]


def _parts(content: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a plan as they are in memory."""
    for name, is_good in _SHAPES.items():
        if name in content and not is_good(content[name]):
            raise broken_plan(name)
    sprt = content.get("sprt")
    return {
        **content,
        "seed": int(content["seed"]),
        "entrants": tuple(Entrant(**entrant) for entrant in content["entrants"]),
        "openings": tuple(content.get("openings", ())),
        "sprt": Sprt(**sprt) if sprt is not None else None,
    }


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(words, str) for words in value)


def _are_entrants(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(entrant, dict)
        and isinstance(entrant.get("name"), str)
        and isinstance(entrant.get("words"), str)
        and isinstance(entrant.get("limit"), str | None)
        for entrant in value
    )


_SHAPES: dict[str, Callable[[object], bool]] = {
    "game": lambda value: isinstance(value, str),
    "options": lambda value: (
        isinstance(value, dict) and all(isinstance(v, str) or _is_whole(v) for v in value.values())
    ),
    "seed": lambda value: isinstance(value, str),
    "entrants": _are_entrants,
    "alone": lambda value: isinstance(value, bool),
    "games": _is_whole,
    "limit": lambda value: isinstance(value, str | None),
    "plies": lambda value: value is None or _is_whole(value),
    "openings": _are_words,
    "error": lambda value: value is None or (isinstance(value, int | float) and value > 0),
    "reference": lambda value: value is None or _is_whole(value),
    "thinking": lambda value: isinstance(value, int | float) and 0 < value <= MOST_THINKING,
    "most": lambda value: _is_whole(value) and isinstance(value, int) and value > 0,
}
"""By field of the JSON: whether it is what it should be."""


def broken_plan(name: str) -> Unreadable:
    """What is said of a plan whose field *name* is wrong."""
    return Unreadable(
        Text("this plan is broken: its '{name}' is missing or not what it should be", name=name)
    )


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played."""
    least = 1 if plan.alone else 2
    if not least <= len(plan.entrants) <= MOST_ENTRANTS:
        raise Unreadable(
            Text(
                "{n} players cannot be entered: name from {least} to {most}, separated by commas",
                n=len(plan.entrants),
                least=least,
                most=MOST_ENTRANTS,
            )
        )
    if plan.mode not in MODES:
        raise Unreadable(
            Text(
                "'{word}' is not a way to play: choose one of {choices}",
                word=str(plan.mode)[:40],
                choices=", ".join(MODES),
            )
        )
    if not 1 <= plan.games <= MOST_GAMES:
        raise Unreadable(
            Text("{games} games cannot be played: choose from 1 to {most}", games=plan.games, most=MOST_GAMES)
        )
    if not plan.alone and plan.games % 2:
        raise Unreadable(Text("games are played in pairs with sides swapped: choose an even number"))
    if plan.reference is not None and plan.reference not in range(len(plan.entrants)):
        raise Unreadable(Text("there is no player {n} to be the measure of the others", n=plan.reference))
    if not 0 < plan.thinking <= MOST_THINKING:  # nor is it NaN
        raise broken_plan("thinking")
    if plan.sprt is not None and len(plan.entrants) != 2:
        raise Unreadable(Text("a sequential test is about two players: name two"))
    if plan.error is not None and (len(plan.entrants) != 2 or plan.alone or plan.sprt is not None):
        raise broken_plan("error")
    for words in {plan.limit, *(entrant.limit for entrant in plan.entrants)} - {None}:
        read_pace(str(words))
    return plan


def named(entries: Sequence[tuple[str, str, str | None]]) -> tuple[Entrant, ...]:
    """Entrants from names, words and limits; who is entered twice gets a number."""
    seen: Counter[str] = Counter()
    found = []
    for name, words, limit in entries:
        full = f"{name}@{limit}" if limit else name
        seen[full] += 1
        found.append(Entrant(full if seen[full] == 1 else f"{full}#{seen[full]}", words, limit))
    return tuple(found)
