"""Moves by numbered menus, as in the document on Minesweeper: an action, then a cell axis by axis.

Works for every game whose moves are several gestures on cells (dig, flag, unflag); a game with one
gesture needs no menu, and its numbers are moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from damier.core.game import AnyGame
from damier.core.scene import cell
from damier.core.text import IllegalMove, Text, Unreadable
from damier.terminal.prompt_commands import ASIDE, CANCEL, Back, ask_line, typed_command
from damier.terminal.screen import Screen


def gesture_menu(game: AnyGame, view: Any) -> list[tuple[str, Text]]:
    """The gestures that have a name, in the game's own order; empty where a menu makes no sense."""
    named = [(key, gesture.title) for key, gesture in game.gestures.items() if gesture.title is not None]
    if len(named) < 2:
        return []
    with_moves = [mark.at for mark in game.scene(view).marks if mark.moves]
    return named if all(x % 2 and y % 2 for x, y in with_moves) else []


def ask_gesture(screen: Screen, game: AnyGame, view: Any, menu: list[tuple[str, Text]], typed: str) -> Any:
    """The move chosen by a number of the menu and two axis prompts; None if *typed* is no such number.

    Raises Back where the person takes the questions back.
    """
    word = typed.strip()
    if not menu or not (word.isascii() and word.isdigit()):
        return None
    number = _whole(word, len(menu))
    if number is None:
        raise Unreadable(
            Text("{number} is not in the menu: type 1 to {high}", number=word[:9], high=len(menu))
        )
    gesture, name = menu[number - 1]
    scene = game.scene(view)
    x = _axis(screen, "x", scene.columns)
    y = _axis(screen, "y", scene.rows)
    mark = scene.at(cell(x, y))
    if mark is None or gesture not in mark.moves:
        raise IllegalMove(Text("{action} is not possible there", action=name))
    return mark.moves[gesture]


def _axis(screen: Screen, axis: str, names: Sequence[str]) -> int:
    """A coordinate from 0, asked for until the answer is a name on the axis or a number from 1, or Back."""
    low, high = names[0], names[-1]
    prompt = screen.words(Text("axis {axis} between {low} and {high}: ", axis=axis, low=low, high=high))
    while True:
        word = ask_line(screen, prompt).strip()
        known = typed_command(word, ASIDE)
        if not word or known == ("cancel", ""):
            raise Back
        if word.lower() in names:
            return names.index(word.lower())
        number = _whole(word, len(names))
        if number is not None:
            return number - 1
        if known == ("help", ""):
            screen.say(
                Text(
                    "type {low} to {high}; Enter or '{cancel}' goes back",
                    low=low,
                    high=high,
                    cancel=CANCEL,
                )
            )
        else:
            screen.problem(
                Text(
                    "'{word}' is not between {low} and {high}; Enter or '{cancel}' goes back",
                    word=word[:40],
                    low=low,
                    high=high,
                    cancel=CANCEL,
                )
            )


def _whole(word: str, high: int) -> int | None:
    """The number from 1 to *high* that *word* is, if it is one of up to nine figures."""
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        return None
    return int(word) if 1 <= int(word) <= high else None
