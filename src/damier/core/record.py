"""A game as it was played, on paper: enough to play it again."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from damier.core.game import AnyGame, Outcome, Seat
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable
from damier.core.trouble import NO_FILE, trouble

FORMAT = "damier record 1"
"""The first words of every record: what it is, and the version of its format."""

MAX_BYTES = 4_000_000
"""A longer file is not a record of ours."""

ENDINGS: tuple[str, ...] = ("open", "rules", "agreed", "resigned", "time", "forfeited")
"""Open; over by the rules; a draw by agreement; by a seat that gave up, lost on time or broke the rules."""

WITHOUT_LOSER: tuple[str, ...] = ("open", "rules", "agreed")
"""The endings of which nobody is said to be the loser: the rules tell, or everybody gets the same."""


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
        }
        return json.dumps(content)  # in ASCII: a file's name may hold what is not text

    @classmethod
    def load(cls, words: str) -> Record:
        """A record from its line of JSON; Unreadable says what is wrong with it."""
        try:
            content = json.loads(words)
        except (ValueError, RecursionError):
            raise Unreadable(Text("this is not a record: it is not JSON")) from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise Unreadable(Text("this is not a record: it does not begin with '{words}'", words=FORMAT))
        _check(content, "game", str)
        _check(content, "options", dict)
        _check(content, "moves", str)
        _check(content, "players", list)
        _check(content, "practice", bool)
        _check(content, "more", dict)
        seed, loser = content.get("seed"), content.get("loser")
        if not (isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) <= 60):
            raise Unreadable(broken("seed"))
        if content.get("ending") not in ENDINGS:
            raise Unreadable(broken("ending"))
        if loser is not None and (
            not isinstance(loser, int) or isinstance(loser, bool) or not 0 <= loser < 64
        ):
            raise Unreadable(broken("loser"))
        if (loser is None) != (content["ending"] in WITHOUT_LOSER):
            raise Unreadable(broken("loser"))
        options = content["options"]
        if not all(isinstance(v, int | str) and not isinstance(v, bool) for v in options.values()):
            raise Unreadable(broken("options"))
        return cls(
            game=content["game"],
            options=options,
            seed=int(seed),
            moves=tuple(content["moves"].split()),
            ending=content["ending"],
            loser=loser,
            players=tuple(str(name) for name in content["players"]),
            practice=content["practice"],
            more=content["more"],
        )


def read_seconds(value: object) -> float | None:
    """How long a game took, from a file; None for what cannot be: below zero, or more than 30 years."""
    return float(value) if isinstance(value, int | float) and 0 <= value < 1e9 else None


def broken(name: str) -> Text:
    """What is said of a record whose field *name* is wrong."""
    return Text("this record is broken: its '{name}' is missing or not what it should be", name=name)


def _check(content: Mapping[str, object], name: str, kind: type) -> None:
    if not isinstance(content.get(name), kind):
        raise Unreadable(broken(name))


def replay(game: AnyGame, record: Record) -> Iterator[Any]:
    """Every state of the recorded game, the first one too; a move that does not fit is refused."""
    if record.game != game.key:
        raise Unreadable(Text("this is a record of {other}, not of {game}", other=record.game, game=game.key))
    state = game.deal(game.settle(None, record.options), record.seed)
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


def save(path: Path, record: Record) -> None:
    """Write *record* to a file."""
    write_whole(path, record.dump() + "\n")


def write_whole(path: Path, content: str) -> None:
    """Write a file so that a kill at any moment leaves the old or the new one whole."""
    if _is_odd(path):
        raise Refusal(Text("cannot write {path}: {error}", path=str(path), error=NO_FILE))
    try:
        target = path.resolve()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refusal(_cannot_write(path, error)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise Refusal(_cannot_write(path, error)) from error
    finally:
        Path(name).unlink(missing_ok=True)


def spare(path: Path) -> None:
    """Refuse to write over anything but a record: a wrong name must not cost somebody a file."""
    if not os.path.exists(path):  # where even that cannot be told, writing will say why
        return
    try:
        open_record(path)
    except Refusal as problem:
        raise Refusal(
            Text("{path} is there already and is not a saved game: choose another name", path=str(path))
        ) from problem


def _is_odd(path: Path) -> bool:
    """Whether it is a folder, a device or a pipe: one would be replaced, another lets us wait for ever."""
    return os.path.exists(path) and not os.path.isfile(path)


def _cannot_write(path: Path, error: Exception) -> Text:
    return Text("cannot write {path}: {error}", path=str(path), error=trouble(error))


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_record(path: Path) -> Record:
    """The record in a file; a broken file is refused with the reason and left untouched."""
    if _is_odd(path):
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=NO_FILE))
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=trouble(error))) from error
    if len(raw) > MAX_BYTES:
        raise Unreadable(Text("this is not a record: it is longer than {size} bytes", size=MAX_BYTES))
    try:
        words = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(Text("this is not a record: it is not text in UTF-8")) from None
    return Record.load(words)
