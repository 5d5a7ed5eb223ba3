"""From what a person writes to a plan that can be played."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from damier.arena.plan import ROUND_ROBIN, Entrant, Entry, Plan, checked, named
from damier.arena.players import absolute, player
from damier.arena.sprt import Sprt
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.options import Options
from damier.core.text import Refusal, Text, Unreadable


def split(words: Sequence[str]) -> list[str]:
    """Players that are separated by commas; one with a comma in it stands in double quotes."""
    try:
        rows = list(csv.reader(words, skipinitialspace=True, strict=True))
    except csv.Error:
        raise Unreadable(
            Text("'{word}' is not a list of players: separate them by commas", word=", ".join(words)[:80])
        ) from None
    return [word.strip() for row in rows for word in row if word.strip()]


def entrants(game: AnyGame, words: Sequence[str], options: Options) -> tuple[Entrant, ...]:
    """Whom the words mean, each fit for the board: ``child``, ``searcher@2000nodes``, ``mybot.py``."""
    state = game.deal(options, 0)
    view = game.view(state, state.turn)
    entries = []
    for word in split(words):
        who, limit = _apart(word)
        found = player(game, who)
        if not found.fits(view):
            raise Refusal(
                Text("the level '{level}' does not play on this board", level=game.called(found.name))
            )
        entries.append((found.name, absolute(who), limit))
    return named(entries)


def _apart(word: str) -> tuple[str, str | None]:
    """A player, and the limit after the last ``@`` if it is one."""
    who, sign, limit = word.rpartition("@")
    if sign and who:
        try:
            read_pace(limit)
        except Unreadable:
            return word, None  # an @ in a path
        return who, limit
    return word, None


def make_plan(
    game: AnyGame,
    words: Sequence[str],
    *,
    options: Options,
    seed: int,
    games: int,
    limit: str | None = None,
    mode: str = ROUND_ROBIN,
    plies: int | None = None,
    openings: tuple[str, ...] = (),
    sprt: Sprt | None = None,
    reference: Entry | None = None,
    **more: Any,
) -> Plan:
    """A plan, checked; an odd number of games is rounded up to whole pairs."""
    state = game.deal(options, 0)
    if state.seats > 2:
        raise Refusal(Text("a match needs a game for one or two"))
    alone = state.seats == 1
    if limit is not None:
        read_pace(limit)
    who = entrants(game, words, options)
    if reference is None and len(who) == 2:
        reference = 1  # of two, the second is the measure: the first is so much stronger
    plan = Plan(
        game=game.key,
        options=options,
        seed=seed,
        entrants=who,
        alone=alone,
        mode=mode,
        games=games if alone else games + games % 2,
        limit=limit,
        plies=plies,
        openings=openings,
        sprt=sprt,
        reference=reference,
        **more,
    )
    if alone and (plies is not None or openings or mode != ROUND_ROBIN):
        raise Unreadable(
            Text("{game} is played alone: there are no openings and no pairings", game=game.title)
        )
    return checked(plan)


def with_openings(plan: Plan, openings: tuple[str, ...]) -> Plan:
    """The plan with where its pairs begin."""
    return replace(plan, openings=openings)
