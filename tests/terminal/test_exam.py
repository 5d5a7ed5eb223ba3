"""What a person reads of an exam, and what a program does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damier.arena import exam as exam_module
from damier.arena.exam import ExamResult, exam
from damier.cli import main
from damier.games import game as find_game


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(words)
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return int(stop.value.code or 0), out, err


def test_the_mark_and_the_mistakes_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "exam", "connect4", "child", "--count", "60", "--mistakes", "2")
    assert code == 0
    assert "Connect Four: Child made a best move in" in out and "of 60 positions (95%: " in out
    assert "points lost a move, on average" in out
    assert "to be won" in out and "17 to 20 empty cells" in out
    assert out.count("? ") >= 2 and "loses instead of" in out and "│ ? │" in out and "│ ! │" in out
    assert "1. " in out and "2. " in out and "3. " not in out


@pytest.mark.parametrize(
    "language, words",
    [("fr", ("meilleur coup", "au lieu de", "de jouer")), ("es", ("jugadas en", "en vez de"))],
)
def test_other_languages(capsys: pytest.CaptureFixture[str], language: str, words: tuple[str, ...]) -> None:
    _, out, _ = run(capsys, "exam", "tictactoe", "easy", "--count", "50", "--lang", language)
    assert all(word in out for word in words)
    assert "instead" not in out and "average" not in out


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "exam", "dots", "hard", "--count", "30", "--json")
    told = json.loads(out)
    mark = exam(find_game("dots"), "hard", count=30)
    assert (told["asked"], told["kept"]) == (30, mark.whole.kept)
    assert told["low"] < told["share"] < told["high"]
    assert [answer["kept"] for answer in told["answers"]] == [answer.kept for answer in mark.answers]
    assert sum(told["kinds"][kind]["asked"] for kind in ("quiet", "take", "give")) == 30
    assert told["game"] == "dots" and told["player"] == "hard" and told["forfeits"] == 0


def test_failures_are_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def move(view):\n    return 'nonsense'\n")
    code, out, _ = run(capsys, "exam", "connect4", str(bot), "--count", "2")
    assert code == 0 and "0.0% of 2 positions" in out
    assert "2 positions without a move, which count as the worst one" in out and "(line 2)" in out
    assert "the worst mistakes" not in out


@pytest.mark.parametrize(
    "words",
    [
        ("nothing", "easy"),
        ("tictactoe", "nobody"),
        ("tictactoe", "no.py"),
        ("tictactoe", "strategist"),
        ("tictactoe", "easy", "--count", "500"),
        ("tictactoe", "easy", "--limit", "soon"),
        ("tictactoe", "easy", "--seed", str(2**128)),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, "exam", *words)
    assert code in (1, 2) and not out and err.startswith("Error: ") and err.count("\n") == 1


def test_ctrl_c_shows_what_was_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from damier.terminal import exam as shown

    asking = exam_module.examining

    def stopped(*args: Any, **more: Any) -> Iterator[ExamResult]:
        for number, mark in enumerate(asking(*args, **more)):
            yield mark
            if number == 4:
                raise KeyboardInterrupt

    monkeypatch.setattr(shown, "examining", stopped)
    code, out, _ = run(capsys, "exam", "tictactoe", "easy", "--mistakes", "0")
    assert code == 0 and "stopped early" in out and "of 5 positions" in out


def test_a_sixth_game_brings_its_own(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "data" / "nim", tmp_path / "nim")
    done = subprocess.run(
        [sys.executable, "-m", "damier", "exam", "nim", "random", "--seed", "1"],
        env={**os.environ, "DAMIER_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Nim: Random made a best move in" in done.stdout and "of 9 positions" in done.stdout
