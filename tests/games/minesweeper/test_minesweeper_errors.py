"""The count of the document's errors: adds up, repeats itself, and refuses nonsense."""

from __future__ import annotations

import os

import pytest

from damier.core.text import Text, Unreadable
from damier.games.minesweeper import GAME
from damier.games.minesweeper.tools.mistakes import count, one_game, report, some_games


@pytest.mark.parametrize("level", GAME.engines)
def test_every_game_ends_in_one_of_three_ways(level: str) -> None:
    for seed in range(40):
        found = one_game(level, "Beginner", seed)
        assert found["wins"] + found["wrong digs"] + found["wrong guesses"] == 1
        assert found["guess games"] == (found["guesses"] > 0) >= found["wrong guesses"]
        assert level == "document" or not found["wrong digs"], "what is proved is so"


def test_processes_change_nothing() -> None:
    before = dict(os.environ)
    alone = some_games("document", "Beginner", 0, 40)
    assert +count("document", "Beginner", 40, 2) == +alone
    assert dict(os.environ) == before


def test_the_tool_says_one_line_a_level() -> None:
    said: list[Text] = []
    GAME.tools["errors"].run(["--games", "5", "--setup=beginner", "--processes", "1"], said.append)
    assert said == [report("Beginner", 5, some_games("document", "Beginner", 0, 5))]
    assert "5 games" in str(said[0])


@pytest.mark.parametrize(
    "words",
    [
        ["--games"],
        ["--games", "0"],
        ["--games", "²"],
        ["--setup", "easy"],
        ["nonsense"],
        ["--games", "9" * 50],
    ],
)
def test_nonsense_is_refused(words: list[str]) -> None:
    with pytest.raises(Unreadable):
        GAME.tools["errors"].run(words, lambda text: None)
