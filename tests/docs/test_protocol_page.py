"""What docs/protocol.md says is so: its positions, its conversation, its words and its numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from damier.core.engine import Limit
from damier.games import game as find_game
from damier.games import games
from damier.protocol import external_engine, info_lines, lines, process, sandbox, supervise
from damier.protocol.compliance.asking import MOST_WRONG
from damier.protocol.compliance.playing import PAUSE
from damier.protocol.compliance.positions import FEW, PLIES
from damier.protocol.conversation import Pace
from damier.protocol.info_lines import Opinions
from damier.protocol.lines import read_go, read_position
from damier.protocol.serve_level import LevelServer

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
CONNECT4 = find_game("connect4")


@pytest.mark.parametrize("key", games())
def test_the_position_in_the_table_is_one(key: str) -> None:
    row = re.search(rf"^\| {key} \| `([^`]+)` \|", PAGE, re.MULTILINE)
    assert row is not None, f"{key} is missing"
    assert find_game(key).text(find_game(key).parse(row[1])) == row[1]


def test_the_conversation_is_possible() -> None:
    """Its positions are the same in both spellings, its answers legal, its opinions understood."""
    block = next(block for block in re.findall(r"^```\n(.*?)^```", PAGE, re.M | re.S) if "> damier" in block)
    view = CONNECT4.begin()
    said = [line.split(" ", 1) for line in block.splitlines()]
    assert ["<", lines.HELLO_BACK] in said and [">", lines.HELLO] in said
    for who, line in said:
        command, _, words = line.partition(" ")
        if command == "position":
            view = read_position(CONNECT4, words)
            assert read_position(CONNECT4, words.partition(" text ")[0]) == view
        elif command == "bestmove":
            assert who == "<" and CONNECT4.read(words, view) in view.moves()
        elif command == "info" and "rank" in words:
            heard = Opinions(CONNECT4, view, "x", Limit())
            heard.hear(words)
            (line_,) = heard.analysis().lines
            assert len(line_.then) == 2 and line_.why and line_.chance == 0.58


def test_every_word_is_explained() -> None:
    for word in lines._GO:
        assert re.search(rf"^\| `{word}\b", PAGE, re.MULTILINE), word
        read_go(f"{word} 5 5", 0, Limit())
    for word in info_lines.KEYS:
        assert re.search(rf"`{word}\b|info {word} ", PAGE), word
    said: list[str] = []
    LevelServer(CONNECT4, "child", said.append).hear("nonsense")
    for word in said[0].partition("choose one of ")[2].split(", "):
        assert re.search(rf"^\| .*`{word}\b", PAGE, re.MULTILINE), word


def test_every_number_is_right() -> None:
    for number, words in (
        (external_engine.STARTING, "`damierok` does not come within {} s"),
        (external_engine.READY, "`readyok` within {} s"),
        (external_engine.STOPPING, "answer `bestmove` now, within {} s"),
        (process.SECONDS_TO_LEAVE, "leave, within {} s"),
        (supervise.THINKING, "less than {} s"),
        (process.MOST_SAID, "more than {} bytes on standard output"),
        (supervise.MOST_PRINTED, "or {} on standard error"),
        (process.LONGEST_LINE, "No line is longer than {} bytes"),
        (sandbox.MOST_PROCESSES, "more than {} at once"),
        (info_lines.LONGEST_LABEL, "a few signs for the board, at most {};"),
        (info_lines.LONGEST_WHY, "of at most {} characters"),
        (info_lines.MOST_WHYS, "{} of them are shown"),
        (Pace().idle, "is given up after {} s"),
        (Pace().ready, "is waited for {} s when it gets ready"),
        (Pace().most(0), "at most {} s and 60 s more for each game"),
        (Pace().game, "at most 60 s and {} s more for each game"),
    ):
        shown = f"{number:,}" if isinstance(number, int) else f"{number:g}"
        assert words.format(shown) in PAGE, words
    assert supervise.with_grace(1.0) == 1.75 and "half as much again, and 0.25 s" in PAGE
    assert f"positions after {', '.join(map(str, PLIES[:-1]))}\n  and {PLIES[-1]} moves" in PAGE and FEW == 3
    assert MOST_WRONG == 3 and "After three answers that would\nlose" in PAGE and PAUSE == 0.5
    usual = sandbox.USUAL
    assert (usual.memory, usual.cpu, usual.file) == (4 * 2**30, 3600, 2**30)
    assert "4 GiB of memory and an hour of processor time" in PAGE and "files of 1 GiB" in PAGE
