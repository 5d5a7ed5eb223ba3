"""``damier check-engine`` finds what is wrong with an engine and says what would be right."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.engines import be_calm, write_engine

from damier.games import game as find_game
from damier.protocol import compliance, talk
from damier.protocol.compliance import DOUBTFUL, GOOD, WRONG, check_engine, positions


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    be_calm(monkeypatch)


HURRY = {"PATIENCE": 1.0, "READY": 2.0, "with_grace": lambda seconds: 1.0}
"""For what never comes: nobody wants to wait ten seconds for it."""


def findings(command: list[str], *keys: str) -> dict[str, list[str]]:
    """What is found, by grade."""
    found: dict[str, list[str]] = {GOOD: [], DOUBTFUL: [], WRONG: []}
    for finding in check_engine(command, keys):
        found[finding.grade].append(str(finding.text))
        for language in ("fr", "es"):
            assert finding.text.show(language) != str(finding.text), "it is said in three languages"
    return found


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


def test_a_good_engine_is_praised(tmp_path: Path) -> None:
    found = findings(write_engine(tmp_path, STOPS))
    assert found[WRONG] == found[DOUBTFUL] == []
    assert [line for line in found[GOOD] if "legal moves in 5 positions" in line]
    assert any("stops when it is told" in line for line in found[GOOD])


def test_an_engine_of_ours_is_good_in_a_hidden_game() -> None:
    command = [sys.executable, "-m", "damier", "engine", "minesweeper", "--level", "counter"]
    found = findings(command, "minesweeper")
    assert found[WRONG] == found[DOUBTFUL] == []


PICKY = """
class Picky:
    def __iter__(self):
        for line in sys.__stdin__:
            assert line.split()[0] in ("damier", "isready", "quit")
            yield line
"""

SPECIAL: dict[str, dict[str, Any]] = {
    "does not answer 'damier 1' with 'damierok'": HURRY,
    "flush the output": HURRY,
    "does not answer 'isready' with 'readyok'": HURRY,
    "it says no 'bestmove'": HURRY,
    "does not answer 'stop' with 'bestmove': read lines while it thinks": HURRY,
    "it takes 0.": {"with_grace": lambda seconds: 0.4},
    "0.5 s is the most": {"STOPPED": 0.5},
    "does not leave within 0 s of 'quit'": {"LEAVING": 0.5},
    "when its input ends": {"LEAVING": 0.5},
}
"""What is less patient than usual, by what shall be found."""


@pytest.mark.parametrize(
    ("changed", "grade", "said"),
    [
        ("def hello(): pass", WRONG, "does not answer 'damier 1' with 'damierok'"),
        ("def hello(): print('games tictactoe'); print('damierok')", WRONG, "flush the output"),
        ("def hello(): say('id name x'); say('damierok')", WRONG, "say 'games connect4' before 'damierok'"),
        ("def hello(): say('games tictactoe'); say('damierok')", DOUBTFUL, "say 'id name …' before"),
        (
            "def hello(): say('id name x'); say('games chess'); say('damierok')",
            WRONG,
            "'chess' is not a game",
        ),
        ("def hello(): sys.exit(3)", WRONG, "it ended (code 3) where it should have said 'damierok'"),
        ("def begin(): raise ValueError('broken')", WRONG, "its last words: ValueError: broken"),
        ("def ready(): pass", WRONG, "does not answer 'isready' with 'readyok'"),
        ("def begin(): os.set_blocking(0, True); sys.stdin = Picky()", WRONG, "it ended (code 1)"),
        ("def stop(): say('bestmove a1')", WRONG, "it answers 'stop' though it does not think"),
        (
            "def go(text, words): say('bestmove a1')",
            WRONG,
            "it answers 'bestmove a1': a1 is not an empty cell",
        ),
        ("def go(text, words): say('bestmove a1')", WRONG, "legal would be "),
        ("def go(text, words): say('move a1')", WRONG, "it says no 'bestmove'"),
        ("def go(text, words): time.sleep(0.6); say('bestmove ' + free(text)[0])", WRONG, "it takes 0."),
        (
            "def go(text, words): time.sleep(2 * ('infinite' in words)); say('bestmove ' + free(text)[0])",
            WRONG,
            "0.5 s is the most",
        ),
        (
            "def go(text, words):\n    if 'infinite' not in words: say('bestmove ' + free(text)[0])",
            WRONG,
            "does not answer 'stop' with 'bestmove': read lines while it thinks",
        ),
        (
            "def go(text, words): say('bestmove ' + free(text)[0]); say('bestmove ' + free(text)[0])",
            WRONG,
            "'bestmove' twice",
        ),
        (
            "def go(text, words): say('info depth deep'); say('bestmove ' + free(text)[0])",
            DOUBTFUL,
            "has no number after 'depth'",
        ),
        (
            "def go(text, words): say('info blah'); say('bestmove ' + free(text)[0])",
            DOUBTFUL,
            "nothing in 'info blah' is known",
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
        ("def quit(): pass", WRONG, "does not leave within 0 s of 'quit'"),
        ("def quit(): sys.exit(5)", DOUBTFUL, "exit code 5 after 'quit'"),
        (
            "import atexit\natexit.register(time.sleep, 5)\ndef quit(): os._exit(0)",
            WRONG,
            "when its input ends",
        ),
        ("def go(text, words):\n    while True: say('info string x')", WRONG, "it floods its output"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, grade: str, said: str
) -> None:
    for name, value in SPECIAL.get(said, {}).items():
        monkeypatch.setattr(compliance, name, value)
        if name == "PATIENCE":
            monkeypatch.setattr(talk.Talk.until, "__defaults__", (value,))
    found = findings(write_engine(tmp_path, PICKY + changed))
    assert any(said in line for line in found[grade]), found


def test_a_game_that_it_does_not_claim(tmp_path: Path) -> None:
    found = findings(write_engine(tmp_path), "connect4")
    assert any("does not claim to play connect4" in line for line in found[WRONG])


def test_positions_are_told_whole_and_hide_what_is_hidden() -> None:
    for key in ("connect4", "dots", "minesweeper", "quoridor", "tictactoe"):
        game = find_game(key)
        places = list(positions(game, random.Random(1)))
        assert len(places) == 5 and all(view.moves() for _, view in places)
        for words, view in places:
            assert words.endswith(f"text {game.text(view)}")
            assert (" moves " in words or "setup" in words) == (key != "minesweeper")


def damier(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damier", *words], capture_output=True, text=True, timeout=60
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
