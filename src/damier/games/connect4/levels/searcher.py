"""``searcher``: alpha-beta with an evaluation of the fours that are still possible; fits every size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from damier.core.engine import Reason
from damier.core.game import Seat
from damier.core.grid import union
from damier.core.text import Text
from damier.engines.alphabeta import AlphaBeta
from damier.games.connect4.notation import names
from damier.games.connect4.rules import Board, Column, Discs, Position, around, cells
from damier.games.connect4.scene import places
from damier.games.connect4.tactics import at_once, playable, threats

LEGEND = Text("open fours and the discs in them, less those of the other side")
"""What its numbers count."""

OPEN = (0.0, 0.06, 0.25, 0.9, 0.0)
"""What a four is worth that only one side can still complete, by how many of its discs are there."""

FAVOURED_ROW_WEIGHT = 0.7
"""What a missing cell is worth more on a row where the order of filling up favours its owner."""

AT_ONCE = 60.0
"""A four that can be completed by the next disc; as good as won, but not looked at: not proven."""


def searcher(seed: int) -> AlphaBeta[Position, Column]:
    """The engine; it plays without chance, so the seed changes nothing."""
    return AlphaBeta[Position, Column](evaluate, order, max_depth=144, explain=explain)


def evaluate(view: Position, seat: Seat) -> float:
    """The standing of *seat*: about 3 is a clear advantage.

    The fours still open to each side, more for those nearly complete; nobody counts a four that the other
    side has a disc in. This favours the middle by itself: most fours run through it.
    """
    mine, theirs = view.discs[seat], view.discs[1 - seat]
    value = 0.0
    my_cells = their_cells = 0
    for four in view.board.lines:
        a, b = four & mine, four & theirs
        if a and not b:
            n = a.bit_count()
            value += OPEN[n]
            if n == 3:
                my_cells |= four ^ a
        elif b and not a:
            n = b.bit_count()
            value -= OPEN[n]
            if n == 3:
                their_cells |= four ^ b
    if my_cells or their_cells:
        value += _outlook(view, seat, my_cells, their_cells)
    return value


def _outlook(view: Position, seat: Seat, my_cells: Discs, their_cells: Discs) -> float:
    """What the cells are worth that complete a four: at once, or when the board fills up."""
    now = playable(view)
    if view.turn == seat:
        if my_cells & now:
            return AT_ONCE
        if (their_cells & now).bit_count() > 1:
            return -AT_ONCE
    else:
        if their_cells & now:
            return -AT_ONCE
        if (my_cells & now).bit_count() > 1:
            return AT_ONCE
    good = _rows(view.board, seat)
    bad = _rows(view.board, 1 - seat)
    return FAVOURED_ROW_WEIGHT * ((my_cells & good).bit_count() - (their_cells & bad).bit_count())


@cache
def _rows(b: Board, seat: Seat) -> Discs:
    """The rows that a seat is likely to get when nobody wants to play below them any more.

    On boards of even height the second player can always answer in the same column, and so gets the
    even rows; the first player needs an odd row. On odd heights an odd number of cells is left over
    and the rule is too weak to count on.
    """
    if b.height % 2:
        return 0
    row = (1 << b.width) - 1
    return union(row << r * b.width for r in range(seat, b.height, 2))


def order(view: Position) -> Sequence[Column]:
    """The columns from the middle outwards; only the winning one or the forced one where there is such.

    What is left out is never better: it forgoes a win in one, or loses to the next disc.
    """
    first, second = view.discs
    mine, theirs = (second, first) if view.turn else (first, second)
    taken = first | second
    forced = 0
    drops = view.board.drops
    columns = view.moves()
    # Full columns are missing here; the middle of those left is near enough to the middle of the board.
    columns = around((columns[0] + columns[-1]) / 2, columns)
    for move in columns:
        column, landings = drops[move]
        for rest in landings[taken & column][1]:
            if mine & rest == rest:
                return (move,)
            if theirs & rest == rest:
                forced = move
    return (forced,) if forced else columns


def explain(view: Position, move: Column) -> tuple[Reason, ...]:
    """What a disc in this column does at once, pointing at the cells."""
    b, seat = view.board, view.turn
    bit = view.landing(move)
    cell = names(bit, b)
    own, other = view.fours(move, seat), view.fours(move, 1 - seat)
    if own:
        done = Text("{cell} completes four in a row", cell=cell)
        return (Reason(done, places(union(own), b), kind="completes"),)
    reasons = []
    if other:
        blocked = Text("{cell} blocks the four of the other side", cell=cell)
        reasons.append(Reason(blocked, places(union(other), b), kind="blocks"))
    facing = Position(b, view.discs, 1 - seat).play(move)  # as if the other side took this cell
    stopped = at_once(facing, 1 - seat)
    if stopped.bit_count() > 1:
        saved = Text(
            "{cell} keeps the other side from two threats at once: fours on {cells}",
            cell=cell,
            cells=names(stopped, b),
        )
        reasons.append(Reason(saved, places(bit | stopped, b), kind="prevents"))
    after = view.play(move)
    now = playable(after)
    if lost := at_once(after, 1 - seat):
        given = Text("the other side can complete a four on {cells}", cells=names(lost, b))
        replies = tuple(x + 1 for x, _ in cells(lost, b))
        return (*reasons, Reason(given, places(bit | lost, b), kind="gives", moves=replies))
    mine = threats(after, seat)
    new = mine & ~threats(view, seat)
    if mine & now and (new | mine & now).bit_count() > 1:
        both = new | mine & now
        fork = Text("{cell} makes two threats at once: fours on {cells}", cell=cell, cells=names(both, b))
        reasons.append(Reason(fork, places(bit | both, b), kind="fork"))
    elif new:
        threat = Text("{cell} threatens a four on {cells}", cell=cell, cells=names(new, b))
        reasons.append(Reason(threat, places(bit | new, b), kind="threat"))
    return (*reasons, _possible(after, bit, cell))


def _possible(after: Position, bit: Discs, cell: str) -> Reason:
    """How many fours through the new disc can still be completed, and where they lie."""
    theirs = after.discs[after.turn]
    still = [four for four in after.board.lines if four & bit and not four & theirs]
    text = Text("{n} fours through {cell} are still possible", n=len(still), cell=cell)
    return Reason(text, places(bit | union(still), after.board), kind="open")
