"""A student's bot as an engine: one file with ``def move(view)``, in a process of its own.

Nothing that the file does brings damier down: an error, an illegal move, an endless thought, a process
that dies, all raise :class:`BotFailed`, which names the bot, the reason and the line, and whoever runs
the game counts it as lost. It is a guard against mistakes, not a prison: a bot runs with your rights.
"""

from __future__ import annotations

import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from damier.core.engine import Analysis, Limit, Reason
from damier.core.game import AnyGame, View
from damier.core.text import Number, Refusal, Text
from damier.games import game as find_game
from damier.protocol.process import GRACE, Message, Process, clean, hand_on, how_ended

V = TypeVar("V", bound=View[Any], contravariant=True)
M = TypeVar("M")

THINKING = 10.0
"""Seconds for one move, unless somebody says otherwise."""

LOADING = 30.0
"""Seconds for the bot's own imports and its first lines."""

STARTING = 120.0
"""Seconds for Python and the game, which are not the bot's fault."""

MEMORY = 4 * 2**30
"""Bytes of address space, where the system can limit it."""

MOST_PRINTED = 1_000_000
"""Bytes that a bot may print in one move: more is an endless loop with a print in it."""

POLL = 0.02
"""Seconds between two looks at the clock while the bot thinks."""


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

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.text, self.bot, self.line, self.printed)


class BotStopped(Refusal):
    """Somebody closed the bot while it was thinking: nobody's fault, and no move."""


class Bot(Generic[V, M]):
    """An engine that asks a file's ``move(view)``; make a fresh one for every game.

    A bot has no opinion before it has answered, so :meth:`think` yields once, when the answer is there.
    To stop it earlier call :meth:`close` from another thread: the think that is under way then raises
    BotStopped within 50 ms, and the next one starts a new process.

    ``random`` is seeded for every move from the seed and the position, so that the same seed plays the
    same game. The limit's time and nodes mean nothing to a bot; *thinking* does, and a running clock.
    """

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
        self.path = Path(path).absolute()
        self.name = clean(self.path.name, 60)
        self.seed = seed
        self.thinking = thinking
        self.loading = loading
        self.memory = memory
        self.hear = hear
        """Gets every line that the bot prints, in the thread that waits for its answer."""
        self.printed: deque[str] = deque(maxlen=50)
        """The last lines that it printed."""
        self._game: AnyGame = find_game(game_key)
        self._process: Process | None = None
        self._number = 0

    def think(self, view: V, limit: Limit) -> Iterator[Analysis[M]]:
        """One opinion, when the bot has answered; raises BotFailed."""
        process = self._process or self._start()
        seconds = self.thinking
        if limit.clock is not None:
            seconds = min(seconds, limit.clock.left[view.turn])
        position = self._game.text(view)
        answer = self._ask(process, seconds, do="move", view=position)
        move = self._judge(process, view, position, answer)
        place = self._game.scene(view).where(move)
        reason = Reason(
            Text("{bot} chose {move} and gives no reason", bot=self.name, move=self._game.write(move)),
            () if place is None else (place,),
            kind="unexplained",
        )
        yield Analysis(move=move, lines=(), why=(reason,))

    def close(self) -> None:
        """End the bot's process; the next think starts a new one. Any thread may call it."""
        process, self._process = self._process, None
        if process is not None:
            process.end(GRACE)
            self._listen(process)

    def __enter__(self) -> Bot[V, M]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _start(self) -> Process:
        """Python, then the game, then the bot's file, each with the time that it may take."""
        try:
            process = Process(self.seed)
        except OSError as error:
            raise Refusal(
                Text("a process for {bot} cannot be started: {error}", bot=self.name, error=clean(error))
            ) from error
        weakref.finalize(self, process.end)  # also when Python ends
        self._process = process
        hello = self._ask(process, STARTING, do="hello", game=self._game.key, memory=self.memory)
        if "error" in hello:
            self._end(process)
            raise Refusal(
                Text(
                    "a process for {bot} cannot be started: {error}",
                    bot=self.name,
                    error=clean(hello["error"]),
                )
            )
        loaded = self._ask(process, self.loading, do="load", path=str(self.path), seed=self.seed)
        if "error" in loaded:
            self._fail(
                process,
                loaded,
                Text("{bot} cannot be loaded: {error}", bot=self.name, error=clean(loaded["error"])),
            )
        if "missing" in loaded:
            self._fail(process, {}, Text("{bot} has no function 'def move(view)'", bot=self.name))
        return process

    def _ask(self, process: Process, seconds: float, **message: object) -> Message:
        """The answer to one request; every way in which there is none raises."""
        self._number += 1
        number = self._number
        until = time.monotonic() + seconds
        allowed = process.printed + MOST_PRINTED
        process.send({"id": number, **message})
        while True:
            answer = process.receive(min(POLL, until - time.monotonic()))
            self._listen(process)
            if answer is not None and answer.get("id") == number:
                return answer
            if process.ended:
                raise BotStopped(Text("{bot} was stopped", bot=self.name))
            if process.broken:
                self._fail(process, {}, Text("{bot} sent something that is not an answer", bot=self.name))
            if process.printed > allowed:
                self._fail(
                    process,
                    self._where(process),
                    Text(
                        "{bot} printed more than {size} bytes in one move", bot=self.name, size=MOST_PRINTED
                    ),
                )
            if answer is None and process.gone():
                answer = process.receive(0.05)  # its last words may still be on the way
                if answer is not None and answer.get("id") == number:
                    return answer
                self._fail_gone(process)
            if time.monotonic() >= until:
                self._fail(
                    process,
                    self._where(process),
                    Text(
                        "{bot} gave no answer within {seconds} s", bot=self.name, seconds=Number(seconds, "g")
                    ),
                )

    def _judge(self, process: Process, view: V, position: str, answer: Message) -> M:
        """The move in *answer*; anything but a legal one raises, whatever the bot's process says of it."""
        if "error" in answer:
            self._fail(
                process,
                answer,
                Text("{bot} failed: {error}", bot=self.name, error=clean(answer["error"])),
            )
        if not isinstance(answer.get("words"), str):
            self._fail(
                process,
                self._trace(process, position, answer),
                Text(
                    "{bot} answered {answer}, which is not a move: return one of view.moves() or its text",
                    bot=self.name,
                    answer=clean(answer.get("odd", ""), 80),
                ),
            )
        try:
            move: M = self._game.read(clean(answer["words"]), view)
            if move not in view.moves():
                raise Refusal(Text("it is not among the legal moves"))
        except Refusal as problem:
            self._fail(
                process,
                self._trace(process, position, answer),
                Text(
                    "{bot} answered '{answer}': {problem}",
                    bot=self.name,
                    answer=clean(answer["words"], 40),
                    problem=problem.text,
                ),
            )
        return move

    def _where(self, process: Process) -> Message:
        """Which line the bot is at; empty where even that is not answered."""
        return self._side_question(process, 0.5, do="where")

    def _trace(self, process: Process, position: str, answer: Message) -> Message:
        """Which line gave the wrong answer."""
        asked = {name: answer[name] for name in ("words", "odd") if name in answer}
        return self._side_question(process, min(self.thinking, 1.0), do="trace", view=position, answer=asked)

    def _side_question(self, process: Process, seconds: float, **message: object) -> Message:
        self._number += 1
        process.send({"id": self._number, **message})
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not process.gone():
            answer = process.receive(min(POLL, left))
            if answer is not None and answer.get("id") == self._number:
                return answer
        return {}

    def _fail_gone(self, process: Process) -> NoReturn:
        self._fail(process, {}, how_ended(self.name, process.end()))

    def _fail(self, process: Process, place: Mapping[str, object], text: Text) -> NoReturn:
        """End the process and raise what is the bot's fault, with its line."""
        self._end(process)
        line, file = place.get("line"), place.get("file")
        if isinstance(line, int) and not isinstance(line, bool) and line > 0:
            if isinstance(file, str) and clean(file, 60) != self.name:
                text = Text(
                    "{problem} (line {line} of {file})", problem=text, line=line, file=clean(file, 60)
                )
            else:
                text = Text("{problem} (line {line})", problem=text, line=line)
            raise BotFailed(text, self.name, line, tuple(self.printed))
        raise BotFailed(text, self.name, None, tuple(self.printed))

    def _end(self, process: Process) -> None:
        if self._process is process:
            self._process = None
        process.end()
        self._listen(process)

    def _listen(self, process: Process) -> None:
        """Hand on what the bot has printed."""
        hand_on(process.lines, self.printed, self.hear)
