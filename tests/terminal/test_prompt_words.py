"""What a text offers to type is understood, in every language, and no question holds a person fast."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from rich.console import Console

import damier
import damier.cli  # it registers every command
from damier.cli.commands import cli
from damier.core.text import LANGUAGES, Text, plain, said
from damier.games import game as find_game
from damier.games import games
from damier.games.minesweeper.notation import ACTS
from damier.table import Table
from damier.terminal import puzzles
from damier.terminal.make_table import open_table, play_at
from damier.terminal.menu import ask_game
from damier.terminal.prompt_commands import (
    AFTERWARDS,
    ASIDE,
    COMMANDS,
    Leave,
    command_names,
    commands_of,
    typed_command,
)
from damier.terminal.screen import Screen

SETS = {
    "game": command_names(COMMANDS),
    "with a question": command_names(commands_of(find_game("minesweeper"))),
    "afterwards": command_names(AFTERWARDS),
    "puzzles": command_names(puzzles.PUZZLE_COMMANDS),
    "aside": ASIDE,
}


def typing(monkeypatch: pytest.MonkeyPatch, language: str, *typed: str) -> tuple[Screen, io.StringIO]:
    """A screen on which somebody types these lines, and what is seen on it."""
    seen = io.StringIO()
    lines: Iterator[str | None] = iter((*typed, None))

    def ask(self: Screen, prompt: str) -> str | None:
        seen.write(prompt + "\n")
        return next(lines)

    monkeypatch.setattr(Screen, "ask", ask)
    return Screen(language, ascii=True, console=Console(file=seen, width=200)), seen


def play(monkeypatch: pytest.MonkeyPatch, game: str, language: str, *typed: str) -> str:
    """What is seen of a game in which somebody types these lines."""
    screen, seen = typing(monkeypatch, language, *typed)
    found = find_game(game)
    options = found.settle(None, {})
    seats = ["person"] if game == "minesweeper" else ["person", "easy"]
    play_at(screen, open_table(found, options, seats, seed=1))
    return seen.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", SETS)
def test_every_name_of_a_command_is_understood(where: str, language: str) -> None:
    for key, name in SETS[where].items():
        shown = name.show(language)
        ways = (shown, key, shown.upper(), plain(shown), f"  {shown} ", shown.replace(" ", ""), f"/{shown}")
        for way in ways:
            assert typed_command(way, SETS[where]) == (key, ""), way
            assert typed_command(f"{way} my  game.json", SETS[where]) == (key, "my  game.json"), way


@pytest.mark.parametrize("where", SETS)
def test_no_name_means_two_commands(where: str) -> None:
    owner: dict[str, str] = {}
    for key, name in SETS[where].items():
        for word in {key, *(one.replace(" ", "") for one in said(name))}:
            assert owner.setdefault(word, key) == key, word


def test_what_is_no_command_is_none() -> None:
    for typed in ("", "por", "4 4", "helpme", "qué por"):
        assert typed_command(typed, command_names(COMMANDS)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_that_help_lists_work(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    listed = re.findall(r"^  (\S.*?)  +\S", play(monkeypatch, "tictactoe", language, "help"), re.MULTILINE)
    assert len(listed) == len(COMMANDS)
    for name in listed:
        shown = play(monkeypatch, "tictactoe", language, "b2", name)
        refused = Text("'{word}' is not a cell: write {low} to {high}", word=name, low="a1", high="c3")
        assert refused.show(language) not in shown, name


@pytest.mark.parametrize(
    ("language", "word", "answer"),
    [("en", "safe", "a1 is safe."), ("fr", "sûr", "a1 est sûre."), ("es", "Seguro", "a1 es segura.")],
)
def test_is_this_safe_at_the_prompt(
    monkeypatch: pytest.MonkeyPatch, language: str, word: str, answer: str
) -> None:
    shown = play(monkeypatch, "minesweeper", language, f"{word} a1", f"{word} z99", "resign", f"{word} a1")
    assert answer in shown and Text("the game is over").show(language) in shown
    assert "'z99'" in shown or "z99" in shown.split(answer)[1]
    offered = play(monkeypatch, "minesweeper", language, "help")
    assert f"  {word.lower()} " in offered


def test_who_was_told_what_is_safe_has_no_best_time(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, seen = typing(monkeypatch, "en", "safe a1", "b2", "again", "b2")
    table = open_table(find_game("minesweeper"), {"size": "3x3", "mines": 0}, ["person"], seed=1)
    play_at(screen, table)
    assert seen.getvalue().count("you had help: no best time") == 1
    assert "best time: " in seen.getvalue() or "your time: " in seen.getvalue()


def test_a_lost_game_is_told_what_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, seen = typing(monkeypatch, "en", "e5", "a1")
    play_at(
        screen, open_table(find_game("minesweeper"), find_game("minesweeper").settle(), ["person"], seed=7)
    )
    assert (
        "you lose: a mine went off\nThere was a safe cell: c2. This dig was a mine in 22%.\n"
        in seen.getvalue()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_offered_after_a_game_works(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    shown = play(monkeypatch, "tictactoe", language, "b2", "resign", "help")
    offered = [line for line in shown.splitlines() if line.endswith(" > ")][-1].removesuffix(" > ")
    words = re.split(", | or | ou | o ", offered)
    assert len(words) == 5
    for word in words:
        first = word.removesuffix(" FILE").removesuffix(" FICHIER").removesuffix(" ARCHIVO")
        assert typed_command(first, command_names(AFTERWARDS)) is not None, word
        over = Text("the game is over").show(language)
        assert over not in play(monkeypatch, "tictactoe", language, "b2", "resign", first), word
    for name, _ in AFTERWARDS.values():
        assert f"  {name.show(language)} " in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_for_acts_that_a_refusal_names_are_understood(language: str) -> None:
    refusal = Text("'{word}' is nothing to do here: write dig, flag, unflag or chord", word="x")
    words = re.split(r", | or | ou | o ", refusal.show(language).rsplit(":", 1)[1].strip())
    found = [ACTS[word.split()[-1]] for word in words]
    assert found == ["dig", "flag", "unflag", "chord"]


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence of every catalogue, in every language."""
    found: list[str] = []
    for path in sorted(Path(damier.__file__).parent.rglob("locale/*.json")):
        for message, entry in json.loads(path.read_text(encoding="utf-8")).items():
            found += [message, *([entry] if isinstance(entry, str) else entry.values())]
    assert len(found) > 2000
    return tuple(found)


def test_no_sentence_names_a_command_of_the_prompt_in_letters() -> None:
    """It has a hole for it: a translator of the one cannot forget the other."""
    keys = "|".join({key for called in SETS.values() for key in called})
    literal = re.compile(rf"'({keys})'|\b({keys}) (FILE|LEVEL)\b")
    sources = [
        path.read_text(encoding="utf-8") for path in Path(damier.__file__).parent.glob("terminal/*.py")
    ]
    assert len(sources) > 10 and not [found for text in sources for found in literal.findall(text)]


def test_every_command_line_that_a_sentence_names_exists() -> None:
    known: set[str] = set()
    for one in sentences():
        for name in re.findall(r"['«]\s?damier ([a-z]+)", one):
            assert name in cli.commands, one
            known.add(name)
    assert len(known) > 1


def test_every_option_that_a_sentence_names_exists() -> None:
    commands: list[click.Command] = [cli, *cli.commands.values()]
    known = {name for each in commands for option in each.params for name in option.opts}
    named = {name for one in sentences() for name in re.findall(r"(?<!\S)(--[a-z][a-z-]*)", one)}
    assert len(named) > 10 and not named - known


@pytest.mark.parametrize("leave", ["", "  ", "cancel", "annuler", "CANCELAR"])
@pytest.mark.parametrize("before", [("1",), ("1", "5")])
def test_an_axis_prompt_can_be_left(
    monkeypatch: pytest.MonkeyPatch, before: tuple[str, ...], leave: str
) -> None:
    shown = play(monkeypatch, "minesweeper", "en", *before, leave, "d5,5", "quit")
    assert "is not a" not in shown
    assert shown.count("axis") == len(before), "it asks for no more once it is left"
    assert shown.count("player >") == 3, "the next line is a move again"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_axis_prompt_helps_and_says_how_to_leave_it(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    cancel = Text("cancel").show(language)
    for typed in (Text("help").show(language), "0", "10", "x", "000000005999"):
        shown = play(monkeypatch, "minesweeper", language, "1", typed, cancel, "quit")
        asked = [line for line in shown.splitlines() if line.startswith(("axis", "axe", "eje"))]
        assert len(asked) == 2 and cancel in shown, typed
    assert "000000001 " in play(monkeypatch, "minesweeper", language, "000000001999", "quit")


def wish(monkeypatch: pytest.MonkeyPatch, language: str, *typed: str) -> tuple[Table, str]:
    screen, seen = typing(monkeypatch, language, *typed)
    return ask_game(screen, games()), seen.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_helps_and_begins_again(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    help, cancel = Text("help").show(language), Text("cancel").show(language)
    size = str(len(find_game("dots").presets) + 1)
    found, shown = wish(
        monkeypatch, language, help, "dots", size, help, cancel, cancel, "quoridor", "", "", ""
    )
    assert found.game.key == "quoridor" and found.options == find_game("quoridor").settle(None, {})
    assert shown.count(Text("Which game?").show(language)) == 3
    assert shown.count(cancel) >= 2
    with pytest.raises(Leave):
        wish(monkeypatch, language, Text("quit").show(language))
