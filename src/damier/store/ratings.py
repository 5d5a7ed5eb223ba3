"""How strong each level was found to be: data with the command that made it, random play is 0."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from damier.core.files import write_whole
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.games import folder as game_folder
from damier.store.folder import data_folder

FORMAT = "damier ratings 1"
"""The first words of every file of ratings."""

FILE = "ratings.json"
"""Its name in the folder of a game."""


@dataclass(frozen=True, slots=True)
class Rated:
    """What is known of one level."""

    value: float
    """Elo above random play; in a game for one the share of boards won: ``0.37``."""
    low: float
    high: float
    """Between them lies the truth (95 %); infinite where nothing bounds it."""
    games: int
    alone: bool = False
    """Whether it is a share of boards won."""

    def words(self) -> Text:
        """Short, for menus: ``Elo 1240``, ``Elo above 1200``, ``wins 37%``."""
        if self.alone:
            return Text("wins {rate}", rate=f"{self.value:.0%}")
        if math.isinf(self.low) and math.isinf(self.high):
            return Text("unknown")
        if math.isinf(self.high):
            return Text("Elo above {elo}", elo=round(self.low))
        if math.isinf(self.low):
            return Text("Elo below {elo}", elo=round(self.high))
        return Text("Elo {elo}", elo=round(self.value))

    def range(self) -> Text:
        """The interval: ``95 %: 1180 to 1300``."""
        if self.alone:
            return Text("95 %: {low} to {high}", low=f"{self.low:.0%}", high=f"{self.high:.0%}")
        if math.isinf(self.low) and math.isinf(self.high):
            return Text("unknown")
        if math.isinf(self.high):
            return Text("95 %: above {low}", low=round(self.low))
        if math.isinf(self.low):
            return Text("95 %: below {high}", high=round(self.high))
        return Text("95 %: {low} to {high}", low=round(self.low), high=round(self.high))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The levels of a game, as they were measured."""

    game: str
    command: str
    """What made them: ``damier rate connect4 --games 200 --seed 1``."""
    date: str
    """When: ``2026-11-17``."""
    limit: str
    """How much each thought: ``2000nodes``."""
    levels: Mapping[str, Rated] = field(default_factory=dict)

    def dump(self) -> str:
        """As JSON."""
        content: dict[str, Any] = {"format": FORMAT, "game": self.game, "command": self.command}
        content |= {"date": self.date, "limit": self.limit, "reference": "random play is 0"}
        content["levels"] = {
            key: {
                "value": round(level.value, 4),
                "low": _finite(level.low),
                "high": _finite(level.high),
                "games": level.games,
                "alone": level.alone,
            }
            for key, level in self.levels.items()
        }
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def load(cls, words: str) -> Ratings | None:
        """From JSON; None for what is none: a menu is no worse without."""
        try:
            content = json.loads(words)
            if content["format"] != FORMAT:
                return None
            levels = {
                str(key): Rated(
                    _read_finite(level["value"]),
                    -math.inf if level["low"] is None else _read_finite(level["low"]),
                    math.inf if level["high"] is None else _read_finite(level["high"]),
                    int(level["games"]),
                    bool(level["alone"]),
                )
                for key, level in content["levels"].items()
            }
            said = {name: str(content[name]) for name in ("game", "command", "date", "limit")}
            return cls(**said, levels=levels)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return None


def _finite(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None


def _read_finite(value: Any) -> float:
    """A number from a file; ValueError for NaN and for the infinite, which no rating is."""
    if not math.isfinite(number := float(value)):
        raise ValueError(value)
    return number


def own_file(key: str) -> Path | None:
    """Where the game's own ratings are, which come with it."""
    folder = game_folder(key)
    return folder / FILE if folder is not None else None


def user_file(key: str) -> Path:
    """Where somebody keeps ratings measured on their machine."""
    return data_folder() / "ratings" / f"{key}.json"


def ratings(game: AnyGame) -> Ratings | None:
    """What is known of the levels of *game*: what was measured last, here or by who made the game."""
    found = [known for path in (own_file(game.key), user_file(game.key)) if (known := _read(path, game))]
    return max(found, key=lambda known: known.date, default=None)


def _read(path: Path | None, game: AnyGame) -> Ratings | None:
    try:
        found = Ratings.load(path.read_text("utf-8")) if path is not None else None
    except (OSError, ValueError):
        return None
    return found if found is not None and found.game == game.key else None


def keep_ratings(path: Path, found: Ratings) -> None:
    """Write the file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, found.dump())
