"""Boards that others drew, or that our own terminal did."""

from __future__ import annotations

import re
from collections.abc import Mapping

from damier.core.drawn_board import drawn_rows
from damier.core.options import Options
from damier.games.minesweeper.presets import usual_mines
from damier.games.minesweeper.visible_board import COVERED, FLAG, LARGEST, NUMBERS

DARK = "#?■◼⬛▪▓█🔲🟦🟩🟫🟧🟪Hh"
"""What others draw for a covered cell, and for nothing else."""

LIGHT = "-□▢◻⬜▫░🔳"
"""What is a covered cell to some; an open one where another sign is darker."""

MINES = "*@💣"
"""A mine that somebody knows of, where something else is covered; else a covered cell."""

SIGNS = {
    **dict.fromkeys(DARK, COVERED),
    **dict.fromkeys("FfPp!⚑🚩", FLAG),
    **dict.fromkeys("_ ·🌿", "0"),
    **{number: number for number in NUMBERS},
}

_WORD = r"(?:mines?|bombs?|bombes?|minas?|💣)"
_MINES = re.compile(rf"([0-9]{{1,4}})\s*{_WORD}|{_WORD}\s*[:=]?\s*([0-9]{{1,4}})", re.IGNORECASE)
_HEAD = re.compile(r"\s*([0-9]{1,2})\s*[x×, ]\s*([0-9]{1,2})\s*[x×,/ ]\s*([0-9]{1,4})\s*(?=[\r\n])")
"""Width, height and mines on a line of their own before the board: ``30x16x99``."""


def translate(pasted: str, told: Options) -> str | None:
    """A drawing; how many mines there are is *told*, or stands there, or is as many as is usual.

    They stand in words, as a number behind the board, or with its size before it.
    """
    said = _MINES.search(pasted)
    drawing = _MINES.sub("", pasted).rstrip()
    mines = int(said[1] or said[2]) if said else None
    signs = _meanings(drawing)
    rows = drawn_rows(drawing, signs)
    number = re.search(r"\s([0-9]{1,4})$", drawing)
    head = _HEAD.match(drawing)
    if mines is None and head is not None:
        below = drawn_rows(drawing[head.end() :], signs)
        if below is not None and (len(below[0]), len(below)) == (int(head[1]), int(head[2])):
            rows, mines = below, int(head[3])
    if mines is None and rows is None and number is not None:
        without = drawing[: number.start()]
        rows, mines = drawn_rows(without, signs) or _blank_rows(without, signs), int(number[1])
    if rows is None:
        rows = _blank_rows(drawing, signs)
    if rows is None or not (2 <= len(rows) <= LARGEST and len(rows[0]) <= LARGEST):
        return None
    mines = int(told["mines"]) if "mines" in told else mines
    if mines is None and "/" in drawing:
        return None  # our own notation, where the number has been forgotten
    if mines is None:
        mines = usual_mines(len(rows[0]), len(rows))
    return f"{'/'.join(rows)} {mines}"


def _meanings(drawing: str) -> Mapping[str, str]:
    """What each sign means in this drawing."""
    dark, light = (any(sign in drawing for sign in signs) for signs in (DARK, LIGHT))
    covered = dark or light or "." in drawing
    return {
        **SIGNS,
        **dict.fromkeys(LIGHT, "0" if dark else COVERED),
        ".": "0" if dark or light else COVERED,  # as in our terminal
        **dict.fromkeys(MINES, FLAG if covered else COVERED),
    }


def _blank_rows(drawing: str, signs: Mapping[str, str]) -> list[str] | None:
    """The rows of a drawing in which a blank is an open cell, with a blank between the cells or without.

    What an editor has taken away at the ends of lines is put back.
    """
    lines = [line.rstrip() for line in re.sub("[\ufe0f\u20e3]", "", drawing).splitlines()]
    while lines and not lines[0]:
        lines = lines[1:]
    width = max(map(len, lines), default=0)
    lines = [line.ljust(width) for line in lines]
    if width > 2 and not any(line[1::2].strip() for line in lines):
        lines = [line[::2] for line in lines]
    rows = ["".join(signs.get(sign, "\0") for sign in line) for line in lines]
    return rows if rows and not any("\0" in row for row in rows) else None
