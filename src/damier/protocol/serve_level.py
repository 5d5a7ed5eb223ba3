"""A level of a game as an engine that other programs can use: it reads lines and answers with lines."""

from __future__ import annotations

import re
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

from damier import __version__
from damier.core.engine import Analysis, Engine, Limit
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text, Unreadable
from damier.protocol.info_lines import write_info
from damier.protocol.lines import HELLO_BACK, NONE, UNASKED, read_go, read_position

LONGEST = 1_000_000
"""Bytes of a line that are read at once: the biggest position is far shorter."""

SECONDS_BETWEEN_REPORTS = 0.05
"""Seconds between two reports on what it thinks."""


class LevelServer:
    """The conversation of one engine."""

    def __init__(
        self,
        game: AnyGame,
        level: str,
        say: Callable[[str], None],
        *,
        prepare: Callable[[str], None] = lambda level: None,
        language: str = "en",
    ) -> None:
        self.game = game
        self.level = level
        self.language = language
        self.say = say
        self.prepare = prepare
        """Loads or compiles what a level needs, before it says that it is ready."""
        self._seed = 0
        self._engine: Engine[Any, Any] | None = None
        self._prepared: set[str] = set()
        self._position = ""
        """The words of the last ``position``, be they a position or not."""
        self._search: threading.Thread | None = None
        """Thinks about the last ``go``, and answers it."""
        self._stopping = threading.Event()

    def hear(self, line: str) -> bool:
        """Take one line; False when it was the last."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            return False
        try:
            if command:
                commands = {
                    "damier": self.introduce,
                    "setoption": self.set_option,
                    "isready": self.get_ready,
                    "newgame": self.new_game,
                    "position": self.take_position,
                    "go": self.go,
                    "stop": self.stop,
                }
                if command not in commands:
                    known = ", ".join([*commands, "quit"])
                    raise Unreadable(
                        Text(
                            "'{word}' is not a command: choose one of {choices}",
                            word=command[:40],
                            choices=known,
                        )
                    )
                commands[command](rest.strip())
        except Refusal as problem:
            self.say(f"info string {' '.join(problem.text.show(self.language).split())}")
        return True

    def introduce(self, rest: str) -> None:
        """Say who it is and what it plays."""
        choices = " ".join(f"var {key}" for key in self.game.engines)
        self.say(f"id name damier {__version__} {self.game.key} {self.level}")
        self.say("id author the damier authors")
        self.say(f"games {self.game.key}")
        self.say(f"option name Level type combo default {self.level} {choices}")
        self.say(HELLO_BACK)

    def set_option(self, rest: str) -> None:
        """``name Level value hard``."""
        match = re.fullmatch(r"name\s+(.+?)\s+value\s+(.+)", rest)
        if match is None:
            raise Unreadable(
                Text("write an option as in: {example}", example="setoption name Level value easy")
            )
        if match[1].lower() != "level":
            raise Unreadable(Text("there is no option '{name}'", name=match[1][:40]))
        level = self.game.level(match[2])
        self.stop()
        self.level, self._engine = level, None

    def get_ready(self, rest: str) -> None:
        """Answer when whatever takes long has been done."""
        if self._search is None and self.level not in self._prepared:
            self.prepare(self.level)
            self._prepared.add(self.level)
        self.say("readyok")

    def new_game(self, rest: str) -> None:
        """``connect4 seed 7``: forget everything."""
        self.stop()
        key, _, rest = rest.partition(" ")
        if key and key != self.game.key:
            raise Unreadable(
                Text("'{word}' is not a game: choose one of {choices}", word=key[:40], choices=self.game.key)
            )
        match = re.search(r"\bseed\s+([0-9]{1,60})\b", rest, re.ASCII)
        self._seed = int(match[1]) if match else 0
        self._engine, self._position = None, ""

    def take_position(self, rest: str) -> None:
        """``setup 9x9 moves e2 e8``, ``text …``, or both."""
        self.stop()
        self._position = rest
        read_position(self.game, rest)  # refused now, and again by "go"

    def go(self, rest: str) -> None:
        """Think, in a thread, so that ``stop`` is heard."""
        self.stop()
        try:
            view = read_position(self.game, self._position)
            level = self.game.engines[self.level]
            if view.outcome() is not None:
                raise Refusal(Text("the game is over"))
            if not level.fits(view):
                raise Refusal(Text("the level '{level}' does not play on this board", level=self.level))
            limit = read_go(rest, view.turn, level.usual)
        except Refusal:
            self.say(f"bestmove {NONE}")
            raise
        self._engine = self._engine or level.make(self._seed)
        self._stopping.clear()
        self._search = threading.Thread(target=self._think, args=(self._engine, view, limit), daemon=True)
        self._search.start()

    def stop(self, rest: str = "") -> None:
        """End a thought that is under way: an engine looks up every 50 ms, and the answer is given then."""
        if self._search is not None:
            self._stopping.set()
            self._search.join()
            self._search = None

    def _think(self, engine: Engine[Any, Any], view: Any, limit: Limit) -> None:
        """Say what the level thinks while it does, and its move when it ends or has to stop."""
        told: list[str] = []
        lines = 1 if limit.lines == UNASKED else limit.lines
        next_report = 0.0
        try:
            for analysis in engine.think(view, limit):
                if self._stopping.is_set():
                    break
                if time.monotonic() >= next_report:
                    told = self._report(analysis, lines, told)
                    next_report = time.monotonic() + SECONDS_BETWEEN_REPORTS
            self._report(analysis, lines, told)
            self.say(f"bestmove {self.game.write(analysis.move)}")
        except Exception as error:  # an error of ours: there is no honest answer then
            traceback.print_exc()
            self.say(f"info string {type(error).__name__}: {' '.join(str(error).split())}")
            self.say(f"bestmove {NONE}")

    def _report(self, analysis: Analysis[Any], lines: int, told: list[str]) -> list[str]:
        """Say what it thinks, unless that was *told* before."""
        news = list(write_info(self.game, analysis, lines, self.language))
        if news != told:
            self.say("\n".join(news))
        return news


def serve(
    game: AnyGame,
    level: str,
    requests: BinaryIO,
    answers: BinaryIO,
    *,
    prepare: Callable[[str], None] = lambda level: None,
    language: str = "en",
) -> None:
    """Speak until ``quit`` or the end of *requests*."""
    lock = threading.Lock()

    def say(words: str) -> None:
        with lock:
            answers.write(words.encode("utf-8", "replace") + b"\n")
            answers.flush()

    speaker = LevelServer(game, level, say, prepare=prepare, language=language)
    while line := requests.readline(LONGEST):
        if not speaker.hear(line.decode("utf-8", "replace")):
            break
    speaker.stop()
