"""A board as characters, drawn as the terminal draws it."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from damier.core.game import AnyGame
from damier.core.text import Text, Unreadable
from damier.terminal.draw_board import DrawnBoard, Look, fitting

RENDER_MODES = ("human", "ansi")
"""Print the board, or return it as text."""


def checked(mode: str | None) -> str | None:
    """*mode* if it is one of ours."""
    if mode is not None and mode not in RENDER_MODES:
        raise Unreadable(
            Text(
                "'{word}' is not a way to draw: choose one of {choices}",
                word=str(mode)[:40],
                choices=", ".join(RENDER_MODES),
            )
        )
    return mode


def drawn(game: AnyGame, view: Any) -> str:
    """The board as text, in colours."""
    board = DrawnBoard(game.scene(view), Look())
    paper = io.StringIO()
    Console(file=paper, width=board.width() + 1, force_terminal=True, color_system="truecolor").print(board)
    return paper.getvalue()


def show(game: AnyGame, view: Any) -> None:
    """Print the board, close together where the window is small, and whole in any case."""
    console = Console()
    board = fitting(game.scene(view), Look(), console.width, console.height)
    console.print(board, end="", soft_wrap=True)
