"""Where an engine runs, what it is told and what is left of it: nothing."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.protocol.programs import (
    CALM,
    GAME,
    START,
    ask,
    failure,
    linux,
    lives,
    posix,
    process_of,
    soon,
    write_engine,
)

from damier.arena.players import player
from damier.core.engine import Limit, think
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game
from damier.protocol import external_engine as external_module
from damier.protocol.command import absolute_command, read_command, short_name
from damier.protocol.external_engine import External
from damier.protocol.sandbox import Sandboxed
from damier.protocol.supervise import BotFailed, BotStopped

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
    allowed = "PATH LANG HOME TMPDIR NUMBA_CACHE_DIR DAMIER_GAMES DAMIER_ENGINE"
    if os.name != "posix":
        allowed += " TMP TEMP USERPROFILE SYSTEMROOT"
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


@posix
@pytest.mark.parametrize("leave", ["pass"] + ["os.setsid()"] * (sys.platform == "linux"))
def test_an_engine_does_not_outlive_a_damier_that_is_killed(tmp_path: Path, leave: str) -> None:
    """Nor does what it has started, in its session or not: neither reads on to find that nobody is there."""
    noted = tmp_path / "pids"
    changed = f"""
        def go(text, words):
            parent = os.getpid()
            child = os.fork()
            if not child:
                {leave}
                open({str(noted)!r}, "w").write(f"{{parent}} {{os.getpid()}}\\n")
            while True:
                time.sleep(1)
    """
    command = write_engine(tmp_path, changed)
    source = (
        "import damier\nfrom damier.protocol.external_engine import External\n"
        f"engine = External({command!r}, 'tictactoe', 1)\n"
        "damier.think(engine, damier.game('tictactoe').begin(), damier.Limit())"
    )
    damier = subprocess.Popen([sys.executable, "-c", source], env={**os.environ, "TMPDIR": str(tmp_path)})
    assert soon(lambda: noted.exists() and noted.read_text().endswith("\n"), 20)
    pids = [int(word) for word in noted.read_text().split()]
    assert len(pids) == 2 and all(lives(pid) for pid in pids)
    damier.kill()
    damier.wait()
    assert soon(lambda: not any(lives(pid) for pid in pids))
    assert soon(lambda: not list(tmp_path.glob("damier-engine-*"))), "its folder is removed by another"


def test_a_machine_without_processes_is_not_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(command: object, bounds: object) -> Sandboxed:
        raise OSError("no more processes")

    monkeypatch.setattr(external_module, "Sandboxed", refuse)
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
    assert player(GAME, words).spec == words
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
    assert isinstance(engine, External) and player(GAME, words).spec.startswith("exec:")
    assert GAME.write(think(engine, START, CALM).move) == "a1"
    engine.close()


@posix
def test_it_may_wait_for_all_its_children(tmp_path: Path) -> None:
    """What watches over an engine is no child of it: a loop that waits for children must end."""
    changed = """
        def go(text, words):
            try:
                while True:
                    os.wait()
            except ChildProcessError:
                say("bestmove a1")
    """
    assert ask(write_engine(tmp_path, changed)) == "a1"


@linux
def test_nothing_of_ours_stays_behind(tmp_path: Path) -> None:
    """Neither a process nor an open file, game after game."""
    command = write_engine(tmp_path)
    ask(command)
    before = len(os.listdir("/proc/self/fd"))
    mark = str(tmp_path).encode()
    for _ in range(3):
        ask(command)
    assert soon(lambda: len(os.listdir("/proc/self/fd")) <= before)

    def running() -> list[str]:
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    if mark in Path(f"/proc/{name}/cmdline").read_bytes():
                        found.append(name)
                except OSError:
                    pass
        return found

    assert soon(lambda: running() == []), running()
