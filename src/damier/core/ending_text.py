"""How a game ended, in one sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

from damier.core.game import AnyGame
from damier.core.text import Text


def how_it_ended(
    game: AnyGame, points: Sequence[float], reason: Text, *, you: bool = False, player: Text | None = None
) -> Text:
    """From what each seat got and why; of a board played alone also by whom: *you*, a *player*, or any."""
    if len(points) == 1:
        return _alone(points[0] == 1, reason, you, player)
    if 1.0 in points:
        return Text("{seat} wins: {reason}", seat=game.seat_names[points.index(1.0)], reason=reason)
    return Text("a draw: {reason}", reason=reason)


def _alone(won: bool, reason: Text, you: bool, player: Text | None) -> Text:
    if you:
        return Text("you win: {reason}", reason=reason) if won else Text("you lose: {reason}", reason=reason)
    if player is not None:
        wins = Text("{seat} wins: {reason}", seat=player, reason=reason)
        return wins if won else Text("{seat} loses: {reason}", seat=player, reason=reason)
    is_won = Text("the game is won: {reason}", reason=reason)
    return is_won if won else Text("the game is lost: {reason}", reason=reason)
