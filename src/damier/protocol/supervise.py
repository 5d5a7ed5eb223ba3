"""What an engine may do, and the watch over it: the same in a match and where it is checked.

Every limit of docs/protocol.md is held here or in :mod:`damier.protocol.sandbox`, so that an engine cannot
pass its check with what loses a game.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from damier.core.engine import Limit
from damier.core.text import Number, Refusal, Text
from damier.protocol.process import (
    LONGEST_LINE,
    MOST_SAID,
    SECONDS_TO_LEAVE,
    Program,
    ResourceUse,
    how_ended,
    last_words,
)
from damier.protocol.sandbox import MOST_PROCESSES

THINKING = 10.0
"""Seconds for one move, unless somebody says otherwise."""

MOST_PRINTED = 1_000_000
"""Bytes that an engine may print in one move: more is an endless loop with a print in it."""

POLL = 0.02
"""Seconds between two looks at the clock while an engine thinks."""

SECONDS_BETWEEN_LOOKS = 0.1
"""Seconds between two looks at what it uses."""

WORKING = 0.1
"""The share of one core that a program uses at least while it works, and not while it waits for us."""


class BotFailed(Refusal):
    """The bot has lost by its own fault: an error, an illegal move, no answer in time."""

    def __init__(
        self, text: Text, bot: str = "", line: int | None = None, printed: tuple[str, ...] = ()
    ) -> None:
        super().__init__(text)
        self.bot = bot
        """The name of its file: ``mybot.py``."""
        self.line = line
        """The line to look at, where it is known."""
        self.printed = printed
        """The last lines that it printed, the traceback included."""


class BotStopped(Refusal):
    """Somebody closed the bot while it was thinking: nobody's fault, and no move."""


class TooLate(BotFailed):
    """It gave no answer in time, which may be the fault of a busy machine."""


class Died(BotFailed):
    """Its process has ended by itself."""


class Partner:
    """Whoever talks with an engine: hears what it writes to standard error, and ends it for what it does."""

    def __init__(self, name: str, hear: Callable[[str], None] | None = None) -> None:
        self.name = name
        self.hear = hear
        """Gets every line that the engine writes to standard error."""
        self.printed: deque[str] = deque(maxlen=50)
        """The last lines of these."""
        self._process: Program | None = None

    def fail(self, process: Program, text: Text, kind: type[BotFailed] = BotFailed) -> NoReturn:
        """End the process and raise what is the engine's fault."""
        self.drop(process)
        raise kind(text, self.name, None, tuple(self.printed))

    def fail_gone(self, process: Program) -> NoReturn:
        """The process has ended by itself: raise how, with its last words."""
        text = how_ended(self.name, process.end())
        self.listen(process)
        if words := last_words(self.printed):
            text = Text("{problem}; its last words: {words}", problem=text, words=words)
        self.fail(process, text, Died)

    def fail_output(self, process: Program) -> NoReturn:
        """It said more than anybody listens to."""
        if process.broken:
            text = Text("{bot} said a line of more than {size} bytes", bot=self.name, size=LONGEST_LINE)
        else:
            text = Text("{bot} said more than {size} bytes in one move", bot=self.name, size=MOST_SAID)
        self.fail(process, text)

    def check(self, process: Program, line: str) -> None:
        """Look at a line as soon as it is heard; whoever knows more of the engine may fail it for that."""

    def close(self) -> None:
        """Tell the program to leave, and end it; any thread may call it."""
        process = self._process
        if process is not None:
            process.say("quit")
            self.drop(process, SECONDS_TO_LEAVE)

    def drop(self, process: Program, grace: float = 0.0) -> None:
        """End the process, and hear what it wrote."""
        if self._process is process:
            self._process = None
        process.end(grace)
        self.listen(process)

    def listen(self, process: Program) -> None:
        """Hand on what the engine wrote to standard error."""
        with suppress(IndexError):  # when all is taken
            while True:
                line = process.lines.popleft()
                self.printed.append(line)
                if self.hear is not None:
                    self.hear(line)


class Watch:
    """Waits for an engine's words, and sees to it that it keeps its limits meanwhile."""

    def __init__(
        self,
        partner: Partner,
        process: Program,
        seconds: float,
        *,
        cpu: float | None = None,
        idle: float | None = None,
    ) -> None:
        self.partner = partner
        self.process = process
        self.cpu = cpu
        """Seconds of processor time that it may use, if they are limited."""
        self.idle = idle
        """Seconds after which an engine that does not even work has failed, where nobody waits longer."""
        self._printed = process.printed + MOST_PRINTED
        self._cpu_before = self._cpu() if cpu is not None else 0.0
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Give it *seconds* from now on; what it has printed and used already still counts."""
        self._idle_from = self._cpu() if self.idle is not None else 0.0
        self.began = time.monotonic()
        self.seconds = seconds
        self._next_look = self.began + SECONDS_BETWEEN_LOOKS

    def _cpu(self) -> float:
        look = self.process.look()
        return look.cpu if look is not None else 0.0

    def receive(self) -> str | None:
        """The next line, or None after a moment; every way to lose raises."""
        process, partner = self.process, self.partner
        left = self.began + self.seconds - time.monotonic()
        words = process.receive(min(POLL, left))
        partner.listen(process)
        self._check_output()
        if words is None and process.ended:
            raise BotStopped(Text("{bot} was stopped", bot=partner.name))
        if words is None and process.gone():
            words = process.receive(0.05)  # its last words may still be on the way
            if words is None:
                partner.fail_gone(process)
        if words is not None:
            partner.check(process, words)
        if time.monotonic() >= self._next_look:
            self.look()
        if words is None and left <= 0:
            partner.fail(
                process,
                Text(
                    "{bot} gave no answer within {seconds} s",
                    bot=partner.name,
                    seconds=Number(self.seconds, "g"),
                ),
                TooLate,
            )
        return words

    def _check_output(self) -> None:
        """Whether it says and prints no more than it may."""
        process, partner = self.process, self.partner
        if process.printed > self._printed:
            partner.fail(
                process,
                Text("{bot} printed more than {size} bytes in one move", bot=partner.name, size=MOST_PRINTED),
            )
        if process.broken or process.flooded:
            partner.fail_output(process)

    def look(self) -> None:
        """Whether it uses no more than it may, where the system tells."""
        began = time.monotonic()
        look = self.process.look()
        # On a machine with very many processes a look takes long: it is taken less often then.
        self._next_look = began + max(SECONDS_BETWEEN_LOOKS, 20 * (time.monotonic() - began))
        if look is None:
            return
        if look.processes > MOST_PROCESSES:
            self.partner.fail(
                self.process,
                Text(
                    "{bot} started more than {n} processes at once", bot=self.partner.name, n=MOST_PROCESSES
                ),
            )
        self._check_cpu(look)
        self._check_idle(look, began - self.began)

    def _check_cpu(self, look: ResourceUse) -> None:
        used = look.cpu - self._cpu_before
        if self.cpu is not None and used > with_grace(self.cpu):
            self.partner.fail(
                self.process,
                Text(
                    "{bot} used {used} s of processor time where it had {limit} s",
                    bot=self.partner.name,
                    used=Number(used, ".2f"),
                    limit=Number(self.cpu, "g"),
                ),
            )

    def _check_idle(self, look: ResourceUse, waited: float) -> None:
        if self.idle is None or waited < self.idle:
            return
        if look.cpu - self._idle_from < WORKING * waited:
            self.partner.fail(
                self.process,
                Text(
                    "{bot} gave no answer within {seconds} s, in which it hardly worked",
                    bot=self.partner.name,
                    seconds=Number(self.idle, "g"),
                ),
                TooLate,
            )


def with_grace(seconds: float) -> float:
    """What a limit in seconds allows before the engine has lost: half as much again, and 0.25 s."""
    return 1.5 * seconds + 0.25


def allowed(limit: Limit, turn: int, thinking: float) -> float:
    """Seconds by the clock on the wall after which an engine has lost."""
    bounds = []
    if limit.time is not None:
        bounds.append(with_grace(limit.time))
    if limit.clock is not None:
        bounds.append(limit.clock.left[turn] + 0.25)
    if not bounds:
        bounds.append(max(thinking, with_grace(limit.cpu or 0.0)))
    return min(bounds)
