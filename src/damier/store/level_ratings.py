"""How strong each level was found to be: data with the command that made it, random play is 0."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from damier.core.game import AnyGame
from damier.core.record_files import write_whole
from damier.core.text import Number, Text
from damier.games import folder as game_folder
from damier.store.user_files import data_folder, read_kept

RATINGS_FORMAT = "damier ratings 2"
"""The first words of every file of ratings."""

FIRST_RATINGS_FORMAT = "damier ratings 1"
"""Of a file with the levels on one board, which was the usual one."""

RATINGS_FILE = "ratings.json"
"""Its name in the folder of a game."""


@dataclass(frozen=True, slots=True)
class Lead:
    """How far a level is ahead of the one before it in the list, by their own games."""

    other: str
    """The key of the level before, or ``random``."""
    elo: float
    """Negative where it is behind."""
    low: float
    high: float
    """Between them lies the truth (95 %); infinite where one of them won every game."""

    def words(self, game: AnyGame) -> Text:
        """``150 above easy (92 to 208)``, ``at least 325 above easy``."""
        level = game.engines.get(self.other)
        other = level.title if level is not None else Text("random play")
        if math.isinf(self.low) and math.isinf(self.high):
            return Text("unknown")
        if math.isinf(self.high):
            return Text("at least {elo} above {level}", elo=round(self.low), level=other)
        if math.isinf(self.low):
            return Text("at least {elo} below {level}", elo=round(-self.high), level=other)
        if self.elo < 0:
            elo, low, high = (round(-bound) for bound in (self.elo, self.high, self.low))
            return Text("{elo} below {level} ({low} to {high})", elo=elo, level=other, low=low, high=high)
        elo, low, high = (round(bound) for bound in (self.elo, self.low, self.high))
        return Text("{elo} above {level} ({low} to {high})", elo=elo, level=other, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Rated:
    """What is known of one level on one board."""

    value: float
    """Elo above random play; in a game for one the share of boards won: ``0.37``."""
    low: float
    high: float
    """Between them lies the truth (95 %); infinite where nothing bounds it."""
    games: int
    alone: bool = False
    """Whether it is a share of boards won."""
    lead: Lead | None = None

    def words(self) -> Text:
        """With its interval, as it is always shown: ``Elo 1240 (1180 to 1300)``, ``Elo at least 1200``."""
        if self.alone:
            return Text(
                "wins {rate} ({low} to {high})",
                rate=Number(self.value, ".0%"),
                low=Number(self.low, ".0%"),
                high=Number(self.high, ".0%"),
            )
        if math.isinf(self.low) and math.isinf(self.high):
            return Text("unknown")
        if math.isinf(self.high):
            return Text("Elo at least {elo}", elo=round(self.low))
        if math.isinf(self.low):
            return Text("Elo at most {elo}", elo=round(self.high))
        low, high = round(self.low), round(self.high)
        return Text("Elo {elo} ({low} to {high})", elo=round(self.value), low=low, high=high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The levels of a game, as they were measured."""

    game: str
    command: str
    """What made them: ``damier rate connect4 --error 60 --games 1000 --seed 1``."""
    date: str
    """When: ``2026-11-17``."""
    boards: Mapping[str, Mapping[str, Rated]] = field(default_factory=dict)
    """By preset, then by level; what was measured on one board says nothing of another."""

    def dump(self) -> str:
        """As JSON."""
        content = {"format": RATINGS_FORMAT, "reference": "random play is 0", **asdict(self)}
        return json.dumps(_finite(content), indent=1) + "\n"

    @classmethod
    def load(cls, content: str, usual: str) -> Ratings | None:
        """From JSON; None for what is none: a menu is no worse without.

        Files of the first format are about the *usual* board.
        """
        try:
            parsed = json.loads(content)
            if parsed["format"] not in (RATINGS_FORMAT, FIRST_RATINGS_FORMAT):
                return None
            boards = (
                {usual: parsed["levels"]} if parsed["format"] == FIRST_RATINGS_FORMAT else parsed["boards"]
            )
            told = {name: str(parsed[name]) for name in ("game", "command", "date")}
            return cls(
                **told,
                boards={
                    str(board): {str(key): _load_level(level) for key, level in levels.items()}
                    for board, levels in boards.items()
                },
            )
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return None

    def on(self, board: str | None) -> Mapping[str, Rated]:
        """The levels on a preset; nothing is known of other boards."""
        return self.boards.get(board, {}) if board is not None else {}

    def weakest_first(self, keys: Iterable[str], board: str | None) -> list[str]:
        """The levels in their order, but where a measurement shows for certain that another one is true."""
        rated, order = self.on(board), list(keys)
        for end in range(len(order), 1, -1):
            for place in range(end - 1):
                one, next_one = rated.get(order[place]), rated.get(order[place + 1])
                if one and next_one and one.low > next_one.high:
                    order[place : place + 2] = order[place + 1], order[place]
        return order


def _finite(content: Any) -> Any:
    """The same content for JSON: what is infinite becomes null, which is all that JSON can say of it."""
    if isinstance(content, dict):
        return {name: _finite(value) for name, value in content.items()}
    if isinstance(content, float):
        return round(content, 4) if math.isfinite(content) else None
    return content


def _load_level(level: Mapping[str, Any]) -> Rated:
    return Rated(
        _number(level["value"]),
        _number(level["low"], -math.inf),
        _number(level["high"], math.inf),
        int(level["games"]),
        bool(level["alone"]),
        None if level.get("lead") is None else _load_lead(level["lead"]),
    )


def _load_lead(lead: Mapping[str, Any]) -> Lead:
    low, high = _number(lead["low"], -math.inf), _number(lead["high"], math.inf)
    # Of a level that won everything, or nothing, the lead is infinite too.
    return Lead(str(lead["other"]), _number(lead["elo"], high if math.isinf(high) else low), low, high)


def _number(value: Any, infinite: float | None = None) -> float:
    """A number from a file, where null is *infinite*; ValueError for NaN, and what else no rating is."""
    if value is None and infinite is not None:
        return infinite
    if not math.isfinite(number := float(value)):
        raise ValueError(value)
    return number


def own_file(key: str) -> Path | None:
    """Where the game's own ratings are, which come with it."""
    folder = game_folder(key)
    return folder / "data" / RATINGS_FILE if folder is not None else None


def user_file(key: str) -> Path:
    """Where somebody keeps ratings measured on their machine."""
    return data_folder() / "ratings" / f"{key}.json"


def known_ratings(game: AnyGame) -> Ratings | None:
    """What is known of the levels of *game*: what was measured last, here or by the authors of the game."""
    found = [known for path in (user_file(game.key), own_file(game.key)) if (known := _read(path, game))]
    return max(found, key=lambda known: known.date, default=None)


def _read(path: Path | None, game: AnyGame) -> Ratings | None:
    content = read_kept(path) if path is not None else None
    found = Ratings.load(content or "", next(iter(game.presets)))
    return found if found is not None and found.game == game.key else None


def keep_ratings(path: Path, found: Ratings) -> None:
    """Write the file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, found.dump())
