"""Exact scores: drives the kernel of a board's size and stops where it is told.

Numpy and what is compiled are imported when the first position is asked about, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from damier.core.text import Refusal, Text
from damier.engines.exact import value_of
from damier.engines.table_memory import crowded, empty_table
from damier.games.connect4.book import known
from damier.games.connect4.pack import Packed, pack
from damier.games.connect4.rules import MOST_BITS, Board, Column, Position, board, fits, outwards

Score: TypeAlias = int
"""0 is a draw; else how many discs the winner has left, plus one, negative for a loss of the side to move."""


def kernel(width: int, height: int) -> Any:
    """The kernel of a size."""
    from damier.jit import specialised

    return specialised("damier.games.connect4.kernel", WIDTH=width, HEIGHT=height)


class Solver:
    """Knows one board size, and remembers in a table what it has found; threads may share it."""

    def __init__(self, board: Board, megabytes: int | None = None) -> None:
        if not fits(board):
            raise Refusal(
                Text(
                    "{size} is too large to be solved: columns times (rows + 1) may be {most} at most",
                    size=f"{board.width}x{board.height}",
                    most=MOST_BITS,
                )
            )

        self.board = board
        self.kernel = kernel(board.width, board.height)
        self._table, self.log = empty_table(self.kernel.position_key.entries, megabytes)
        self.room = 0
        """The part of the table in which questions begin, as a power of two.

        Who asks about relatives sets it to that of the first question: what was found is found again only
        there. It changes how fast an answer is found, and never the answer.
        """

    def forget(self) -> None:
        """Begin with an empty table, as if nothing had been asked."""
        self._table.fill(0)

    def known(self, position: Position) -> Score | None:
        """The exact score of a position that goes on, if the book that comes with the game has it."""
        return known(position)

    def ordered(self, position: Position) -> Sequence[Column]:
        """The moves from the middle outwards."""
        return outwards(position)

    def relatives_of(self, question: SolverQuestion | None) -> None:
        """What is asked from now on begins in the part of the table where this question ended."""
        self.room = 0 if question is None else question.room

    def question(
        self, position: Position, low: Score | None = None, high: Score | None = None
    ) -> SolverQuestion:
        """What is its score? Known to lie from *low* to *high*, where they are given."""
        return SolverQuestion(self, pack(position), low, high)

    def score(self, position: Position) -> Score:
        """The exact score of a position that goes on."""
        return value_of(self, position)

    def over(self, after: Position) -> Score:
        """The score of the move that led to a position that is over, for the side that made it."""
        return (after.empty + 2) // 2 if after.won else 0

    def search(self, registers: Any, frames: Any, room: int, most: int) -> bool:
        """Go on with a search in a part of the table, of 2**room entries; whether it came to an end."""
        import numpy as np

        with np.errstate(over="ignore"):  # plain Python would warn where numbers wrap around, as they should
            return bool(self.kernel.search.search(registers, frames, self._table, room, most))


class SolverQuestion:
    """The score of one position, narrowed down step by step."""

    def __init__(
        self,
        solver: Solver,
        packed: Packed,
        low: Score | None = None,
        high: Score | None = None,
    ) -> None:
        self._solver = solver
        self.room = min(solver.log, max(solver.room, solver.kernel.position_key.entries.HOME))
        """The part of the table that is used, as a power of two; it grows with the search."""
        self._packed = mine, taken, count = packed
        k = solver.kernel
        self.nodes = 0
        free = k.cells.BOARD ^ taken
        if count == k.cells.CELLS:
            self.low = self.high = 0
        elif k.cells.completing(mine, free) & (taken + k.cells.BOTTOM):
            self.low = self.high = (k.cells.CELLS + 1 - count) // 2
        else:
            self.low = -((k.cells.CELLS - count) // 2)
            self.high = min(
                (k.cells.CELLS - 1 - count) // 2,
                k.cells.ceiling(mine, taken, count, k.cells.completing(mine ^ taken, free)),
            )
        """At least and at most this is the score."""
        # Who moves first tends to win, so ask first whether it does, or whether the other does not.
        alpha = -(count & 1)
        if high is not None:
            self.high = min(self.high, max(high, self.low))
            alpha = self.high - 1
        if low is not None:
            self.low = alpha = max(self.low, min(low, self.high))
        self._alpha = max(self.low, min(self.high - 1, alpha))
        self._registers: Any = None
        self._frames: Any = None

    def advance(self, nodes: int) -> bool:
        """Search on for about so many nodes; whether the score is known now."""
        import numpy as np

        k = self._solver.kernel
        last = self.nodes + nodes
        while self.low < self.high:
            while self.room < self._solver.log and self.nodes >= crowded(self.room):
                self.room += 1
            most = last if self.room == self._solver.log else min(last, crowded(self.room))
            if self._registers is None:
                self._frames = np.zeros((k.cells.CELLS + 2) * k.search.FRAME, np.int64)
                self._registers = np.array([*self._packed, self._alpha, 0, 0, self.nodes], np.int64)
            answered = self._solver.search(self._registers, self._frames, self.room, most)
            self.nodes = int(self._registers[k.search.NODES])
            if not answered:
                if self.nodes >= last:
                    return False
                continue
            value = int(self._registers[k.search.VALUE])
            self._registers = None
            if value > self._alpha:
                self.low = self._alpha = value
            else:
                self.high = value
                self._alpha = value - 1
        return True


@lru_cache(maxsize=2)
def solver(width: int = 7, height: int = 6) -> Solver:
    """The solver of a size with a table of the usual size, one for all in this process."""
    return Solver(board(width, height))
