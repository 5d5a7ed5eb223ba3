"""Programs to talk with by lines: bounded in what they may say, and ended with all they started."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from damier.core.text import Text

LONGEST_LINE = 100_000
"""Bytes of one line; a process that sends a longer one is not answering."""

MOST_SAID = 4_000_000
"""Bytes that a program may say in one move."""

MOST_WAITING = 20_000
"""Lines that may wait to be read."""

KEPT_LINES = 200
"""Lines of its other output that are kept, the last ones, each cut to 500 characters."""

SECONDS_TO_LEAVE = 0.5
"""Seconds in which a process may leave by itself when it is told to."""

SECONDS_TO_TAKE_A_LINE = 5.0
"""Seconds in which a process must take what it is sent."""


def clean(words: object, most: int = 300) -> str:
    """*words* fit for a terminal: one line, no control characters, not long."""
    shown = str(words)[:most].encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in shown).rstrip()


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """What a program and all that it started use at one moment."""

    processes: int
    cpu: float
    """Seconds of processor time so far."""


class Program:
    """A program that is spoken with in lines of text; what it writes to standard error is kept.

    It runs in a session of its own: Ctrl-C in the terminal does not reach it.
    """

    printed = 0
    """Bytes of other output so far."""
    broken = False
    """Whether it said a line that is too long."""
    flooded = False
    """Whether it said more than it may; it was ended for it."""
    ended = False
    """Whether it was told to end."""
    _heard = 0
    _bound = MOST_SAID

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        passed: Sequence[int] = (),
    ) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        """Other output that nobody has taken yet."""
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lock = threading.Lock()
        posix = os.name == "posix"
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=dict(environment),
            cwd=folder,
            start_new_session=posix,
            pass_fds=tuple(passed),
            creationflags=0 if posix else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._requests = self._process.stdin
        if posix:
            os.set_blocking(self._requests.fileno(), False)  # it may never read
        self._threads = [
            _start(_read_lines, self._process.stdout, self._take, self._count),
            _start(_read_lines, self._process.stderr, self._take_print, self._count_printed),
        ]

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, line: str) -> bool:
        """Send one line; False where nobody reads it any more."""
        rest = line.encode("utf-8", "replace") + b"\n"
        until = time.monotonic() + SECONDS_TO_TAKE_A_LINE
        try:
            while rest:
                sent = self._requests.write(rest)
                if sent:
                    rest = rest[sent:]
                elif time.monotonic() > until or self.ended:
                    return False
                else:
                    time.sleep(0.002)
        except (OSError, ValueError):
            return False
        return True

    def receive(self, seconds: float) -> str | None:
        """The next line that it said, if one comes in time."""
        try:
            return self._said.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None

    def ask(self, *lines: str) -> list[str]:
        """Say *lines* and let it answer as much as it may in one move; what it said before is no answer."""
        before = list(iter(lambda: self.receive(0.0), None))
        self._bound = self._heard + MOST_SAID
        for line in lines:
            self.say(line)
        return before

    def look(self) -> ResourceUse | None:
        """What it uses, where that is limited and the system tells."""
        return None

    def hang_up(self) -> None:
        """Send nothing more: its input ends."""
        self._requests.close()

    def gone(self) -> bool:
        """Whether it has ended; it is not reaped, so that its number still means its group."""
        if hasattr(os, "waitid"):
            try:
                return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            except ChildProcessError:
                return True
        return self._process.poll() is not None

    def leaves(self, seconds: float) -> bool:
        """Wait so many seconds for it to end by itself; whether it did."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.gone():
            time.sleep(0.005)
        return self.gone()

    def end(self, grace: float = 0.0) -> int:
        """End it and all it has started; its exit code, negative for a signal. Any thread may call it."""
        with self._lock:
            if not self.ended:
                self.ended = True
                self._requests.close()
                self.leaves(grace)
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

    def _take(self, line: bytes | None) -> None:
        if line is None:
            self.broken = True
        elif self._said.qsize() >= MOST_WAITING:
            self._flood()
        elif not self.flooded:
            self._said.put(line.decode("utf-8", "replace").rstrip("\r"))

    def _count(self, size: int) -> None:
        self._heard += size
        if self._heard > self._bound:
            self._flood()

    def _flood(self) -> None:
        self.flooded = True
        self._kill()

    def _take_print(self, line: bytes | None) -> None:
        if line is not None:
            self.lines.append(clean(line.decode("utf-8", "replace").rstrip(), 500))

    def _count_printed(self, size: int) -> None:
        self.printed += size


def last_words(lines: Sequence[str]) -> str:
    """The line to look at among the last that a program wrote: one about an error, else the last one."""
    written = [line.strip() for line in lines if line.strip()]
    about = [line for line in written if "error" in line.lower()]
    return (about or written or [""])[-1][:200]


def how_ended(name: str, code: int) -> Text:
    """What is said of the program *name* that left with *code*, negative for a signal."""
    if code >= 0:
        return Text("{bot} ended without an answer: it left with exit code {code}", bot=name, code=code)
    try:
        killer = signal.Signals(-code).name
    except ValueError:
        killer = str(-code)
    return Text("{bot} ended without an answer: its process died of {name}", bot=name, name=killer)


def _start(target: Callable[..., None], *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, name="bot", daemon=True)
    thread.start()
    return thread


def _read_lines(pipe: IO[bytes], take: Callable[[bytes | None], None], count: Callable[[int], None]) -> None:
    """Hand every line of *pipe* to *take*; None stands for one that was too long."""
    buffer, skipping = b"", False
    with pipe:
        while chunk := os.read(pipe.fileno(), 65536):
            count(len(chunk))
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                if not skipping:
                    take(line if len(line) <= LONGEST_LINE else None)
                skipping = False
            if len(buffer) > LONGEST_LINE:
                if not skipping:
                    take(None)
                buffer, skipping = b"", True
        if buffer and not skipping:
            take(buffer)
