"""Endless, violent and dying bots: damier goes on, says whose fault it was, and leaves no process behind."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.protocol.bots import Write, ask, failure, write
from tests.protocol.programs import START, lives, posix, soon

from damier.core.engine import Clock, Limit, think
from damier.core.text import Refusal, Text
from damier.protocol import bot as bot_module
from damier.protocol.bot import Bot
from damier.protocol.process import Program, clean
from damier.protocol.supervise import BotFailed, BotStopped

__all__ = ["write"]

# Endless and violent bots


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def move(view):\n    while True:\n        pass", {2, 3}),
        ("import time\ndef move(view):\n    time.sleep(60)", {3}),
        ("def move(view):\n    while True:\n        try: view.moves()\n        except: pass", {2, 3}),
    ],
)
def test_an_endless_thought_ends_with_its_line(write: Write, source: str, line: set[int]) -> None:
    began = time.monotonic()
    problem = failure(write(source), thinking=0.4)
    assert "no answer within 0.4 s" in str(problem.text)
    assert problem.line in line
    assert time.monotonic() - began < 5


def test_an_endless_import_ends(write: Write) -> None:
    problem = failure(write("x = 1\nwhile True: x += 1"), loading=0.4)
    assert "no answer" in str(problem.text) and problem.line == 2


def test_a_thought_that_never_lets_go_ends_without_a_line(write: Write) -> None:
    """One long operation in C: the process can be killed, but cannot be asked where it is."""
    problem = failure(write("def move(view):\n    return 7 ** (7 ** 12)"), thinking=0.4)
    assert "no answer" in str(problem.text)


def test_a_running_clock_is_a_limit_too(write: Write) -> None:
    path = write("import time\ndef move(view):\n    time.sleep(60)")
    with Bot(path, "tictactoe", 1) as bot, pytest.raises(BotFailed, match=r"within 0\.3 s"):
        think(bot, START, Limit(clock=Clock((0.3, 60.0))))


def test_a_process_that_dies_is_reported(write: Write) -> None:
    problem = failure(write("import os\ndef move(view):\n    os._exit(7)"))
    assert "exit code 7" in str(problem.text)


@posix
def test_a_process_that_dies_of_a_signal_is_reported(write: Write) -> None:
    problem = failure(write("import os\ndef move(view):\n    os.kill(os.getpid(), 11)"))
    assert "SIGSEGV" in str(problem.text)


def test_closing_the_channel_is_reported(write: Write) -> None:
    problem = failure(write("import os\ndef move(view):\n    os.closerange(0, 50)\n    return 'b2'"))
    assert "ended without an answer" in str(problem.text)


def test_a_flood_of_words_ends(write: Write) -> None:
    path = write("def move(view):\n    while True:\n        print('x' * 10_000)")
    problem = failure(path)
    assert "printed more than" in str(problem.text) and problem.line in (2, 3)
    assert len(problem.printed) <= 50 and all(len(line) <= 500 for line in problem.printed)


def test_a_flood_without_an_end_of_line_ends(write: Write) -> None:
    path = write("import os\ndef move(view):\n    while True:\n        os.write(2, b'x' * 10_000)")
    assert "printed more than" in str(failure(path).text)


@posix
@pytest.mark.parametrize(
    "words",
    [
        "b'x' * 300_000",
        "b'info string nonsense\\n'",
        "b'info string {\"failed\": 3}\\n'",
        "b'nonsense\\n'",
        "b'[1]\\n'",
        "b'{\"id\": 0}\\n' * 100_000",
        "b'9' * 9000 + b'\\n'",
    ],
)
def test_nonsense_in_the_channel_ends(write: Write, words: str) -> None:
    """A bot that writes to every file it finds open."""
    path = write(f"""
        import os
        def move(view):
            for number in range(3, 20):
                try:
                    data = {words}
                    while data:
                        data = data[os.write(number, data):]
                except OSError:
                    pass
            import time
            time.sleep(30)
        """)
    assert "not an answer" in str(failure(path).text)


def test_a_forged_answer_is_judged_like_any_other(write: Write) -> None:
    path = write("""
        import os
        def move(view):
            for number in range(3, 20):
                try:
                    os.write(number, b"bestmove z9\\n")
                except OSError:
                    pass
            return 'b2'
        """)
    assert "'z9' is not a cell" in str(failure(path).text)


@posix
def test_a_hunger_for_memory_is_the_bots_own(write: Write) -> None:
    path = write("def move(view):\n    return bytearray(3 * 2**30)")
    problem = failure(path, memory=2**30)
    assert "MemoryError" in str(problem.text) and problem.line == 2


@posix
def test_what_a_bot_leaves_behind_is_ended_with_it(write: Write, tmp_path: Path) -> None:
    path = write(f"""
        import os, subprocess, sys, time
        def move(view):
            child = os.fork()
            if child == 0:
                time.sleep(60)
            other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])
            open({str(tmp_path / "pids")!r}, 'w').write(f'{{child}} {{other.pid}}')
            return 'b2'
        """)
    assert ask(path) == "b2"
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 2
    assert soon(lambda: not any(lives(pid) for pid in pids))


@posix
@pytest.mark.parametrize("child", ["return 'c3'", "raise ValueError", "return None"])
def test_a_fork_of_the_bot_does_not_answer_for_it(write: Write, child: str) -> None:
    path = write(f"""
        import os, time
        def move(view):
            if os.fork() == 0:
                {child}
            time.sleep(0.2)
            return view.moves()[0]
        """)
    with Bot(path, "tictactoe", 1) as bot:
        for state in (START, START.play((0, 0))):
            assert think(bot, state, Limit()).move == state.moves()[0]


@posix
def test_a_dead_bot_whose_children_live_is_noticed(write: Write) -> None:
    """They keep the channel open, so that its end is not seen there."""
    path = write("import os, time\ndef move(view):\n    if os.fork() == 0: time.sleep(60)\n    os._exit(5)")
    began = time.monotonic()
    assert "exit code 5" in str(failure(path).text)
    assert time.monotonic() - began < 4


# The end of a process


def process_of(bot: Bot) -> Program:
    assert bot._process is not None
    return bot._process


def test_close_ends_the_process_and_lets_it_say_goodbye(write: Write) -> None:
    path = write("import atexit\natexit.register(print, 'bye')\ndef move(view): return 'b2'")
    bot = Bot(path, "tictactoe", 1)
    think(bot, START, Limit())
    process = process_of(bot)
    bot.close()
    bot.close()
    assert process.gone()
    assert list(bot.printed) == ["bye"]


def test_a_forgotten_bot_ends_too(write: Write) -> None:
    bot = Bot(write("def move(view): return 'b2'"), "tictactoe", 1)
    think(bot, START, Limit())
    process = process_of(bot)
    del bot
    gc.collect()
    assert process.gone()


def test_closing_from_another_thread_stops_a_thought(write: Write) -> None:
    bot = Bot(write("def move(view):\n    while True: pass"), "tictactoe", 1)
    closer = threading.Timer(0.8, bot.close)
    closer.start()
    began = time.monotonic()
    with pytest.raises(BotStopped):
        think(bot, START, Limit())
    assert time.monotonic() - began < 5
    closer.join()


@posix
def test_a_bot_does_not_outlive_damier(write: Write, tmp_path: Path) -> None:
    """Not even an endless thought whose damier was killed without a chance to clean up."""
    path = write(f"""
        import os
        def move(view):
            open({str(tmp_path / "pid")!r}, 'w').write(str(os.getpid()))
            while True: pass
        """)
    source = (
        "import damier\nfrom damier.protocol.bot import Bot\n"
        f"damier.think(Bot({str(path)!r}, 'tictactoe', 1), damier.game('tictactoe').begin(), damier.Limit())"
    )
    damier = subprocess.Popen([sys.executable, "-c", source])
    noted = tmp_path / "pid"
    assert soon(lambda: noted.exists() and noted.read_text() != "", 10)
    pid = int(noted.read_text())
    assert lives(pid)
    damier.kill()
    damier.wait()
    assert soon(lambda: not lives(pid))


@posix
def test_ctrl_c_reaches_damier_and_not_the_bot(write: Write) -> None:
    """A terminal interrupts the processes of its session: the bot leads one of its own."""
    with Bot(write("def move(view): return 'b2'"), "tictactoe", 1) as bot:
        think(bot, START, Limit())
        pid = process_of(bot).pid
        assert os.getsid(pid) == os.getpgid(pid) == pid != os.getsid(0)


def test_a_machine_without_processes_is_not_the_bots_fault(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(command: object, environment: object) -> Program:
        raise OSError("no more processes")

    monkeypatch.setattr(bot_module, "Program", refuse)
    with pytest.raises(Refusal, match="cannot be started: no more processes") as caught:
        ask(write("def move(view): return 'b2'"))
    assert not isinstance(caught.value, BotFailed)


def test_words_are_cleaned_for_a_terminal() -> None:
    assert clean("a\x1b[31mb\r\nc\td") == "a [31mb  c d"
    assert clean("\ud800") == "?"
    assert len(clean("x" * 1000)) == 300
    assert isinstance(BotFailed(Text("x")).printed, tuple)
