"""Whatever an engine in another process does, damier goes on and says whose fault it was."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.engines import lives, soon, write_engine

from damier.arena.player import absolute, player
from damier.arena.playing import play_game
from damier.core.engine import Clock, Limit, think
from damier.core.record import Record
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game
from damier.protocol import external as external_module
from damier.protocol.bot import BotFailed, BotStopped
from damier.protocol.external import External, absolute_command, read_command, short_name, wire_seed
from damier.protocol.sandbox import Bounds, Spoken

GAME = find_game("tictactoe")
START = GAME.begin()
QUICK = Limit(time=0.1)
"""For what never comes."""
CALM = Limit(time=20.0)
"""For what comes, on a machine that does much at once."""
posix = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what processes do")


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
        assert problem.text.show(language).isprintable()
    assert pickle.loads(pickle.dumps(problem)).text == problem.text
    return problem


def process_of(engine: External) -> Spoken:
    assert engine._process is not None
    return engine._process


# Good engines


def test_an_engine_is_asked_and_answers(tmp_path: Path) -> None:
    assert ask(write_engine(tmp_path)) == "a1"
    assert ask(write_engine(tmp_path, "def go(text, words): say('bestmove  B2 ponder c3')")) == "b2"


def test_what_it_is_told(tmp_path: Path) -> None:
    """Every line, word for word: the hello, the game, a seed, the position in two spellings, the limit."""
    command = write_engine(
        tmp_path,
        """
        def begin():
            class Echo:
                def __iter__(self):
                    for line in sys.__stdin__:
                        sys.stderr.write(line)
                        yield line
            sys.stdin = Echo()
        """,
    )
    heard: list[str] = []
    with External(command, "tictactoe", 5, hear=heard.append) as engine:
        engine.follow(GAME.settle(), ["b2", "a1"])
        view = START.play((1, 1)).play((0, 0))
        think(engine, view, Limit(time=0.2, nodes=7, depth=2, clock=Clock((9.0, 8.0), 1.0), lines=3))
    assert heard == [
        "damier 1",
        f"newgame tictactoe seed {wire_seed(5)}",
        "isready",
        "position setup 3x3 moves b2 a1 text .../.x./o.. 3",
        "go movetime 200 nodes 7 depth 2 times 9000 8000 increments 1000 1000 lines 3",
        "quit",
    ]
    assert 0 <= wire_seed(2**127) < 2**53


def test_opinions_become_an_analysis(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        """
        def go(text, words):
            say('info depth 3 nodes 41 move c3')
            say('info rank 1 score 0.5 chance 0.7 line b2 a1 c3 label "good" why "the middle"')
            time.sleep(0.3)
            say('info string nothing')
            say('what is this?')
            say('info depth 4 nodes 99')
            say('bestmove b2')
        """,
    )
    with External(command, "tictactoe", 1) as engine:
        seen = list(engine.think(START, CALM))
    last = seen[-1]
    assert len(seen) >= 3, "it is heard of while it thinks"
    assert any(GAME.write(early.move) == "c3" and early.depth == 3 for early in seen[:-1])
    assert (GAME.write(last.move), last.depth, last.nodes) == ("b2", 4, 99)
    line = last.line(last.move)
    assert line is not None and (line.value, line.chance, str(line.label)) == (0.5, 0.7, "good")
    assert [GAME.write(move) for move in line.then] == ["a1", "c3"]
    assert last.why == line.why and str(line.why[0].text) == "the middle"


def test_an_engine_without_opinions_is_said_to_have_none(tmp_path: Path) -> None:
    with External(write_engine(tmp_path), "tictactoe", 1, name="little") as engine:
        analysis = think(engine, START, CALM)
    assert analysis.lines == () and "little chose a1" in str(analysis.why[0].text)
    assert analysis.why[0].cells == ((1, 5),)


def test_a_level_of_ours_plays_the_same_in_another_process() -> None:
    """The same move, the same opinion in the same words, after as many nodes."""
    game = find_game("connect4")
    state = game.begin()
    for word in (4, 4, 3, 5):
        state = state.play(word)
    limit = Limit(nodes=500)
    here = think(game.engines["searcher"].make(wire_seed(9)), state, limit)
    command = [sys.executable, "-m", "damier", "engine", "connect4", "--level", "searcher"]
    with External(command, "connect4", 9) as engine:
        engine.follow(game.settle(), ["4", "4", "3", "5"])
        there = think(engine, state, limit)
    assert (there.move, there.depth, there.nodes) == (here.move, here.depth, here.nodes)
    mine, its = here.lines[0], there.lines[0]
    assert (its.move, its.then) == (mine.move, mine.then) and abs(its.value - mine.value) < 1e-6
    assert [str(why.text) for why in its.why] == [str(why.text) for why in mine.why]
    assert str(its.label) == str(mine.label)


def test_it_plays_a_game_at_the_arena_and_may_remember(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        """
        asked = 0
        def go(text, words):
            global asked
            asked += 1
            sys.stderr.write(f"asked {asked} times\\n")
            say("bestmove " + free(text)[0])
        """,
    )
    heard: list[str] = []
    engine = External(command, "tictactoe", 1, hear=heard.append)
    engines = [engine, GAME.engines["easy"].make(1)]
    record = Record(game="tictactoe", options=GAME.settle(), seed=1)
    played = play_game(GAME, engines, START, CALM, record=record)
    assert played.record.ending == "rules"
    assert heard[-1] == f"asked {len(heard)} times" and len(heard) >= 3
    assert engine._process is None, "it is dismissed after the game"


# Engines that lose by their own fault


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("def go(text, words): sys.exit(7)", "left with exit code 7"),
        ("def go(text, words): raise ValueError('oh no')", "exit code 1; its last words: ValueError: oh no"),
        ("def go(text, words): time.sleep(60)", "gave no answer within 0.4 s"),
        ("def go(text, words):\n    while True: pass", "gave no answer within 0.4 s"),
        ("def go(text, words): say('bestmove banana')", "answered 'banana': 'banana' is not a cell"),
        ("def go(text, words): say('bestmove d4')", "answered 'd4'"),
        ("def go(text, words): say('bestmove')", "answered ''"),
        ("def go(text, words): say('bestmove none')", "answered 'none'"),
        ("def go(text, words): say('my move is a1')", "gave no answer within"),
        ("def go(text, words): print('bestmove a1', end='')", "gave no answer within"),
        ("def go(text, words): os.close(1); time.sleep(60)", "gave no answer within"),
        ("def go(text, words): os.close(0); os.close(1); os._exit(3)", "left with exit code 3"),
        ("def go(text, words):\n    while True: say('info string x' * 100)", "said more than 4000000 bytes"),
        ("def go(text, words):\n    while True: say('')", "said more than 4000000 bytes"),
        ("def go(text, words):\n    while True: sys.stdout.write('x' * 9999)", "a line of more than 100000"),
        ("def go(text, words):\n    while True: sys.stderr.write('x' * 9999)", "printed more than 1000000"),
        ("def go(text, words): os.write(1, b'\\xff\\x00\\x1b[2J\\nbestmove \\x1b[2Jz\\n')", "answered"),
        ("def hello(): say('damierok')", "does not play tictactoe: it says that it plays -"),
        ("def hello(): say('games connect4 dots'); say('damierok')", "it says that it plays connect4 dots"),
        ("def begin(): sys.exit('no licence')", "exit code 1; its last words: no licence"),
        ("def ready(): sys.exit(4)", "exit code 4"),
    ],
)
def test_what_is_its_fault_is_said(tmp_path: Path, changed: str, said: str) -> None:
    limit = QUICK if said.startswith("gave no answer") else CALM
    assert said in str(failure(write_engine(tmp_path, changed), limit).text)


def test_an_illegal_move_later_in_the_game_loses(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def go(text, words): say('bestmove a1')")
    engines = [External(command, "tictactoe", 1, name="little"), GAME.engines["easy"].make(1)]
    played = play_game(GAME, engines, START, CALM)
    assert (played.record.ending, played.record.loser, played.points) == ("forfeited", 0, (0.0, 1.0))
    assert "little answered 'a1': a1 is not an empty cell" in str(played.reason)


def test_the_last_lines_of_a_crash_are_kept(tmp_path: Path) -> None:
    problem = failure(write_engine(tmp_path, "def go(text, words): free(None)"))
    assert problem.printed[0].startswith("Traceback") and "AttributeError" in problem.printed[-1]


@posix
def test_a_signal_is_named(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def go(text, words): os.kill(os.getpid(), signal.SIGSEGV)")
    assert "died of SIGSEGV" in str(failure(command).text)


@pytest.mark.parametrize(
    "changed",
    ["def begin(): time.sleep(60)", "def hello(): pass", "def hello():\n    while True: say('id name x')"],
)
def test_a_start_that_never_ends(tmp_path: Path, changed: str) -> None:
    said = str(failure(write_engine(tmp_path, changed), starting=0.5).text)
    assert "no answer within 0.5 s" in said or "said more than" in said


def test_a_slow_start_is_not_counted_as_thinking(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def ready(): time.sleep(1.5); say('readyok')")
    assert ask(command, Limit(time=0.5)) == "a1"


def test_a_start_that_fails_before_the_clock_runs_loses_when_it_is_asked(tmp_path: Path) -> None:
    engines = [
        External(write_engine(tmp_path, "def begin(): sys.exit(9)"), "tictactoe", 1),
        GAME.engines["easy"].make(1),
    ]
    played = play_game(GAME, engines, START, CALM)
    assert played.points == (0.0, 1.0) and "exit code 9" in str(played.reason)


def test_a_running_clock_is_a_limit_too(tmp_path: Path) -> None:
    problem = failure(
        write_engine(tmp_path, "def go(text, words): time.sleep(60)"), Limit(clock=Clock((0.2, 60.0)))
    )
    assert "within 0.45 s" in str(problem.text)


def test_without_a_limit_in_time_it_has_its_own(tmp_path: Path) -> None:
    problem = failure(
        write_engine(tmp_path, "def go(text, words): time.sleep(60)"), Limit(nodes=5), thinking=0.3
    )
    assert "within 0.3 s" in str(problem.text)


@linux
def test_processor_time_is_measured(tmp_path: Path) -> None:
    """Sleeping is free, a child's work is not."""
    work = "import time; until = time.process_time() + 0.7\nwhile time.process_time() < until: pass"
    child = f"subprocess.run([sys.executable, '-c', {work!r}])"
    busy = write_engine(tmp_path, f"def go(text, words): {child}; say('bestmove a1')")
    assert "processor time where it had 0.05 s" in str(failure(busy, Limit(cpu=0.05)).text)
    sleepy = write_engine(tmp_path, "def go(text, words): time.sleep(0.5); say('bestmove a1')")
    assert ask(sleepy, Limit(cpu=0.05)) == "a1"


@posix
def test_a_hunger_for_memory_is_its_own(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def go(text, words): x = bytearray(2**30); say('bestmove a1')")
    assert "MemoryError" in str(failure(command, Limit(), bounds=Bounds(memory=2**28)).text)
    assert ask(command, Limit()) == "a1"


@posix
def test_limits_on_files_and_processor_time_hold(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def go(text, words): open('big', 'wb').write(bytes(2**20))")
    assert "left with exit code" in str(failure(command, Limit(), bounds=Bounds(file=2**16)).text)
    command = write_engine(tmp_path, "def go(text, words):\n    while True: pass")
    assert "died of SIGXCPU" in str(failure(command, Limit(), bounds=Bounds(cpu=1)).text)


@linux
def test_too_many_processes_lose(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        f"""
        def go(text, words):
            with open({str(tmp_path / "pids")!r}, "w", buffering=1) as noted:
                for _ in range(40):
                    child = os.fork()
                    if child == 0:
                        time.sleep(60)
                        os._exit(0)
                    print(child, file=noted)
            time.sleep(60)
        """,
    )
    assert "started more than 16 processes at once" in str(failure(command).text)
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    assert len(pids) > 15 and soon(lambda: not any(lives(pid) for pid in pids))


# The end of a process


LEFT_BEHIND = """
def go(text, words):
    pids = []
    for away in (False, True):
        child = os.fork()
        if child == 0:
            if away:
                os.setsid()  # out of the session, and out of reach of a signal to its group
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(60)
            os._exit(0)
        pids.append(child)
    open(PIDS, "w").write(" ".join(map(str, [*pids, os.getpid()])))
    say("bestmove a1")
"""


@linux
def test_what_an_engine_leaves_behind_is_ended_with_it(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    assert ask(write_engine(tmp_path, f"PIDS = {str(noted)!r}\n{LEFT_BEHIND}"), CALM) == "a1"
    pids = [int(word) for word in noted.read_text().split()]
    assert len(pids) == 3 and soon(lambda: not any(lives(pid) for pid in pids))


@linux
def test_a_dead_engine_whose_children_hold_its_pipes_is_noticed(tmp_path: Path) -> None:
    changed = "def go(text, words):\n    if os.fork() == 0: os.setsid(); time.sleep(60)\n    os._exit(5)"
    assert "exit code 5" in str(failure(write_engine(tmp_path, changed), CALM).text)


@posix
def test_it_leads_a_session_of_its_own_and_its_signals_are_as_usual(tmp_path: Path) -> None:
    changed = """
        def go(text, words):
            sys.stderr.write(open("/proc/self/status").read() if os.path.exists("/proc/self/status") else "")
            say("bestmove a1")
    """
    with External(write_engine(tmp_path, changed), "tictactoe", 1) as engine:
        think(engine, START, CALM)
        pid = process_of(engine).pid
        assert os.getsid(pid) == os.getpgid(pid) == pid != os.getsid(0)


@linux
def test_no_signal_is_ignored_for_it(tmp_path: Path) -> None:
    """Python ignores a broken pipe; a program in C would then never hear that its reader has gone."""
    path = tmp_path / "engine.sh"
    path.write_text("#!/bin/sh\ngrep SigIgn /proc/self/status >&2\n")
    path.chmod(0o755)
    with pytest.raises(BotFailed) as caught:
        ask([str(path)])
    assert int(caught.value.printed[0].split()[1], 16) & (1 << (signal.SIGPIPE - 1)) == 0


def test_it_sees_nothing_of_our_environment_and_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_PASSWORD", "hunter2")
    command = write_engine(
        tmp_path,
        """
        def go(text, words):
            open("notes", "w").write("mine")
            sys.stderr.write(" ".join(os.environ) + "\\n" + os.getcwd() + "\\n" + os.environ["HOME"] + "\\n")
            say("bestmove a1")
        """,
    )
    heard: list[str] = []
    with External(command, "tictactoe", 1, hear=heard.append) as engine:
        think(engine, START, CALM)
        process = process_of(engine)
        assert soon(lambda: len(process.lines) + len(heard) == 3)
        engine.listen(process)
        names, folder, home = heard
        assert (Path(folder) / "notes").exists() and home == folder
    allowed = (
        "PATH LANG HOME TMPDIR TMP TEMP USERPROFILE SYSTEMROOT NUMBA_CACHE_DIR DAMIER_GAMES DAMIER_ENGINE"
    )
    assert set(names.split()) <= {*allowed.split(), "LC_CTYPE", "__CF_USER_TEXT_ENCODING"}
    assert not Path(folder).exists() and folder != os.getcwd()


def test_asking_no_more_stops_it_and_it_plays_on(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        """
        def go(text, words):
            if words[1:] == ["nodes", "1"]:
                say("bestmove b2")
            else:
                say("info move c3")
        def stop():
            say("bestmove c3")
        """,
    )
    with External(command, "tictactoe", 1, thinking=30.0) as engine:
        opinions = engine.think(START, Limit())
        while GAME.write(next(opinions).move) != "c3":
            pass
        pid = process_of(engine).pid
        opinions.close()  # type: ignore[attr-defined]
        assert process_of(engine).pid == pid, "it stopped when it was told to"
        assert GAME.write(think(engine, START, Limit(nodes=1)).move) == "b2"
        assert process_of(engine).pid == pid


def test_an_engine_that_ignores_stop_is_ended_and_begins_again(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        "def go(text, words):\n    while words[1:] != ['nodes', '1']: time.sleep(1)\n    say('bestmove b2')",
    )
    with External(command, "tictactoe", 1, thinking=30.0) as engine:
        opinions = engine.think(START, Limit())
        first = next(opinions)
        assert first.move in START.moves() and "has said nothing yet" in str(first.why[0].text)
        process = process_of(engine)
        opinions.close()  # type: ignore[attr-defined]
        assert process.gone()
        assert GAME.write(think(engine, START, Limit(nodes=1)).move) == "b2"


def test_an_answer_that_nobody_asked_for_is_none(tmp_path: Path) -> None:
    command = write_engine(tmp_path, "def ready(): say('bestmove c3'); say('readyok'); say('bestmove c2')")
    with External(command, "tictactoe", 1) as engine:
        engine.follow(GAME.settle(), [])
        assert soon(lambda: process_of(engine)._said.qsize() == 1)
        assert GAME.write(think(engine, START, CALM).move) == "a1"


def test_closing_from_another_thread_stops_a_thought(tmp_path: Path) -> None:
    engine = External(write_engine(tmp_path, "def go(text, words): time.sleep(60)"), "tictactoe", 1)
    engine.follow(GAME.settle(), [])
    closer = threading.Timer(0.3, engine.close)
    closer.start()
    with pytest.raises((BotStopped, BotFailed)):
        think(engine, START, Limit(time=30.0))
    closer.join()


def test_a_forgotten_engine_ends_too(tmp_path: Path) -> None:
    engine = External(write_engine(tmp_path), "tictactoe", 1)
    think(engine, START, CALM)
    process = process_of(engine)
    del engine
    gc.collect()
    assert process.gone() and not Path(process._folder).exists()


@linux
def test_it_outlives_the_thread_that_started_it(tmp_path: Path) -> None:
    """Linux ends a process with its parent's thread if asked to: that thread must not be a passing one."""
    engine = External(write_engine(tmp_path), "tictactoe", 1)
    thread = threading.Thread(target=lambda: think(engine, START, CALM))
    thread.start()
    thread.join()
    time.sleep(0.05)
    assert not process_of(engine).gone()
    assert GAME.write(think(engine, START, CALM).move) == "a1"
    engine.close()


@linux
def test_an_engine_does_not_outlive_a_damier_that_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    changed = (
        f"def go(text, words):\n    open({str(noted)!r}, 'w').write(str(os.getpid()))\n    while True: pass"
    )
    command = write_engine(tmp_path, changed)
    source = (
        "import damier\nfrom damier.protocol.external import External\n"
        f"engine = External({command!r}, 'tictactoe', 1)\n"
        "damier.think(engine, damier.game('tictactoe').begin(), damier.Limit())"
    )
    damier = subprocess.Popen([sys.executable, "-c", source])
    assert soon(lambda: noted.exists() and noted.read_text() != "", 10)
    pid = int(noted.read_text())
    assert lives(pid)
    damier.kill()
    damier.wait()
    assert soon(lambda: not lives(pid))


def test_a_machine_without_processes_is_not_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(command: object, bounds: object) -> Spoken:
        raise OSError("no more processes")

    monkeypatch.setattr(external_module, "Spoken", refuse)
    with pytest.raises(Refusal, match="cannot be started: no more processes") as caught:
        ask(write_engine(tmp_path))
    assert not isinstance(caught.value, BotFailed)


# Nothing hidden crosses the wire


def test_two_mine_fields_that_look_the_same_are_told_the_same(tmp_path: Path) -> None:
    mines = find_game("minesweeper")
    changed = """
        def hello(): say("games minesweeper"); say("damierok")
        def begin():
            class Echo:
                def __iter__(self):
                    for line in sys.__stdin__:
                        sys.stderr.write(line)
                        yield line
            sys.stdin = Echo()
        def go(text, words): say("bestmove d1,1")
    """
    told = []
    for seed in (1, 2):
        heard: list[str] = []
        state = mines.begin(seed=seed)
        texts: list[str] = []
        moves: list[str] = []
        with External(write_engine(tmp_path, changed), "minesweeper", 5, hear=heard.append) as engine:
            for move in ("f1,2", "u1,2", "d5,5", None):
                view = mines.view(state, 0)
                texts.append(mines.text(view))
                engine.follow(mines.settle(), moves)
                think(engine, view, CALM)
                if move is not None:
                    moves.append(move)
                    state = state.play(mines.read(move, view))
        positions = [line for line in heard if line.startswith("position")]
        assert positions == [f"position text {text}" for text in texts]
        told.append([line for line in heard if not line.endswith(texts[-1])])
    assert texts[0] == texts[2] != texts[3]
    assert told[0] == told[1] and len(told[0]) == 3 + 3 + 4 + 1


# Words that name an engine


def test_words_become_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine").write_text("#!/bin/sh\n")
    (tmp_path / "engine").chmod(0o755)
    (tmp_path / "net.bin").write_text("")
    (tmp_path / "easy").write_text("")
    here = str(tmp_path)
    assert read_command("exec:./engine --net net.bin easy --x=net.bin") == [
        f"{here}/engine",
        "--net",
        f"{here}/net.bin",
        "easy",
        "--x=net.bin",
    ]
    assert short_name(read_command("exec:./engine --net net.bin")) == "engine --net net.bin"
    words = absolute_command("exec:./engine 'a b'")
    monkeypatch.chdir("/")
    assert read_command(words) == [f"{here}/engine", "a b"]
    assert absolute(words) == words
    assert player(GAME, words).name == "engine a b"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("exec:", "write a command after exec:"),
        ("exec:./nothing", "there is no program ./nothing"),
        ("exec:'open", "is not a command"),
        ("exec:plain.txt", "make it executable"),
        ("exec:./plain.txt", "make it executable"),
        ("exec:a\0b", "there is no program"),
    ],
)
def test_words_that_name_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.txt").write_text("")
    with pytest.raises(Unreadable) as caught:
        player(GAME, words)
    assert said in str(caught.value.text)


def test_a_program_may_end_in_py(tmp_path: Path) -> None:
    words = "exec:" + " ".join(write_engine(tmp_path))
    engine = player(GAME, words).make(1)
    assert isinstance(engine, External) and absolute(words).startswith("exec:")
    assert GAME.write(think(engine, START, CALM).move) == "a1"
    engine.close()
