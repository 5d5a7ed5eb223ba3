"""Boards as others draw and keep them: what is pasted, .mbf files, and `damier analyse` on them."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import damier.cli  # it registers every command
from damier.cli.commands import cli
from damier.core.read_position import understand_file
from damier.core.text import Refusal
from damier.games import game
from damier.games.minesweeper.board_files import read_bytes
from damier.games.minesweeper.rules import begin
from damier.terminal.analyse import given_view
from damier.terminal.analyse import show_analysis as show
from damier.terminal.screen import Screen

GAME = game("minesweeper")
BOARD = "0011/012./01../01.. 3"
"""The same in all drawings below."""

DRAWINGS = {
    "dots and a number behind": "0011\n012.\n01..\n01..\n3",
    "hashes, blanks for nothing": "  11\n 12#\n 1##\n 1##\n\n3 mines",
    "hashes apart, blanks for nothing": "    1 1\n  1 2 #\n  1 # #\n  1 # #\nmines: 3",
    "points open, question marks": "..11\n.12?\n.1??\n.1??\n3 bombs",
    "minus": "0 0 1 1\n0 1 2 -\n0 1 - -\n0 1 - -\n3",
    "stars": "0011\n012*\n01**\n01**\n3 minas",
    "squares": "⬜⬜1️⃣1️⃣\n⬜1️⃣2️⃣🟦\n⬜1️⃣🟦🟦\n⬜1️⃣🟦🟦\n💣 3",
    "light squares only": "0 0 1 1\n0 1 2 □\n0 1 □ □\n0 1 □ □\n3 mines",
    "black squares": "·  ·  1  1\n·  1  2  ■\n·  1  ■  ■\n·  1  ■  ■\n3",
    "a frame": "|0|0|1|1|\n|0|1|2|#|\n|0|1|#|#|\n|0|1|#|#|\n3 mines",
    "the size before": "4x4x3\n0011\n012H\n01HH\n01HH\n",
    "the size in blanks before": "4 4 3\n0011\n012H\n01HH\n01HH\n",
    "our own line": BOARD,
}


@pytest.mark.parametrize("drawn", DRAWINGS)
def test_a_drawing_is_understood(drawn: str) -> None:
    for content in (
        DRAWINGS[drawn].encode(),
        DRAWINGS[drawn].encode("utf-8-sig"),
        DRAWINGS[drawn].encode("utf-16"),
    ):
        found = understand_file(GAME, GAME.settle(), 0, content)
        assert GAME.text(found.view) == BOARD
    windows = DRAWINGS[drawn].replace("\n", "\r\n").encode()
    assert GAME.text(understand_file(GAME, GAME.settle(), 0, windows).view) == BOARD


def test_flags_and_known_mines() -> None:
    for drawn in ("0011\n012F\n01##\n01##\n3", "0011\n012🚩\n01■■\n01■■\n3", "0011\n012*\n01##\n01##\n3"):
        assert GAME.text(understand_file(GAME, GAME.settle(), 0, drawn.encode()).view) == BOARD.replace(
            "2.", "2F"
        )


def test_the_mines_that_are_told_count() -> None:
    drawn = "0011\n012.\n01..\n01..\n"
    for told in ({"mines": 4}, {"mines": "4"}):
        assert understand_file(GAME, GAME.settle(), 0, drawn.encode(), told=told).view.mines == 4
        assert understand_file(GAME, GAME.settle(), 0, drawn.encode() + b"3", told=told).view.mines == 4
    assert understand_file(GAME, GAME.settle(), 0, drawn.encode()).view.mines == 2  # as crowded as is usual
    with pytest.raises(Refusal, match="do not fit"):
        understand_file(GAME, GAME.settle(), 0, drawn.encode(), told={"mines": 9})


def mbf(width: int, height: int, mined: frozenset[int]) -> bytes:
    pairs = b"".join(bytes((cell % width, cell // width)) for cell in mined)
    return bytes((width, height)) + len(mined).to_bytes(2, "big") + pairs


def test_a_board_of_bytes_is_seen_from_its_first_dig_on() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        width, height = rng.randint(2, 60), rng.randint(2, 60)
        mined = frozenset(rng.sample(range(width * height), rng.randint(0, width * height // 3)))
        whole = read_bytes(mbf(width, height, mined))
        assert whole is not None
        field, first = whole
        assert field.mined() == mined and field.board.untouched and first in field.moves()
        view = understand_file(GAME, GAME.settle(), 0, mbf(width, height, mined)).view
        assert not view.lost and view == field.play(first).board
        clear = [c for c, sign in enumerate(field.map) if sign == "0"]
        assert view.won or not clear or view.cells.count("0") > 0


def test_moves_follow_a_board_of_bytes() -> None:
    field = begin(9, 9, 10, 7).play(GAME.read("e5", begin(9, 9, 10, 7).board))
    content = mbf(9, 9, field.mined())
    found = understand_file(GAME, GAME.settle(), 0, content, ["e5", "fa1"])
    assert found.view == field.play(GAME.read("flag a1", field.board)).board
    lost = understand_file(GAME, GAME.settle(), 0, content, ["a1"]).view  # its mines lie there already
    assert lost.lost
    with pytest.raises(Refusal, match="does not tell what it hides"):
        understand_file(GAME, GAME.settle(), 0, BOARD.encode(), ["d2"])


@pytest.mark.parametrize(
    "content",
    [
        b"\x09\x09\x00\x0a\x01",
        b"\x09\x09\x00\x01\x01\x09",
        b"\x09\x09\x00\x02\x01\x01\x01\x01",
        b"\x3d\x09\x00\x00",
        b"\x00\x00\x00\x00",
        b"\x02\x01\x00\x02\x00\x00\x01\x00",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"\xff\xfe\x00",
        b"\xe9\xe9",
        b"",
        b"hello",
        b"12\n3\n",
        bytes(range(256)),
    ],
)
def test_a_file_of_anything_else_is_refused(content: bytes) -> None:
    with pytest.raises(Refusal):
        understand_file(GAME, GAME.settle(), 0, content)


def test_analyse_takes_a_file(tmp_path: Path) -> None:
    path, whole = tmp_path / "board.txt", tmp_path / "board.mbf"
    path.write_text(DRAWINGS["stars"].replace("3 minas", ""))
    run = CliRunner().invoke(cli, ["analyse", "minesweeper", str(path), "--mines", "3", "--json"])
    assert run.exit_code == 0, run.output
    found = json.loads(run.output)
    assert found["position"] == BOARD and len(found["lines"]) == 5
    assert {line["move"]: line["verdict"]["mine"] for line in found["lines"] if line["proven"]}
    piped = CliRunner().invoke(
        cli, ["analyse", "minesweeper", "-", "--json"], input=DRAWINGS["squares"].encode()
    )
    assert json.loads(piped.output)["lines"] == found["lines"]
    whole.write_bytes(
        mbf(30, 16, begin(30, 16, 99, 1).play(GAME.read("d4", begin(30, 16, 99, 1).board)).mined())
    )
    run = CliRunner().invoke(cli, ["analyse", "minesweeper", str(whole), "d4", "--mines", "99", "--json"])
    assert run.exit_code == 0, run.output
    assert len(json.loads(run.output)["lines"]) > 300
    for words, says in (
        ([str(whole), "d4", "d4"], "open already"),
        ([str(tmp_path)], "a folder"),
        (["no.txt"], "no such"),
    ):
        refused = CliRunner().invoke(cli, ["analyse", "minesweeper", *words])
        assert refused.exit_code != 0 and says in str(refused.output) + str(refused.exception)


def test_a_position_is_no_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    four = game("connect4")
    for name in ("44", "position"):
        Path(name).write_text("4453")
    assert given_view(four, four.settle(), 0, ["44"], {}) == four.begin().play(4).play(4)
    after = four.begin().play(4).play(4).play(5).play(3)
    assert given_view(four, four.settle(), 0, ["./44"], {}) == after
    assert given_view(four, four.settle(), 0, ["position", "1"], {}) == after.play(1)


@pytest.mark.parametrize("colours", [True, False])
def test_the_odds_are_an_overlay_with_colours_and_without(colours: bool) -> None:
    seen = io.StringIO()
    console = Console(
        file=seen, width=100, color_system="truecolor", force_terminal=True, no_color=not colours
    )
    show(Screen("en", ascii=True, console=console), GAME, GAME.parse(BOARD), "odds", None)
    text = seen.getvalue()
    assert "best: " in text and "100%" in text and "0%" in text
    assert ("\x1b[38;2" in text or "48;2" in text) == colours


def test_every_command_is_there() -> None:
    assert damier.cli.__doc__ and "analyse" in cli.commands
