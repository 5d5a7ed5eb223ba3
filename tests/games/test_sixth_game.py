"""A game in a folder of its own is found, drawn, played, recorded and checked, with no edit anywhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    shutil.copytree(TESTS / "data" / "nim", tmp_path / "nim")
    return {**os.environ, "DAMIER_GAMES": str(tmp_path)}


def damier(environment: dict[str, str], *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "damier", *words], env=environment, input=typed, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_played_watched_and_replayed(environment: dict[str, str], tmp_path: Path) -> None:
    assert "nim" in damier(environment, "games")
    assert "le dernier perd" in damier(environment, "rules", "nim", "--lang", "fr")
    out = damier(environment, "play", "nim", "--level", "random", typed="1\nhint\nwhy\nheat\nquit\n")
    assert "second (Random) plays" in out and "saved in" in out
    path = tmp_path / "nim.json"
    damier(environment, "watch", "nim", "--delay", "0", "--seed", "1", "--save", str(path))
    assert "wins" in damier(environment, "replay", str(path))
    assert damier(environment, "perft", "nim", "--depth", "2") == "1 3\n2 9\n"
    assert "random" in damier(environment, "bench", "nim")
    assert "games" in damier(environment, "match", "nim", "random", "random", "--games", "4", "--seed", "1")


def test_its_own_option_is_an_option_of_the_commands(environment: dict[str, str]) -> None:
    out = damier(environment, "perft", "nim", "--size", "1x1", "--extra", "1", "--depth", "1")
    assert out == "1 2\n", "two are left: take one, or both"
    assert "combien on en ajoute au tas" in damier(environment, "play", "nim", "--help", "--lang", "fr")
    assert "how many more are added to the heap (nim)" in " ".join(
        damier(environment, "play", "--help").split()
    )


def test_it_meets_the_contract(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            str(TESTS / "games" / "test_every_game.py"),
            "-k",
            "nim",
            "-p",
            "no:cacheprovider",
        ],
        env=environment,
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize("code", ["import no_such_module", "1 / 0", "exit()", "GAME = 5", "x = 1", "def"])
def test_a_broken_folder_is_named(environment: dict[str, str], tmp_path: Path, code: str) -> None:
    (tmp_path / "nim" / "__init__.py").write_text(code + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "damier", "games"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: the folder of the game 'nim' cannot be used")
