"""The race when no walls are left: the exact result from every place of the pawns, worked out backwards.

Pawns can walk back and forth, so a search forwards would need an end of its own choosing. Backwards it needs
none: an arrival is lost for who is to move then; a position is won from which a lost one can be reached, and
lost if every move leads to a won one. What this never reaches is drawn: nobody can force an arrival.

Who wins comes nearer with every move of a winning way and repeats nothing, so that the rule on repetition
changes no result, as long as the position has not occurred before.
"""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

from damier.games.quoridor.rules import Cell, Move, Position

Node: TypeAlias = tuple[tuple[Cell, ...], int]
"""Where the pawns stand and who moves."""


class Race:
    """All positions that differ from *position* in the pawns and the turn alone."""

    def __init__(self, position: Position) -> None:
        if any(position.left):
            raise ValueError("a race begins when no walls are left")
        self.position = position
        self.steps: dict[Node, int] = {}
        """How many moves it takes to decide a node, best play of both; even is lost for who is to move."""
        self._before: dict[Node, list[Node]] = {}
        self._open: dict[Node, int] = {}
        """How many moves of a node are not known to lose."""
        self._decide(self._explore())

    def points(self, pawns: tuple[Cell, ...], turn: int) -> float:
        """What the node is worth to who moves: 1 won, 0 lost, 0.5 when nobody can force anything."""
        steps = self.steps.get((pawns, turn))
        return 0.5 if steps is None else float(steps % 2)

    def worths(self, position: Position) -> dict[Move, float]:
        """For every step of the pawn to move the points of who makes it."""
        found = {}
        for move in position.moves():
            after = position.play(move)
            found[move] = 1 - self.points(after.pawns, after.turn)
        return found

    def _explore(self) -> list[Node]:
        """Every node, linked to those before it; the arrivals are returned."""
        base = self.position
        ends: list[Node] = []
        cells = range(len(base.board.steps))
        for pawns in ((a, b) for a in cells for b in cells if a != b):
            for turn in range(2):
                here = Position(base.board, pawns, base.left, base.horizontal, base.vertical, turn)
                arrived = here.winner()
                if arrived is not None:
                    if arrived == 1 - turn:  # who is to move cannot have arrived before
                        ends.append((pawns, turn))
                    continue
                targets = here.reachable(turn)
                self._open[pawns, turn] = len(targets)
                for cell in targets:
                    after = (cell, pawns[1]) if turn == 0 else (pawns[0], cell)
                    self._before.setdefault((after, 1 - turn), []).append((pawns, turn))
        return ends

    def _decide(self, ends: list[Node]) -> None:
        """Backwards from the arrivals, the nearest first, so that the steps are the fewest."""
        self.steps = dict.fromkeys(ends, 0)
        waiting = deque(ends)
        while waiting:
            node = waiting.popleft()
            for before in self._before.get(node, ()):
                if before in self.steps:
                    continue
                if self.steps[node] % 2:
                    self._open[before] -= 1
                    if self._open[before]:
                        continue
                self.steps[before] = self.steps[node] + 1
                waiting.append(before)
