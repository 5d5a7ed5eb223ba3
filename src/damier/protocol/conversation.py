"""A conversation with a program, question by question, for whoever checks it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from damier.core.text import Number, Refusal, Text
from damier.protocol.command import short_name
from damier.protocol.external_engine import STARTING, STOPPING
from damier.protocol.lines import HELLO, HELLO_BACK, first_word
from damier.protocol.process import Program, clean
from damier.protocol.sandbox import Sandboxed
from damier.protocol.supervise import Partner, TooLate, Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a check waits for a program."""

    idle: float = 5.0
    """Seconds without an answer after which a program that does not work either is given up."""
    ready: float = 30.0
    """Seconds in which it must be ready, however hard it works; a match waits longer."""
    game: float = 60.0
    """Seconds in which everything about one game must be asked."""
    stopping: float = STOPPING
    """Seconds in which it must answer ``stop``."""
    leaving: float = 2.0
    """Seconds in which it must leave after ``quit``."""
    slack: float = 0.0
    """Seconds added to every limit in time, for a machine that does much at once."""

    def most(self, games: int) -> float:
        """Seconds that the check of a program takes at most that plays so many games."""
        return STARTING + self.ready + games * self.game


class Hopeless(Refusal):
    """Nothing more can be asked: the text says why."""


class Talk(Partner):
    """A conversation with a program held to the limits of a match, and begun again where it failed."""

    def __init__(self, command: Sequence[str], pace: Pace) -> None:
        super().__init__(short_name(command))
        self.command = command
        self.pace = pace
        self.heard: list[str] = []
        """What it said since the last question."""
        self.unasked: list[str] = []
        """What it said before the last question, when nothing was left to say."""
        self.questions = 0
        """How often it was asked for a move."""
        self.began = time.monotonic()
        self.most = pace.most(1)
        """Seconds after which the whole check ends, whatever is left to ask."""
        self._watch: Watch
        """Of the last question."""

    @property
    def process(self) -> Program:
        """The program, which is started where it does not run."""
        if self._process is None:
            try:
                self._process = Sandboxed(self.command)
            except OSError as error:
                raise Hopeless(Text("it cannot be started: {error}", error=clean(error))) from error
        return self._process

    @property
    def running(self) -> bool:
        """Whether it was started and has not failed since."""
        return self._process is not None

    def introduce(self) -> list[str]:
        """What it says of itself: the lines up to ``damierok``."""
        self.say(HELLO)
        self.until(HELLO_BACK, STARTING)
        return self.heard

    def new_game(self, key: str, seed: int) -> None:
        """Tell it of a new game, and let it get ready, as a match does."""
        if not self.running:
            self.introduce()
        self.say(f"newgame {key} seed {seed}")
        self.ready()

    def say(self, *lines: str, cpu: float | None = None) -> None:
        """Ask; what was said before does not answer it. *cpu* is the processor time that it may use."""
        self._watch = Watch(self, self.process, self.pace.idle, cpu=cpu, idle=self.pace.idle)
        self.unasked, self.heard = self.process.ask(*lines), []

    def add(self, line: str) -> None:
        """Say something more about the same question."""
        self.process.say(line)

    def until(self, word: str, seconds: float) -> str:
        """The line that begins with *word*; raises BotFailed where it does not come, or a match would end."""
        watch = self._waiting(seconds)
        try:
            while True:
                line = watch.receive()
                if line is not None and self._take(line, word):
                    return line
        except TooLate:
            self._check_time()
            raise

    def within(self, seconds: float, word: str = "") -> str | None:
        """The line that begins with *word*, if it comes in so many seconds: it need not."""
        end = time.monotonic() + seconds
        watch = self._waiting(seconds + self.pace.idle)
        while time.monotonic() < end:
            line = watch.receive()
            if line is not None and self._take(line, word):
                return line
        watch.look()
        return None

    def ready(self) -> None:
        """Ask whether it still answers, and see whether it uses more than it may; raises BotFailed."""
        self.add("isready")
        self.until("readyok", self.pace.ready)
        self._watch.look()

    def _waiting(self, seconds: float) -> Watch:
        """The watch of this question, for so many seconds more, as far as the whole check allows."""
        self._check_time()
        self._watch.wait(min(seconds, self.began + self.most - time.monotonic()))
        return self._watch

    def _check_time(self) -> None:
        if time.monotonic() >= self.began + self.most:
            raise Hopeless(
                Text(
                    "a check takes at most {most} s, and not all could be asked: answer sooner",
                    most=Number(self.most, "g"),
                )
            )

    def _take(self, line: str, word: str) -> bool:
        """Keep a line; whether it begins with *word*, and only ``bestmove`` may say more than that."""
        self.heard.append(line)
        return first_word(line) == word and (word == "bestmove" or line.split() == [word])
