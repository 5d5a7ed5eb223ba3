"""A bot's file speaks the lines of docs/protocol.md, for damier and for any other program."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.protocol.bots import Write, ask, failure, write
from tests.protocol.checking import findings
from tests.protocol.programs import CALM, GAME, START, posix

import damier
from damier.arena.play_game import play_game
from damier.core.clock import Timing
from damier.core.engine import Limit, think
from damier.protocol.bot import Bot
from damier.protocol.compliance import DOUBTFUL, GOOD, WRONG
from damier.protocol.external_engine import External
from damier.protocol.process import Program

__all__ = ["write"]

CHOOSES = "import random\ndef move(view):\n    print('hm')\n    return random.choice(view.moves())"

Begin = Callable[[Path], Program]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Start ``damier engine tictactoe --bot FILE``; what was started is ended."""
    started: list[Program] = []

    def start(path: Path) -> Program:
        command = [sys.executable, "-m", "damier", "engine", "tictactoe", "--bot", str(path)]
        started.append(Program(command, os.environ))
        return started[-1]

    yield start
    for program in started:
        program.end()


def command_of(path: Path) -> list[str]:
    """A command for a program that knows nothing of bots, in an environment without our PYTHONPATH."""
    start = "import sys; sys.path.insert(0, sys.argv[1]); from damier.protocol import bot_shim as shim;"
    source = str(Path(damier.__file__).parents[1])
    return [sys.executable, "-c", f"{start} shim.main(*sys.argv[2:])", source, str(path), "tictactoe"]


def lines_until(program: Program, word: str) -> list[str]:
    """What it says up to a line that begins with *word*."""
    said: list[str] = []
    while not said or not said[-1].startswith(word):
        line = program.receive(30.0)
        assert line is not None, (said, list(program.lines))
        said.append(line)
    return said


# As an engine of any program


def test_a_bot_passes_the_check_of_an_engine(write: Write) -> None:
    found = findings(command_of(write(CHOOSES)), "tictactoe")
    assert found[WRONG] == found[DOUBTFUL] == []
    assert "tictactoe: the same seed gives the same moves" in found[GOOD]


def test_a_move_as_people_type_it_is_said_as_the_game_writes_it(write: Write) -> None:
    path = write("def move(view):\n    return ' B 2 '")
    with External(command_of(path), "tictactoe", 1) as engine:
        assert GAME.write(think(engine, START, CALM).move) == "b2"
    assert ask(path) == "b2"


def test_the_command_speaks_for_a_bot_that_fails_and_goes_on(write: Write, begin: Begin) -> None:
    path = write("def move(view):\n    print('so far')\n    return view.moves()[10 * (view.turn == 0)]")
    program = begin(path)
    for line in ("damier 1", "nonsense", "newgame tictactoe seed 7", "isready"):
        program.say(line)
    assert lines_until(program, "readyok")[-2:] == ["damierok", "readyok"]
    program.say("position text .../.../... 3")
    program.say("go movetime 50")
    report, answer = lines_until(program, "bestmove")
    assert answer == "bestmove none" and report.startswith("info string ")
    assert json.loads(report.removeprefix("info string ")) == {
        "failed": "go",
        "words": "IndexError: list index out of range",
        "line": 3,
        "file": "mybot.py",
    }
    program.say("position setup 3x3 moves b2 text .../.x./... 3")
    program.say("go")
    assert lines_until(program, "bestmove") == ["bestmove a1"]
    program.say("quit")
    assert program.end(5.0) == 0
    assert list(program.lines).count("so far") == 2, "what it prints is kept out of the way"


def test_the_command_leaves_where_the_file_cannot_be_loaded(write: Write, begin: Begin) -> None:
    program = begin(write("x = 1\nimport no_such_module"))
    for line in ("damier 1", "newgame tictactoe seed 7", "isready"):
        program.say(line)
    report = lines_until(program, "info string")[-1]
    assert '"failed": "newgame"' in report and '"line": 2' in report
    assert program.receive(10.0) is None and program.end(5.0) == 1


def test_it_says_where_it_is_while_it_thinks(write: Write, begin: Begin) -> None:
    program = begin(write("import time\ndef move(view):\n    print('now')\n    time.sleep(60)"))
    for line in ("damier 1", "newgame tictactoe seed 7", "position text .../.../... 3", "go"):
        program.say(line)
    lines_until(program, "damierok")
    while "now" not in program.lines:
        assert program.receive(0.02) is None
    program.say("where")
    assert lines_until(program, "info") == ['info string {"line": 4, "file": "mybot.py"}']


# As damier hears it


def test_an_answer_that_looks_like_a_report_is_none(write: Write) -> None:
    answer = 'info string {"failed": "go", "words": "x", "line": 7}'
    problem = failure(write(f"def move(view):\n    return {answer!r}"))
    assert "answered 'info string" in str(problem.text) and problem.line == 2


def test_a_bot_sees_the_folder_the_home_and_the_environment_of_its_user(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MY_BOOK", "here")
    monkeypatch.chdir(tmp_path)
    path = write("import os\ndef move(view):\n    print(*map(os.getenv, ('HOME', 'MY_BOOK')), os.getcwd())")
    printed = failure(path).printed
    assert printed == (f"{tmp_path} here {tmp_path}",)


@posix
def test_a_bot_may_start_as_many_processes_as_its_user(write: Write) -> None:
    path = write("""
        import subprocess, time
        def move(view):
            started = [subprocess.Popen(['sleep', '30']) for _ in range(20)]
            time.sleep(0.5)
            return 'b2'
        """)
    assert ask(path) == "b2"


def test_the_clock_does_not_run_while_a_bot_is_loaded(write: Write) -> None:
    path = write("import time\ntime.sleep(1.5)\ndef move(view):\n    return view.moves()[0]")
    timing = Timing(1.4)
    played = play_game(
        GAME, [Bot(path, "tictactoe", seat) for seat in (0, 1)], START, Limit(), timings=(timing, timing)
    )
    assert played.record.ending == "rules", str(played.reason)
