"""Is this cell safe? What is asked about one cell during a game, and the answer."""

from __future__ import annotations

from damier.core.engine import Line
from damier.core.grid import read_cell
from damier.core.inquiry import Inquiry
from damier.core.text import Text
from damier.core.verdict import Risk
from damier.games.minesweeper.visible_board import FLAG, Board, Move

SAFE_WORD = Text("safe")


def move_at(cell: str, view: Board) -> Move:
    """What brings the cell nearer to being open: that a flag stands there does not matter to the answer."""
    x, y = read_cell(cell, view.width, view.height)
    flagged = view.cells[y * view.width + x] == FLAG
    move = Move("unflag" if flagged else "dig", x, y)
    view.check(move)
    return move


def answer(view: Board, line: Line[Move]) -> Text:
    """``c4 is safe.``"""
    cell = view.grid.names[line.move.y * view.width + line.move.x]
    risk = line.verdict
    assert isinstance(risk, Risk), "a level that knows the odds tells them"
    if not risk.proven:
        return Text("{cell} is not certain: {percent}% mine.", cell=cell, percent=risk.percent)
    return Text("{cell} is a mine.", cell=cell) if risk.mine else Text("{cell} is safe.", cell=cell)


IS_IT_SAFE: Inquiry[Board, Move] = Inquiry(
    word=SAFE_WORD,
    title=Text("Safe?"),
    about=Text("whether a cell is safe, and why: {safe} c4", safe=SAFE_WORD),
    key="s",
    level="odds",
    read=move_at,
    answer=answer,
)
