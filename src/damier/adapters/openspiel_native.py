"""Games that OpenSpiel has too, by the same rules: its own are compiled, so searches on them are faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from damier.adapters import missing

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel") from error


@dataclass(frozen=True, slots=True)
class Spiel:
    """A position as OpenSpiel has it."""

    game: Any
    """A ``pyspiel.Game``."""
    state: Any
    """A ``pyspiel.State`` of it."""
    moves: tuple[Any, ...]
    """By OpenSpiel's action, our move."""


def native(key: str, view: Any) -> Spiel | None:
    """The same position in OpenSpiel's own game; None where it has other rules or takes no position."""
    make = {"tictactoe": _tic_tac_toe, "connect4": _connect_four}.get(key)
    try:
        return None if make is None else make(view)
    except TypeError:  # an older OpenSpiel, which begins at the start only
        return None


def _tic_tac_toe(view: Any) -> Spiel | None:
    """3x3 only; OpenSpiel counts cells from the top left."""
    b = view.board
    if (b.width, b.height, b.line) != (3, 3, 3):
        return None
    moves = tuple((column, row) for row in (2, 1, 0) for column in range(3))
    board = [_sign(view.owner(cell)) for cell in moves]
    game = pyspiel.load_game("tic_tac_toe")
    return Spiel(game, game.new_initial_state({"board": board, "current_player": _turn(view)}), moves)


def _connect_four(view: Any) -> Spiel | None:
    """Any size; OpenSpiel counts columns from 0 and rows from the bottom."""
    b = view.board
    game = pyspiel.load_game("connect_four", {"rows": b.height, "columns": b.width})
    board = [[_sign(view.owner((column, row))) for column in range(b.width)] for row in range(b.height)]
    outcome = view.outcome()
    winner = "" if outcome is None else "draw" if outcome.winner is None else "xo"[outcome.winner]
    content = {
        "board": board,
        "current_player": _turn(view),
        "is_terminal": outcome is not None,
        "winner": winner,
    }
    return Spiel(game, game.new_initial_state(content), tuple(b.drops))


def _turn(view: Any) -> str:
    return "Terminal" if view.outcome() is not None else "xo"[view.turn]


def _sign(owner: int | None) -> str:
    return "." if owner is None else "xo"[owner]
