"""Random games side by side with OpenSpiel, where its rules agree: odd sizes, two seats, no draws."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from damier.games.quoridor.rules import Move, Position, board

pyspiel = pytest.importorskip("pyspiel")


def ours(word: str, size: int) -> Move:
    """OpenSpiel counts ranks from the top: pawn rank r is ours size+1-r, wall rank r is ours size-r."""
    column = ord(word[0]) - ord("a")
    if word[-1] in "hv":
        return Move(column, size - 1 - int(word[1:-1]), word[-1])
    return Move(column, size - int(word[1:]))


@pytest.mark.parametrize(
    ("size", "walls", "games"),
    [(3, 1, 40), (3, 4, 40), (5, 3, 30), (5, 8, 30), (7, 7, 12), (9, 10, 8), (11, 13, 3)],
)
def test_the_same_moves_and_the_same_winner(size: int, walls: int, games: int) -> None:
    spiel = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls})")
    rng = random.Random(size * walls)
    for _ in range(games):
        state, b = spiel.new_initial_state(), board(size, size)
        position = Position(b, b.starts, (walls, walls))
        while not state.is_terminal() and position.winner() is None:
            actions = {ours(state.action_to_string(action), size): action for action in state.legal_actions()}
            moves = position.moves()
            assert set(actions) == set(moves) and state.current_player() == position.turn
            steps = [move for move in moves if not move.wall]
            move = rng.choice(moves if rng.random() < 0.4 else steps)
            state.apply_action(actions[move])
            # Its games know no third time, and end after four moves for each cell.
            position = replace(position.play(move), past=(), plies=(position.plies + 1) % 2)
        if position.winner() is None:
            assert state.returns() == [0.0, 0.0] and len(state.history()) == 4 * size * size
        else:
            assert state.is_terminal() and (state.returns()[0] > 0) == (position.winner() == 0)
