"""Puts limits on itself and becomes the engine: a script that is run by itself, and imports nothing of ours.

Arguments: a pipe that ends when the parent does; bytes of memory; seconds of processor time; bytes of a file
(0 is no limit); then the command. What runs between fork and exec in a process with threads may hang on a
lock that nobody holds, so this is done after exec, in a small Python of its own; a bot's shim, which is ours
from its first line on, takes :func:`limit` alone.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

TOKEN = "DAMIER_ENGINE"
"""The variable by which what an engine has started is known again, wherever it has moved."""


def limit(memory: int, seconds: int, size: int) -> None:
    """Let what is too much fail in the engine, not in the machine."""
    try:
        import resource
    except ImportError:
        return
    # Linux counts in RLIMIT_DATA what can be written to; programs such as node reserve far more than that.
    space = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    wanted = [(space, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, size)]
    for kind, most in [(resource.RLIMIT_CORE, 0), *((kind, most) for kind, most in wanted if most)]:
        try:
            hard = resource.getrlimit(kind)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most + 1 if kind == resource.RLIMIT_CPU else most))
        except (OSError, ValueError):
            pass  # some systems know a limit and refuse it


def watch_over(life: int) -> None:
    """Leave a process behind that ends the engine and all it starts when the other end of *life* closes.

    Whoever held it was killed and cannot clean up: the folder of the engine is removed too. What has left the
    session is found on Linux alone.
    Its parent leaves at once, so that an engine that waits for its children does not wait for it.
    """
    child = os.fork()
    if child:
        os.close(life)
        os.waitpid(child, 0)
        return
    if os.fork():
        os._exit(0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.read(life, 1)
    sweep(os.environ[TOKEN])
    folder = os.getcwd()
    if os.path.basename(folder).startswith("damier-engine-"):
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, 9)


def sweep(token: str) -> None:
    """End every process but this whose environment holds *token*: what has left the engine's session too."""
    if not hasattr(os, "pidfd_open") or not os.path.isdir("/proc/self"):
        return
    sign = f"{TOKEN}={token}".encode()
    for _ in range(10):  # what is ended may have started another meanwhile
        pids = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {os.getpid()}
        if not any([_kill_marked(pid, sign) for pid in pids]):
            return


def _kill_marked(pid: int, sign: bytes) -> bool:
    """End a process that carries *sign*; held before it is looked at: its number may pass on to another."""
    with suppress(OSError):
        handle = os.pidfd_open(pid)
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if sign in file.read().split(b"\0"):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
                    return True
        finally:
            os.close(handle)
    return False


def main(words: list[str]) -> None:
    """Become the engine."""
    life, memory, seconds, size = map(int, words[:4])
    command = words[4:]
    watch_over(life)
    limit(memory, seconds, size)
    for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores them, and an engine would inherit that
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
