"""A game as it was played, on paper: enough to play it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from damier.core.game import AnyGame, Outcome, Seat
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable

FORMAT = "damier record 1"
"""The first words of every record: what it is, and the version of its format."""

MOST_DIGITS = 60
"""Of a seed."""
MOST_SEATS = 64
MOST_START = 10_000
"""Characters of a position."""
MOST_LAYERS = 40
"""Lists within lists in ``Record.more``."""

ENDINGS: tuple[str, ...] = ("open", "rules", "agreed", "resigned", "time", "forfeited")
"""Open; over by the rules; a draw by agreement; by a seat that gave up, lost on time or broke the rules."""

WITHOUT_LOSER: tuple[str, ...] = ("open", "rules", "agreed")
"""The endings of which nobody is said to be the loser: the rules tell, or everybody gets the same."""

ENDED_BY: dict[str, Text] = {
    "resigned": Text("the loser gave up"),
    "time": Text("the loser ran out of time"),
    "forfeited": Text("the loser forfeited the game"),
    "agreed": Text("by agreement"),
}
"""Why a recorded game ended beyond the rules."""

LEFT: dict[str, Text] = {
    "forfeited": Text("the loser left the game"),
    "agreed": Text("a player left the game"),
}
"""The same where somebody did not come back and the other claimed the win or a draw: ``more["left"]``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Game, options, seed, moves and how it ended."""

    game: str
    """The key: ``connect4``."""
    options: Options
    """Complete options: ``{"size": "7x6"}``."""
    seed: int
    """What chance began with; in Minesweeper it tells the mines: a secret while the game is open."""
    moves: tuple[str, ...] = ()
    """As the game writes them: ``("4", "4", "5")``."""
    start: str = ""
    """The position that it began with, as text; empty: the one that the options give."""
    ending: str = "open"
    """One of ENDINGS."""
    loser: Seat | None = None
    """Who resigned, ran out of time or forfeited."""
    players: tuple[str, ...] = ()
    """Who sat where: ``("person", "evaluator")``."""
    practice: bool = False
    """Whether a move was taken back where that gives knowledge away: no best time then."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Anything else, kept as it is: clocks, names, date."""

    def points(self, outcome: Outcome | None, seats: int) -> tuple[float, ...] | None:
        """What each seat got: by the rules, all but the loser, or equal shares; None while it is open."""
        if self.ending in ("open", "rules"):
            return outcome.points if outcome else None
        if seats == 1:
            return (0.0,)  # nobody wins alone by giving up, nor by agreeing with themselves
        if self.loser is None:
            return (1.0 / seats,) * seats
        return tuple(0.0 if seat == self.loser else 1.0 / (seats - 1) for seat in range(seats))

    def dump(self) -> str:
        """The record as one line of JSON, always the same for the same game."""
        content = {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seed": str(self.seed),  # 128 bits do not fit a JavaScript number
            "moves": " ".join(self.moves),
            "ending": self.ending,
            "loser": self.loser,
            "players": list(self.players),
            "practice": self.practice,
            "more": dict(self.more),
            **({"start": self.start} if self.start else {}),
        }
        return json.dumps(content)  # in ASCII: a file's name may hold what is not text

    @classmethod
    def load(cls, line: str) -> Record:
        """A record from its line of JSON; Unreadable says what is wrong with it."""
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            raise Unreadable(Text("this is not a record: it is not JSON")) from None
        return cls.of(content)

    @classmethod
    def of(cls, content: object) -> Record:
        """A record from what its JSON holds; Unreadable says what is wrong with it."""
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise Unreadable(Text("this is not a record: it does not begin with '{words}'", words=FORMAT))
        for name, is_good in _CHECKS.items():
            if not is_good(content.get(name)):
                raise Unreadable(broken(name))
        loser = content.get("loser")
        if (loser is None) != (content["ending"] in WITHOUT_LOSER):
            raise Unreadable(broken("loser"))
        return cls(
            game=content["game"],
            options=content["options"],
            seed=int(content["seed"]),
            moves=tuple(content["moves"].split()),
            ending=content["ending"],
            loser=loser,
            players=tuple(content["players"]),
            practice=content["practice"],
            more=content["more"],
            start=content.get("start") or "",
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_shallow(value: object) -> bool:
    """Whether it is an object that is nested no deeper than anybody needs: writing it must not fail later."""
    layer: list[object] = [value]
    for _ in range(MOST_LAYERS):
        inner = [v.values() if isinstance(v, dict) else v for v in layer if isinstance(v, dict | list)]
        layer = [v for values in inner for v in values]
    return isinstance(value, dict) and not layer


_CHECKS: dict[str, Callable[[object], bool]] = {
    "game": lambda value: isinstance(value, str),
    "options": lambda value: (
        isinstance(value, dict) and all(isinstance(v, str) or _is_whole(v) for v in value.values())
    ),
    "seed": lambda value: (
        isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS
    ),
    "moves": lambda value: isinstance(value, str),
    "ending": lambda value: isinstance(value, str) and value in ENDINGS,
    "loser": lambda value: value is None or (_is_whole(value) and value in range(MOST_SEATS)),
    "players": lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
    "practice": lambda value: isinstance(value, bool),
    "more": _is_shallow,
    "start": lambda value: value is None or (isinstance(value, str) and len(value) <= MOST_START),
}
"""By field of the JSON: whether it is what it should be."""


def read_seconds(value: object) -> float | None:
    """How long a game took, from a file; None for what cannot be: below zero, or more than 30 years."""
    return float(value) if isinstance(value, int | float) and 0 <= value < 1e9 else None


def broken(name: str) -> Text:
    """What is said of a record whose field *name* is wrong."""
    return Text("this record is broken: its '{name}' is missing or not what it should be", name=name)


def first_state(game: AnyGame, options: Options, seed: int, start: str) -> Any:
    """What a game begins with: what *options* deal, or the position *start* where there is one."""
    return game.state_of(game.parse(start), seed) if start else game.deal(options, seed)


def replay(game: AnyGame, record: Record) -> Iterator[Any]:
    """Every state of the recorded game, the first one too; a move that does not fit is refused."""
    if record.game != game.key:
        raise Unreadable(Text("this is a record of {other}, not of {game}", other=record.game, game=game.key))
    state = first_state(game, game.settle(None, record.options), record.seed, record.start)
    yield state
    for number, word in enumerate(record.moves, 1):
        try:
            state = state.play(game.read(word, game.view(state, state.turn)))
        except Refusal as problem:
            raise Unreadable(
                Text(
                    "move {n} of this record, '{word}': {problem}",
                    n=number,
                    word=word[:40],
                    problem=problem.text,
                )
            ) from problem
        yield state


def played(game: AnyGame, record: Record) -> tuple[list[Any], list[Any]]:
    """The states of a recorded game, the first one too, and the moves between them."""
    states = list(replay(game, record))
    pairs = zip(states, record.moves, strict=False)
    return states, [game.read(word, game.view(before, before.turn)) for before, word in pairs]


def taken_back(game: AnyGame, state: Any, words: object) -> list[Any]:
    """The moves that can be made again after *state*, the next one last; none where they do not fit."""
    moves: list[Any] = []
    for word in reversed(words) if isinstance(words, list) else ():
        try:
            moves.append(game.read(str(word), game.view(state, state.turn)))
            state = state.play(moves[-1])
        except Refusal:
            return []
    return moves[::-1]
