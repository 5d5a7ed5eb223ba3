"""Boards that others drew, or that our own terminal did."""

from __future__ import annotations

import re

from damier.core.drawn_board import drawn_rows
from damier.games.minesweeper.presets import usual_mines
from damier.games.minesweeper.visible_board import COVERED, FLAG, LARGEST, NUMBERS

COVERS = "#?-■□▢⬜⬛🟦🟩"
"""What others draw for a covered cell."""

SIGNS = {
    **dict.fromkeys(COVERS, COVERED),
    **dict.fromkeys("FfPp!⚑🚩", FLAG),
    **dict.fromkeys("_ ·🌿", "0"),
    **{number: number for number in NUMBERS},
}

_WORD = r"(?:mines?|bombs?|bombes?|minas?|💣)"
_MINES = re.compile(rf"([0-9]{{1,4}})\s*{_WORD}|{_WORD}\s*[:=]?\s*([0-9]{{1,4}})", re.IGNORECASE)


def translate(pasted: str) -> str | None:
    """A drawing, with how many mines there are in words or as a number behind it; else as many as is usual.

    A point is an open cell where something else is a covered one, as in our terminal; else it is covered.
    """
    said = _MINES.search(pasted)
    drawing = _MINES.sub("", pasted).rstrip()
    mines = int(said[1] or said[2]) if said else None
    point = "0" if any(sign in drawing for sign in COVERS) else COVERED
    signs = {**SIGNS, ".": point}
    rows = drawn_rows(drawing, signs)
    number = re.search(r"\s([0-9]{1,4})$", drawing)
    if mines is None and rows is None and number is not None:
        rows, mines = drawn_rows(drawing[: number.start()], signs), int(number[1])
    if rows is None or not (2 <= len(rows) <= LARGEST and len(rows[0]) <= LARGEST):
        return None
    if mines is None and "/" in drawing:
        return None  # our own notation, where the number has been forgotten
    if mines is None:
        mines = usual_mines(len(rows[0]), len(rows))
    return f"{'/'.join(rows)} {mines}"
