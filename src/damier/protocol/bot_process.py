"""What runs in a bot's own process: loads the file, hands it views, sends back its answers.

Lines of JSON come in by what was standard input and go out by what was standard output; both are moved
away before the bot's first line runs, so that its ``print`` reaches standard error and its ``input``
finds nothing. A position comes as text and is built anew here: what a view hides is not in this process.
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
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TypeAlias

from damier.core.game import AnyGame
from damier.games import game as find_game

Message: TypeAlias = dict[str, Any]
"""One line of the conversation: ``{"id": 3, "do": "move", "view": "x../.../... 3"}``."""

LONGEST = 1000
"""Characters of a move, an error or a value that are sent; a longer move is none."""

GRACE = 0.2
"""Seconds that a process may take to leave once damier has hung up."""


class BotServer:
    """The conversation, and the bot in it."""

    def __init__(self, requests: int, answers: int) -> None:
        self.requests = requests
        self.answers = answers
        self.waiting: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.pid = os.getpid()
        self.path = ""
        self.seed = 0
        self.game: AnyGame | None = None
        self.move: Callable[[Any], Any] | None = None

    def listen(self) -> None:
        """Runs in a thread, so that it hears *where* and hanging up while the bot thinks."""
        buffer = b""
        while chunk := os.read(self.requests, 65536):
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                message = json.loads(line)
                if message["do"] == "where":
                    self.send({"id": message["id"], **self.place(_main_frame())})
                else:
                    self.waiting.put(message)
        self.waiting.put(None)
        time.sleep(GRACE)
        _perish()

    def send(self, message: Message) -> None:
        line = json.dumps(message).encode() + b"\n"
        while line:
            line = line[os.write(self.answers, line) :]

    def serve(self) -> None:
        """Answer until damier hangs up."""
        while (message := self.waiting.get()) is not None:
            number, todo = message["id"], message["do"]
            try:
                answer = getattr(self, f"do_{todo}")(message)
            except BaseException as error:  # sys.exit() in a bot too is an error of the bot
                answer = self.describe(error)
            if os.getpid() != self.pid:
                os._exit(0)  # the bot forked: only the process that was asked answers
            self.send({"id": number, **answer})

    def do_hello(self, message: Message) -> Message:
        """Get ready, as far as the bot has no part in it."""
        self.game = find_game(message["game"])
        limit_memory(message["memory"])
        return {}

    def do_load(self, message: Message) -> Message:
        """Run the bot's file."""
        self.path, self.seed = message["path"], message["seed"]
        sys.path.insert(0, str(Path(self.path).parent))  # as Python does for a script: it may have helpers
        random.seed(str(self.seed))
        module = ModuleType("damier_bot")
        module.__file__ = self.path
        sys.modules[module.__name__] = module  # dataclasses and pickle look for it there
        exec(compile(Path(self.path).read_bytes(), self.path, "exec", dont_inherit=True), module.__dict__)
        move = getattr(module, "move", None)
        if not callable(move):
            return {"missing": True}
        self.move = move
        return {}

    def do_move(self, message: Message) -> Message:
        """Ask the bot."""
        return self.spell(*self.ask(message["view"]))

    def do_trace(self, message: Message) -> Message:
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
            answer = self.spell(*self.ask(message["view"]))
        finally:
            sys.settrace(None)
        same = answer == message["answer"]
        return {"line": found[-1], "file": Path(self.path).name} if found and same else {}

    def ask(self, position: str) -> tuple[Any, Any]:
        """The view, and what the bot says to it; chance depends on the seed and the position alone."""
        assert self.game is not None and self.move is not None
        view = self.game.parse(position)
        random.seed(f"{self.seed} {position}")
        return view, self.move(view)

    def spell(self, view: Any, answer: object) -> Message:
        """A bot's answer for the other side, which judges it: a move as text, or what it looks like."""
        assert self.game is not None
        if isinstance(answer, str):
            return {"words": answer} if len(answer) <= LONGEST else {"odd": answer[:40] + "..."}
        try:
            legal = list(view.moves())
            found = next((move for move in legal if move == answer), None)
            if found is not None or isinstance(answer, type(legal[0])):
                words = self.game.write(answer if found is None else found)
                if len(words) <= LONGEST:
                    return {"words": words}
        except Exception:
            pass  # not a move of this game at all
        return {"odd": reprlib.repr(answer)[:LONGEST]}

    def describe(self, error: BaseException) -> Message:
        """An error in words, with its last line in the bot's own folder; the traceback is printed."""
        frames = traceback.walk_tb(error.__traceback__)
        own = [(frame, line) for frame, line in frames if self.is_own(frame.f_code.co_filename)]
        try:
            words = "".join(traceback.format_exception_only(error)[-1:]).strip()
        except Exception:
            words = type(error).__name__
        place: Message = {}
        if own:
            place = {"line": own[-1][1], "file": Path(own[-1][0].f_code.co_filename).name}
        if isinstance(error, SyntaxError) and error.filename and self.is_own(error.filename):
            place = {"line": error.lineno, "file": Path(error.filename).name}
        self.print_traceback(error)
        return {"error": words[:LONGEST], **place}

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

    def place(self, frame: FrameType | None) -> Message:
        """The innermost line of the bot's own folder that runs in *frame*."""
        while frame is not None:
            if self.is_own(frame.f_code.co_filename):
                return {"line": frame.f_lineno, "file": Path(frame.f_code.co_filename).name}
            frame = frame.f_back
        return {}

    def is_own(self, file: str) -> bool:
        return bool(self.path) and Path(file).parent == Path(self.path).parent


def _main_frame() -> FrameType | None:
    ident = threading.main_thread().ident
    return None if ident is None else sys._current_frames().get(ident)


def _perish() -> None:
    """End at once, with whatever the bot has started, where the system knows process groups."""
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def limit_memory(most: int | None) -> None:
    """Let an allocation beyond *most* bytes fail in the bot, not in the machine; POSIX only."""
    try:
        import resource
    except ImportError:
        return
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        if most is not None and (hard == resource.RLIM_INFINITY or most <= hard):
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (OSError, ValueError):
        pass  # some systems know the limit and refuse it


def main() -> None:
    """Take the pipes away from the bot, then serve."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)  # type: ignore[union-attr]
    sys.dont_write_bytecode = True
    server = BotServer(requests, answers)
    threading.Thread(target=server.listen, name="listen", daemon=True).start()
    server.serve()
