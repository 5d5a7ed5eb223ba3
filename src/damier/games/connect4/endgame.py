"""The exact result of positions with few cells left: plain alpha-beta with a table, nothing but the rules."""

from __future__ import annotations

from typing import TypeAlias

from damier.games.connect4.rules import Board, Column, Discs, Landing, Position

LOST, DRAWN, WON = -1, 0, 1

Fall: TypeAlias = tuple[Discs, dict[Discs, Landing]]
"""The cells of a column, and by which of them are taken where the next disc lands."""


class Endgame:
    """Knows what it has solved on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.nodes = 0
        middle = (board.width + 1) / 2
        self._drops = tuple(board.drops[c] for c in sorted(board.drops, key=lambda c: abs(c - middle)))
        self._table: dict[tuple[Discs, Discs], tuple[int, int]] = {}

    def worths(self, position: Position) -> dict[Column, float]:
        """For every move the points of who makes it, when both play their best from there."""
        return {move: (1 - self.value(position.play(move))) / 2 for move in position.moves()}

    def value(self, position: Position) -> int:
        """LOST, DRAWN or WON for the seat to move."""
        if position.won:
            return LOST
        mine, theirs = position.discs[position.turn], position.discs[1 - position.turn]
        return self._value(mine, theirs, LOST, WON)

    def _value(self, mine: Discs, theirs: Discs, alpha: int, beta: int) -> int:
        """For who owns *mine* and moves; nobody has a four yet.

        At most alpha means no better than the answer, at least beta no worse; between them it is exact.
        """
        taken = mine | theirs
        if taken == self.board.full:
            return DRAWN
        low, high = self._table.get((mine, theirs), (LOST, WON))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.nodes += 1
        alpha, beta = max(alpha, low), min(beta, high)
        free = [(column, falls) for column, falls in self._drops if taken & column != column]
        if any(mine & rest == rest for column, falls in free for rest in falls[taken & column][1]):
            best = low = high = WON
        else:
            best = self._best(mine, theirs, free, alpha, beta)
            low, high = (low, best) if best <= alpha else (best, high) if best >= beta else (best, best)
        self._table[mine, theirs] = low, high
        return best

    def _best(self, mine: Discs, theirs: Discs, free: list[Fall], alpha: int, beta: int) -> int:
        """The same where no disc wins at once.

        Where the other would win next, only that cell need be tried; a disc below such a cell loses.
        """
        taken = mine | theirs
        forced, quiet = [], []
        for column, falls in free:
            bit, rests = falls[taken & column]
            if any(theirs & rest == rest for rest in rests):
                forced.append((column, falls))
            above = falls.get(taken & column | bit, (0, ()))[1]
            if not any(theirs & rest == rest for rest in above):
                quiet.append(bit)
        if len(forced) > 1:
            return LOST
        if forced:
            column, falls = forced[0]
            bit = falls[taken & column][0]
            quiet = [bit] if bit in quiet else []
        best = LOST
        for bit in quiet:
            best = max(best, -self._value(theirs, mine | bit, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
