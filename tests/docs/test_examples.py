"""The engines in examples/ are small, speak as they should and play."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.protocol.programs import CALM_PACE

from damier.arena.play_game import play_game
from damier.core.engine import Limit
from damier.core.record import Record
from damier.games import game as find_game
from damier.protocol.compliance import GOOD, check_engine
from damier.protocol.external_engine import External

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = find_game("connect4")


@pytest.fixture(params=["connect4.py", "connect4.mjs", "connect4.c"])
def command(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """How to run an example; what is missing for that is a failure, as `make test` installs it."""
    path = EXAMPLES / request.param
    if path.suffix == ".py":
        return [sys.executable, str(path)]
    if path.suffix == ".mjs":
        node = shutil.which("node")
        assert node is not None, "the tests of the examples need node: sudo apt install npm"
        return [node, str(path)]
    compiler = shutil.which("cc")
    assert compiler is not None, "the tests of the examples need a C compiler: sudo apt install gcc libc6-dev"
    program = tmp_path / "engine"
    warned = subprocess.run(
        [compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", str(program), str(path)],
        capture_output=True,
        text=True,
    )
    assert warned.returncode == 0, warned.stderr
    return [str(program)]


def test_it_complies(command: list[str]) -> None:
    findings = list(check_engine(command, pace=CALM_PACE))
    assert [str(finding.text) for finding in findings if finding.grade != GOOD] == []
    assert len(findings) >= 15


def test_it_plays_to_the_end_from_any_opening(command: list[str]) -> None:
    for opening in ([], ["4", "4", "4", "4", "4", "4", "1"]):
        state = GAME.begin()
        for word in opening:
            state = state.play(int(word))
        record = Record(game=GAME.key, options=GAME.settle(), seed=0, moves=tuple(opening))
        engines = [External(command, GAME.key, 1), External(command, GAME.key, 2)]
        played = play_game(GAME, engines, state, Limit(time=2.0), record=record)
        assert played.record.ending == "rules", str(played.reason)


def test_they_are_small_and_need_nothing_of_damier() -> None:
    for path in EXAMPLES.glob("connect4.*"):
        source = path.read_text("utf-8")
        assert 10 <= len(source.splitlines()) <= 40, path.name
        assert "import damier" not in source and "from damier" not in source


def test_they_are_all_in_the_readme() -> None:
    page = (EXAMPLES / "README.md").read_text("utf-8")
    for path in EXAMPLES.glob("connect4.*"):
        assert f"({path.name})" in page


def commands() -> list[str]:
    """The commands of the README, made shorter; two lines and two of its table."""
    page = (EXAMPLES / "README.md").read_text("utf-8")
    block = re.search(r"^```sh\n(.*?)^```", page, re.M | re.S)
    lines = block[1].splitlines() if block is not None else []
    watching = [line for line in re.findall(r"`(damier watch [^`]+)`", page) if "./engine" not in line]
    assert len(lines) == len(watching) == 2
    return [line.replace("--games 20", "--games 2") for line in lines] + [f"{w} --delay 0" for w in watching]


@pytest.mark.parametrize("line", commands())
def test_the_commands_of_the_readme_run(line: str) -> None:
    done = damier(*shlex.split(line)[1:], cwd=EXAMPLES.parent)
    assert done.returncode == 0 and done.stdout, done.stdout + done.stderr


def test_a_person_plays_against_a_program(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "connect4.py", tmp_path)
    words = f"exec:{sys.executable} connect4.py"
    done = damier("play", "connect4", "--bot", words, "--limit", "5s", cwd=tmp_path, typed="1\nwhy\nquit\n")
    assert done.returncode == 0 and "red (exec:" in done.stdout and "plays d" in done.stdout, done.stdout
    assert "gives no reason" in done.stdout


def test_a_program_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for words in (
        ["play", "connect4", "--bot", "exec:./nothing"],
        ["watch", "connect4", "--first", "exec:./nothing"],
        ["match", "connect4", "exec:./nothing", "child"],
    ):
        done = damier(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, "Error: there is no program ./nothing\n")


def damier(*words: str, cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damier", *words],
        cwd=cwd,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
