"""A bot's file as an engine: loads it, hands it views, and speaks the lines of docs/protocol.md for it.

Lines come in by what was standard input and go out by what was standard output; both are moved away before
the bot's first line runs, so that its ``print`` reaches standard error and its ``input`` finds nothing. A
position is read from its text alone: what a view hides is not in this process.

Two things are said beyond the protocol, for whoever wants to tell the bot's author what went wrong: a failure
is an ``info string`` with a report in JSON, and ``where`` is answered with the line of the file that runs, or
that gave the last answer.
"""

from __future__ import annotations

import json
import os
import queue
import random
import reprlib
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TypeAlias

from damier.core.game import AnyGame
from damier.games import game as find_game
from damier.protocol.launch_with_limits import limit
from damier.protocol.process import clean

FaultReport: TypeAlias = dict[str, str | int | None]
"""What went wrong, and where: ``{"failed": "go", "words": "KeyError: 7", "line": 3, "file": "mybot.py"}``."""

REPORT = "info string "
"""What stands before a report."""

MEMORY = 4 * 2**30
"""Bytes of memory that a bot may use, where the system can limit it."""

LONGEST = 1000
"""Characters of a move, an error or a value that are sent; a longer move is none."""

SECONDS_AFTER_HANG_UP = 0.2
"""Seconds that a process may take to leave once damier has hung up."""


class Shim:
    """The conversation, and the bot in it."""

    def __init__(self, requests: int, answers: int, path: str, game_key: str, memory: int) -> None:
        self.requests = requests
        self.answers = answers
        self.path = path
        self.game_key = game_key
        self.memory = memory
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.pid = os.getpid()
        self.game: AnyGame
        self.move: Any = None
        """The bot's function."""
        self.seed = self.position = ""
        self.given: object = None
        """What the bot answered last: kept, as another object at its address would look the same."""
        self.answered: list[str] = []
        """What was said to the last ``go``, if the bot gave an answer."""

    def listen(self) -> None:
        """Runs in a thread, so that it hears ``where`` and ``quit`` while the bot thinks."""
        buffer, line = b"", ""
        while line != "quit" and (chunk := os.read(self.requests, 65536)):
            *lines, buffer = (buffer + chunk).split(b"\n")
            for sent in lines:
                line = sent.decode("utf-8", "replace").strip()
                running = self.own_lines(traceback.walk_stack(_main_frame())) if line == "where" else []
                if running:
                    self.say(_written(running[0]))
                else:
                    self.waiting.put(line)
        self.waiting.put("quit")
        time.sleep(SECONDS_AFTER_HANG_UP)
        _perish()

    def say(self, *lines: str) -> None:
        """Say *lines*; only the process that was asked answers, not a fork of it."""
        if os.getpid() != self.pid:
            os._exit(0)
        rest = "".join(f"{line}\n" for line in lines).encode()
        while rest:
            rest = rest[os.write(self.answers, rest) :]

    def serve(self) -> None:
        """Answer until damier hangs up."""
        commands = {
            "damier": self.introduce,
            "newgame": self.load,
            "isready": lambda rest: self.say("readyok"),
            "position": self.take_position,
            "go": self.go,
            "where": self.trace,
        }
        while (line := self.waiting.get()) != "quit":
            command, _, rest = line.partition(" ")
            if command not in commands:
                continue
            try:
                commands[command](rest)
            except BaseException as error:  # sys.exit() in a bot too is an error of the bot
                self.answered = []
                self.say(_written({"failed": command, **self.describe(error)}))
                if command != "go":
                    sys.exit(1)
                self.say("bestmove none")

    def introduce(self, rest: str) -> None:
        """Say who it is, once everything is ready as far as the bot has no part in it."""
        self.game = find_game(self.game_key)
        limit(self.memory, 0, 0)
        name = clean(Path(self.path).name, 60)
        self.say(f"id name {name}", "id author unknown", f"games {self.game_key}", "damierok")

    def load(self, rest: str) -> None:
        """``connect4 seed 7``: run the bot's file."""
        self.seed = rest.partition(" seed ")[2]
        sys.path.insert(0, str(Path(self.path).parent))  # as Python does for a script: it may have helpers
        random.seed(self.seed)
        module = ModuleType("damier_bot")
        module.__file__ = self.path
        sys.modules[module.__name__] = module  # dataclasses and pickle look for it there
        exec(compile(Path(self.path).read_bytes(), self.path, "exec", dont_inherit=True), module.__dict__)
        self.move = getattr(module, "move", None)
        if not callable(self.move):
            self.say(_written({"failed": "move"}))

    def take_position(self, rest: str) -> None:
        """``setup 7x6 moves 4 text …``: the text says it all."""
        self.position = f" {rest}".partition(" text ")[2]

    def go(self, rest: str) -> None:
        """Ask the bot; it may take its time."""
        self.answered = self.ask()
        self.say(*self.answered)

    def trace(self, rest: str) -> None:
        """Ask again, slowly, to learn at which line the bot gives its wrong answer; it has lost anyway."""
        code = getattr(self.move, "__code__", None)
        found: list[int] = []

        def inside(frame: FrameType, event: str, arg: object) -> Any:
            if event == "return":
                found.append(frame.f_lineno)
            return inside

        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)  # what it prints has been heard
        os.dup2(nothing, 2)
        sys.settrace(lambda frame, event, arg: inside if frame.f_code is code else None)
        try:
            same = self.answered and self.ask() == self.answered
        finally:
            sys.settrace(None)
        self.say(_written({"line": found[-1], "file": Path(self.path).name} if found and same else {}))

    def ask(self) -> list[str]:
        """What to say for the bot in this position; chance depends on the seed and the position alone."""
        view = self.game.parse(self.position)
        random.seed(f"{self.seed} {self.position}")
        self.given = self.move(view)
        return self.spell(view, self.given)

    def spell(self, view: Any, answer: object) -> list[str]:
        """A bot's answer for the other side, which judges it: a move as text, or what it looks like."""
        words = answer if isinstance(answer, str) and len(answer) <= LONGEST else None
        with suppress(Exception):  # not a move of this game at all
            if words is not None:
                words = self.game.write(self.game.read(words, view))
            elif not isinstance(answer, str):
                legal = list(view.moves())
                found = next((move for move in legal if move == answer), None)
                if found is not None or isinstance(answer, type(legal[0])):
                    words = self.game.write(answer if found is None else found)
        if words is not None and len(words) <= LONGEST:
            return [f"bestmove {clean(words, LONGEST)}"]
        shown = answer[:40] + "..." if isinstance(answer, str) else reprlib.repr(answer)[:LONGEST]
        return [_written({"failed": "answer", "words": shown}), "bestmove none"]

    def describe(self, error: BaseException) -> FaultReport:
        """An error in words, with its last line in the bot's own folder; the traceback is printed."""
        places = self.own_lines(traceback.walk_tb(error.__traceback__))
        if isinstance(error, SyntaxError) and error.filename and self.is_own(error.filename):
            places.append({"line": error.lineno, "file": Path(error.filename).name})
        try:
            words = "".join(traceback.format_exception_only(error)[-1:]).strip()
        except Exception:
            words = type(error).__name__
        self.print_traceback(error)
        return {"words": words[:LONGEST], **(places[-1] if places else {})}

    def print_traceback(self, error: BaseException) -> None:
        """Show it as Python would, without the frames that are ours."""
        trace = error.__traceback__
        while trace is not None and not self.is_own(trace.tb_frame.f_code.co_filename):
            trace = trace.tb_next
        try:
            sys.stdout.flush()
            traceback.print_exception(type(error), error, trace, limit=-20)
        except Exception:
            pass  # the bot may have closed its output, or its error cannot be shown

    def own_lines(self, frames: Iterable[tuple[FrameType, int]]) -> list[FaultReport]:
        """The lines of the bot's own folder among these, in their order."""
        return [
            {"line": line, "file": Path(frame.f_code.co_filename).name}
            for frame, line in frames
            if self.is_own(frame.f_code.co_filename)
        ]

    def is_own(self, file: str) -> bool:
        return Path(file).parent == Path(self.path).parent


def _main_frame() -> FrameType | None:
    ident = threading.main_thread().ident
    return None if ident is None else sys._current_frames().get(ident)


def _perish() -> None:
    """End at once, with whatever the bot has started, where the system knows process groups."""
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def _written(report: FaultReport) -> str:
    return REPORT + json.dumps(report)


def main(path: str, game_key: str, memory: str | int = MEMORY) -> None:
    """Take the pipes away from the bot, then serve; *memory* is in bytes, 0 for no limit."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)  # type: ignore[union-attr]
    sys.dont_write_bytecode = True
    shim = Shim(requests, answers, path, game_key, int(memory))
    threading.Thread(target=shim.listen, name="listen", daemon=True).start()
    shim.serve()
