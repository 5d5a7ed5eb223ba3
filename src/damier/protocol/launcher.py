"""Puts limits on itself and becomes the engine: a script that is run by itself, and imports nothing of ours.

Arguments: the parent's process id; bytes of memory; seconds of processor time; bytes of a file (0 is no
limit); then the command. What runs between fork and exec in a process with threads may hang on a lock that
nobody holds, so this is done after exec, in a small Python of its own.
"""

from __future__ import annotations

import os
import sys

PR_SET_PDEATHSIG = 1


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


def die_with(parent: int) -> None:
    """Do not outlive *parent*, however it ends; Linux only."""
    if sys.platform != "linux":
        return
    import ctypes
    import signal

    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        return
    if os.getppid() != parent:
        os._exit(1)  # it ended before we asked


def main(words: list[str]) -> None:
    """Become the engine."""
    import signal

    parent, memory, seconds, size = map(int, words[:4])
    die_with(parent)
    limit(memory, seconds, size)
    for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores them, and an engine would inherit that
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execv(words[4], words[4:])
    except OSError as error:
        sys.stderr.write(f"{words[4]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
