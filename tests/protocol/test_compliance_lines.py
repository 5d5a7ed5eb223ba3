"""Every word that an engine says is looked at: its introduction, its options, its opinions and its answer."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.protocol.test_lines import analysis

from damier.games import game as find_game
from damier.protocol.compliance.engine_lines import check_answer, check_info
from damier.protocol.compliance.findings import DOUBTFUL, WRONG, Finding
from damier.protocol.compliance.introduction import check_introduction, check_option
from damier.protocol.info_lines import KEYS, write_info

CONNECT4 = find_game("connect4")
START = CONNECT4.begin()
MINES = find_game("minesweeper")


def said(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Grades and sentences; each is there in three languages, with what fills it."""
    found = list(findings)
    for finding in found:
        for language in ("fr", "es"):
            assert finding.text.show(language) != str(finding.text)
    return [(finding.grade, str(finding.text)) for finding in found]


GOOD_INTRODUCTION = [
    "id name Fourmi 1.2",
    "id author Ana",
    "info string no table found",
    "games connect4 tictactoe",
    "games dots",
    "option name Threads type spin default 1 min 1 max 8",
    "option name Offset type spin default -3 min -5 max 5",
    "option name Own Book type check default true",
    "option name Style type combo default very calm var wild var very calm",
    "option name File type string default",
    "option name Comment type string",
    "damierok",
]


def test_a_good_introduction_has_no_faults() -> None:
    assert said(check_introduction(GOOD_INTRODUCTION)) == []


@pytest.mark.parametrize(
    ("line", "grade", "sentence"),
    [
        ("hello there", DOUBTFUL, "'hello there' does not belong to an introduction"),
        ("id title x", DOUBTFUL, "'id title' is not known: say 'id name …'"),
        ("id name Other", DOUBTFUL, "it says 'id name' more than once"),
        ("id author " + "x" * 101, DOUBTFUL, "its author has more than 100 characters"),
        ("id author \x1b[31mred", WRONG, "has signs that cannot be shown: write UTF-8"),
        ("id author caf\ufffd", WRONG, "has signs that cannot be shown: write UTF-8"),
        ("games chess", WRONG, "'chess' is not a game: choose one of connect4"),
        ("games dots", DOUBTFUL, "it says more than once that it plays dots"),
        ("option name threads type check default true", WRONG, "there are two options 'Threads'"),
    ],
)
def test_what_is_wrong_with_an_introduction_is_said(line: str, grade: str, sentence: str) -> None:
    found = said(check_introduction([line, *GOOD_INTRODUCTION]))
    assert [(grade, True)] == [
        (found_grade, sentence in text) for found_grade, text in found if sentence in text
    ]


def test_a_name_is_missed() -> None:
    found = said(check_introduction(["id name", "games dots", "damierok"]))
    assert found == [(DOUBTFUL, "it does not tell its name: say 'id name …' before 'damierok'")]


@pytest.mark.parametrize(
    ("rest", "grade", "sentence"),
    [
        ("type spin default 1 min 1 max 8", WRONG, "has no name"),
        ("name A default 1", WRONG, "has no type: choose one of check, spin, combo, string"),
        ("name A type button", WRONG, "has no type"),
        ("name A type spin min 1 max 8", WRONG, "has no default"),
        ("name A type check", WRONG, "has no default"),
        ("name A type combo var x", WRONG, "has no default"),
        ("name A type spin default 9 min 1 max 8", WRONG, "the default 9 of"),
        ("name A type spin default 0 min 1 max 8", WRONG, "is not from 1 to 8"),
        ("name A type spin default 3 min 8 max 1", WRONG, "is more than its max"),
        ("name A type spin default 1.5 min 1 max 8", WRONG, "'default 1.5' in"),
        ("name A type spin default one min 1 max 8", WRONG, "is not a whole number"),
        ("name A type spin default 1 max 8", WRONG, "'min ' in"),
        ("name A type spin default 1 min 1 max inf", WRONG, "'max inf' in"),
        ("name A type spin default nan min 1 max 8", WRONG, "'default nan' in"),
        ("name A type check default yes", WRONG, "the default 'yes' in"),
        ("name A type check default 1", WRONG, "is neither true nor false"),
        ("name A type combo default z var x var y", WRONG, "is not one of its choices: x, y"),
        ("name A type combo default x", WRONG, "lacks a choice: say var VALUE for each"),
        ("name A type combo default x var x var x", DOUBTFUL, "names one choice more than once"),
        ("name A type check default true min 1", DOUBTFUL, "says 'min', which a check does not have"),
        ("name A type spin default 1 min 1 max 8 var 1", DOUBTFUL, "says 'var', which a spin does not have"),
        ("name A type spin default 1 default 2 min 1 max 8", WRONG, "says 'default' more than once"),
        ("A type check default true", DOUBTFUL, "'A' in 'option A type check default true' is not known"),
    ],
)
def test_what_is_wrong_with_an_option_is_said(rest: str, grade: str, sentence: str) -> None:
    found = said(check_option(f"option {rest}"))
    assert any(found_grade == grade and sentence in text for found_grade, text in found), found


def test_what_we_say_ourselves_has_no_faults() -> None:
    for line in write_info(CONNECT4, analysis(), 2, "fr"):
        assert said(check_info(CONNECT4, START, line)) == []


@pytest.mark.parametrize(
    "line",
    [
        'info depth 5 nodes 1234 move 3 why "chosen at random"',
        'info rank 1 score -0.31 chance 0.58 proven line 3 6 2 label "wins in 5" why "a" why "b"',
        'info rank 7 score 1e-3 chance 1 line 1 why "a string of pearls"',
        'info string depth x score nan " open',
        "info depth 0 string score nan",
    ],
)
def test_a_good_opinion_has_no_faults(line: str) -> None:
    assert said(check_info(CONNECT4, START, line)) == []


@pytest.mark.parametrize(
    ("words", "grade", "sentence"),
    [
        ("depth -1", WRONG, "the depth '-1' is not a whole number from 0 on"),
        ("depth 4.5", WRONG, "the depth '4.5' is not a whole number"),
        ("depth deep", WRONG, "the depth 'deep'"),
        ("depth", WRONG, "nothing stands after 'depth'"),
        ("nodes -5", WRONG, "the nodes '-5' are not a whole number from 0 on"),
        ("nodes 1e6", WRONG, "the nodes '1e6'"),
        ("nodes " + "9" * 16, WRONG, "are not a whole number from 0 on"),
        ("rank 0 line 4", WRONG, "the rank '0' is not a whole number from 1 to 7"),
        ("rank 8 line 4", WRONG, "the rank '8'"),
        ("rank first line 4", WRONG, "the rank 'first'"),
        ("rank 1 score nan line 4", WRONG, "the score 'nan' is not a finite number"),
        ("rank 1 score inf line 4", WRONG, "the score 'inf'"),
        ("rank 1 score -Infinity line 4", WRONG, "the score '-Infinity'"),
        ("rank 1 score 1e999 line 4", WRONG, "the score '1e999'"),
        ("rank 1 score cp line 4", WRONG, "the score 'cp'"),
        ("rank 1 score line 4", WRONG, "nothing stands after 'score'"),
        ("rank 1 chance 7 line 4", WRONG, "the chance '7' is not a number from 0 (lost) to 1 (won)"),
        ("rank 1 chance -0.1 line 4", WRONG, "the chance '-0.1'"),
        ("rank 1 chance 58% line 4", WRONG, "the chance '58%'"),
        ("rank 1 chance nan line 4", WRONG, "the chance 'nan'"),
        ("rank 1 verdict mate 5 line 4", WRONG, "the verdict 'mate 5' is not known: write win N"),
        ("rank 1 verdict win line 4", WRONG, "the verdict 'win' is not known"),
        ("rank 1 verdict risk 7 line 4", WRONG, "the verdict 'risk 7' is not known"),
        ("verdict draw", DOUBTFUL, "says 'verdict' of no move: say line MOVE too"),
        ("move 9", WRONG, "the move '9' is not legal"),
        ("move 9", WRONG, "legal would be 1 2 3 4 5 6 7"),
        ("move", WRONG, "nothing stands after 'move'"),
        ("rank 1 line 9", WRONG, "move 1 of the line, '9', is not legal"),
        ("rank 1 line 4 4 4 4 4 4 4", WRONG, "move 7 of the line, '4', is not legal: column d is full"),
        ("rank 1 line 4 5 4 5 4 5 4 1", WRONG, "move 8 of the line, '1', is not legal: the game is over"),
        ("rank 1 line 4 pv", WRONG, "move 2 of the line, 'pv', is not legal"),
        ("rank 1 line", WRONG, "nothing stands after 'line'"),
        ("rank 1 line 4 label good", WRONG, "what stands after 'label' is not in quotation marks"),
        ('rank 1 line 4 label "good', WRONG, "a quotation mark is not closed"),
        ("rank 1 line 4 why", WRONG, "nothing stands after 'why'"),
        ('rank 1 line 4 label "' + "x" * 61 + '"', DOUBTFUL, "longer than 60 characters"),
        ('rank 1 line 4 why "' + "x" * 301 + '"', DOUBTFUL, "longer than 300 characters"),
        ("rank 1 line 4" + ' why "x"' * 9, DOUBTFUL, "gives more than 8 reasons"),
        ("depth 4 time 30", DOUBTFUL, "'time' is not known: use depth, nodes"),
        ("time 30", DOUBTFUL, "'time' is not known: use depth, nodes"),
        ("rank 1 line 4 proven yes", DOUBTFUL, "'yes' is not known"),
        ("", DOUBTFUL, "a line 'info' says nothing"),
        ("depth 1 depth 2", DOUBTFUL, "'depth' stands more than once"),
        ("rank 1 score 5", DOUBTFUL, "says 'rank' of no move: say line MOVE too"),
    ],
)
def test_what_is_wrong_with_an_opinion_is_said(words: str, grade: str, sentence: str) -> None:
    found = said(check_info(CONNECT4, START, f"info {words}"))
    assert any(found_grade == grade and sentence in text for found_grade, text in found), found


def test_a_line_that_is_not_read_to_its_end_is_told() -> None:
    ((grade, text),) = said(check_info(CONNECT4, START, f'info depth 1 why "{"x" * 20_000}"'))
    assert grade == DOUBTFUL and "only 20000 characters are read" in text


def test_every_word_of_an_opinion_is_looked_at() -> None:
    """Nonsense after any of them is found, but after ``string``, which is for people."""
    for key in KEYS:
        found = said(check_info(CONNECT4, START, f"info line 4 {key} ??"))
        assert bool(found) == (key != "string"), key


def test_a_line_is_followed_as_far_as_nothing_is_hidden() -> None:
    view = MINES.view(MINES.begin(seed=1), 0)
    assert said(check_info(MINES, view, "info rank 1 line d1,1 d2,2")) == []
    assert any(
        "move 1 of the line" in text for _, text in said(check_info(MINES, view, "info rank 1 line x"))
    )


def test_an_answer_says_the_move_and_no_more() -> None:
    assert said(check_answer(CONNECT4, START, "bestmove 4")) == []
    more = said(check_answer(CONNECT4, START, "bestmove 4 ponder 3"))
    assert more == [
        (DOUBTFUL, "'bestmove 4 ponder 3' says more than the move: what stands after it is ignored")
    ]
    tictactoe = find_game("tictactoe")
    other = said(check_answer(tictactoe, tictactoe.begin(), "bestmove B2"))
    assert other == [(DOUBTFUL, "it answers 'B2' for the move b2: write b2")]
