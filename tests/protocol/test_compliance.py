"""``damier check-engine`` finds what is wrong with an engine and says what would be right."""

from __future__ import annotations

import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.protocol.checking import HURRY, check, findings
from tests.protocol.programs import CALM_PACE, linux, write_engine

from damier.protocol.compliance import DOUBTFUL, GOOD, WRONG, Pace

STOPS = """
thinking = False
def go(text, words):
    global thinking, legal
    if words[1:] == ["infinite"]:
        thinking, legal = True, free(text)[0]
    else:
        say("info depth 1 nodes 5 line " + free(text)[0] + " score 0.5")
        say("bestmove " + free(text)[0])
def stop():
    global thinking
    if thinking:
        say("bestmove " + legal)
    thinking = False
"""

COLUMNS = """
def hello():
    say("id name columns")
    say("games connect4")
    say("damierok")
def free(text):
    return [str(x + 1) for x, sign in enumerate(text.split("/")[0].strip()) if sign == "."]
"""
"""Plays Connect Four instead."""


def test_a_good_engine_is_praised(tmp_path: Path) -> None:
    found = findings(write_engine(tmp_path, STOPS))
    assert found[WRONG] == found[DOUBTFUL] == []
    for said in (
        "legal moves in 2",
        "of 'gomoku'",
        "stops when it is told",
        "every word that it says is right",
    ):
        assert any(said in line for line in found[GOOD]), (said, found)
    assert "a check takes at most" in found[GOOD][-1], "how long it took is told"


def test_an_engine_of_ours_is_good_in_a_hidden_game() -> None:
    command = [sys.executable, "-m", "damier", "engine", "minesweeper", "--level", "odds"]
    found = findings(command, "minesweeper")
    assert found[WRONG] == found[DOUBTFUL] == []


SAYS = """
def go(text, words):
    say("info {} line " + free(text)[0])
    say("bestmove " + free(text)[0])
"""
"""Says something of its move."""


# The conversation

PICKY = """
class Picky:
    def __iter__(self):
        for line in sys.__stdin__:
            assert line.split()[0] in ("damier", "isready", "quit")
            yield line
"""


@pytest.mark.parametrize(
    ("changed", "grade", "said"),
    [
        ("def hello(): say('id name x'); say('damierok')", WRONG, "say 'games connect4' before 'damierok'"),
        (
            "def hello(): say('id name x'); say('games chess'); say('damierok')",
            WRONG,
            "'chess' is not a game",
        ),
        (
            "def hello(): say('games tictactoe'); say('option name Skill type spin default 9 min 1 max 5');"
            " say('damierok')",
            WRONG,
            "the default 9 of 'option name Skill type spin default 9 min 1 max 5' is not from 1 to 5",
        ),
        ("def hello(): sys.exit(3)", WRONG, "it left with exit code 3"),
        ("def begin(): raise ValueError('broken')", WRONG, "its last words: ValueError: broken"),
        (
            PICKY + "def begin(): os.set_blocking(0, True); sys.stdin = Picky()",
            WRONG,
            "it fails after a line that it does not know: ignore such lines",
        ),
        (
            "def new(words): sys.exit(4)",
            WRONG,
            "it does not answer 'isready' after 'newgame tictactoe': ",
        ),
        ("def stop(): say('bestmove a1')", WRONG, "it answers 'stop' though it does not think"),
        ("def quit(): sys.exit(5)", DOUBTFUL, "exit code 5 after 'quit'"),
    ],
)
def test_what_is_wrong_with_its_manners_is_said(tmp_path: Path, changed: str, grade: str, said: str) -> None:
    check(tmp_path, changed, grade, said)


@pytest.mark.long
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("def hello(): pass", "does not answer 'damier 1' with 'damierok'"),
        ("def hello(): print('games tictactoe'); print('damierok')", "flush the output"),
        (
            "def hello(): say('games tictactoe'); say('damierok 1')",
            "it answers 'damierok 1': say 'damierok' and nothing else in that line",
        ),
        ("def ready(): pass", "it does not answer 'isready' with 'readyok': "),
        ("def ready(): say('readyok!')", "it does not answer 'isready' with 'readyok': "),
        ("def ready(): pass", "let the check wait: --ready 120"),
        ("def go(text, words): say('move a1')", "gave no answer within 1.325 s"),
        (
            "def go(text, words):\n    if 'infinite' not in words: say('bestmove ' + free(text)[0])",
            "does not answer 'stop' with 'bestmove': read lines while it thinks",
        ),
        ("def quit(): time.sleep(60)", "does not leave within 0.5 s of 'quit'"),
        (
            "import atexit\natexit.register(time.sleep, 60)\ndef quit(): os._exit(0)",
            "does not leave within 0.5 s when its input ends",
        ),
    ],
)
def test_what_never_comes_is_said(tmp_path: Path, changed: str, said: str) -> None:
    check(tmp_path, changed, WRONG, said, HURRY)


LOADS = """
loaded = False
def ready():
    global loaded
    until = time.process_time() + (0.0 if loaded else 2.0)
    while time.process_time() < until:
        pass
    loaded = True
    say("readyok")
"""


@pytest.mark.long
@linux
def test_an_engine_that_does_nothing_is_not_waited_for_as_long_as_one_that_works(tmp_path: Path) -> None:
    """A match waits two minutes for ``readyok``; who checks an engine that forgot it does not."""
    patient = replace(CALM_PACE, idle=1.0, ready=100_000.0)
    check(tmp_path, "def ready(): pass", WRONG, "within 1 s, in which it hardly worked", patient)
    found = findings(write_engine(tmp_path, STOPS + LOADS), pace=patient)
    assert found[WRONG] == [] and any("to get ready" in line for line in found[DOUBTFUL])


@pytest.mark.long
def test_the_whole_check_ends_in_time(tmp_path: Path) -> None:
    class Short(Pace):
        def most(self, games: int) -> float:
            return 4.0

    slow = "def go(text, words): time.sleep(0.5); say('bestmove ' + free(text)[0])"
    check(tmp_path, slow, WRONG, "a check takes at most 4 s, and not all could be asked", Short(slack=20.0))


def test_a_game_that_it_does_not_claim(tmp_path: Path) -> None:
    found = findings(write_engine(tmp_path), "connect4")
    assert any("does not claim to play connect4" in line for line in found[WRONG])


# Moves


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            COLUMNS + "def go(text, words): say('bestmove 4')",
            "it answers 'bestmove 4': column d is full; legal",
        ),
        (
            COLUMNS + "def go(text, words): say('bestmove ' + ('4' if '4' in free(text) else '3'))",
            "it answers 'bestmove 3': column c is full; legal would be ",
        ),
        ("def go(text, words): say('bestmove a1')", "it answers 'bestmove a1': a1 is not an empty cell"),
        (
            "def go(text, words): say('bestmove ' + (free(text)[0] if len(free(text)) > 1 else 'none'))",
            "it answers 'bestmove none': 'none' is not a cell",
        ),
        (
            "def go(text, words): say('bestmove ' + free(text[:11])[0])",  # it knows boards of 3 x 3 only
            "asked 'position setup 4x4",
        ),
    ],
)
def test_a_habit_that_is_illegal_late_or_elsewhere_is_found(tmp_path: Path, changed: str, said: str) -> None:
    check(tmp_path, changed, WRONG, said)


def test_a_board_that_it_says_it_does_not_play_is_told(tmp_path: Path) -> None:
    changed = "def go(text, words): say('bestmove ' + (free(text)[0] if len(text) < 16 else 'none'))"
    found = findings(write_engine(tmp_path, changed))
    assert found[WRONG] == []
    for setup in ("4x4", "5x5", "gomoku"):
        assert f"tictactoe: it does not play on the board '{setup}', and would lose there" in found[DOUBTFUL]


@pytest.mark.parametrize(
    ("changed", "grade", "said"),
    [
        (
            "def go(text, words): say('bestmove ' + free(text)[0]); say('bestmove ' + free(text)[0])",
            WRONG,
            "it says 'bestmove' twice for one 'go'",
        ),
        (
            "def go(text, words): say('bestmove ' + free(text)[0]); say('info depth 3')",
            DOUBTFUL,
            "'info depth 3' comes after 'bestmove'",
        ),
        (
            "def go(text, words): say('thinking'); say('bestmove ' + free(text)[0])",
            DOUBTFUL,
            "'thinking' is not known here",
        ),
        (
            SAYS.format("rank 1 score nan"),
            WRONG,
            "the score 'nan' is not a finite number",
        ),
        (
            SAYS.format("rank 1 chance 7"),
            WRONG,
            "the chance '7' is not a number from 0 (lost) to 1 (won)",
        ),
        (
            "def go(text, words): say('info at 7 9 label \"x\"'); say('bestmove ' + free(text)[0])",
            WRONG,
            "'7 9' is no place of the board: write two numbers, at most 6 and 6",
        ),
        (
            "import random\ndef go(text, words): say('bestmove ' + random.choice(free(text)))",
            DOUBTFUL,
            "the same seed and as many nodes give other moves",
        ),
        (
            "def place(line): return line.partition(' text ')[2] if 'setup' in line else ''\n"
            "def go(text, words): say('bestmove ' + (free(text)[0] if text else 'none'))",
            DOUBTFUL,
            "it cannot read a position as text alone",
        ),
        (
            "import threading\n"
            "def go(text, words):\n"
            "    say('bestmove ' + free(text)[0])\n"
            "    threading.Timer(0.2, say, ['info string I wait']).start()",
            DOUBTFUL,
            "it says 'info string I wait' while the other thinks",
        ),
    ],
)
def test_what_is_wrong_with_its_answers_is_said(tmp_path: Path, changed: str, grade: str, said: str) -> None:
    check(tmp_path, changed, grade, said)


# The command


def damier(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damier", *words], capture_output=True, text=True, timeout=120
    )


def test_the_command_tells_by_its_exit_code(tmp_path: Path) -> None:
    mute = write_engine(tmp_path, STOPS + "def hello(): say('games tictactoe'); say('damierok')")
    good = damier("check-engine", shlex.join(mute), "--game", "tictactoe")
    said = good.stdout.splitlines()
    assert any(line.startswith(" ?  it does not tell its name") for line in said)
    assert (good.returncode == 0) == (not any(line.startswith("!!") for line in said)), good.stdout
    bad = damier(
        "check-engine", shlex.join(write_engine(tmp_path, "def begin(): sys.exit(3)")), "--lang", "es"
    )
    assert bad.returncode == 1 and "hay que corregir 1 cosa" in bad.stdout
    missing = damier("check-engine", "./nothing")
    assert missing.returncode == 1 and missing.stderr == "Error: there is no program ./nothing\n"


@pytest.mark.long
def test_who_must_load_much_may_ask_for_time(tmp_path: Path) -> None:
    lazy = write_engine(tmp_path, "def ready(): time.sleep(1.5); say('readyok')\ndef new(words): sys.exit(0)")
    for seconds, ready in (("1", False), ("100", True)):
        done = damier("check-engine", shlex.join(lazy), "--ready", seconds, "--lang", "en")
        assert ("it says when it is ready" in done.stdout) == ready, done.stdout
    refused = damier("check-engine", shlex.join(lazy), "--ready", "500", "--lang", "en")
    assert refused.returncode == 2 and "500" in refused.stderr
