"""Boards set up by hand: numbers, flags and covers, and how many mines there are."""

from __future__ import annotations

from dataclasses import replace

from damier.core.editor import PUT, Editor, Piece, Setting, offering
from damier.core.grid import no_cell
from damier.core.scene import Scene
from damier.core.text import Text, Unreadable
from damier.games.minesweeper.arrangements import count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.mines_that_fit import MOST_NODES, no_fit
from damier.games.minesweeper.notation import read_signs, text
from damier.games.minesweeper.scene import scene
from damier.games.minesweeper.visible_board import (
    COVERED,
    COVERS,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    WRONG,
    Board,
    Cell,
)

SIGNS = {"cover": COVERED, "flag": FLAG, **{f"n{number}": number for number in NUMBERS}}
"""By the key of a piece, what a cell then shows."""


def put(draft: Board, piece: str, place: str) -> Board:
    """A sign on a cell; the same one again covers it."""
    cell = next((i for i, name in enumerate(draft.grid.names) if name == place), None)
    if cell is None:
        raise Unreadable(no_cell(place[:40], draft.width, draft.height))
    sign = SIGNS[piece]
    return draft.showing(cell, COVERED if draft.cells[cell] == sign else sign)


def draw(draft: Board) -> Scene[str]:
    return offering(scene(draft), lambda mark: {PUT: mark.name})


def problem(draft: Board) -> Text | None:
    """A contradiction: of one number, or of all of them together."""
    if draft.covered < draft.mines or any(sign in draft.cells for sign in (MINE, EXPLODED, WRONG)):
        return None  # the notation knows better
    for cell, sign in enumerate(draft.cells):
        beside = sum(draft.cells[i] in COVERS for i in draft.grid.around[cell])
        if sign in NUMBERS and int(sign) > beside:
            return _too_few(draft, cell, beside)
    found = count(draft, Budget(MOST_NODES))
    return no_fit(draft) if found.exact and not found.total and not draft.untouched else None


def _too_few(draft: Board, cell: Cell, beside: int) -> Text:
    name, number = draft.grid.names[cell], int(draft.cells[cell])
    return Text(
        "the {number} at {cell} has only {n} covered cells beside it", number=number, cell=name, n=beside
    )


def settings(draft: Board) -> tuple[Setting, ...]:
    high = len(draft.cells) - 1
    return (Setting(key="mines", title=Text("how many mines are hidden"), value=draft.mines, high=high),)


EDITOR: Editor[Board] = Editor(
    about=Text("A click puts what is chosen; the same one again covers the cell."),
    pieces=(
        *(
            Piece(
                key=f"n{number}",
                title=Text("number {number}", number=int(number))
                if number != "0"
                else Text("nothing around"),
                letter=number,
                kind="number" if number != "0" else "empty",
                tags=(f"n{number}",) if number != "0" else (),
            )
            for number in (*NUMBERS[1:], "0")
        ),
        Piece(key="flag", title=Text("flag"), letter="f", kind="flag"),
        Piece(key="cover", title=Text("covered cell"), letter="c", kind="cover"),
    ),
    read=read_signs,
    write=text,
    put=put,
    draw=draw,
    problem=problem,
    settings=settings,
    change=lambda draft, key, value: replace(draft, mines=value),
)
