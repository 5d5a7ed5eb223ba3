"""What a worker does: plays some games of a plan, wherever it is, always the same way."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from damier.arena.plan import Opening, Plan, broken_field
from damier.arena.play_game import GameResult, opinion, play_game
from damier.arena.players import Player, guarded, player
from damier.arena.run_folder import Lines
from damier.core.clock import Timing
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.record import Record, replay
from damier.core.text import Unreadable, to_json
from damier.games import game as find_game


@dataclass(frozen=True, slots=True)
class PreparedPlan:
    """A plan with everything made ready for its games."""

    plan: Plan
    game: AnyGame
    players: tuple[Player, ...]
    paces: tuple[tuple[Limit, Timing | None], ...]
    """By entry: how much it may think, and its clock if it has one."""


@lru_cache(maxsize=4)
def prepare_plan(plan_json: str) -> PreparedPlan:
    """Make a plan ready, once in each process."""
    plan = Plan.load(plan_json)
    game = find_game(plan.game)
    if game.settle(None, plan.options) != plan.options:
        raise Unreadable(broken_field("options"))
    if plan.alone != (game.deal(plan.options, 0).seats == 1):
        raise Unreadable(broken_field("alone"))
    players, paces = [], []
    for entrant in plan.entrants:
        entered = player(game, entrant.spec, thinking=plan.thinking)
        limit = entrant.limit or plan.limit
        players.append(guarded(entered, entrant.name))
        paces.append(read_pace(limit) if limit else (entered.usual, None))
    return PreparedPlan(plan, game, tuple(players), tuple(paces))


def play_batch(plan_json: str, numbers: Sequence[int], openings: Sequence[Opening]) -> list[Lines]:
    """Play games of a plan, each from its opening.

    The plan comes without its openings, for a batch needs few of them and there may be half a million.
    """
    return play_prepared(prepare_plan(plan_json), numbers, openings)


def play_prepared(prepared: PreparedPlan, numbers: Sequence[int], openings: Sequence[Opening]) -> list[Lines]:
    """Play games of a plan that was made ready in this process, by players whom no plan could name."""
    return [play_one(prepared, number, opening) for number, opening in zip(numbers, openings, strict=True)]


def play_one(prepared: PreparedPlan, number: int, opening: Opening) -> Lines:
    """Play one game of a plan."""
    plan, game = prepared.plan, prepared.game
    slot = plan.slot(number)
    record = Record(
        game=game.key,
        options=plan.options,
        seed=plan.deal_seed(slot.pair),
        moves=opening,
        players=tuple(plan.entrants[entry].name for entry in slot.seats),
    )
    *_, state = replay(game, record)
    engines = [
        prepared.players[entry].make(plan.engine_seed(slot, seat)) for seat, entry in enumerate(slot.seats)
    ]
    result = play_game(
        game,
        engines,
        state,
        [prepared.paces[entry][0] for entry in slot.seats],
        most=plan.most,
        record=record,
        timings=[prepared.paces[entry][1] for entry in slot.seats],
    )
    worker = f"{socket.gethostname()}:{os.getpid()}"
    times = {"game": number, "seconds": [round(seconds, 6) for seconds in result.seconds], "worker": worker}
    return _kept(result, number, slot.pair, len(opening)).dump(), json.dumps(times)


def _kept(result: GameResult, number: int, pair: int, opening: int) -> Record:
    """The record of a game with what the engines thought; nothing in it depends on the time of day."""
    more: dict[str, Any] = {
        "arena": {"game": number, "pair": pair, "opening": opening, "points": list(result.points)},
        "opinions": [None] * opening + [opinion(analysis) for analysis in result.opinions],
    }
    if result.record.ending != "rules":
        more["reason"] = to_json(result.reason)
    if result.printed:
        more["printed"] = list(result.printed[-10:])
    return replace(result.record, more=more)
