"""What a worker does: plays some games of a plan, wherever it is, always the same way."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from damier.arena.match import derive
from damier.arena.match_results import Played
from damier.arena.plan import Opening, Plan, broken_plan
from damier.arena.play_game import Guarded, opinion, play_game
from damier.arena.players import Player, player
from damier.core.clock import Timing
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.record import Record
from damier.core.text import to_json
from damier.games import game as find_game


@dataclass(frozen=True, slots=True)
class Hall:
    """A plan with everything made ready for its games."""

    plan: Plan
    game: AnyGame
    players: tuple[Player, ...]
    paces: tuple[tuple[Limit, Timing | None], ...]


@lru_cache(maxsize=4)
def enter(words: str) -> Hall:
    """Make a plan ready, given as JSON; once in each process."""
    plan = Plan.load(words)
    game = find_game(plan.game)
    if game.settle(None, plan.options) != plan.options:
        raise broken_plan("options")
    if plan.alone != (game.deal(plan.options, 0).seats == 1):
        raise broken_plan("alone")
    players, paces = [], []
    for entrant in plan.entrants:
        who = player(game, entrant.words, thinking=plan.thinking)
        given = entrant.limit or plan.limit
        players.append(who)
        paces.append(read_pace(given) if given else (who.usual, None))
    return Hall(plan, game, tuple(players), tuple(paces))


def play_some(words: str, numbers: Sequence[int], openings: Sequence[Opening]) -> list[tuple[str, str]]:
    """Play games of a plan, each from its opening: for each its record and its times, both as a line.

    The plan comes without its openings, for a batch needs few of them and there may be half a million.
    """
    hall = enter(words)
    return [play_one(hall, number, opening) for number, opening in zip(numbers, openings, strict=True)]


def play_one(hall: Hall, number: int, opening: Opening) -> tuple[str, str]:
    """Play one game of a plan."""
    plan, game = hall.plan, hall.game
    slot = plan.slot(number)
    record = Record(
        game=game.key,
        options=plan.options,
        seed=derive(plan.seed, f"deal {slot.pair}"),
        moves=opening,
        players=tuple(plan.entrants[entry].name for entry in slot.seats),
    )
    state = game.deal(plan.options, record.seed)
    for word in opening:
        state = state.play(game.read(word, game.view(state, state.turn)))
    engines = [
        Guarded(
            hall.players[entry].make(derive(plan.seed, f"engine {number} {seat}")), plan.entrants[entry].name
        )
        for seat, entry in enumerate(slot.seats)
    ]
    played = play_game(
        game,
        engines,
        state,
        [hall.paces[entry][0] for entry in slot.seats],
        most=plan.most,
        record=record,
        timings=[hall.paces[entry][1] for entry in slot.seats],
    )
    where = f"{socket.gethostname()}:{os.getpid()}"
    times = {"game": number, "seconds": [round(seconds, 6) for seconds in played.seconds], "worker": where}
    return _kept(played, number, slot.pair, len(opening)).dump(), json.dumps(times)


def _kept(played: Played, number: int, pair: int, opening: int) -> Record:
    """The record of a game with what the engines thought; nothing in it depends on the time of day."""
    more: dict[str, Any] = {
        "arena": {"game": number, "pair": pair, "opening": opening, "points": list(played.points)},
        "opinions": [None] * opening + [opinion(analysis) for analysis in played.opinions],
    }
    if played.record.ending != "rules":
        more["reason"] = to_json(played.reason)
    if played.printed:
        more["printed"] = list(played.printed[-10:])
    return replace(played.record, more=more)
