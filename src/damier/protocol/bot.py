"""A student's bot as an engine: one file with ``def move(view)``, in a process of its own.

Nothing that the file does brings damier down: an error, an illegal move, an endless thought, a process
that dies, all raise :class:`~damier.protocol.supervise.BotFailed`, which names the bot, the reason and the
line, and whoever runs the game counts it as lost. It is a guard against mistakes, not a prison: a bot runs
with your rights.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from damier.core.engine import Limit
from damier.core.text import Refusal, Text
from damier.protocol.bot_shim import MEMORY, REPORT, FaultReport
from damier.protocol.external_engine import External
from damier.protocol.lines import HELLO_BACK, first_word
from damier.protocol.process import Program, clean, how_ended
from damier.protocol.supervise import POLL, THINKING, BotFailed, Died

LOADING = 30.0
"""Seconds for the bot's own imports and its first lines."""

STARTING = 120.0
"""Seconds for Python and the game, which are not the bot's fault."""

LOCATING = 1.0
"""Seconds in which a bot that has lost must tell at which line."""

_START = (
    "import sys; sys.path.append(sys.argv[1]); words = sys.argv[2:]; del sys.argv[1:];"
    "from damier.protocol.bot_shim import main; main(*words)"
)

_WORDS = ("id", "games", HELLO_BACK, "readyok", "bestmove")
"""What the shim begins its lines with, besides reports."""


class Bot(External):
    """An engine that asks a file's ``move(view)``; make a fresh one for every game.

    A bot has no opinion before it has answered, so :meth:`think` yields once, when the answer is there.
    To stop it earlier call :meth:`close` from another thread: the think that is under way then raises
    BotStopped within 50 ms, and the next one starts a new process.

    ``random`` is seeded for every move from the seed and the position, so that the same seed plays the
    same game. The limit's time and nodes mean nothing to a bot; *thinking* does, and a running clock.
    """

    period = math.inf

    def __init__(
        self,
        path: str | Path,
        game_key: str,
        seed: int,
        *,
        thinking: float = THINKING,
        loading: float = LOADING,
        memory: int | None = MEMORY,
        hear: Callable[[str], None] | None = None,
    ) -> None:
        path = Path(path).absolute()
        source = str(Path(__file__).parents[2])
        super().__init__(
            [sys.executable, "-P", "-c", _START, source, str(path), game_key, str(memory or 0)],
            game_key,
            seed,
            name=clean(path.name, 60),
            thinking=thinking,
            starting=STARTING,
            ready=loading,
            hear=hear,
        )
        self.seed = seed

    def _launch(self) -> Program:
        """A process that sees what you see: your folder, your environment."""
        fixed = {"PYTHONHASHSEED": str(self.seed % 2**32), "PYTHONIOENCODING": "utf-8"}
        return Program(self.command, {**os.environ, **fixed})

    def _seconds(self, view: Any, limit: Limit) -> float:
        return min(self.thinking, limit.clock.left[view.turn] if limit.clock else math.inf)

    def _answer(self, line: str) -> str:
        return line.partition(" ")[2]

    def check(self, process: Program, line: str) -> None:
        """A report is about a failure; nothing but the lines of the shim is an answer."""
        report = read_report(line)
        if report is None:
            if first_word(line) not in _WORDS:
                self.fail_output(process)
            return
        failed, words = report.get("failed"), clean(report.get("words", ""))
        problem = {
            "damier": Text("a process for {bot} cannot be started: {error}", bot=self.name, error=words),
            "newgame": Text("{bot} cannot be loaded: {error}", bot=self.name, error=words),
            "move": Text("{bot} has no function 'def move(view)'", bot=self.name),
            "go": Text("{bot} failed: {error}", bot=self.name, error=words),
            "answer": Text(
                "{bot} answered {answer}, which is not a move: return one of view.moves() or its text",
                bot=self.name,
                answer=clean(words, 80),
            ),
        }.get(str(failed))
        if problem is None:
            self.fail_output(process)
        if failed == "damier":
            self.drop(process)
            raise Refusal(problem)
        self.fail(process, problem, place=report if "line" in report else None)

    def fail_output(self, process: Program) -> NoReturn:
        """What it said cannot be understood, so there is nothing to ask it either."""
        self.fail(process, Text("{bot} sent something that is not an answer", bot=self.name), place={})

    def fail_gone(self, process: Program) -> NoReturn:
        """Raise how its process ended; an error would have been reported."""
        self.fail(process, how_ended(self.name, process.end()), Died)

    def fail(
        self,
        process: Program,
        text: Text,
        kind: type[BotFailed] = BotFailed,
        place: FaultReport | None = None,
    ) -> NoReturn:
        """End the process and raise what is the bot's fault, with its line; it is asked for a *place*."""
        place = self._where(process) if place is None else place
        self.drop(process)
        line, file = place.get("line"), place.get("file")
        if type(line) is not int or line < 1:
            line = None
        elif isinstance(file, str) and clean(file, 60) != self.name:
            text = Text("{problem} (line {line} of {file})", problem=text, line=line, file=clean(file, 60))
        else:
            text = Text("{problem} (line {line})", problem=text, line=line)
        raise kind(text, self.name, line, tuple(self.printed))

    def _where(self, process: Program) -> FaultReport:
        """At which line the bot is, or gave its last answer; empty where that is not answered."""
        process.say("where")
        until = time.monotonic() + LOCATING
        while (left := until - time.monotonic()) > 0 and not process.gone():
            report = read_report(process.receive(min(POLL, left)) or "")
            if report is not None and report.get("failed", "where") == "where":
                return report
        return {}


def read_report(line: str) -> FaultReport | None:
    """What went wrong, from a line of the bot's shim; None where it is no report."""
    try:
        report: FaultReport = json.loads(line.removeprefix(REPORT) if line.startswith(REPORT) else "")
        # Nothing in a report has parts: one nested too deep could not even be shown.
        plain = isinstance(report, dict) and all(isinstance(x, str | int | None) for x in report.values())
    except (ValueError, RecursionError):
        return None
    return report if plain else None
