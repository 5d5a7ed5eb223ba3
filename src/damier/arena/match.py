"""Games between two players, many of them, fair and the same again for the same seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from damier.arena.evidence import evidence_of
from damier.arena.match_results import Duel, Race
from damier.arena.play_game import MOST_PLIES
from damier.arena.play_game import play_game as play_game
from damier.arena.players import Player, player
from damier.arena.sprt import Sprt
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record import Record
from damier.core.text import Refusal, Text, Unreadable
from damier.protocol.bot import THINKING

MOST_GAMES = 1_000_000
"""More games than this nobody waits for."""

TRIES = 20
"""Attempts to find a new opening before those of its length are held to be used up."""

Match: TypeAlias = Duel | Race
"""The results, by how many play the game."""


def match(
    game: AnyGame,
    first: str | Player,
    second: str | Player,
    *,
    games: int = 100,
    limit: Limit | None = None,
    seed: int = 0,
    setup: str | None = None,
    given: Options | None = None,
    thinking: float = THINKING,
    most: int = MOST_PLIES,
    sprt: Sprt | None = None,
    on_result: Callable[[Match], None] = lambda match: None,
) -> Match:
    """Play *games* games, rounded up to whole pairs; a game for one is played on so many boards by each.

    *first* and *second* are levels, bots' files or players; without a *limit* each thinks as long as it
    usually does. *on_result* hears the tally after each pair; a *sprt* ends the match by its verdict, or when
    only repeats of earlier pairs come.
    """
    whole: Match | None = None
    for whole in matching(
        game,
        _player(game, first, thinking),
        _player(game, second, thinking),
        games=games,
        limit=limit,
        seed=seed,
        options=game.settle(setup, given),
        most=most,
    ):
        on_result(whole)
        counts = whole.pairs if isinstance(whole, Duel) else whole.better
        if sprt is not None and (whole.evidence.is_used_up() or sprt.verdict(counts) is not None):
            break
    assert whole is not None, "there is at least one pair"
    return whole


def _player(game: AnyGame, who: str | Player, thinking: float) -> Player:
    return who if isinstance(who, Player) else player(game, who, thinking=thinking)


def matching(
    game: AnyGame,
    first: Player,
    second: Player,
    *,
    games: int,
    limit: Limit | None,
    seed: int,
    options: Options,
    most: int = MOST_PLIES,
) -> Iterator[Match]:
    """The tally (one object, growing) after every pair: asking no more stops the match."""
    if not 1 <= games <= MOST_GAMES:
        raise Unreadable(
            Text("{games} games cannot be played: choose from 1 to {most}", games=games, most=MOST_GAMES)
        )
    state = game.deal(options, derive(seed, "board"))
    for who in (first, second):
        if not who.fits(game.view(state, state.turn)):
            raise Refusal(
                Text("the level '{level}' does not play on this board", level=game.called(who.name))
            )
    if state.seats == 1:
        yield from _race(game, (first, second), games, limit, seed, options, most)
    elif state.seats == 2:
        yield from _duel(game, (first, second), (games + 1) // 2, limit, seed, options, most)
    else:
        raise Refusal(Text("a match needs a game for one or two"))


def _duel(
    game: AnyGame,
    players: tuple[Player, Player],
    pairs: int,
    limit: Limit | None,
    seed: int,
    options: Options,
    most: int,
) -> Iterator[Duel]:
    tally = Duel(players[0].name, players[1].name, evidence_of(game, options))
    for number, (record, state) in enumerate(openings(game, options, seed, pairs)):
        played = []
        for swap, seated in enumerate((players, players[::-1])):
            engines = [who.make(derive(seed, f"engine {number} {swap} {i}")) for i, who in enumerate(seated)]
            limits = [limit or who.usual for who in seated]
            paper = replace(record, players=tuple(who.name for who in seated))
            played.append(play_game(game, engines, state, limits, most=most, record=paper))
        tally.add((played[0], played[1]))
        yield tally


def _race(
    game: AnyGame,
    players: tuple[Player, Player],
    boards: int,
    limit: Limit | None,
    seed: int,
    options: Options,
    most: int,
) -> Iterator[Race]:
    tally = Race(players[0].name, players[1].name, evidence_of(game, options))
    for number in range(boards):
        board = derive(seed, f"board {number}")
        blank = Record(game=game.key, options=options, seed=board)
        played = [
            play_game(
                game,
                [who.make(derive(seed, f"engine {number} {index}"))],
                game.deal(options, board),
                limit or who.usual,
                most=most,
                record=replace(blank, players=(who.name,)),
            )
            for index, who in enumerate(players)
        ]
        tally.add((played[0], played[1]))
        yield tally


def derive(seed: int, purpose: str) -> int:
    """A seed of its own for each purpose, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {purpose}".encode(), digest_size=16).digest(), "big")


def openings(game: AnyGame, options: Options, seed: int, count: int) -> Iterator[tuple[Record, Any]]:
    """Where pairs begin: a few random moves from the start, never the same twice as long as others are found.

    A repeated opening between players that leave nothing to chance repeats the game and proves nothing, so
    they get a move longer when those with so many moves are used up. One that comes again comes move for
    move: the same position by other moves would look like a new one.
    """
    seen: dict[str, tuple[Record, Any]] = {}
    plies = usual_plies(game, options)
    for number in range(count):
        while True:
            position, found = _try(game, options, seed, number, plies, seen)
            if position not in seen or len(found[0].moves) < plies:  # the game is over before: no others
                break
            plies += 1
        yield seen.setdefault(position, found)


def _try(
    game: AnyGame, options: Options, seed: int, number: int, plies: int, seen: Container[str]
) -> tuple[str, tuple[Record, Any]]:
    """A new position and how it came about; where none is found, of those that were tried the longest."""
    tried = []
    for attempt in range(TRIES):
        rng = random.Random(derive(seed, f"opening {number} {attempt}"))
        record, state = _opening(game, options, rng, plies)
        tried.append((game.text(game.view(state, state.turn)), (record, state)))
        if tried[-1][0] not in seen:
            return tried[-1]
    return max(tried, key=lambda one: len(one[1][0].moves))


def usual_plies(game: AnyGame, options: Options) -> int:
    """How many random moves begin a pair: one for every four cells, at most four."""
    state = game.deal(options, 0)
    scene = game.scene(game.view(state, state.turn))
    return max(1, min(4, scene.width * scene.height // 4))


def _opening(game: AnyGame, options: Options, rng: random.Random, plies: int) -> tuple[Record, Any]:
    """So many random moves, fewer where the game would be over."""
    dealt = rng.getrandbits(128)
    state = game.deal(options, dealt)
    moves = []
    for _ in range(plies):
        move = rng.choice(state.moves())
        after = state.play(move)
        if after.outcome() is not None:
            break
        moves.append(game.write(move))
        state = after
    return Record(game=game.key, options=options, seed=dealt, moves=tuple(moves)), state
