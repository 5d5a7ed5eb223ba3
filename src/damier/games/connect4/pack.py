"""The only bridge from the rules to the kernel: cells row by row become cells column by column."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from damier.games.connect4.rules import Board, Discs, Position

Packed: TypeAlias = tuple[int, int, int]
"""The discs of the side to move, all discs, and how many: as the kernel lays them out."""


@cache
def _spread(width: int, height: int, row: int) -> tuple[int, ...]:
    """By what is set in a row, the bits in the kernel's layout."""
    span = height + 1
    return tuple(
        sum(1 << column * span + row for column in range(width) if taken >> column & 1)
        for taken in range(1 << width)
    )


def _turned(discs: Discs, board: Board) -> int:
    """Cells row by row become cells column by column."""
    w, h = board.width, board.height
    whole = (1 << w) - 1
    return sum(_spread(w, h, row)[discs >> row * w & whole] for row in range(h))


def pack(position: Position) -> Packed:
    """A position as the kernel wants it."""
    board = position.board
    first, second = (_turned(discs, board) for discs in position.discs)
    taken = first | second
    return (second if position.turn else first), taken, taken.bit_count()
