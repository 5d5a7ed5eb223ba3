"""A program that plays, with a folder, limits and an environment of its own; and a look at what it does.

It is a guard against mistakes, not a prison: a program runs with your rights.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from damier.protocol.launch_with_limits import TOKEN, sweep
from damier.protocol.process import Program, ResourceUse

PASSED_ON = ("PATH", "LANG", "SYSTEMROOT", "DAMIER_GAMES")
"""What an engine is told of our environment: where programs, letters and games of your own are found."""

MOST_PROCESSES = 16
"""An engine may start others, as a shell script does; more than this at once is an accident."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a program may use; what is None does not bound it."""

    memory: int | None = 4 * 2**30
    """Bytes that can be written to, in each of its processes."""
    cpu: int | None = 3600
    """Seconds of processor time for the whole game, in each of its processes."""
    file: int | None = 2**30
    """Bytes of a file that it writes."""


USUAL = Bounds()
"""What a program may use if nobody says otherwise."""


class Sandboxed(Program):
    """A program with a folder, an environment and limits of its own."""

    def __init__(self, command: Sequence[str], bounds: Bounds = USUAL) -> None:
        self._token = secrets.token_hex(16)
        self._folder = tempfile.mkdtemp(prefix="damier-engine-")
        # A pipe that nobody writes to: it ends when we do, and the engine with it.
        life, ours = os.pipe()
        self._clean = weakref.finalize(self, _clean, self._folder, ours)
        try:
            super().__init__(
                launched(command, bounds, life),
                surroundings(self._folder, self._token),
                Path(self._folder),
                (life,) if os.name == "posix" else (),
            )
        except OSError:
            self._clean()
            raise
        finally:
            os.close(life)

    def end(self, grace: float = 0.0) -> int:
        """End it and all it has started, and remove its folder; its exit code."""
        code = super().end(grace)
        if self._clean.alive:
            sweep(self._token)
            self._clean()
        return code

    def look(self) -> ResourceUse | None:
        """What it uses, where the system tells."""
        found = _of_session(self.pid)
        return ResourceUse(len(found) - 1, sum(found)) if found else None  # one watches over it, and is ours


def _clean(folder: str, life: int) -> None:
    os.close(life)
    shutil.rmtree(folder, ignore_errors=True)


def launched(command: Sequence[str], bounds: Bounds, life: int) -> list[str]:
    """The command behind the launcher that puts limits on it, where the system has them."""
    if os.name != "posix":
        return list(command)
    limits = (life, bounds.memory or 0, bounds.cpu or 0, bounds.file or 0)
    launcher = Path(__file__).with_name("launch_with_limits.py")
    return [sys.executable, "-I", "-S", str(launcher), *map(str, limits), *command]


def surroundings(folder: str, token: str) -> Mapping[str, str]:
    """The environment of an engine: what it needs, and a home that is removed with it."""
    from damier.jit import cache_folder

    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    names = ("HOME", "TMPDIR") if os.name == "posix" else ("HOME", "TMPDIR", "TMP", "TEMP", "USERPROFILE")
    home = dict.fromkeys(names, folder)
    # Our own engines would be compiled again for every game if they did not find what was compiled before.
    return {**passed, **home, "NUMBA_CACHE_DIR": str(cache_folder()), TOKEN: token}


def _of_session(leader: int) -> list[float]:
    """Of each process of a session, and those they started: seconds that it and its dead children used."""
    if not os.path.isdir("/proc/self"):
        return []
    tick = os.sysconf("SC_CLK_TCK")
    found: set[int] = set()
    used: dict[int, tuple[int, float]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                words = Path(f"/proc/{name}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                if words[0] != "Z":
                    used[int(name)] = int(words[1]), sum(map(int, words[11:15])) / tick
                    if int(words[3]) == leader:
                        found.add(int(name))
    more = found
    while more := {pid for pid, (parent, _) in used.items() if parent in more and pid not in found}:
        found |= more
    return [used[pid][1] for pid in found]
