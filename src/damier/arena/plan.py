"""Who plays whom, from where and how often: a tournament as a value, and each of its games by number."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Annotated, ClassVar, TypeAlias

from pydantic import ConfigDict, Field, Strict, TypeAdapter, ValidationError

from damier.arena.statistics.sprt import Sprt
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable, printable

FORMAT = "damier run 1"
"""The first words of every plan: what it is, and the version of its format."""

ROUND_ROBIN, GAUNTLET, LADDER = "round-robin", "gauntlet", "ladder"

MODES: tuple[str, ...] = (ROUND_ROBIN, GAUNTLET, LADDER)
"""Everybody against everybody; the first against all others; each against the next few in the list."""

RUNGS = 3
"""How many of the next each meets on a ladder: games of players far apart tell little."""

MOST_GAMES = 1_000_000
"""More games than this nobody waits for."""

MOST_ENTRANTS = 100
"""More players than this no table shows."""

MOST_THINKING = 3600.0
"""Seconds that a bot may have for a move: nobody waits longer."""

Whole: TypeAlias = Annotated[int, Strict()]
"""A number that is whole in JSON too: not ``2.0``, ``"2"`` or ``true``."""

Entry: TypeAlias = int
"""The place of an entrant in the plan, from 0."""

Opening: TypeAlias = tuple[str, ...]
"""The moves with which a game begins, as the game writes them: ``("4", "4", "3")``."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One of the players of a tournament."""

    name: str
    """What tables call it, unlike any other's: ``child``, ``mybot.py``, ``searcher@2000nodes``."""
    spec: Annotated[str, Field(alias="words")]
    """What finds the player: a level's key, the path of a bot, ``exec:`` and a command; `words` in files."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that decides what is played."""

    game: str
    options: Options
    """Complete options: ``{"size": "7x6"}``."""
    seed: Whole
    entrants: tuple[Entrant, ...]
    alone: Annotated[bool, Strict()] = False
    """Whether the game is one for one player: all play the same boards."""
    mode: str = ROUND_ROBIN
    games: Whole = 100
    """How many games each two entrants play against each other, an even number; alone, how many boards."""
    limit: str | None = None
    """How much each may think: ``50ms``; None: as long as it usually does."""
    plies: Whole | None = None
    """How many moves at random begin each pair; None: what suits the board."""
    openings: tuple[str, ...] = ()
    """The moves that begin each pair, in turns; prepared before the first game."""
    sprt: Sprt | None = None
    """Ends the tournament of two when it is decided."""
    error: float | None = None
    """Ends the tournament of two once their difference is known to plus or minus so many Elo: ``60.0``."""
    reference: Whole | None = None
    """Whose rating is 0; None: the mean is."""
    thinking: float = 10.0
    """Seconds that a bot has for a move."""
    most: Whole = 2000
    """Moves after which a game is stopped and counted as a draw."""
    is_match: bool = False
    """Whether two play as in ``damier match``: openings are made when they are needed, and not judged."""

    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}

    def display_names(self, game: AnyGame, language: str) -> list[str]:
        """What people call the players, by entry; a level goes by its title: ``Facile~50@30nodes``."""
        found = []
        for entrant in self.entrants:
            name, key = entrant.name, entrant.spec.partition("~")[0]
            if key in game.engines and name.startswith(key):
                name = game.engines[key].title.show(language) + name[len(key) :]
            found.append(printable(name))
        return found

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
            return Slot(number, (entry,), board)
        pairings = self.pairings()
        pair, rest = divmod(number, 2 * len(pairings))
        meeting, swap = divmod(rest, 2)
        one, two = pairings[meeting]
        return Slot(number, (two, one) if swap else (one, two), pair)

    def opening(self, pair: int) -> Opening:
        """The moves with which the games of a pair begin."""
        return tuple(self.openings[pair % len(self.openings)].split()) if self.openings else ()

    def deal_seed(self, pair: int) -> int:
        """What decides the deal of a game: the same for all games of a pair, or on a board."""
        return derive_seed(self.seed, f"{'board' if self.is_match else 'deal'} {pair}")

    def engine_seed(self, slot: Slot, seat: int) -> int:
        """What decides the chance of an engine in a game.

        Matches have always counted by pair, tournaments by game: both go on so, lest a seed give other games.
        """
        if not self.is_match:
            return derive_seed(self.seed, f"engine {slot.number} {seat}")
        within = f"{slot.number % 2}" if self.alone else f"{slot.number % 2} {seat}"
        return derive_seed(self.seed, f"engine {slot.pair} {within}")

    def dump(self) -> str:
        """The plan as JSON, always the same for the same plan."""
        content = {
            **_PLANS.dump_python(self, by_alias=True),
            "seed": str(self.seed),
            "options": dict(self.options),
        }
        return json.dumps({"format": FORMAT, **content}, indent=1) + "\n"

    @classmethod
    def load(cls, content: str) -> Plan:
        """A plan from its JSON; Unreadable says what is wrong with it."""
        try:
            fields = json.loads(content)
            if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
                raise Unreadable(Text("this is not a plan: it does not begin with '{words}'", words=FORMAT))
            if not isinstance(fields.get("seed"), str):  # text, for few programs read 128 bits from JSON
                raise Unreadable(broken_field("seed"))
            fields["seed"] = int(fields["seed"])
            return checked(_PLANS.validate_python(fields))
        except ValidationError as error:
            raise Unreadable(broken_field(".".join(map(str, error.errors()[0]["loc"])))) from None
        except Refusal:
            raise
        except (ValueError, RecursionError) as error:
            raise Unreadable(Text("this plan cannot be read: {error}", error=str(error)[:200])) from None


_PLANS = TypeAdapter(Plan)


def derive_seed(seed: int, purpose: str) -> int:
    """A seed of its own for each purpose, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {purpose}".encode(), digest_size=16).digest(), "big")


@cache
def _pairings(mode: str, number: int) -> list[tuple[Entry, Entry]]:
    if mode == GAUNTLET:
        return [(0, other) for other in range(1, number)]
    met = combinations(range(number), 2)
    return [(one, two) for one, two in met if mode == ROUND_ROBIN or two - one <= RUNGS]


def broken_field(name: str) -> Text:
    """What is said of a plan whose field *name* is wrong."""
    return Text("this plan is broken: its '{name}' is missing or not what it should be", name=name)


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played."""
    for is_wrong, problem in (*_problems_of_players(plan), *_problems_of_games(plan)):
        if is_wrong:
            raise Unreadable(problem)
    for limit in {plan.limit, *(entrant.limit for entrant in plan.entrants)} - {None}:
        read_pace(str(limit))
    return plan


def _problems_of_players(plan: Plan) -> tuple[tuple[bool, Text], ...]:
    """What may be wrong with who plays, and whether it is."""
    number, least = len(plan.entrants), 1 if plan.alone else 2
    crowd = Text(
        "{n} players cannot be entered: name from {least} to {most}, separated by commas",
        n=number,
        least=least,
        most=MOST_ENTRANTS,
    )
    mode = Text(
        "'{word}' is not a way to play: choose one of {choices}",
        word=plan.mode[:40],
        choices=", ".join(MODES),
    )
    nobody = Text("there is no player {n} to be the measure of the others", n=plan.reference or 0)
    is_test_of_two = plan.sprt is None or number == 2
    return (
        (not least <= number <= MOST_ENTRANTS, crowd),
        (plan.mode not in MODES, mode),
        (plan.reference is not None and plan.reference not in range(number), nobody),
        (not is_test_of_two, Text("a sequential test is about two players: name two")),
    )


def _problems_of_games(plan: Plan) -> tuple[tuple[bool, Text], ...]:
    """What may be wrong with what they play, and whether it is."""
    number = Text(
        "{games} games cannot be played: choose from 1 to {most}", games=plan.games, most=MOST_GAMES
    )
    odd = Text("games are played in pairs with sides swapped: choose an even number")
    may_end_by_error = len(plan.entrants) == 2 and not plan.alone and plan.sprt is None
    return (
        (not 1 <= plan.games <= MOST_GAMES, number),
        (not plan.alone and plan.games % 2 == 1, odd),
        (not 0 < plan.thinking <= MOST_THINKING, broken_field("thinking")),  # nor is it NaN
        (plan.most < 1, broken_field("most")),
        (plan.error is not None and not (may_end_by_error and plan.error > 0), broken_field("error")),
    )


def named(entries: Sequence[tuple[str, str, str | None]]) -> tuple[Entrant, ...]:
    """Entrants from names, specs and limits; a player that is entered twice gets a number."""
    seen: Counter[str] = Counter()
    found = []
    for name, spec, limit in entries:
        full = f"{name}@{limit}" if limit else name
        seen[full] += 1
        found.append(Entrant(full if seen[full] == 1 else f"{full}#{seen[full]}", spec, limit))
    return tuple(found)
