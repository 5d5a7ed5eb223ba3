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
from damier.core.game import Game, Outcome
from damier.core.read_position import read_view
from damier.core.record import Record, replay
from damier.core.record_files import open_record, save
from damier.core.record_text import read_records, write_text
from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.core.verdict import Chance, Draw, Loss, Margin, Risk, Score, Verdict, Win

if TYPE_CHECKING:
    from damier.core.game import AnyGame

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Chance",
    "Draw",
    "Game",
    "IllegalMove",
    "Limit",
    "Line",
    "Loss",
    "Margin",
    "Outcome",
    "Reason",
    "Record",
    "Refusal",
    "Risk",
    "Score",
    "Text",
    "Unreadable",
    "Verdict",
    "Win",
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

    *position* is a view of the game, its line of text, or the moves from a start with *seed* and *options*:
    ``analyse("connect4", "4453")``, ``analyse("quoridor", "e2 e8", size="9x9")``.

    Without a *limit* it thinks as long as it does in play.
    """
    found = game(key)
    if isinstance(position, str):
        position = read_view(found, found.settle(given=options), seed, position, options)
    if position.outcome() is not None:
        raise Refusal(Text("the game is over: there is no move to analyse"))
    name = found.level(level) if level else found.strongest(position)
    if not found.engines[name].fits(position):
        raise Refusal(Text("the level '{level}' does not play on this board", level=found.called(name)))
    return think(found.engines[name].make(seed), position, limit or found.engines[name].usual)
