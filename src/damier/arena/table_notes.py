"""What is to be said beside the table of a tournament: its test, copies, a duel, forfeits, endless games."""

from __future__ import annotations

from collections.abc import Sequence

from damier.arena.match_results import elo_sentence
from damier.arena.standings import Standings
from damier.core.text import Number, Text


def remarks(standings: Standings, names: Sequence[str | Text] = ()) -> list[Text]:
    """Sentences, the most important first; *names* by entry, where players are not called as in the plan."""
    names = names or [entrant.name for entrant in standings.plan.entrants]
    said = tested(standings, names) + standings.evidence.warnings(standings.plan.alone)
    if len(names) == 2 and standings.met():
        said += _duel(standings, names[0])
    for forfeit in standings.forfeits.values():
        said.append(
            Text(
                "{name} forfeited {n} games: {reason} (first in game {game})",
                name=names[forfeit.entry],
                n=forfeit.number,
                reason=forfeit.reason,
                game=forfeit.game,
            )
        )
    if standings.capped:
        said.append(Text("{n} games were stopped because they went on for too long", n=standings.capped))
    return said


def tested(standings: Standings, names: Sequence[str | Text]) -> list[Text]:
    """How far the sequential test has got, if there is one, and what it has proven."""
    test = standings.sprt()
    if test is None:
        return []
    said = [
        Text(
            "sequential test: LLR {llr}, from {lower} to {upper}",
            llr=Number(test.llr, ".2f"),
            lower=Number(test.lower, ".2f"),
            upper=Number(test.upper, ".2f"),
        )
    ]
    if test.verdict == "H1":
        said.append(Text("proven: {name} is stronger (H1)", name=names[0]))
    if test.verdict == "H0":
        said.append(Text("proven: {name} is not stronger (H0)", name=names[0]))
    if standings.is_used_up:
        said.append(used_up(standings))
    return said


def used_up(standings: Standings) -> Text:
    """Why a sequential test ends without a verdict."""
    return Text(
        "nothing new is to be learnt: the last {n} pairs only repeat earlier ones; "
        "other openings would tell more",
        n=standings.evidence.in_a_row,
    )


def _duel(standings: Standings, first: str | Text) -> list[Text]:
    """Two players, from their own games."""
    found = standings.estimate(0, 1)
    superior = Text("likelihood that {first} is stronger: {los}", first=first, los=Number(found.los, ".1%"))
    if standings.plan.alone:
        return [superior]
    return [
        elo_sentence(found),
        superior,
        Text(
            "pairs by points (0, 1/2, 1, 3/2, 2): {pairs}",
            pairs=" ".join(str(count) for count in standings.pairs(0, 1)),
        ),
    ]
