"""What a record tells a search: the words by which it is found, and who won."""

from __future__ import annotations

from contextlib import suppress

from damier.core.nicknames import nicknames_of
from damier.core.record import Record, replay
from damier.core.text import Refusal, plain, said
from damier.games import game as find_game
from damier.store.table_row import NOBODY, storable

MOST_SEARCHED_MOVES = 60
"""So many moves can be looked for."""


def search_terms_of(record: Record) -> str:
    """Plain words by which a game is found: its name and its players, in every language, board and moves."""
    titles: set[str] = set()
    with suppress(Refusal):
        game = find_game(record.game)
        levels = [game.engines[name].title for name in record.players if name in game.engines]
        titles = set().union(*map(said, [game.title, *levels]))
    board = [str(value) for value in record.options.values()]
    people = nicknames_of(record).values()
    terms = [
        record.game,
        *sorted(titles),
        *record.players,
        *people,
        *board,
        *record.moves[:MOST_SEARCHED_MOVES],
    ]
    return storable(plain(" ".join(terms)))


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
