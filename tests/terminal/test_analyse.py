"""What a person sees of an analysis: reasons beside the table or below it, results as signs on the board."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from damier.core.engine import Line, Reason
from damier.core.read_position import read_view
from damier.core.text import Text
from damier.core.verdict import Draw, Loss, Risk, Score, Verdict, Win
from damier.games import game as find_game
from damier.terminal.analyse import show_analysis
from damier.terminal.screen import Screen

TICTACTOE = find_game("tictactoe")
CONNECT4 = find_game("connect4")


def at(width: int, language: str = "en") -> tuple[Screen, io.StringIO]:
    paper = io.StringIO()
    console = Console(file=paper, width=width, height=60, highlight=False, soft_wrap=True, emoji=False)
    return Screen(language, ascii=True, console=console), paper


def shown(width: int, words: str = "a1", language: str = "en") -> list[str]:
    screen, paper = at(width, language)
    view = read_view(TICTACTOE, TICTACTOE.settle(None, {}), 0, words)
    show_analysis(screen, TICTACTOE, view, "perfect", None)
    return paper.getvalue().splitlines()


def labelled(verdicts: Sequence[Verdict], language: str = "en") -> list[str]:
    """The board of Connect Four with a label in each column."""
    screen, paper = at(80, language)
    view: Any = CONNECT4.deal(CONNECT4.settle(None, {}), 0)
    heat = [Line(move=n, value=0, chance=0.5, verdict=verdict) for n, verdict in enumerate(verdicts, 1)]
    screen.board(CONNECT4, view, heat=heat)
    return paper.getvalue().splitlines()


def test_reasons_stand_beside_their_move_where_there_is_room() -> None:
    lines = shown(110)
    assert any(line.split() == ["move", "worth", "then", "why"] for line in lines)
    row = next(line for line in lines if line.startswith("b2 "))
    assert "Searched to the end" in row


@pytest.mark.parametrize("width", [45, 58])
def test_reasons_stand_below_their_move_in_a_small_window(width: int) -> None:
    lines = shown(width)
    start = next(place for place, line in enumerate(lines) if line.split() == ["move", "worth", "then"])
    place, row = next((place, line) for place, line in enumerate(lines) if line.startswith("b2 "))
    assert "earched" not in row
    below = [line for line in lines[place + 1 :] if "earched" in line]
    assert below[0].startswith("  Searched to the end")
    assert all(len(line) <= width for line in lines[start:-1])  # sentences are whole where a program reads


def test_every_word_is_there_in_windows_of_any_width() -> None:
    def words(width: int) -> list[str]:
        lines = shown(width)
        start = next(place for place, line in enumerate(lines) if line.startswith("move"))
        return sorted(word for line in lines[start + 1 :] for word in line.split())

    assert words(24) == words(58) == words(80) == words(200)
    lines = shown(24)
    start = next(place for place, line in enumerate(lines) if line.split() == ["move", "worth"])
    assert all(len(line) <= 24 for line in lines[start:-1])


def test_results_are_signs_with_their_distance() -> None:
    lines = labelled([Win(5), Loss(36), Draw(), Win(7)])
    cells = next(line for line in lines if line.startswith(" 1 "))
    assert [cell.strip() for cell in cells.split("|")][1:5] == ["W3", "L18", "=", "W4"]
    assert lines[-1] == "W3: wins in 3 of yellow's moves, L18: loses in 18 of yellow's moves, =: draws"


@pytest.mark.parametrize(
    ("language", "signs"),
    [
        ("fr", "G3\u00a0: gagne en 3 coups de jaune, P2\u00a0: perd en 2 coups de jaune"),
        ("es", "G3: gana en 3 jugadas de amarillo, P2: pierde en 2 jugadas de amarillo"),
    ],
)
def test_signs_speak_the_language_of_the_person(language: str, signs: str) -> None:
    lines = labelled([Win(5), Loss(4)], language)
    assert lines[-1].startswith(signs)


def test_other_labels_stay_as_they_are() -> None:
    own_words = Score(0.0, words=Text("wins"))
    lines = labelled([Score(0.5), Risk(0.12), own_words, Score(-14.5)])
    cells = next(line for line in lines if line.startswith(" 1 "))
    assert [cell.strip() for cell in cells.split("|")][1:5] == ["+0.5", "12%", "wins", "-14.5"]
    assert lines[-1].split() == list("abcdefg")  # nothing to explain
    assert labelled([Draw()])[-1] == "=: draws"


def test_reasons_are_indented_where_a_person_looks_and_whole_where_a_program_reads() -> None:
    reason = Reason(Text.literal(" ".join(["word"] * 20)))
    paper = io.StringIO()
    person = Console(file=paper, width=30, force_terminal=True, color_system=None, highlight=False)
    Screen("en", ascii=True, console=person).reasons([reason, reason], None)
    lines = [line.rstrip() for line in paper.getvalue().splitlines()]
    assert lines[0] == "  - word word word word word" and max(map(len, lines)) <= 30
    assert [line[:5] for line in lines] == 2 * (["  - w"] + ["    w"] * (len(lines) // 2 - 1))
    screen, paper = at(30)
    screen.reasons([reason], None)
    assert paper.getvalue() == f"  - {reason.text}\n"


def test_minesweeper_has_one_scale() -> None:
    minesweeper = find_game("minesweeper")
    field = minesweeper.begin(size="5x5", mines=3, seed=1)
    field = field.play(minesweeper.read("d3,3", field.board))
    screen, paper = at(100)
    show_analysis(screen, minesweeper, field.board, "odds", None)
    rows = [line for line in paper.getvalue().splitlines() if "% mine" in line and line[0] in "df"]
    assert rows and any("0% mine" in row or "100% mine" in row for row in rows)
    assert not any("(0)" in row or "(+1)" in row for row in rows)
