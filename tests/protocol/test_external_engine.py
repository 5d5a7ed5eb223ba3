"""Whatever an engine in another process does, damier goes on and says whose fault it was."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.protocol.programs import (
    CALM,
    GAME,
    QUICK,
    START,
    ask,
    failure,
    linux,
    lives,
    posix,
    soon,
    write_engine,
)

from damier.arena.play_game import play_game
from damier.core.engine import Clock, Limit, think
from damier.core.record import Record
from damier.games import game as find_game
from damier.protocol.external_engine import External, wire_seed
from damier.protocol.sandbox import Bounds

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
        ("def go(text, words): say('x' * 100_001 + '\\nbestmove a1')", "a line of more than 100000"),
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


def test_the_longest_line_that_is_allowed_is_read(tmp_path: Path) -> None:
    assert ask(write_engine(tmp_path, "def go(text, words): say('x' * 100_000 + '\\nbestmove b2')")) == "b2"


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
    command = write_engine(tmp_path, "def ready(): time.sleep(2.5); say('readyok')")
    assert ask(command, Limit(time=1.5)) == "a1"


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
    assert "died of SIGXCPU" in str(failure(command, Limit(), thinking=60.0, bounds=Bounds(cpu=1)).text)


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


@linux
def test_an_engine_that_never_stops_talking_is_looked_at_too(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        """
        def go(text, words):
            for _ in range(40):
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
            for _ in range(1000):
                say("info string still here")
                time.sleep(0.001)
            say("bestmove a1")
        """,
    )
    assert "started more than 16 processes at once" in str(failure(command).text)


def test_words_may_stand_apart_by_more_than_one_space(tmp_path: Path) -> None:
    command = write_engine(
        tmp_path,
        """
        def hello(): say(" games\\ttictactoe"); say("damierok")
        def go(text, words): say("info\\trank 1 line b2 score 3"); say("\\tbestmove  b2")
        """,
    )
    with External(command, "tictactoe", 1) as engine:
        analysis = think(engine, START, CALM)
    assert GAME.write(analysis.move) == "b2" and analysis.lines[0].value == 3.0
