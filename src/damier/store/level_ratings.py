"""How strong each level was found to be: data with the command that made it, random play is 0."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from damier.core.game import AnyGame
from damier.core.record_files import write_whole
from damier.core.text import Number, Text
from damier.games import folder as game_folder
from damier.store.user_files import data_folder, read_kept

FORMAT = "damier ratings 2"
"""The first words of every file of ratings."""

FIRST_FORMAT = "damier ratings 1"
"""Of a file with the levels on one board, which was the usual one."""

FILE = "ratings.json"
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
        content: dict[str, Any] = {"format": FORMAT, "game": self.game, "command": self.command}
        content |= {"date": self.date, "reference": "random play is 0"}
        content["boards"] = {
            board: {key: _dump_level(level) for key, level in levels.items()}
            for board, levels in self.boards.items()
        }
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def load(cls, content: str, usual: str) -> Ratings | None:
        """From JSON; None for what is none: a menu is no worse without.

        Files of the first format are about the *usual* board.
        """
        try:
            parsed = json.loads(content)
            if parsed["format"] not in (FORMAT, FIRST_FORMAT):
                return None
            boards = {usual: parsed["levels"]} if parsed["format"] == FIRST_FORMAT else parsed["boards"]
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


def _dump_level(level: Rated) -> dict[str, Any]:
    content: dict[str, Any] = {
        "value": round(level.value, 4),
        "low": _finite(level.low),
        "high": _finite(level.high),
        "games": level.games,
        "alone": level.alone,
    }
    if (lead := level.lead) is not None:
        bounds = {"low": _finite(lead.low), "high": _finite(lead.high)}
        content["lead"] = {"other": lead.other, "elo": _finite(lead.elo), **bounds}
    return content


def _load_level(level: Mapping[str, Any]) -> Rated:
    lead = level.get("lead")
    return Rated(
        _read_finite(level["value"]),
        *_read_bounds(level),
        int(level["games"]),
        bool(level["alone"]),
        None if lead is None else Lead(str(lead["other"]), *_read_lead(lead)),
    )


def _read_bounds(content: Mapping[str, Any]) -> tuple[float, float]:
    low, high = content["low"], content["high"]
    return (
        -math.inf if low is None else _read_finite(low),
        math.inf if high is None else _read_finite(high),
    )


def _read_lead(content: Mapping[str, Any]) -> tuple[float, float, float]:
    low, high = _read_bounds(content)
    # Who won everything is infinitely far ahead, which JSON cannot say.
    elo = (high if math.isinf(high) else low) if content["elo"] is None else _read_finite(content["elo"])
    return elo, low, high


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
    return folder / "data" / FILE if folder is not None else None


def user_file(key: str) -> Path:
    """Where somebody keeps ratings measured on their machine."""
    return data_folder() / "ratings" / f"{key}.json"


def ratings(game: AnyGame) -> Ratings | None:
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
