"""The board as marks, with the document's emoji.

The document's ``show_map`` runs both axes backwards, which turns the board by half a turn under a player
who counts x and y from 1; here columns run to the right from a, and rows run down from 1.
"""

from __future__ import annotations

from functools import lru_cache

from damier.core.grid import cell_name, file_name
from damier.core.scene import At, Mark, Scene
from damier.core.scene import cell as place
from damier.core.text import Text
from damier.games.minesweeper.visible_board import COVERED, EXPLODED, FLAG, MINE, WRONG, Board, Cell, Move

LOOKS = {
    COVERED: ("cover", "⬜️", "#"),
    FLAG: ("flag", "🚩", "F"),
    MINE: ("mine", "💣", "*"),
    EXPLODED: ("exploded", "💣", "X"),
    WRONG: ("wrong", "🚩", "!"),
    "0": ("empty", "🌿", "."),
}
"""Kind, emoji and ASCII of each sign but the numbers from 1."""


def number_to_emoji(number: int) -> str:
    """The document's FSS4.1.1: the keycap of a number from 0 to 8."""
    if not 0 <= number <= 8:
        raise ValueError(f"a cell has 0 to 8 neighbours with a mine, not {number}")
    return ("0️⃣", "1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")[number]


def at(cell: Cell, view: Board) -> At:
    """Where *cell* lies on the lattice."""
    return place(cell % view.width, cell // view.width)


def scene(view: Board) -> Scene[Move]:
    """The document's ``show_map``."""
    width = view.width
    moves: dict[Cell, tuple[Move, ...]] = {}
    for move in view.moves():
        cell = move.y * width + move.x
        moves[cell] = (*moves.get(cell, ()), move)
    marks = [_mark(i % width, i // width, sign, moves.get(i, ())) for i, sign in enumerate(view.cells)]
    return Scene(
        width=view.width,
        height=view.height,
        marks=tuple(marks),
        columns=tuple(file_name(x) for x in range(view.width)),
        rows=tuple(str(y + 1) for y in range(view.height)),
        grid="none",
        status=((0, _count(view)),),
    )


def _count(view: Board) -> Text:
    """How many mines have no flag yet; a board that is over shows mines where flags were."""
    if view.over:
        return Text("{n} mines", n=view.mines)
    return Text("{n} mines without a flag", n=view.mines - view.cells.count(FLAG))


@lru_cache(maxsize=16384)
def _mark(x: int, y: int, sign: str, moves: tuple[Move, ...]) -> Mark[Move]:
    """One cell; kept, because most of them stay as they are."""
    kind, glyph, plain = LOOKS.get(sign) or ("number", number_to_emoji(int(sign)), sign)
    return Mark(
        at=place(x, y),
        kind=kind,
        glyph=glyph,
        ascii=plain,
        name=cell_name(x, y),
        moves={move.act: move for move in moves},
        tags=frozenset({f"n{sign}"}) if kind == "number" else frozenset(),
    )
