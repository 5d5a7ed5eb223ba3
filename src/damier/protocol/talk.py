"""A conversation with a program, question by question, for whoever examines it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from damier.core.text import Text
from damier.protocol.process import clean, last_words
from damier.protocol.sandbox import Spoken

PATIENCE = 10.0
"""Seconds for an answer that should come at once."""


class Hopeless(Exception):
    """Nothing more can be asked: the finding says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Talk:
    """A conversation with the program, of which every line is kept for a moment."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = Spoken(command)
        except OSError as error:
            raise Hopeless(Text("it cannot be started: {error}", error=clean(error))) from error
        self.heard: list[str] = []
        """What it said since the last question."""

    def say(self, *lines: str) -> None:
        """Ask; what was said before is forgotten."""
        while self.process.receive(0.0) is not None:
            pass
        self.heard = []
        self.process.allow()
        for line in lines:
            self.process.say(line)

    def until(self, word: str, seconds: float = PATIENCE) -> str | None:
        """The line that begins with *word*, if it comes in time; a program that has ended is hopeless."""
        limit = time.monotonic() + seconds
        while (left := limit - time.monotonic()) > 0:
            words = self.process.receive(min(0.02, left))
            if words is not None:
                self.heard.append(words)
                if words.split()[:1] == [word]:
                    return words
            elif self.process.flooded or self.process.broken:
                raise Hopeless(Text("it floods its output: say a line when something is new, not in a loop"))
            elif self.process.gone():
                code = self.process.end()
                raise Hopeless(
                    Text(
                        "it ended (code {code}) where it should have said '{word}'; its last words: {last}",
                        code=code,
                        word=word,
                        last=last_words(self.process.lines) or "-",
                    )
                )
        return None

    def ready(self) -> bool:
        """Whether it still answers."""
        self.process.say("isready")
        return self.until("readyok") is not None
