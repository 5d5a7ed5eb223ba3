"""Whatever a bot does, damier goes on and says whose fault it was, and at which line."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from damier.core.engine import Clock, Limit, think
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.protocol import bot as bot_module
from damier.protocol.bot import Bot, BotFailed, BotStopped
from damier.protocol.process import Process, clean

GAME = find_game("tictactoe")
START = GAME.begin()
posix = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")


class Write(Protocol):
    def __call__(self, source: str, name: str = "mybot.py") -> Path: ...


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Put a bot into a file; its first line is line 1."""

    def put(source: str, name: str = "mybot.py") -> Path:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source).lstrip("\n"), encoding="utf-8")
        return path

    return put


def ask(path: Path, view: Any = START, **settings: Any) -> str:
    """What the bot plays, as text."""
    with Bot[Any, Any](path, "tictactoe", 1, **{"thinking": 5.0, **settings}) as bot:
        return GAME.write(think(bot, view, Limit()).move)


def failure(path: Path, **settings: Any) -> BotFailed:
    """How the bot fails; it must do so."""
    with pytest.raises(BotFailed) as caught:
        ask(path, **settings)
    assert caught.value.bot == path.name
    assert path.name in str(caught.value.text)
    return caught.value


def lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


def soon(condition: Callable[[], bool], seconds: float = 3.0) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()


# Good bots


def test_a_bot_returns_a_move_or_its_text(write: Write) -> None:
    assert ask(write("def move(view):\n    return view.moves()[4]")) == "b2"
    assert ask(write("def move(view):\n    return ' B2 '")) == "b2"


def test_it_can_look_ahead(write: Write) -> None:
    path = write("""
        def move(view):
            for move in view.moves():
                outcome = view.play(move).outcome()
                if outcome and outcome.points[view.turn] == 1:
                    return move
            return view.moves()[0]
        """)
    assert ask(path, GAME.parse("xx./oo./... 3")) == "c3"


def test_it_explains_that_it_does_not_explain(write: Write) -> None:
    with Bot[Any, Any](write("def move(view): return 'c1'"), "tictactoe", 1) as bot:
        analyses = list(bot.think(START, Limit()))
    (analysis,) = analyses
    assert analysis.lines == ()
    assert "c1" in str(analysis.why[0].text) and "mybot.py" in str(analysis.why[0].text)
    assert analysis.why[0].cells == ((5, 5),)


def test_it_may_remember_during_a_game_and_not_beyond(write: Write) -> None:
    path = write("""
        asked = 0
        def move(view):
            global asked
            asked += 1
            return view.moves()[asked]
        """)
    with Bot[Any, Any](path, "tictactoe", 1) as bot:
        assert [GAME.write(think(bot, START, Limit()).move) for _ in range(3)] == ["b1", "c1", "a2"]
        bot.close()
        assert GAME.write(think(bot, START, Limit()).move) == "b1"
    assert ask(path) == "b1"


def test_chance_depends_on_the_seed_and_the_position_alone(write: Write) -> None:
    path = write("""
        import random
        def move(view):
            return random.choice(sorted(view.moves(), key=lambda move: hash(str(move))))
        """)

    def plays(seed: int) -> list[Any]:
        with Bot[Any, Any](path, "tictactoe", seed) as bot:
            return [
                think(bot, view, Limit()).move for view in (START, START, START, START.play((0, 0)), START)
            ]

    again = plays(1)
    assert again == plays(1)
    assert again[0] == again[1] == again[2] == again[4]
    assert len({tuple(plays(seed)) for seed in range(4)}) > 1


def test_what_it_prints_is_heard_and_stays_out_of_the_way(write: Write) -> None:
    path = write("""
        import os, sys
        print('{"id": 1, "words": "a1"}')
        sys.__stdout__.write('{"id": 2}\\n')
        os.write(1, b'\\xff\\x1b[2J raw\\n')
        os.system('echo from a shell')
        def move(view):
            print('   I think', file=sys.stderr)
            return 'b2'
        """)
    heard: list[str] = []
    assert ask(path, hear=heard.append) == "b2"
    assert '{"id": 1, "words": "a1"}' in heard
    assert "from a shell" in heard
    assert heard[-1] == "   I think"
    assert all(line.isprintable() for line in heard), "no escape sequences reach the terminal"


def test_it_has_its_folder_and_the_games_at_hand(write: Write) -> None:
    write("BEST = 'c3'", "helper.py")
    path = write("""
        from __future__ import annotations
        from dataclasses import dataclass
        import damier
        import helper
        @dataclass
        class Idea:
            words: str
        def move(view):
            assert damier.game('tictactoe').text(view) == '.../.../... 3'
            return Idea(helper.BEST).words
        """)
    assert ask(path) == "c3"


def test_a_file_called_like_a_module_of_ours_disturbs_nothing(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("damier.py", "json.py", "click.py"):
        path = write("def move(view): return 'c3'", name)
    monkeypatch.chdir(path.parent)
    assert ask(path) == "c3"


def test_only_the_view_reaches_the_bot(write: Write) -> None:
    """The mines are not in the bot's process: it is told the same of two boards that look alike."""
    from damier.games.minesweeper.rules import Field

    mines = find_game("minesweeper")
    path = write("""
        import gc
        from damier.games.minesweeper.rules import Field
        def move(view):
            print(type(view).__name__, [thing for thing in gc.get_objects() if isinstance(thing, Field)])
            return view.moves()[0]
        """)
    heard: list[str] = []
    state = mines.begin(seed=3)
    with Bot[Any, Any](path, "minesweeper", 1, hear=heard.append) as bot:
        think(bot, mines.view(state, 0), Limit())
    assert isinstance(state, Field) and heard == ["Board []"]


# Bots that fail: each names the reason and, where there is one, the line


@pytest.mark.parametrize(
    ("source", "reason", "line"),
    [
        ("def move(view):\n    return 1 / 0", "ZeroDivisionError: division by zero", 2),
        ("def move(view):\n    x = [\n        1,\n        nothing,\n    ]", "NameError", 4),
        ("def move(view)\n    return 1", "expected ':'", 1),
        ("x = 1\nimport no_such_module\n", "No module named 'no_such_module'", 2),
        ("x = 1\n", "has no function 'def move(view)'", None),
        ("move = 5\n", "has no function 'def move(view)'", None),
        ("def move():\n    return 1", "takes 0 positional arguments", None),
        ("import sys\ndef move(view):\n    sys.exit(3)", "SystemExit: 3", 3),
        ("import sys\nsys.exit()", "SystemExit", 2),
        ("def move(view):\n    return move(view)", "RecursionError", 2),
        ("def move(view):\n    raise KeyboardInterrupt", "KeyboardInterrupt", 2),
        ("def move(view):\n    input()", "EOFError", 2),
        ("def move(view):\n    if view:\n        return 'z9'\n    return 'a1'", "'z9' is not a cell", 3),
        ("def move(view):\n    return (7, 7)", "'h8'", 2),
        ("def move(view):\n    view.moves()", "answered None, which is not a move", 2),
        ("def move(view):\n    return 3.5", "answered 3.5, which is not a move", 2),
        ("def move(view):\n    return b'b2'", "answered b'b2', which is not a move", 2),
        ("def move(view):\n    yield 'b2'", "is not a move", None),
        ("def move(view):\n    return 'b' * 10**7", "is not a move", 2),
        ("def move(view):\n    return '\\ud800\\x1b[2J'", "is not a cell", 2),
        ("\0", "null bytes", None),
        ("# -*- coding: nonsense -*-\n", "nonsense", None),
    ],
)
def test_mistakes_are_reported_with_their_line(
    write: Write, source: str, reason: str, line: int | None
) -> None:
    problem = failure(write(source))
    for language in ("en", "fr", "es"):
        shown = problem.text.show(language)
        assert reason.split(": ")[0] in shown or language != "en"
        assert shown.isprintable() and len(shown) < 600
    assert reason in str(problem.text)
    assert problem.line == line
    if line is not None:
        assert f"line {line})" in str(problem.text)


def test_a_cell_that_is_taken_is_the_bots_fault(write: Write) -> None:
    with pytest.raises(BotFailed, match=r"'b2': b2 is not an empty cell \(line 2\)"):
        ask(write("def move(view):\n    return (1, 1)"), START.play((1, 1)))


def test_asking_twice_for_the_line_is_not_heard(write: Write) -> None:
    assert failure(write("def move(view):\n    print('once')\n    return 'z9'")).printed == ("once",)


def test_an_error_in_a_helper_names_its_file(write: Write) -> None:
    write("def best(view):\n    return view.nothing", "helper.py")
    problem = failure(write("import helper\ndef move(view):\n    return helper.best(view)"))
    assert problem.line == 2 and "line 2 of helper.py" in str(problem.text)


def test_an_error_in_a_library_names_the_bots_line(write: Write) -> None:
    problem = failure(write("import json\ndef move(view):\n    return json.loads('{')"))
    assert problem.line == 3 and "JSONDecodeError" in str(problem.text)


def test_the_traceback_is_kept_for_debugging(write: Write) -> None:
    problem = failure(write("def move(view):\n    print('so far')\n    return deeper()\ndef deeper(): 1 / 0"))
    assert problem.printed[0] == "so far"
    assert "ZeroDivisionError: division by zero" in problem.printed[-1]
    assert any("return deeper()" in line for line in problem.printed)
    assert not any("child.py" in line for line in problem.printed), "our own frames do not help"
    again = pickle.loads(pickle.dumps(problem))
    assert (again.text, again.bot, again.line, again.printed) == (
        problem.text,
        problem.bot,
        problem.line,
        problem.printed,
    )


def test_a_missing_file_fails_the_bot(tmp_path: Path) -> None:
    assert "FileNotFoundError" in str(failure(tmp_path / "nobody.py").text)


def test_a_bot_that_deletes_its_file_plays_on_and_then_fails(write: Write) -> None:
    path = write("import os\ndef move(view):\n    os.remove(__file__)\n    return 'b2'")
    assert ask(path) == "b2"
    assert "cannot be loaded" in str(failure(path).text)


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
    with Bot[Any, Any](path, "tictactoe", 1) as bot, pytest.raises(BotFailed, match=r"within 0\.3 s"):
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
    ["b'x' * 300_000", "b'nonsense\\n'", "b'[1]\\n'", "b'{\"id\": 0}\\n' * 100_000", "b'9' * 9000 + b'\\n'"],
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
        import os, json
        def move(view):
            for number in range(3, 20):
                try:
                    forged = {"id": 3, "words": "z9", "line": "x", "file": 5}
                    os.write(number, json.dumps(forged).encode() + b"\\n")
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
    with Bot[Any, Any](path, "tictactoe", 1) as bot:
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


def process_of(bot: Bot[Any, Any]) -> Process:
    assert bot._process is not None
    return bot._process


def test_close_ends_the_process_and_lets_it_say_goodbye(write: Write) -> None:
    path = write("import atexit\natexit.register(print, 'bye')\ndef move(view): return 'b2'")
    bot = Bot[Any, Any](path, "tictactoe", 1)
    think(bot, START, Limit())
    process = process_of(bot)
    bot.close()
    bot.close()
    assert process.gone()
    assert list(bot.printed) == ["bye"]


def test_a_forgotten_bot_ends_too(write: Write) -> None:
    bot = Bot[Any, Any](write("def move(view): return 'b2'"), "tictactoe", 1)
    think(bot, START, Limit())
    process = process_of(bot)
    del bot
    gc.collect()
    assert process.gone()


def test_closing_from_another_thread_stops_a_thought(write: Write) -> None:
    bot = Bot[Any, Any](write("def move(view):\n    while True: pass"), "tictactoe", 1)
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
    with Bot[Any, Any](write("def move(view): return 'b2'"), "tictactoe", 1) as bot:
        think(bot, START, Limit())
        pid = process_of(bot).pid
        assert os.getsid(pid) == os.getpgid(pid) == pid != os.getsid(0)


def test_a_machine_without_processes_is_not_the_bots_fault(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(seed: int) -> Process:
        raise OSError("no more processes")

    monkeypatch.setattr(bot_module, "Process", refuse)
    with pytest.raises(Refusal, match="cannot be started: no more processes") as caught:
        ask(write("def move(view): return 'b2'"))
    assert not isinstance(caught.value, BotFailed)


def test_words_are_cleaned_for_a_terminal() -> None:
    assert clean("a\x1b[31mb\r\nc\td") == "a [31mb  c d"
    assert clean("\ud800") == "?"
    assert len(clean("x" * 1000)) == 300
    assert isinstance(BotFailed(Text("x")).printed, tuple)
