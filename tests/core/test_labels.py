"""Words on places that are no move's own: drawn, printed as JSON, kept for the page, said by the protocol."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from damier.core.analysis_json import from_json
from damier.core.engine import Analysis, Limit, Line, think
from damier.core.text import Text
from damier.core.verdict import Score, Win
from damier.games import game as find_game
from damier.protocol.info_lines import Opinions, write_info
from damier.terminal.analyse import print_analysis, show_analysis
from damier.terminal.screen import Screen
from damier.web.thinking.stored_analysis import pack_thought, unpack_thought

CONNECT4 = find_game("connect4")
VIEW = CONNECT4.parse("......./......./......./......./...o.../..oxx..")
LABELS = (
    ((7, 1), Win(3)),
    ((1, 11), Score(0.0, words=Text.literal("corner"))),
    ((1, 9), Score(0.5, words=Text.literal("0.5"))),
)
SAID = Analysis(move=4, lines=(Line(move=1, value=2, chance=0.5, verdict=Score(2, "g")),), labels=LABELS)


def screen(width: int = 80, language: str = "en") -> tuple[Screen, io.StringIO]:
    paper = io.StringIO()
    console = Console(file=paper, width=width, height=60, highlight=False, soft_wrap=True, emoji=False)
    return Screen(language, ascii=True, console=console), paper


def rows(paper: io.StringIO) -> list[list[str]]:
    """What stands in the cells, from the top."""
    lines = (line for line in paper.getvalue().splitlines() if "|" in line and "+" not in line)
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def test_every_empty_cell_has_its_number_on_the_board_of_an_analysis() -> None:
    shown, paper = screen()
    show_analysis(shown, CONNECT4, VIEW, "evaluator", None)
    assert rows(paper) == [
        ["0", "0.08", "0.15", "0.23", "0.15", "0.08", "0"],
        ["0.08", "0.15", "0.23", "0.31", "0.23", "0.15", "0.08"],
        ["0.15", "0.23", "0.31", "0.38", "0.31", "0.23", "0.15"],
        ["0.15", "0.23", "1.31", "1.38", "4.31", "0.23", "0.15"],
        ["0.08", "1.15", "3.23", "O", "3.23", "1.15", "0.08"],
        ["0", "1.08", "O", "(X)", "(X)", "4.08", "0"],
    ]


def test_a_move_keeps_its_own_label_and_other_places_are_labelled_beside_it() -> None:
    shown, paper = screen(language="fr")
    shown.board(CONNECT4, VIEW, heat=SAID.lines, labelled=SAID.labels)
    board = rows(paper)
    assert board[0][3] == "G2", "the sign of a result, in the language of the person"
    assert board[5][0] == "2", "a move's own label"
    assert board[4][0] == "0.5"
    assert board[5][2] == "O"


def test_a_word_that_has_no_room_leaves_the_mark() -> None:
    shown, paper = screen()
    shown.board(CONNECT4, VIEW, labelled=[((7, 9), Score(0.0, words=Text.literal("unbelievable")))])
    assert rows(paper)[4][3] == "O"
    shown, paper = screen(width=20)
    shown.board(CONNECT4, VIEW, labelled=[((1, 1), Score(0.38, "g")), ((3, 1), Score(12, "g"))])
    assert rows(paper)[0][:3] == ["0.38", "12", "."], "a narrow screen shows the part that has labels"


@pytest.mark.parametrize("level, number", [("evaluator", "4.31"), ("opponent", "4")])
def test_programs_are_told_every_cell(level: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_analysis(screen()[0], CONNECT4, VIEW, level, None)
    content = json.loads(capsys.readouterr().out)
    assert from_json(CONNECT4, VIEW, content) == think(CONNECT4.engines[level].make(0), VIEW, Limit())
    labels = {tuple(item["at"]): item["label"]["shown"] for item in content["labels"]}
    assert len(labels) == 42 - 4
    assert labels[9, 7] == number, "e3, above a free cell"


def test_a_thought_keeps_its_labels_for_any_language() -> None:
    packed = pack_thought(CONNECT4, "evaluator", VIEW, SAID)
    for language, words in (("en", "wins in 2 own moves"), ("es", "gana en 2 jugadas propias")):
        found = unpack_thought(packed, language).labels
        assert [(label.at, label.label) for label in found] == [
            ((7, 1), words),
            ((1, 11), "corner"),
            ((1, 9), "0.5"),
        ]
    content = json.loads(packed)
    del content["labels"]  # as it was kept before there were any
    assert unpack_thought(json.dumps(content), "en").labels == []


def test_an_engine_says_them_to_who_asks_for_more_than_the_move() -> None:
    said = list(write_info(CONNECT4, SAID, 2, "en"))
    assert 'info at 7 1 label "wins in 2 own moves"' in said
    heard = Opinions(CONNECT4, VIEW, "x", Limit())
    for line in said:
        heard.hear(line.removeprefix("info "))
    assert [(at, str(verdict.label)) for at, verdict in heard.analysis().labels] == [
        (at, str(verdict.label)) for at, verdict in SAID.labels
    ]
    assert not any(line.startswith("info at") for line in write_info(CONNECT4, SAID, 1, "en"))


@pytest.mark.parametrize(
    "words", ["at", "at 7", "at a b", "at 7 1 2", "at 15 1", "at 1 99", "at -1 1", "at ٥ 1"]
)
def test_a_place_that_is_none_is_ignored(words: str) -> None:
    heard = Opinions(CONNECT4, VIEW, "x", Limit())
    heard.hear(f'{words} label "1"')
    assert heard.analysis().labels == ()


def test_a_later_word_on_a_place_replaces_the_first_and_is_fit_for_a_terminal() -> None:
    heard = Opinions(CONNECT4, VIEW, "x", Limit())
    heard.hear('at 14 12 label "1"')
    heard.hear('at 14 12 label "\x1b[31m2"')
    ((place, verdict),) = heard.analysis().labels
    assert place == (14, 12) and str(verdict.label).isprintable() and "2" in str(verdict.label)


def test_who_asks_for_one_line_gets_no_labels() -> None:
    """It plays: whoever shows a board asks for more."""
    for level in ("evaluator", "opponent"):
        engine = CONNECT4.engines[level].make(0)
        whole = think(engine, VIEW, Limit())
        assert whole.labels
        assert replace(whole, labels=(), lines=whole.lines[:1]) == think(engine, VIEW, Limit(lines=1))
