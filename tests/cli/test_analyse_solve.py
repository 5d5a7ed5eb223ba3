"""The commands for exact answers: analyse, solve and book."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.connect4.scored import scores_of

from damier.engines.book import read_book
from damier.games import game as find_game
from damier.games import names
from damier.games.connect4 import solve as exact
from damier.games.connect4.book import score_in
from damier.games.connect4.solver import solver
from damier.games.connect4.tools.solve import OPENINGS

LATE = "7422341735647741166133573473242566"
MIDDLE = "23163416124767223154467471272416755633"


def damier(*words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "damier", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300)


def test_every_column_has_its_exact_score_for_programs() -> None:
    done = damier("analyse", "connect4", LATE, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    position = find_game("connect4").parse(found["position"])
    scores = {int(line["move"]): line["value"] for line in found["lines"]}
    assert scores == scores_of(solver(7, 6), position)
    assert all(line["proven"] and line["why"] and line["label"] for line in found["lines"])
    assert scores[int(found["move"])] == max(scores.values()) == exact(LATE)


def test_every_column_is_shown_with_its_line_and_why() -> None:
    done = damier("analyse", "connect4", LATE, "--ascii")
    assert done.returncode == 0, done.stderr
    assert "exact, by Perfect" in done.stdout and "(+1)" in done.stdout
    spaced = damier("analyse", "connect4", *LATE, "--ascii")
    assert spaced.stdout == done.stdout


@pytest.mark.parametrize("lang", ["fr", "es"])
def test_an_analysis_in_other_languages(lang: str) -> None:
    done = damier("analyse", "connect4", LATE, "--lang", lang, "--ascii")
    assert done.returncode == 0 and "exact, by" not in done.stdout and "{" not in done.stdout


@pytest.mark.parametrize("key", names())
def test_any_game_is_analysed_from_its_start_and_from_text(key: str) -> None:
    game = find_game(key)
    done = damier("analyse", key, "--json", "--limit", "200nodes", "--seed", "1")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["game"] == key and found["lines"]
    again = damier("analyse", key, found["position"], "--json", "--limit", "200nodes")
    assert again.returncode == 0, again.stderr
    assert (
        json.loads(again.stdout)["position"] == found["position"] == game.text(game.parse(found["position"]))
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["connect4", "4z"], "'z' is not a column"),
        (["connect4", "4444444"], "column d is full"),
        (["connect4", "4141414"], "over"),
        (["connect4", "xx/xx"], "not a position"),
        (["connect4", "44", "--level", "nobody"], "not a level"),
        (["connect4", "44", "--size", "9x7", "--level", "perfect"], "does not play on this board"),
        (["nothing", "44"], "not a game"),
    ],
)
def test_what_cannot_be_analysed_is_told(words: list[str], says: str) -> None:
    done = damier("analyse", *words)
    assert done.returncode in (1, 2) and says in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_large_board_is_not_proven() -> None:
    done = damier("analyse", "connect4", "55", "--size", "9x7", "--limit", "100nodes")
    assert done.returncode == 0 and "not proven, by" in done.stdout


def test_a_file_is_solved_in_its_order(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"\ufeff{LATE} 1 more words\n\n{MIDDLE}\n{LATE}6\n")
    done = damier("solve", "connect4", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{one} {exact(one)}" for one in (LATE, MIDDLE, f"{LATE}6")]
    assert damier("solve", "connect4", "-", "--processes", "1", given=file.read_text()).stdout == done.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"4453\n44x\n", "line 2 of"),
        (b"4444444\n", "disc 7 of"),
        (b"8\n", "disc 1 of"),
        (b"4141414\n", "over"),
        (b"\xff\xfe\n", "line 1 of"),
    ],
)
def test_what_is_no_position_in_a_file_is_told_with_its_line(
    tmp_path: Path, content: bytes, says: str
) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(content)
    done = damier("solve", "connect4", str(file))
    assert done.returncode == 1 and says in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


def test_what_cannot_be_solved_is_told(tmp_path: Path) -> None:
    assert "no such file" in damier("solve", "connect4", str(tmp_path / "none")).stderr
    assert "has no tool 'solve'" in damier("solve", "dots", str(tmp_path / "none")).stderr
    assert "has no tool 'book'" in damier("book", "dots").stderr
    told = damier("book", "connect4", "--ply", "13", "--out", str(tmp_path / "a")).stderr
    assert "from 0 to 12" in told


def test_a_book_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Results that are kept are believed: a run that finds all of them needs no search."""
    ply, path = 2, tmp_path / "two.book"
    found = list(OPENINGS.positions(ply))
    lines = [f"{one.discs[0]:x}-{one.discs[1]:x} {number % 3 - 1}\n" for number, one in enumerate(found)]
    journal = tmp_path / "two.book.part"
    journal.write_text("rubbish\n" + "".join(lines) + lines[0][:3])  # the last line was cut off by a kill
    done = damier("book", "connect4", "--ply", str(ply), "--out", str(path))
    assert done.returncode == 0, done.stderr
    book = read_book(path, "connect4")
    assert [score_in(book, one) for one in found] == [number % 3 - 1 for number in range(len(found))]
    assert not journal.exists() and len(book.keys) == 1 + 4 + len(found)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_book_that_is_interrupted_says_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "damier", "book", "connect4", "--ply", "5", "--processes", "1"]
    command += ["--out", str(tmp_path / "a.book")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    journal = tmp_path / "a.book.part"
    while running.poll() is None and not (journal.exists() and journal.stat().st_size):
        try:
            running.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    running.send_signal(signal.SIGINT)
    told, problems = running.communicate(timeout=120)
    assert running.returncode == 130 and "goes on where it stopped" in told and "Traceback" not in problems
    kept = journal.read_text().splitlines()
    assert kept and not (tmp_path / "a.book").exists()
