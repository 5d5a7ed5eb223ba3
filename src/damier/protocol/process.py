"""Programs to talk with by lines: bounded in what they may say, and ended with all they started."""

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
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

from damier.core.text import Text

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

PATIENCE = 5.0
"""Seconds in which a process must take what it is sent."""

_START = "import sys; sys.path.append(sys.argv[1]); from damier.protocol.bot_process import main; main()"

_nurseries: dict[int, ThreadPoolExecutor] = {}
"""By process id, so that a fork gets its own: the thread that starts processes."""


def clean(words: object, most: int = 300) -> str:
    """*words* fit for a terminal: one line, no control characters, not long."""
    shown = str(words)[:most].encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in shown).rstrip()


class Program:
    """A process in a session of its own: Ctrl-C in the terminal does not reach it.

    Its lines are handed to :meth:`take`, in a thread; what it writes to standard error is kept.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        passed: Sequence[int] = (),
    ) -> None:
        self.printed = 0
        """Bytes of other output so far."""
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        """Other output that nobody has taken yet."""
        self.broken = False
        """Whether it sent what is not an answer."""
        self.ended = False
        """Whether it was told to end."""
        self._lock = threading.Lock()
        posix = os.name == "posix"
        self._process = _popen(
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
            _start(_read_lines, self._process.stdout, self.take, self.count),
            _start(_read_lines, self._process.stderr, self._take_print, self._count_printed),
        ]

    def take(self, line: bytes | None) -> None:
        """One line that it sent; None for one that was too long."""

    def count(self, size: int) -> None:
        """It sent *size* bytes more."""

    @property
    def pid(self) -> int:
        return self._process.pid

    def write(self, line: bytes) -> bool:
        """Send one line; False where nobody reads it any more."""
        rest = line + b"\n"
        until = time.monotonic() + PATIENCE
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

    def hang_up(self) -> None:
        """Send nothing more: its input ends."""
        self._requests.close()

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

    def _take_print(self, line: bytes | None) -> None:
        if line is not None:
            self.lines.append(clean(line.decode("utf-8", "replace").rstrip(), 500))

    def _count_printed(self, size: int) -> None:
        self.printed += size


class Process(Program):
    """``damier.protocol.bot_process`` in a process of its own, to talk with in JSON."""

    def __init__(self, hash_seed: int) -> None:
        self._answers: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        fixed = {"PYTHONHASHSEED": str(hash_seed % 2**32), "PYTHONIOENCODING": "utf-8"}
        super().__init__(
            [sys.executable, "-P", "-c", _START, str(Path(__file__).parents[2])], {**os.environ, **fixed}
        )

    def send(self, message: Message) -> bool:
        """Send one message; False where nobody reads it any more."""
        return self.write(json.dumps(message).encode())

    def receive(self, seconds: float) -> Message | None:
        """The next line that it sent, if one comes in time."""
        try:
            return self._answers.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None

    def take(self, line: bytes | None) -> None:
        """One message that it sent."""
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


def _popen(command: list[str], **settings: Any) -> subprocess.Popen[bytes]:
    """Start a process from a thread that lasts as long as we do.

    Linux can end a process together with its parent, and by that it means the thread that started it.
    """
    nursery = _nurseries.get(os.getpid())
    if nursery is None:
        nursery = _nurseries.setdefault(os.getpid(), ThreadPoolExecutor(1, "nursery"))
    return nursery.submit(lambda: subprocess.Popen(command, **settings)).result()


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
                    take(line if len(line) <= LONGEST_LINE else None)
                skipping = False
            if len(buffer) > LONGEST_LINE:
                if not skipping:
                    take(None)
                buffer, skipping = b"", True
        if buffer and not skipping:
            take(buffer)


def hand_on(lines: deque[str], printed: deque[str], hear: Callable[[str], None] | None) -> None:
    """Take what was printed from *lines* into *printed*, and let *hear* have it."""
    with suppress(IndexError):  # when all is taken
        while True:
            line = lines.popleft()
            printed.append(line)
            if hear is not None:
                hear(line)
