"""Results in sentences: of a match, and what stands beside the table of a tournament."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from damier.arena.statistics.elo import Estimate
from damier.arena.statistics.standings import Forfeit, Standings
from damier.core.text import Number, Text


def match_result(standings: Standings, names: Sequence[str] = (), *, kept: bool = False) -> list[Text]:
    """Who won how much of a match, and what it proves; nothing before the first whole pair.

    *names* by entry, where players are not called as in the plan; *kept* where games can be looked up.
    """
    names = names or [entrant.name for entrant in standings.plan.entrants]
    cell = standings.cell(0, 1)
    if standings.plan.alone:
        result = [
            Text(
                "{name} won {rate} of {n} boards (95%: {low} to {high})",
                name=names[row.entry],
                rate=Number(row.score, ".1%"),
                n=row.different,
                low=Number(row.low, ".1%"),
                high=Number(row.high, ".1%"),
            )
            for row in sorted(standings.table(), key=lambda row: row.entry)
            if row.different
        ]
    else:
        result = (
            []
            if cell is None
            else [
                Text(
                    "{first} against {second}: {wins} won, {draws} drawn, {losses} lost",
                    first=names[0],
                    second=names[1],
                    wins=cell.wins,
                    draws=cell.draws,
                    losses=cell.losses,
                )
            ]
        )
    return result + remarks(standings, names, kept=kept)


def remarks(standings: Standings, names: Sequence[str] = (), *, kept: bool = True) -> list[Text]:
    """Sentences, the most important first; *names* by entry, where players are not called as in the plan."""
    names = names or [entrant.name for entrant in standings.plan.entrants]
    said = tested(standings, names) + standings.evidence.warnings(standings.plan.alone)
    if len(names) == 2 and standings.met():
        said += _of_two(standings, names)
    said += [forfeited(forfeit, names, kept=kept) for forfeit in standings.forfeits.values()]
    return said + stopped(standings)


def forfeited(forfeit: Forfeit, names: Sequence[str], *, kept: bool = True) -> Text:
    """How often a player forfeited for one reason, and in which game first where that one is *kept*."""
    told: dict[str, Any] = {"name": names[forfeit.entry], "n": forfeit.number, "reason": forfeit.reason}
    if kept:
        return Text("{name} forfeited {n} games: {reason} (first in game {game})", **told, game=forfeit.game)
    return Text("{name} forfeited {n} games: {reason}", **told)


def stopped(standings: Standings) -> list[Text]:
    """How many games went on for too long, if some did."""
    if not standings.capped:
        return []
    return [Text("{n} games were stopped because they went on for too long", n=standings.capped)]


def tested(standings: Standings, names: Sequence[str]) -> list[Text]:
    """How far the sequential test has got, if there is one, and what it has proven."""
    test = standings.plan.sprt
    if test is None:
        return []
    said = [
        Text(
            "sequential test: LLR {llr}, from {lower} to {upper}",
            llr=Number(standings.llr, ".2f"),
            lower=Number(test.lower, ".2f"),
            upper=Number(test.upper, ".2f"),
        )
    ]
    if standings.accepted == "H1":
        said.append(Text("proven: {name} is stronger (H1)", name=names[0]))
    if standings.accepted == "H0":
        said.append(Text("proven: {name} is not stronger (H0)", name=names[0]))
    if standings.is_used_up:
        said.append(used_up(standings))
    return said


def used_up(standings: Standings) -> Text:
    """Why a sequential test ends undecided."""
    return Text(
        "nothing new is to be learnt: the last {n} pairs only repeat earlier ones; "
        "other openings would tell more",
        n=standings.evidence.in_a_row,
    )


def _of_two(standings: Standings, names: Sequence[str]) -> list[Text]:
    """What the games of two players tell of them."""
    found, counts = standings.estimate(0, 1), standings.pairs(0, 1)
    los = Number(found.los, ".1%")
    if standings.plan.alone:
        return [
            Text(
                "{first} did better on {n} boards, {second} on {worse}; "
                "likelihood that {first} is stronger: {los}",
                first=names[0],
                second=names[1],
                n=counts[2],
                worse=counts[0],
                los=los,
            )
        ]
    return [
        elo_sentence(found),
        Text(
            "likelihood that {first} is stronger: {los}; pairs by points (0, 1/2, 1, 3/2, 2): {pairs}",
            first=names[0],
            los=los,
            pairs=" ".join(str(count) for count in counts),
        ),
    ]


def elo_sentence(found: Estimate) -> Text:
    """Score, Elo and error; where all points went one way, only the nearer bound is known."""
    score = Number(found.score, ".1%")
    low, high = Number(found.elo_low, "+.0f"), Number(found.elo_high, "+.0f")
    if found.elo == math.inf:
        return Text("score {score}, Elo above {bound} (95%)", score=score, bound=low)
    if found.elo == -math.inf:
        return Text("score {score}, Elo below {bound} (95%)", score=score, bound=high)
    return Text(
        "score {score}, Elo {elo} +/- {error} (95%: {low} to {high})",
        score=score,
        elo=Number(found.elo, "+.0f"),
        error=Number(found.error, ".0f"),
        low=low,
        high=high,
    )
