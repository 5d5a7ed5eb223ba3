"""What can be seen of a move without looking ahead, in words: lines that it completes, blocks and opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from damier.core.engine import Reason
from damier.core.game import Seat
from damier.core.grid import cell_name
from damier.core.scene import At
from damier.core.text import Text
from damier.games.tictactoe.rules import Board, Cell, Position, Stones
from damier.games.tictactoe.scene import at, sign


def names(cells: Sequence[Cell]) -> str:
    """``a1, b2, c3``."""
    return ", ".join(cell_name(*cell) for cell in cells)


def places(view: Position, cells: Iterable[Cell]) -> tuple[At, ...]:
    """Where *cells* lie on the lattice."""
    return tuple(at(cell, view.board.height) for cell in cells)


def finishing(board: Board, mine: Stones, theirs: Stones) -> dict[Cell, Stones]:
    """The empty cells that complete a line of *mine*, each with such a line."""
    found: dict[Cell, Stones] = {}
    for line in board.lines:
        gap = line & ~mine
        if gap & (gap - 1) == 0 and gap and not gap & theirs:
            found.setdefault(board.cells(gap)[0], line)
    return found


def at_once(view: Position, move: Cell) -> tuple[Reason, ...]:
    """What *move* does on the spot: completes a line, blocks one, threatens one or two."""
    mine, theirs = view.stones[view.turn], view.stones[1 - view.turn]
    board, bit = view.board, view.board.bits[move]
    won = finishing(board, mine, theirs)
    if move in won:
        line = board.cells(won[move])
        done = Text("completes the line on {cells}", cells=names(line))
        return (Reason(done, places(view, line), kind="completes"),)
    reasons = []
    lost = finishing(board, theirs, mine)
    if move in lost:
        reasons.append(_blocks(view, board.cells(lost[move]), 1 - view.turn))
    threats = sorted(finishing(board, mine | bit, theirs))
    if len(threats) >= 2:
        text = Text("threatens to complete two lines at once, on {cells}", cells=names(threats))
        reasons.append(_named("fork", text, view, threats))
    elif threats:
        text = Text("threatens to complete a line on {cells}", cells=names(threats))
        reasons.append(_named("threat", text, view, threats))
    if left := sorted(lost.keys() - {move}):
        rival = sign(1 - view.turn)
        text = Text("leaves {rival} a line to complete on {cells}", rival=rival, cells=names(left))
        reasons.append(_named("gives", text, view, left))
    return tuple(reasons)


def _named(kind: str, text: Text, view: Position, cells: Sequence[Cell]) -> Reason:
    """A reason that names these cells as moves, and points at them."""
    return Reason(text, places(view, cells), kind=kind, moves=tuple(cells))


def _blocks(view: Position, line: Sequence[Cell], rival: Seat) -> Reason:
    blocked = Text("blocks {rival}'s line on {cells}", rival=sign(rival), cells=names(line))
    return Reason(blocked, places(view, line), kind="blocks")
