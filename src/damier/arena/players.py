"""Who plays: a level of the game, a bot's file, or a program."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from traceback import format_exception
from typing import Any, TypeAlias

from damier.core.engine import Analysis, Engine, Limit, Reason, dice, tell
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable
from damier.protocol.bot import Bot
from damier.protocol.command import absolute_command, is_program, read_command, short_name
from damier.protocol.external_engine import External
from damier.protocol.process import clean
from damier.protocol.supervise import THINKING, BotFailed

AnyEngine: TypeAlias = Engine[Any, Any]
"""An engine of any game."""

USUAL = Limit(time=1.0)
"""What a player may think if nobody says otherwise."""


RANDOM = "random"
"""Any move, each as likely as the other: a player in every game, and the zero of its ratings."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any move, each as likely as the other; what only writes something down, as a flag, is none."""

    game: AnyGame
    seed: int

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """One opinion: none."""
        moves = [move for move in view.moves() if not self.game.note(move)] or view.moves()
        move = dice(self.seed, self.game.text(view)).choice(moves)
        yield Analysis(move=move, lines=(), why=(Reason(Text("chosen at random"), kind="random"),))


@dataclass(frozen=True, slots=True)
class _Wrapper:
    """An engine around another one, which hears the same and ends with it."""

    engine: AnyEngine

    def follow(self, options: Options, moves: Sequence[str]) -> None:
        """Hand on how the game came to be where it is."""
        tell(self.engine, options, moves)

    def close(self) -> None:
        """End the engine."""
        dismiss(self.engine)


@dataclass(frozen=True, slots=True)
class Diluted(_Wrapper):
    """An engine of which a share of the moves is left to chance: a step between it and random play."""

    chance: RandomPlayer
    share: float

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """What the engine says, or chance."""
        drawn = dice(self.chance.seed, f"diluted {self.chance.game.text(view)}").random()
        yield from (self.chance if drawn < self.share else self.engine).think(view, limit)


@dataclass(frozen=True, slots=True)
class Guarded(_Wrapper):
    """An engine whose error loses its game, as a bot's does, and harms no other."""

    name: str

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """What the engine says; BotFailed for whatever it raises."""
        try:
            yield from self.engine.think(view, limit)
        except Refusal:
            raise  # what it says of itself: a bot that failed, a process that cannot be started
        except Exception as error:
            said = clean(f"{type(error).__name__}: {error}")
            raise BotFailed(
                Text("{bot} failed: {error}", bot=self.name, error=said),
                self.name,
                printed=tuple("".join(format_exception(error)).splitlines()),
            ) from error


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody that can be entered in any number of games."""

    name: str
    """A level's key or a file's name: ``evaluator``, ``mybot.py``."""
    make: Callable[[int], AnyEngine]
    """A fresh engine by seed, for one game."""
    fits: Callable[[Any], bool] = lambda view: True
    """Whether it can play this board."""
    usual: Limit = USUAL
    """How long it thinks when nobody says otherwise; a bot has a time of its own."""
    spec: str = ""
    """What finds it again in any folder: ``easy~20``, ``/home/ann/mybot.py``; one made in Python has none."""

    def check_fits(self, game: AnyGame, view: Any) -> None:
        """Refuse a board that this player does not play."""
        if not self.fits(view):
            raise Refusal(
                Text("the level '{level}' does not play on this board", level=game.called(self.name))
            )


def guarded(player: Player, name: str) -> Player:
    """The same player, whose errors lose its games under this *name*."""
    return replace(player, make=lambda seed: Guarded(player.make(seed), name))


def player(
    game: AnyGame,
    spec: str,
    *,
    thinking: float = THINKING,
    hear: Callable[[str], None] | None = None,
) -> Player:
    """The player of that name: a level (key or title), a path ending in ``.py``, ``exec:`` and a command.

    With ``~50`` after it, half of its moves are chosen at random. A level that is trained may be followed by
    other weights: ``champion:new.npz``.

    *thinking* is how many seconds a bot has for a move, *hear* gets the lines that it prints.
    """
    spec = spec.strip()
    diluted = re.fullmatch(r"(.+)~(\d{1,2})", spec, re.ASCII)
    if diluted is not None:
        return _diluted(game, player(game, diluted[1], thinking=thinking, hear=hear), int(diluted[2]))
    if is_program(spec):
        command = read_command(spec)
        return Player(
            short_name(command),
            lambda seed: External(command, game.key, seed, thinking=thinking, hear=hear),
            spec=absolute_command(spec),
        )
    if spec.startswith("openspiel:"):
        from damier.adapters.bots import spiel_player  # OpenSpiel is loaded only where it is wanted

        return spiel_player(game, spec)
    if spec.lower().endswith(".py"):
        path = Path(os.path.abspath(os.path.expanduser(spec)))
        if not os.path.isfile(path):  # no error either for a name that is none
            raise Unreadable(Text("there is no file {path}", path=clean(spec, 200)))
        return Player(
            clean(path.name, 60),
            lambda seed: Bot(path, game.key, seed, thinking=thinking, hear=hear),
            spec=str(path),
        )
    return with_weights(game, spec) or _level(game, spec)


def _diluted(game: AnyGame, whole: Player, percent: int) -> Player:
    """The same player, so many of whose moves in a hundred are left to chance."""
    return replace(
        whole,
        name=f"{whole.name}~{percent}",
        make=lambda seed: Diluted(whole.make(seed), RandomPlayer(game, seed), percent / 100),
        spec=f"{whole.spec}~{percent}",
    )


def _level(game: AnyGame, spec: str) -> Player:
    """A level of the game, or random play, which every game has."""
    try:
        key = game.level(spec)
    except Unreadable:
        if spec.lower() == RANDOM:
            return Player(RANDOM, lambda seed: RandomPlayer(game, seed), spec=RANDOM)
        raise Unreadable(
            Text(
                "'{word}' is neither a level of {game} ({choices}) nor the file of a bot, which ends in .py",
                word=clean(spec, 60),
                game=game.title,
                choices=", ".join(game.engines),
            )
        ) from None
    level = game.engines[key]
    return Player(key, level.make, level.fits, level.usual, spec=key)


def with_weights(game: AnyGame, spec: str) -> Player | None:
    """The level that ``champion:new.npz`` means, with these weights; None where it is no trained level."""
    name, colon, file = spec.partition(":")
    if not colon:
        return None
    try:
        key = game.level(name)
    except Unreadable:
        return None
    level = game.engines[key]
    if level.with_weights is None:
        raise Unreadable(Text("the level '{level}' is not trained: it takes no weights", level=level.title))
    path = Path(os.path.expanduser(file))
    name, spec = clean(f"{key}:{path.name}", 60), f"{key}:{os.path.abspath(path)}"
    return Player(name, level.with_weights(path), level.fits, level.usual, spec)


def dismiss(engine: AnyEngine) -> None:
    """End an engine after its game: a bot's process ends with it."""
    close = getattr(engine, "close", None)
    if close is not None:
        close()
