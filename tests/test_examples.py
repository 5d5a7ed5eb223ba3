"""The engines in examples/ are small, speak as they should and play."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engines import be_calm

from damier.arena.playing import play_game
from damier.core.engine import Limit
from damier.core.record import Record
from damier.games import game as find_game
from damier.protocol.compliance import GOOD, check_engine
from damier.protocol.external import External

EXAMPLES = Path(__file__).parent.parent / "examples"
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


def test_it_complies(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    be_calm(monkeypatch)
    findings = list(check_engine(command))
    assert [str(finding.text) for finding in findings if finding.grade != GOOD] == []
    assert len(findings) >= 9


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
