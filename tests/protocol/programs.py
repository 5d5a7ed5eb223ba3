"""Little programs that play tic-tac-toe by the lines of docs/protocol.md, and break its rules on demand."""

from __future__ import annotations

import os
import pickle
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from damier.core.engine import Limit, think
from damier.core.text import printable
from damier.games import game as find_game
from damier.protocol.conversation import Pace
from damier.protocol.external_engine import External
from damier.protocol.sandbox import Sandboxed
from damier.protocol.supervise import BotFailed

GAME = find_game("tictactoe")
START = GAME.begin()

QUICK = Limit(time=0.1)
"""For what never comes."""

CALM = Limit(time=20.0)
"""For what comes, on a machine that does much at once."""

CALM_PACE = Pace(idle=20.0, game=600.0, stopping=20.0, leaving=20.0, slack=20.0)
"""For the check of an engine on a machine that does much at once."""

posix = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what processes do")

HONEST = """
import os, signal, subprocess, sys, time

def say(words):
    print(words, flush=True)

def hello():
    say("id name little")
    say("id author a test")
    say("games tictactoe")
    say("damierok")

def ready():
    say("readyok")

def new(words):
    pass

def stop():
    pass

def quit():
    sys.exit(0)

def place(line):
    return line.partition(" text ")[2]

def free(text):
    rows = text.split()[0].split("/")[::-1]
    return [f"{chr(97 + x)}{y + 1}" for y, row in enumerate(rows) for x in range(len(row)) if row[x] == "."]

def go(text, words):
    say("bestmove " + free(text)[0])

def begin():
    pass
"""

LOOP = """
begin()
text = ".../.../... 3"
for line in sys.stdin:
    words = line.split()
    first = words[0] if words else ""
    if first == "damier":
        hello()
    elif first == "isready":
        ready()
    elif first == "newgame":
        new(words)
    elif first == "position":
        text = place(line)
    elif first == "go":
        go(text, words)
    elif first == "stop":
        stop()
    elif first == "quit":
        quit()
"""


def write_engine(folder: Path, changed: str = "", name: str = "little.py") -> list[str]:
    """A command that runs an honest engine in which some functions are *changed*."""
    path = folder / name
    path.write_text(HONEST + textwrap.dedent(changed) + LOOP, encoding="utf-8")
    return [sys.executable, str(path)]


def lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


def soon(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether it comes true, in a while."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()


def ask(command: list[str], limit: Limit = CALM, **settings: Any) -> str:
    """What the engine plays first, as text."""
    with External(command, "tictactoe", 1, **settings) as engine:
        return GAME.write(think(engine, START, limit).move)


def failure(command: list[str], limit: Limit = CALM, **settings: Any) -> BotFailed:
    """How the engine fails; it must do so, and be gone then."""
    with External(command, "tictactoe", 1, name="little", **settings) as engine:
        with pytest.raises(BotFailed) as caught:
            think(engine, START, limit)
        assert engine._process is None
    problem = caught.value
    assert problem.bot == "little" and "little" in str(problem.text)
    for language in ("en", "fr", "es"):
        shown = problem.text.show(language)
        assert printable(shown) == shown and "\n" not in shown
    sent = pickle.loads(pickle.dumps(problem))
    assert (sent.text, sent.bot, sent.printed) == (problem.text, problem.bot, problem.printed)
    return problem


def process_of(engine: External) -> Sandboxed:
    assert isinstance(engine._process, Sandboxed)
    return engine._process
