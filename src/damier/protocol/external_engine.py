"""A program in any language as an engine: it speaks the lines of docs/protocol.md.

Whatever it does, damier goes on: a crash, an endless thought, a flood of words, an illegal move, all raise
:class:`~damier.protocol.supervise.BotFailed`, and whoever runs the game counts it as lost.
"""

from __future__ import annotations

import hashlib
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from damier.core.engine import Analysis, Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Refusal, Text
from damier.engines.search import OPINION_REPEAT_SECONDS
from damier.games import game as find_game
from damier.protocol.command import short_name
from damier.protocol.info_lines import Opinions
from damier.protocol.lines import HELLO, HELLO_BACK, Story, after_first, first_word, read_answer, write_go
from damier.protocol.process import Program, clean
from damier.protocol.sandbox import USUAL, Bounds, Sandboxed
from damier.protocol.supervise import POLL, THINKING, Partner, Watch, allowed

STARTING = 30.0
"""Seconds in which an engine must introduce itself."""

READY = 120.0
"""Seconds in which it must be ready for a new game."""

STOPPING = 0.5
"""Seconds in which it must answer when it is told to stop; else its process is ended."""


class External(Partner):
    """An engine that asks a program; make a fresh one for every game.

    The process is started by the first :meth:`think`, and by the next one after :meth:`close`; to stop a
    thought, ask no more. A limit in time may be
    overrun by half and a quarter of a second; where a limit names no time, *thinking* is the limit.
    """

    period = OPINION_REPEAT_SECONDS

    def __init__(
        self,
        command: Sequence[str],
        game_key: str,
        seed: int,
        *,
        name: str | None = None,
        thinking: float = THINKING,
        starting: float = STARTING,
        ready: float = READY,
        bounds: Bounds = USUAL,
        hear: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(name or short_name(command), hear)
        self.command = tuple(command)
        self.seed = wire_seed(seed)
        """As it is told to the engine."""
        self.thinking = thinking
        self.starting = starting
        self.ready = ready
        self.bounds = bounds
        self._game: AnyGame = find_game(game_key)
        self._story = Story(self._game)

    def follow(self, options: Options, moves: Sequence[str]) -> None:
        """Take how the game came to be where it is; without it, engines are told positions as text.

        It is said before the clock runs, so this is the time to start the process too; raises BotFailed.
        """
        self._story.follow(options, moves)
        if self._process is None:
            self._start()

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """Its opinions, repeated every 40 ms; raises BotFailed."""
        process = self._process or self._start()
        opinions = Opinions(self._game, view, self.name, limit)
        watch = Watch(self, process, self._seconds(view, limit), cpu=limit.cpu)
        process.ask(self._story.position(view), write_go(limit))
        answered = False
        try:
            next_yield = time.monotonic() + self.period
            while True:
                line = watch.receive()
                first = first_word(line)
                if line is not None and first == "info":
                    opinions.hear(after_first(line))
                elif line is not None and first == "bestmove":
                    if limit.cpu is not None:
                        watch.look()
                    answered = True
                    yield opinions.analysis(self._judge(process, view, line))
                    return
                if time.monotonic() >= next_yield:
                    yield opinions.analysis()
                    next_yield = time.monotonic() + self.period
        finally:
            if not answered:
                self._stop(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _launch(self) -> Program:
        """Its process."""
        return Sandboxed(self.command, self.bounds)

    def _seconds(self, view: Any, limit: Limit) -> float:
        """How long it may think."""
        return allowed(limit, view.turn, self.thinking)

    def _answer(self, line: str) -> str:
        """The move that a ``bestmove`` names."""
        return first_word(after_first(line))

    def _start(self) -> Program:
        """Start the program, let it introduce itself and get ready for a new game."""
        try:
            process = self._launch()
        except OSError as error:
            raise Refusal(
                Text("a process for {bot} cannot be started: {error}", bot=self.name, error=clean(error))
            ) from error
        weakref.finalize(self, process.end)  # also when Python ends
        self._process = process
        process.say(HELLO)
        said = [line.split() for line in self._until(process, HELLO_BACK, self.starting)]
        games = [key for words in said if words[:1] == ["games"] for key in words[1:]]
        if self._game.key not in games:
            self.fail(
                process,
                Text(
                    "{bot} does not play {game}: it says that it plays {games}",
                    bot=self.name,
                    game=self._game.key,
                    games=clean(" ".join(games), 80) or "-",
                ),
            )
        process.say(f"newgame {self._game.key} seed {self.seed}")
        process.say("isready")
        self._until(process, "readyok", self.ready)
        return process

    def _until(self, process: Program, word: str, seconds: float) -> list[str]:
        """What it says before a line that is only *word*."""
        heard: list[str] = []
        watch = Watch(self, process, seconds)
        while (line := watch.receive()) is None or line.strip() != word:
            heard += [] if line is None else [line]
        return heard

    def _judge(self, process: Program, view: Any, line: str) -> Any:
        """The move of a ``bestmove``; anything but a legal one loses."""
        answer = self._answer(line)
        try:
            return read_answer(self._game, view, answer)
        except Refusal as problem:
            self.fail(
                process,
                Text(
                    "{bot} answered '{answer}': {problem}",
                    bot=self.name,
                    answer=clean(answer, 40),
                    problem=problem.text,
                ),
            )

    def _stop(self, process: Program) -> None:
        """Nobody asks any more: it must answer soon, and its answer is thrown away."""
        if process.ended:
            return
        process.say("stop")
        until = time.monotonic() + STOPPING
        while (left := until - time.monotonic()) > 0 and not process.gone():
            words = process.receive(min(POLL, left))
            if first_word(words) == "bestmove":
                return
        self.drop(process)


def wire_seed(seed: int) -> int:
    """A seed that every language can hold exactly: below 2 to the power of 53."""
    digest = hashlib.blake2b(f"engine {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11
