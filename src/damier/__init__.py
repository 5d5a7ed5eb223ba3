"""damier: play, solve and explain the classic grid games.

>>> import damier
>>> game = damier.game("tictactoe")
>>> state = game.begin()
>>> state = state.play(game.read("b2", state))
>>> state.turn
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from damier.core.engine import Analysis, Limit, Line, Reason, think
from damier.core.files import open_record, save
from damier.core.game import Game, Outcome
from damier.core.paper import read_records, write_text
from damier.core.record import Record, replay
from damier.core.text import IllegalMove, Refusal, Text, Unreadable

if TYPE_CHECKING:
    from damier.core.game import AnyGame

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Game",
    "IllegalMove",
    "Limit",
    "Line",
    "Outcome",
    "Reason",
    "Record",
    "Refusal",
    "Text",
    "Unreadable",
    "analyse",
    "game",
    "games",
    "open_record",
    "read_records",
    "replay",
    "save",
    "write_text",
]


def games() -> dict[str, AnyGame]:
    """Every game by key."""
    from damier.games import games as found

    return found()


def game(key: str) -> AnyGame:
    """The game called *key*: ``damier.game("connect4")``."""
    from damier.games import game as find

    return find(key)


def analyse(
    key: str,
    position: Any = "",
    *,
    level: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    **options: int | str,
) -> Analysis[Any]:
    """What an engine thinks of a position: the strongest that fits, or the one called *level*.

    *position* is a state or view of the game, or the moves from the start: ``analyse("connect4", "4 4 5")``.
    """
    found = game(key)
    if isinstance(position, str):
        state = found.begin(seed=seed, **options)
        for word in position.split():
            state = state.play(found.read(word, found.view(state, state.turn)))
        position = found.view(state, state.turn)
    if position.outcome() is not None:
        raise Refusal(Text("the game is over: there is no move to analyse"))
    name = found.level(level) if level else found.strongest(position)
    if not found.engines[name].fits(position):
        raise Refusal(Text("the level '{level}' does not play on this board", level=name))
    return think(found.engines[name].make(seed), position, limit or Limit(time=1.0))
