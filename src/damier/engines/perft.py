"""Counting move sequences: the oldest test of a move generator."""

from __future__ import annotations

from typing import Any

from damier.core.game import State


def perft(state: State[Any], depth: int) -> int:
    """How many sequences of *depth* moves there are; one that ends the game earlier does not count."""
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)
