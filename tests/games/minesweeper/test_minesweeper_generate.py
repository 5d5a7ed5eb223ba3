"""``damier generate minesweeper``: boards in a file are what their lines say."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from damier.cli.commands import cli
from damier.core.text import Refusal, Unreadable
from damier.core.tools.generating import WantedBoards
from damier.games.minesweeper import GAME
from damier.games.minesweeper.check_proof import check
from damier.games.minesweeper.clicks_needed import clicks
from damier.games.minesweeper.proof import kind, prove
from damier.games.minesweeper.rules import Field, generate_map
from damier.games.minesweeper.tools.generate import GENERATE, boards
from damier.games.minesweeper.visible_board import Board
from damier.terminal import generate
from damier.terminal.generate import _some


def generated(*words: str) -> list[str]:
    """What the command prints."""
    done = CliRunner().invoke(cli, ["generate", "minesweeper", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def held_to_its_word(line: str) -> dict[str, str]:
    """What a line says behind the board, once all of it was found to be true."""
    size, (listed, *more) = line.split()[:5], line.split()[5:]
    width, height, mines, x, y = map(int, size)
    laid = [] if listed == "-" else [int(cell) for cell in listed.split(",")]
    assert laid == sorted(set(laid)) and len(laid) == mines and all(0 <= c < width * height for c in laid)
    said = dict(word.split("=") for word in more)
    first = y * width + x
    secret = generate_map(height, width, laid)
    field = Field(Board(width, height, mines, "." * (width * height)), 0, secret)
    assert clicks(field) == int(said["3bv"]) and first not in laid
    if said["needs"] == "guess":
        with pytest.raises(ValueError, match="needs a guess"):
            prove(width, height, laid, first)
    else:
        steps = prove(width, height, laid, first)
        assert check(width, height, laid, first, steps) is None
        assert {kind(step) for step in steps} == set(said["needs"].split(",")) - {"-"}
    return said


def test_lines_say_what_boards_are() -> None:
    lines = generated("--games", "20", "--seed", "3", "--no-guess")
    assert len(lines) == 20 == len(set(lines))
    assert "guess" not in {need for line in lines for need in held_to_its_word(line)["needs"].split(",")}
    assert lines == generated("--games", "20", "--seed", "3", "--no-guess")
    needs = [
        held_to_its_word(line)["needs"]
        for line in generated("--games", "9", "--seed", "1", "--setup", "expert")
    ]
    assert "guess" in needs
    assert generated("--size", "2x1", "--mines", "0", "--seed", "1")[0].split()[5:] == [
        "-",
        "3bv=1",
        "needs=-",
    ]


def test_length_and_difficulty_are_as_wanted(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    asked = ["--size", "12x10", "--mines", "25", "--no-guess", "--games", "6", "--seed", "2"]
    assert generated(*asked, "--3bv", "30-45", "--needs", "subset-several", "--out", str(file)) == [
        f"{file}: 6 boards"
    ]
    for line in file.read_text().splitlines():
        said = held_to_its_word(line)
        assert 30 <= int(said["3bv"]) <= 45
        assert said["needs"].split(",")[-1] in ("subset", "several")


def test_what_is_wanted_is_read() -> None:
    assert GENERATE.wanted(None, None) == WantedBoards()
    assert GENERATE.wanted("150", "single") == WantedBoards(150, 150, ("single",))
    assert GENERATE.wanted("150-", "several-guess") == WantedBoards(
        150, None, ("several", "counting", "guess")
    )
    for clicks_wanted in ("", "x", "5-4-3", "-7"):
        with pytest.raises(Unreadable, match="is not a range"):
            GENERATE.wanted(clicks_wanted, None)
    for needs in ("", "hard", "single-hard"):
        with pytest.raises(Unreadable, match="is nothing that boards need"):
            GENERATE.wanted(None, needs)


def test_nobody_looks_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "MOST_MISSES", 50)
    with pytest.raises(Refusal, match="none of 50 boards was as wanted"):
        list(_some(GENERATE, GAME.settle("beginner"), GENERATE.wanted("999", None), 1, 1))


def test_no_board_is_laid_twice() -> None:
    some = islice(boards(GAME.settle("beginner"), 5, WantedBoards()), 30)
    assert len(set(some)) == 30
