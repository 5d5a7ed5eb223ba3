"""The command that plays many games: its result, its files, its languages, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from damier.games import game
from damier.games.minesweeper.tools.simulate import KERNEL_PLAYERS

LEVELS = ["document", *(level for level in KERNEL_PLAYERS if level in game("minesweeper").engines)]


def damier(*words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "damier", "simulate", *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300)
    assert "Traceback" not in done.stderr
    return done


def result(*words: str, given: str | None = None) -> dict[str, Any]:
    """What is told to programs, but for the times."""
    done = damier("minesweeper", "--json", *words, given=given)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found.pop("cpu_seconds") > 0 and found.pop("games_per_cpu_second") > 0
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_any_number_of_processes_gives_the_same(tmp_path: Path, level: str) -> None:
    words = ["--level", level, "--games", "65", "--seed", "11"]
    files = [tmp_path / name for name in ("one", "two")]
    one = result(*words, "--processes", "1", "--results", str(files[0]))
    two = result(*words, "--processes", "2", "--results", str(files[1]))
    assert one == two and files[0].read_text() == files[1].read_text()
    signs = [line.split() for line in files[0].read_text().splitlines()]
    assert [number for number, _ in signs] == [str(number) for number in range(65)]
    assert sum(int(sign) for _, sign in signs) == one["won"] and one["games"] == 65
    assert one["low"] < one["share"] < one["high"] and one["seed"] == "11"
    assert one["guesses_per_game"] == one["guesses"] / 65


@pytest.mark.long
def test_a_cluster_gives_the_same() -> None:
    words = ["--level", "document", "--games", "30"]
    assert result(*words, "--cluster", "local", "--processes", "2") == result(*words, "--processes", "1")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_same_command_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """It is killed, begun again, stopped by Ctrl-C, and begun once more."""
    path = tmp_path / "run.jsonl"
    words = ["--level", "document", "--games", "200", "--processes", "1", "--out", str(path)]
    command = [sys.executable, "-m", "damier", "simulate", "minesweeper", *words]
    kept = ""
    for sent in (signal.SIGKILL, signal.SIGINT):
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        before = max(kept.count("\n"), 1)
        while running.poll() is None and not (path.exists() and path.read_text().count("\n") > before):
            try:
                running.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
        running.send_signal(sent)
        told, problems = running.communicate(timeout=120)
        assert path.read_text().startswith(kept)
        kept = path.read_text()
        assert before < kept.count("\n") < 21 and "Traceback" not in problems
        kept = kept[: kept.rindex("\n") + 1]
    assert running.returncode == 130 and "the same command goes on where it stopped" in told
    resumed = result(*words)
    assert path.read_text().startswith(kept) and path.read_text().count("\n") == 21
    assert resumed == result("--level", "document", "--games", "200")
    assert result(*words) == resumed  # nothing is left to play


def test_given_boards_are_played(tmp_path: Path) -> None:
    boards, results = tmp_path / "boards.txt", tmp_path / "results.txt"
    lines = "\ufeff3 3 1 0 0 8 3BV 1\n\n2 2 0 1 1\r\n3 1 1 1 0 0\n3 1 1 1 0 2\n"
    boards.write_text(lines)
    words = ["--level", "document", "--processes", "1", "--results", str(results)]
    found = result("--boards", str(boards), *words)
    assert found["games"] == 4 and found["won"] == 3 and found["guesses"] == 2 and found["options"] == {}
    signs = [line.split() for line in results.read_text().splitlines()]
    assert [number for number, _ in signs] == ["0", "1", "2", "3"]
    assert [sign for _, sign in signs][:2] == ["1", "1"]
    assert result("--boards", "-", *words, given=lines) == found


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9 9 10", "line 2 of {file} is broken: a board is written width height mines x y list"),
        ("9 9 99 0 0 5", "line 2 of {file} is broken: '99' is not possible here"),
        ("9 9 2 0 0 5", "2 mines are announced and 1 is listed"),
        ("9 9 1 5 0 5", "the first cell, 5, has a mine"),
        ("\0", "line 2 of {file} is broken"),
        ("x" * 100_000, "line 2 of {file} is broken"),
    ],
)
def test_a_bad_line_is_told_with_its_number(tmp_path: Path, line: str, says: str) -> None:
    boards, out = tmp_path / "boards.txt", tmp_path / "out"
    boards.write_text(f"2 2 0 1 1\n{line}\n")
    done = damier("minesweeper", "--boards", str(boards), "--out", str(out), "--results", str(out))
    assert done.returncode == 1 and says.format(file=boards) in done.stderr and done.stdout == ""
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tictactoe"], "has no tool 'simulate'"),
        (["nothing"], "not a game"),
        (["minesweeper", "--level", "nobody"], "'nobody' is not a level"),
        (["minesweeper", "--games", "0"], "--games"),
        (["minesweeper", "--games", "many"], "--games"),
        (["minesweeper", "--setup", "huge"], "not a setup"),
        (["minesweeper", "--size", "2x2", "--mines", "4"], "mines"),
        (["minesweeper", "--seed", str(2**128 - 1)], "a seed has at most 128 bits"),
        (["minesweeper", "--processes", "0"], "--processes"),
        (["minesweeper", "--cluster", "nowhere", "--games", "1"], "not a cluster"),
        (["minesweeper", "--boards", "none.txt"], "no such file"),
        (["minesweeper", "--boards", os.devnull], "there is no board in"),
        (["minesweeper", "--boards", os.devnull, "--games", "5"], "leave out --games"),
        (["minesweeper", "--boards", os.devnull, "--setup", "expert"], "leave out --games and the options"),
        (["minesweeper", "--boards", os.devnull, "--mines", "5"], "leave out --games and the options"),
        (["minesweeper", "--out", "no/such/file"], "cannot write"),
        (["minesweeper", "--results", "no/such/file"], "cannot write"),
    ],
)
def test_what_cannot_be_simulated_is_told(words: list[str], says: str) -> None:
    done = damier(*words)
    assert done.returncode in (1, 2) and says in done.stderr and done.stdout == ""


def test_another_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    words = ["minesweeper", "--level", "document", "--processes", "1", "--out", str(path)]
    assert damier(*words, "--games", "10").returncode == 0
    done = damier(*words, "--games", "20")
    assert done.returncode == 1 and "holds another simulation: name another file" in done.stderr


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            ["Minesweeper, Beginner", "Document won ", " of 10 boards (95%: ", "a second of processor time"],
        ),
        (
            "fr",
            [
                "Démineur, Débutant",
                "de victoires sur 10 plateaux",
                "par seconde de processeur",
                " par partie",
            ],
        ),
        ("es", ["Buscaminas, Principiante", "de victorias en 10 tableros", "por segundo de procesador"]),
    ],
)
def test_people_are_told_in_their_language(lang: str, says: list[str]) -> None:
    done = damier("minesweeper", "--level", "document", "--games", "10", "--lang", lang, "--processes", "1")
    assert done.returncode == 0 and all(words in done.stdout for words in says), done.stdout
    assert len(done.stdout.splitlines()) == 4 and "{" not in done.stdout


def test_a_board_without_a_name_is_described() -> None:
    words = ["--level", "document", "--games", "5", "--size", "5x4", "--mines", "3", "--processes", "1"]
    done = damier("minesweeper", *words)
    assert done.stdout.startswith("Minesweeper, size 5x4, mines 3\n")


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_the_help_needs_no_kernel(lang: str) -> None:
    program = f"""
import sys
from damier.cli import main
try:
    main(["simulate", "--help", "--lang", {lang!r}])
except SystemExit:
    pass
assert not {{"numba", "numpy"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "--boards" in done.stdout and ("one a line" in done.stdout) == (lang == "en")
