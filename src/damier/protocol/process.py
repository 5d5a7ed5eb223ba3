"""A process to talk with by lines of JSON: bounded in what it may say, and ended with all it started."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

Message: TypeAlias = dict[str, Any]
"""One line of the conversation."""

LONGEST_LINE = 100_000
"""Bytes of one line; a process that sends a longer one is not answering."""

MOST_WAITING = 16
"""Lines that may wait to be read; a process that sends more was not asked for them."""

KEPT_LINES = 200
"""Lines of its other output that are kept, the last ones, each cut to 500 characters."""

GRACE = 0.5
"""Seconds in which a process may leave by itself when it is told to."""

_START = "import sys; sys.path.append(sys.argv[1]); from damier.protocol.child import main; main()"


def clean(words: object, most: int = 300) -> str:
    """*words* fit for a terminal: one line, no control characters, not long."""
    shown = str(words)[:most].encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in shown).rstrip()


class Process:
    """``damier.protocol.child`` in a session of its own: Ctrl-C in the terminal does not reach it."""

    def __init__(self, hash_seed: int) -> None:
        self.printed = 0
        """Bytes of other output so far."""
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        """Other output that nobody has taken yet."""
        self.broken = False
        """Whether it sent what is not an answer."""
        self.ended = False
        """Whether it was told to end."""
        self._answers: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        posix = os.name == "posix"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(Path(__file__).parents[2])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed % 2**32), "PYTHONIOENCODING": "utf-8"},
            start_new_session=posix,
            creationflags=0 if posix else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._requests = self._process.stdin
        self._threads = [
            _start(_read_lines, self._process.stdout, self._take_answer),
            _start(_read_lines, self._process.stderr, self._take_print, self._count),
        ]

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Message) -> bool:
        """Send one line; False where nobody reads it any more."""
        line = json.dumps(message).encode() + b"\n"
        try:
            while line:
                line = line[self._requests.write(line) :]
        except (OSError, ValueError):
            return False
        return True

    def receive(self, seconds: float) -> Message | None:
        """The next line that it sent, if one comes in time."""
        try:
            return self._answers.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None

    def gone(self) -> bool:
        """Whether it has ended; it is not reaped, so that its number still means its group."""
        if hasattr(os, "waitid"):
            try:
                found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return True
            return found is not None
        return self._process.poll() is not None

    def end(self, grace: float = 0.0) -> int:
        """End it and all it has started; its exit code, negative for a signal. Any thread may call it."""
        with self._lock:
            if not self.ended:
                self.ended = True
                self._requests.close()
                until = time.monotonic() + grace
                while time.monotonic() < until and not self.gone():
                    time.sleep(0.005)
                self._kill()
            code = self._process.wait()
            for thread in self._threads:
                thread.join(timeout=0.2)  # longer only if something it started has left its group
            return code

    def _kill(self) -> None:
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _take_answer(self, line: bytes | None) -> None:
        try:
            if line is None:
                raise ValueError("too long")
            message = json.loads(line)
            # Nothing in an answer has parts: one nested too deep could not even be shown.
            if not isinstance(message, dict) or any(isinstance(x, dict | list) for x in message.values()):
                raise ValueError("not a message")
            self._answers.put_nowait(message)
        except (ValueError, RecursionError, queue.Full):
            self.broken = True

    def _take_print(self, line: bytes | None) -> None:
        if line is not None:
            self.lines.append(clean(line.decode("utf-8", "replace").rstrip(), 500))

    def _count(self, size: int) -> None:
        self.printed += size


def _start(target: Callable[..., None], *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, name="bot", daemon=True)
    thread.start()
    return thread


def _read_lines(
    pipe: IO[bytes], take: Callable[[bytes | None], None], count: Callable[[int], None] = lambda size: None
) -> None:
    """Hand every line of *pipe* to *take*; None stands for one that was too long."""
    buffer, skipping = b"", False
    with pipe:
        while chunk := os.read(pipe.fileno(), 65536):
            count(len(chunk))
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                if not skipping:
                    take(line)
                skipping = False
            if len(buffer) > LONGEST_LINE:
                if not skipping:
                    take(None)
                buffer, skipping = b"", True
        if buffer and not skipping:
            take(buffer)
