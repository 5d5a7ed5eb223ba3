"""``damier engine`` speaks as docs/protocol.md says, and stays calm whatever it hears."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from damier.core.engine import Analysis, Limit, think
from damier.games import game as find_game
from damier.games import games
from damier.protocol.lines import write_position, write_setup
from damier.protocol.serve_level import LevelServer

CONNECT4 = find_game("connect4")


class Heard(list[str]):
    """A speaker of connect4 and what it said."""

    def __init__(self, level: str = "searcher", key: str = "connect4") -> None:
        super().__init__()
        self.speaker = LevelServer(find_game(key), level, lambda words: self.extend(words.splitlines()))

    def ask(self, *lines: str, wait: bool = True) -> list[str]:
        """What it says to these lines."""
        self.clear()
        for line in lines:
            assert self.speaker.hear(line)
        if wait and self.speaker._search is not None:
            self.speaker._search.join()
        return list(self)

    def best(self, *lines: str) -> str:
        """Its move, which it says once."""
        (answer,) = [line for line in self.ask(*lines) if line.startswith("bestmove ")]
        return answer.removeprefix("bestmove ")


def test_it_introduces_itself() -> None:
    said = Heard("child").ask("damier 1")
    assert said[0].startswith("id name damier ") and said[0].endswith("connect4 child")
    assert "games connect4" in said and said[-1] == "damierok"
    assert any(re.match(r"option name Level type combo default child (var \S+ ?)+$", line) for line in said)


def test_it_plays_the_moves_of_its_level() -> None:
    state = CONNECT4.begin()
    for word in (4, 4, 5):
        state = state.play(word)
    expected = think(CONNECT4.engines["searcher"].make(7), state, Limit(nodes=400))
    heard = Heard()
    move = heard.best("newgame connect4 seed 7", "position setup 7x6 moves 4 4 5", "go nodes 400")
    assert move == str(expected.move)
    line = [line for line in heard if line.startswith("info rank 1 ")][-1]
    assert f"line {' '.join(map(str, (expected.lines[0].move, *expected.lines[0].then)))} " in line
    text = f"position text {CONNECT4.text(state)}"
    assert heard.best("newgame connect4 seed 7", text, "go nodes 400") == move


def test_the_usual_board_is_there_from_the_start() -> None:
    assert Heard("child").best("go depth 1") == Heard("child").best("position", "go depth 1")


def test_it_says_as_many_lines_as_it_is_asked_for() -> None:
    heard = Heard()
    for lines, most in (("", 1), ("lines 3", 3), ("lines 99", 7)):
        heard.ask("position", f"go nodes 300 {lines}")
        ranks = {line.split()[2] for line in heard if line.startswith("info rank")}
        assert ranks == {str(rank) for rank in range(1, most + 1)}


def test_its_level_can_be_chosen() -> None:
    heard = Heard("opponent")
    assert heard.ask("setoption name Level value searcher") == []
    assert "searcher" in heard.ask("damier 1")[0]
    assert heard.ask("setoption name Level value nobody")[0].startswith("info string 'nobody' is not a level")
    assert heard.ask("setoption name Depth value 4") == ["info string there is no option 'Depth'"]
    assert heard.ask("setoption Level")[0].startswith("info string write an option as in: ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyzzy 1 2", "'xyzzy' is not a command: choose one of damier"),
        ("position moves 9", "move 1, '9': '9' is not a column"),
        ("position setup 99x99", "not a possible size"),
        ("position text nonsense", "'nonsense' is not a position"),
        ("newgame chess", "'chess' is not a game: choose one of connect4"),
        ("\x00\x1b", "is not a command"),
    ],
)
def test_rubbish_gets_a_sentence_and_it_goes_on(line: str, said: str) -> None:
    heard = Heard("child")
    (answer,) = heard.ask(line)
    assert answer.startswith("info string ") and said in answer
    assert heard.ask("isready") == ["readyok"]


def test_what_takes_long_is_done_before_it_is_ready_and_once() -> None:
    done: list[str] = []
    said: list[str] = []
    speaker = LevelServer(CONNECT4, "child", said.append, prepare=done.append)
    for line in ("isready", "isready", "setoption name Level value searcher", "isready", "isready"):
        speaker.hear(line)
    assert done == ["child", "searcher"]
    assert said == ["readyok"] * 4


def test_a_position_that_was_not_understood_is_not_played_on() -> None:
    heard = Heard("child")
    assert heard.best("position moves 4", "position moves 9", "go depth 1") == "none"
    assert heard.best("position moves 4", "go depth 1") != "none"


@pytest.mark.parametrize(
    ("key", "level", "lines", "said"),
    [
        ("connect4", "child", ["position moves 1 2 1 2 1 2 1", "go"], "the game is over"),
        ("tictactoe", "perfect", ["position setup 4x4", "go"], "does not play on this board"),
        ("minesweeper", "odds", ["go"], "must come as text"),
        ("connect4", "child", ["go movetime soon"], "'soon' is not a number for movetime"),
        ("connect4", "child", ["position moves 1", "go times 5"], "needs a number for each seat"),
    ],
)
def test_where_there_is_no_answer_it_says_so(key: str, level: str, lines: list[str], said: str) -> None:
    heard = Heard(level, key)
    assert heard.best(*lines) == "none"
    assert any(said in line for line in heard if line.startswith("info string "))


def test_stop_is_answered_once() -> None:
    heard = Heard()
    heard.ask("position", "go infinite", wait=False)
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in heard), "it thinks until it is told to stop"
    heard.speaker.hear("stop")
    assert [line.split()[0] for line in heard].count("bestmove") == 1, "it is there when stop returns"
    heard.speaker.hear("stop")
    heard.speaker.hear("isready")
    assert heard[-1] == "readyok"
    assert [line.split()[0] for line in heard].count("bestmove") == 1
    assert any(line.startswith("info depth") for line in heard), "it spoke while it thought"


def test_a_new_position_ends_the_thought_before_it() -> None:
    heard = Heard()
    heard.ask("position", "go infinite", "position moves 4", "go nodes 50")
    assert [line.split()[0] for line in heard].count("bestmove") == 2


def test_an_error_of_an_engine_is_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
            raise ValueError("two\nlines")
            yield

    heard = Heard("child")
    heard.speaker._engine = Broken()
    assert heard.best("go") == "none"
    assert heard[0] == "info string ValueError: two lines"
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("key", games())
def test_every_level_of_every_game_speaks(key: str) -> None:
    game = find_game(key)
    for level in game.engines:
        if game.engines[level].compiled:
            continue  # the same code, and it would have to be compiled
        for setup in game.presets:
            state = game.begin(setup, seed=3)
            view = game.view(state, state.turn)
            if game.engines[level].fits(view):
                told = write_setup(game, game.settle(setup)) if view == state else None
                heard = Heard(level, key)
                words = heard.best(write_position(game, view, told), "go nodes 20 depth 1")
                assert game.read(words, view) in view.moves()
                heard.ask("go infinite", wait=False)
                heard.speaker.hear("stop")
                (words,) = [line.split()[1] for line in heard if line.startswith("bestmove ")]
                assert game.read(words, view) in view.moves()
                break


def test_the_command_itself_hears_everything_and_ends_with_its_input() -> None:
    """Rubbish in bytes, a line without an end, and no newline at the end of it all."""
    typed = (
        b"damier 1\r\nisready\n\n\xff\xfe\x00\n" + b"x" * 100_000 + b"\nposition moves 4\ngo depth 1\nisready"
    )
    done = subprocess.run(
        [sys.executable, "-m", "damier", "engine", "connect4", "--level", "child", "--lang", "fr"],
        input=typed,
        capture_output=True,
        timeout=60,
    )
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and done.stderr == b""
    assert lines.count("readyok") == 2 and "damierok" in lines
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    assert sum("n'est pas une commande" in line for line in lines) == 2


@pytest.mark.parametrize(
    "words", [["nogame"], ["connect4", "--level", "nobody"], ["connect4", "--bot", "nobody.py"]]
)
def test_the_command_refuses_what_is_not_there(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "damier", "engine", *words], input=b"", capture_output=True, timeout=60
    )
    assert done.returncode == 1 and done.stderr.startswith(b"Error: ") and done.stdout == b""


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_stop_and_quit_reach_the_command_while_it_thinks() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "damier", "engine", "connect4", "--level", "searcher"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write("go infinite\n")
        line = program.stdout.readline()
        assert line.startswith("info "), "it streams"
        program.stdin.write("stop\n")
        while not line.startswith("bestmove "):
            line = program.stdout.readline()
        program.stdin.write("go infinite\nquit\n")
        assert program.wait(10) == 0
