"""A program in any language as an engine: it speaks the lines of docs/protocol.md.

Whatever it does, damier goes on: a crash, an endless thought, a flood of words, an illegal move, all raise
:class:`~damier.protocol.bot.BotFailed`, and whoever runs the game counts it as lost.
"""

from __future__ import annotations

import hashlib
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from damier.core.engine import Analysis, Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.protocol.bot import MOST_PRINTED, POLL, THINKING, BotFailed, BotStopped
from damier.protocol.command import short_name
from damier.protocol.lines import HELLO, HELLO_BACK, Story, write_go
from damier.protocol.opinions import Opinions
from damier.protocol.process import GRACE, LONGEST_LINE, clean, hand_on, how_ended, last_words
from damier.protocol.sandbox import MOST_PROCESSES, MOST_SAID, USUAL, Bounds, Spoken

STARTING = 30.0
"""Seconds in which an engine must introduce itself."""

READY = 120.0
"""Seconds in which it must be ready for a new game."""

STOPPING = 0.5
"""Seconds in which it must answer when it is told to stop; else its process is ended."""

PERIOD = 0.04
"""Seconds after which the last opinion is repeated."""

LOOK = 0.1
"""Seconds between two looks at what it uses."""


class External:
    """An engine that asks a program; make a fresh one for every game.

    The process is started by the first :meth:`think`; to stop a thought, ask no more. A limit in time may be
    overrun by half and a quarter of a second; where a limit names no time, *thinking* is the limit.
    """

    def __init__(
        self,
        command: Sequence[str],
        game_key: str,
        seed: int,
        *,
        name: str | None = None,
        thinking: float = THINKING,
        starting: float = STARTING,
        bounds: Bounds = USUAL,
        hear: Callable[[str], None] | None = None,
    ) -> None:
        self.command = tuple(command)
        self.name = name or short_name(command)
        self.seed = seed
        self.thinking = thinking
        self.starting = starting
        self.bounds = bounds
        self.hear = hear
        """Gets every line that the engine writes to standard error."""
        self.printed: deque[str] = deque(maxlen=50)
        """The last lines of these."""
        self._game: AnyGame = find_game(game_key)
        self._story = Story(self._game)
        self._process: Spoken | None = None
        self._failure: Refusal | None = None
        """Why it could not be started when it was told of the game: raised when it is asked."""

    def follow(self, options: Options, moves: Sequence[str]) -> None:
        """Take how the game came to be where it is; without it, engines are told positions as text.

        It is said before the clock runs, so this is the time to start the process too.
        """
        self._story.follow(options, moves)
        if self._process is None:
            try:
                self._start()
            except Refusal as problem:
                self._failure = problem

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """Its opinions, repeated every 40 ms; raises BotFailed."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        process = self._process or self._start()
        opinions = Opinions(self._game, view, self.name, limit)
        watch = Watch(self, process, limit, view.turn)
        while process.receive(0.0) is not None:
            pass  # what was said before the question does not answer it
        process.allow()
        process.say(self._story.position(view))
        process.say(write_go(limit))
        answered = False
        try:
            next_yield = time.monotonic() + PERIOD
            while True:
                words = watch.receive()
                if words is not None and words.startswith("info "):
                    opinions.hear(words[5:])
                elif words is not None and words.split()[:1] == ["bestmove"]:
                    watch.check_cpu()
                    answered = True
                    yield opinions.analysis(self._judge(process, view, words))
                    return
                if time.monotonic() >= next_yield:
                    yield opinions.analysis()
                    next_yield = time.monotonic() + PERIOD
        finally:
            if not answered:
                self._stop(process)

    def close(self) -> None:
        """End the process; the next think starts a new one. Any thread may call it."""
        process, self._process = self._process, None
        if process is not None:
            process.say("quit")
            process.end(GRACE)
            self.listen(process)

    def __enter__(self) -> External:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _start(self) -> Spoken:
        """Start the program, let it introduce itself and get ready for a new game."""
        try:
            process = Spoken(self.command, self.bounds)
        except OSError as error:
            raise Refusal(
                Text("a process for {bot} cannot be started: {error}", bot=self.name, error=clean(error))
            ) from error
        weakref.finalize(self, process.end)  # also when Python ends
        self._process = process
        process.say(HELLO)
        games = self._introduction(process)
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
        process.say(f"newgame {self._game.key} seed {wire_seed(self.seed)}")
        process.say("isready")
        watch = Watch(self, process, Limit(), 0, READY)
        while (words := watch.receive()) is None or words.strip() != "readyok":
            pass
        return process

    def _introduction(self, process: Spoken) -> list[str]:
        """The games that it says it plays."""
        games: list[str] = []
        watch = Watch(self, process, Limit(), 0, self.starting)
        while (words := watch.receive()) is None or words.strip() != HELLO_BACK:
            if words is not None and words.startswith("games "):
                games += words.split()[1:]
        return games

    def _judge(self, process: Spoken, view: Any, words: str) -> Any:
        """The move of a ``bestmove``; anything but a legal one loses."""
        answer = clean(" ".join(words.split()[1:2]), 100)
        try:
            move = self._game.read(answer, view)
            if move not in view.moves():
                raise Refusal(Text("it is not among the legal moves"))
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
        return move

    def _stop(self, process: Spoken) -> None:
        """Nobody asks any more: it must answer soon, and its answer is thrown away."""
        if process.ended:
            return
        process.say("stop")
        until = time.monotonic() + STOPPING
        while (left := until - time.monotonic()) > 0 and not process.gone():
            words = process.receive(min(POLL, left))
            if words is not None and words.split()[:1] == ["bestmove"]:
                return
        self._end(process)

    def fail(self, process: Spoken, text: Text) -> NoReturn:
        """End the process and raise what is the engine's fault."""
        self._end(process)
        raise BotFailed(text, self.name, None, tuple(self.printed))

    def fail_gone(self, process: Spoken) -> NoReturn:
        """The process has ended by itself: raise how, with its last words."""
        text = how_ended(self.name, process.end())
        self._end(process)
        if words := last_words(self.printed):
            text = Text("{problem}; its last words: {words}", problem=text, words=words)
        raise BotFailed(text, self.name, None, tuple(self.printed))

    def _end(self, process: Spoken) -> None:
        if self._process is process:
            self._process = None
        process.end()
        self.listen(process)

    def listen(self, process: Spoken) -> None:
        """Hand on what the engine wrote to standard error."""
        hand_on(process.lines, self.printed, self.hear)


class Watch:
    """Waits for an engine's words, and sees to it that it keeps its limits meanwhile."""

    def __init__(
        self, engine: External, process: Spoken, limit: Limit, turn: int, seconds: float | None = None
    ) -> None:
        self.engine = engine
        self.process = process
        self.limit = limit
        self.began = time.monotonic()
        self.seconds = seconds if seconds is not None else allowed(limit, turn, engine.thinking)
        self._printed = process.printed + MOST_PRINTED
        self._next_look = self.began + LOOK
        look = process.look() if limit.cpu is not None else None
        self._cpu = look.cpu if look is not None else 0.0

    def receive(self) -> str | None:
        """The next line, or None after a moment; every way to lose raises."""
        process, engine = self.process, self.engine
        left = self.began + self.seconds - time.monotonic()
        words = process.receive(min(POLL, left))
        engine.listen(process)
        if process.printed > self._printed:
            engine.fail(
                process,
                Text("{bot} printed more than {size} bytes in one move", bot=engine.name, size=MOST_PRINTED),
            )
        if process.broken:
            engine.fail(
                process,
                Text("{bot} said a line of more than {size} bytes", bot=engine.name, size=LONGEST_LINE),
            )
        if process.flooded:
            engine.fail(
                process,
                Text("{bot} said more than {size} bytes in one move", bot=engine.name, size=MOST_SAID),
            )
        if words is not None:
            return words
        if process.ended:
            raise BotStopped(Text("{bot} was stopped", bot=engine.name))
        if process.gone():
            last = process.receive(0.05)  # its last words may still be on the way
            if last is None:
                engine.fail_gone(process)
            return last
        self._look()
        if left <= 0:
            engine.fail(
                process,
                Text("{bot} gave no answer within {seconds} s", bot=engine.name, seconds=f"{self.seconds:g}"),
            )
        return None

    def _look(self) -> None:
        """What it uses, from time to time."""
        if time.monotonic() < self._next_look:
            return
        began = time.monotonic()
        look = self.process.look()
        # On a machine with very many processes a look takes long: it is taken less often then.
        self._next_look = began + max(LOOK, 20 * (time.monotonic() - began))
        if look is not None and look.processes > MOST_PROCESSES:
            self.engine.fail(
                self.process,
                Text("{bot} started more than {n} processes at once", bot=self.engine.name, n=MOST_PROCESSES),
            )
        self.check_cpu()

    def check_cpu(self) -> None:
        """Whether it keeps a limit in processor time, where the system tells."""
        look = self.process.look() if self.limit.cpu is not None else None
        if look is None or self.limit.cpu is None:
            return
        used = look.cpu - self._cpu
        if used > with_grace(self.limit.cpu):
            self.engine.fail(
                self.process,
                Text(
                    "{bot} used {used} s of processor time where it had {limit} s",
                    bot=self.engine.name,
                    used=f"{used:.2f}",
                    limit=f"{self.limit.cpu:g}",
                ),
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


def wire_seed(seed: int) -> int:
    """A seed that every language can hold exactly: below 2 to the power of 53."""
    digest = hashlib.blake2b(f"engine {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11
