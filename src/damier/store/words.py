"""What a record tells a search: words for it, and who won."""

from __future__ import annotations

from damier.core.record import Record, replay
from damier.core.text import Refusal, said
from damier.games import game as find_game
from damier.store.stored import NOBODY, player_word, storable


def words_of(record: Record) -> str:
    """Plain words by which a game is found: its title and its players in every language, its options."""
    words = [record.game, *map(str, record.options.values()), *map(player_word, record.players)]
    try:
        game = find_game(record.game)
    except Refusal:
        return storable(" ".join(words))
    words += sorted(said(game.title))
    for name in dict.fromkeys(record.players):
        if name in game.engines:
            words += sorted(said(game.engines[name].title))
    return storable(" ".join(dict.fromkeys(words)))


def winner_of(record: Record) -> int | None:
    """Who won, or NOBODY; None while the game is open. A record that cannot be played again has no winner."""
    if record.ending == "open":
        return None
    try:
        *_, state = replay(find_game(record.game), record)
    except Refusal:
        return NOBODY
    points = record.points(state.outcome(), state.seats) or ()
    return points.index(1.0) if 1.0 in points else NOBODY
