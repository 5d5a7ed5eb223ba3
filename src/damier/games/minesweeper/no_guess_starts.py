"""With which first cells there may be a board without guessing, by size and number of mines alone."""

from __future__ import annotations

from damier.games.minesweeper.starts import SAFE


def can_begin(width: int, height: int, mines: int, start: str, x: int, y: int) -> bool:
    """Whether a board may need no guess that is begun at *x*, *y*, counted from 0: False is a proof.

    The first number counts the mines beside it. Those cells are alike as far as it tells, and so are all
    others: some are certain only if it is 0, or if it counts all mines and there are others, or if none is
    left to dig.
    """
    cells = width * height
    beside = (min(x + 1, width - 1) - max(x - 1, 0) + 1) * (min(y + 1, height - 1) - max(y - 1, 0) + 1) - 1
    away = cells - 1 - beside
    is_opening = mines <= away
    leads_on = is_opening and not is_odd_strip(width, height, mines)
    counts_all = away > 0 and mines <= beside and (start == SAFE or not is_opening)
    return mines == cells - 1 or leads_on or counts_all


def is_odd_strip(width: int, height: int, mines: int) -> bool:
    """Whether an opening leads nowhere because the board is two cells wide and its mines are odd.

    There two cells side by side have the same neighbours. An opening shows both or none, and no number tells
    a mine and a cell without one apart: side by side there must be two mines or none.
    """
    return min(width, height) == 2 and mines % 2 == 1


def is_possible(width: int, height: int, mines: int, start: str) -> bool:
    """Whether there is such a first cell: corners, borders and the middle are all kinds that there are."""
    return any(
        can_begin(width, height, mines, start, x, y) for x in {0, width // 2} for y in {0, height // 2}
    )


def nearest(width: int, height: int, mines: int, start: str) -> int:
    """The most mines below *mines* with which there is one; with none there always is."""
    return next(fewer for fewer in range(mines - 1, -1, -1) if is_possible(width, height, fewer, start))
