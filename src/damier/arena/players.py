"""Who plays: a level of the game, a bot's file, or a program."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from damier.core.engine import Analysis, Engine, Limit, Reason, dice, tell
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text, Unreadable
from damier.protocol.bot import THINKING, Bot
from damier.protocol.command import absolute_command, is_program, read_command, short_name
from damier.protocol.external_engine import External
from damier.protocol.process import clean

AnyEngine: TypeAlias = Engine[Any, Any]
"""An engine of any game."""

USUAL = Limit(time=1.0)
"""What a player may think if nobody says otherwise."""


RANDOM = "random"
"""Any move, each as likely as the other: a player in every game, and the zero of its ratings."""


class Chance:
    """Plays by chance; what only writes something down, as a flag does, is no move of its."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.seed = seed

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """One opinion: none."""
        moves = [move for move in view.moves() if not self.game.note(move)] or view.moves()
        move = dice(self.seed, self.game.text(view)).choice(moves)
        yield Analysis(move=move, lines=(), why=(Reason(Text("chosen at random"), kind="random"),))


class Diluted:
    """An engine of which a share of the moves is left to chance: a step between it and random play."""

    def __init__(self, engine: AnyEngine, chance: Chance, share: float) -> None:
        self.engine = engine
        self.chance = chance
        self.share = share

    def follow(self, options: Options, moves: Sequence[str]) -> None:
        """Hand on how the game came to be where it is."""
        tell(self.engine, options, moves)

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """What the engine says, or chance."""
        drawn = dice(self.chance.seed, f"diluted {self.chance.game.text(view)}").random()
        yield from (self.chance if drawn < self.share else self.engine).think(view, limit)

    def close(self) -> None:
        """Let go of the engine."""
        dismiss(self.engine)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who can be entered in a game as often as one likes."""

    name: str
    """A level's key or a file's name: ``evaluator``, ``mybot.py``."""
    make: Callable[[int], AnyEngine]
    """A fresh engine by seed, for one game."""
    fits: Callable[[Any], bool] = lambda view: True
    """Whether it can play this board."""
    usual: Limit = USUAL
    """How long it thinks when nobody says otherwise; a bot has a time of its own."""


def player(
    game: AnyGame,
    words: str,
    *,
    thinking: float = THINKING,
    hear: Callable[[str], None] | None = None,
) -> Player:
    """Whom *words* mean: a level (its key or title), a path ending in ``.py``, or ``exec:`` and a command.

    With ``~50`` after it, half of its moves are chosen at random.

    *thinking* is how many seconds a bot has for a move, *hear* gets the lines that it prints.
    """
    diluted = re.fullmatch(r"(.+)~(\d{1,2})", words.strip(), re.ASCII)
    if diluted is not None:
        whole = player(game, diluted[1], thinking=thinking, hear=hear)
        share = int(diluted[2]) / 100
        return replace(
            whole,
            name=f"{whole.name}~{int(diluted[2])}",
            make=lambda seed: Diluted(whole.make(seed), Chance(game, seed), share),
        )
    if is_program(words):
        command = read_command(words)

        def start(seed: int) -> AnyEngine:
            return External(command, game.key, seed, thinking=thinking, hear=hear)

        return Player(short_name(command), start)
    if words.strip().startswith("openspiel:"):
        from damier.adapters.bots import spiel_player  # OpenSpiel is loaded only for who wants it

        return spiel_player(game, words)
    if words.strip().lower().endswith(".py"):
        path = Path(os.path.expanduser(words.strip()))
        if not os.path.isfile(path):  # no error either for a name that is none
            raise Unreadable(Text("there is no file {path}", path=clean(words, 200)))

        def make(seed: int) -> AnyEngine:
            return Bot(path, game.key, seed, thinking=thinking, hear=hear)

        return Player(clean(path.name, 60), make)
    try:
        key = game.level(words)
    except Unreadable:
        if words.strip().lower() == RANDOM:
            return Player(RANDOM, lambda seed: Chance(game, seed))
        raise Unreadable(
            Text(
                "'{word}' is neither a level of {game} ({choices}) nor the file of a bot, which ends in .py",
                word=clean(words, 60),
                game=game.title,
                choices=", ".join(game.engines),
            )
        ) from None
    level = game.engines[key]
    return Player(key, level.make, level.fits, level.usual)


def absolute(words: str) -> str:
    """The same player, by words that mean it in any folder."""
    diluted = re.fullmatch(r"(.+)(~\d{1,2})", words.strip(), re.ASCII)
    if diluted is not None:
        return absolute(diluted[1]) + diluted[2]
    if is_program(words):
        return absolute_command(words)
    if words.strip().lower().endswith(".py"):
        return os.path.abspath(os.path.expanduser(words.strip()))
    return words


def seat_engine(
    game: AnyGame,
    words: str,
    seed: int,
    *,
    thinking: float = THINKING,
    hear: Callable[[str], None] | None = None,
) -> AnyEngine:
    """An engine for one game: a level, a bot's file or a program."""
    return player(game, words, thinking=thinking, hear=hear).make(seed)


def dismiss(engine: AnyEngine) -> None:
    """Let go of an engine after its game: a bot's process ends."""
    close = getattr(engine, "close", None)
    if close is not None:
        close()
