"""From what a person writes to a plan that can be played."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from damier.arena.plan import ROUND_ROBIN, Entrant, Entry, Plan, checked, named
from damier.arena.players import player
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable


def split(lists: Sequence[str]) -> list[str]:
    """Players that are separated by commas; one with a comma in it stands in double quotes."""
    try:
        rows = list(csv.reader(lists, skipinitialspace=True, strict=True))
    except csv.Error:
        raise Unreadable(
            Text("'{word}' is not a list of players: separate them by commas", word=", ".join(lists)[:80])
        ) from None
    return [word.strip() for row in rows for word in row if word.strip()]


def entrants(game: AnyGame, players: Sequence[str], options: Options) -> tuple[Entrant, ...]:
    """The players so written: ``child``, ``searcher@2000nodes``, ``mybot.py``."""
    return enter(game, [_apart(written) for written in players], options)


def enter(game: AnyGame, players: Sequence[tuple[str, str | None]], options: Options) -> tuple[Entrant, ...]:
    """The players of these specs and limits, each fit for the board."""
    view = game.first_view(options)
    entries = []
    for spec, limit in players:
        found = player(game, spec)
        found.check_fits(game, view)
        entries.append((found.name, found.spec, limit))
    return named(entries)


def _apart(written: str) -> tuple[str, str | None]:
    """A player, and the limit after the last ``@`` if it is one."""
    player, _, limit = written.rpartition("@")
    if player:
        with suppress(Unreadable):  # an @ in a path
            read_pace(limit)
            return player, limit
    return written, None


def make_plan(game: AnyGame, lists: Sequence[str], *, options: Options, **more: Any) -> Plan:
    """A plan for players that are written in *lists*, separated by commas; see ``plan_for``."""
    return plan_for(game, entrants(game, split(lists), options), options=options, **more)


def plan_for(
    game: AnyGame,
    players: tuple[Entrant, ...],
    *,
    options: Options,
    games: int,
    reference: Entry | None = None,
    **more: Any,
) -> Plan:
    """A plan, checked; *more* are its other fields. An odd number of games is rounded up to whole pairs."""
    seats = game.deal(options, 0).seats
    if seats > 2:
        raise Refusal(Text("a match needs a game for one or two"))
    alone = seats == 1
    if reference is None and len(players) == 2:
        reference = 1  # of two, the second is the measure: the first is so much stronger
    plan = Plan(
        game=game.key,
        options=options,
        entrants=players,
        alone=alone,
        games=games if alone else games + games % 2,
        reference=reference,
        **more,
    )
    if alone and (plan.plies is not None or plan.openings or plan.mode != ROUND_ROBIN):
        raise Unreadable(
            Text("{game} is played alone: there are no openings and no pairings", game=game.title)
        )
    return checked(plan)
