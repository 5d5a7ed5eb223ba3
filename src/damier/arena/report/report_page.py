"""The page of a tournament: one HTML file that needs nothing else.

Here is what it says; ``report.html`` is how it looks. Names, reasons and printed lines come from engines: the
template escapes whatever it shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

from markupsafe import Markup

from damier import __version__
from damier.arena.plan import GAUNTLET, LADDER, ROUND_ROBIN, Entry
from damier.arena.report.chart_svg import svg
from damier.arena.report.charts import linear, seconds, sprt_chart, sprt_state, time_chart
from damier.arena.report.report import MARK, Report, command
from damier.arena.report.templates import environment
from damier.arena.run_folder import PLAN
from damier.arena.statistics.bradley_terry import Rating
from damier.arena.statistics.elo import Estimate
from damier.arena.statistics.result_sentences import forfeited, stopped, used_up
from damier.arena.statistics.standings import Cell, Row
from damier.core.text import Number, Text

MOST_SHOWN = 60
"""More pairings than this are folded away: they would hide what comes below."""

SHOWN_NAME_LENGTH = 48
"""Signs of a name that are shown; a browser tells the rest of it."""

Section: TypeAlias = dict[str, Any]
"""What a part of the page needs, by the names that the template has for it."""


def page(report: Report, language: str) -> str:
    """The whole page."""
    names = report.plan.display_names(report.game, language)
    sections: dict[str, Section | None] = {
        "ratings": _ratings(report, names, language),
        "test": _test(report, names, language),
        "cross": _cross(report),
        "meetings": _meetings(report),
        "thinking": _thinking(report, names, language),
        "forfeits": _forfeits(report, names),
        "again": _again(report),
    }
    return (
        environment(language)
        .get_template("report.html")
        .render(
            language=language,
            mark=Markup(MARK),
            css=Markup((Path(__file__).parent / "report.css").read_text("utf-8")),
            version=__version__,
            longest=SHOWN_NAME_LENGTH,
            infinity=math.inf,
            title=Text("Tournament: {game}", game=report.game.title),
            names=names,
            rows=report.standings.table(),
            alone=report.plan.alone,
            facts=_facts(report),
            notes=_notes(report),
            # A template would find the methods of a dict before what is in it.
            **{name: section and SimpleNamespace(**section) for name, section in sections.items()},
        )
    )


def _facts(report: Report) -> list[tuple[Text, Text | str]]:
    plan, standings = report.plan, report.standings
    options = ", ".join(f"{name} {value}" for name, value in sorted(plan.options.items()))
    modes = {
        ROUND_ROBIN: Text("everybody against everybody"),
        GAUNTLET: Text("the first against all others"),
        LADDER: Text("each against the next three"),
    }
    facts: list[tuple[Text, Text | str]] = [
        (Text("Board"), options or "-"),
        (Text("Players"), str(len(plan.entrants))),
        (Text("Who meets whom"), Text("all on the same boards") if plan.alone else modes[plan.mode]),
        (Text("Games"), Text("{n} of {total} games played", n=standings.games, total=plan.total)),
        (Text("Limit"), plan.limit or Text("as long as each usually thinks")),
        (Text("Seed"), str(plan.seed)),
    ]
    if plan.openings:
        facts.insert(4, (Text("Openings"), Text("{n} different openings", n=len(set(plan.openings)))))
    return facts


def _notes(report: Report) -> list[Text]:
    """What somebody who trusts the numbers should know."""
    plan, standings = report.plan, report.standings
    notes = []
    if not standings.is_finished:
        notes.append(Text("not all games have been played: only whole pairs are counted"))
    return notes + stopped(standings) + standings.evidence.warnings(plan.alone)


def _ratings(report: Report, names: Sequence[str], language: str) -> Section:
    results = [Text("Won"), Text("Drawn"), Text("Lost"), Text("Forfeits")]
    if report.plan.alone:
        scale = linear([0.0, 1.0], "", ".0%", language)
        caption = [
            Text(
                "Share of the common boards that each player won, with Wilson's 95% interval. "
                "3BV a second counts won boards only: the moves they needed at least, by thinking time."
            )
        ]
        heads = [Text("Boards won"), Text("Games"), results[0], *results[2:], Text("3BV a second")]
    else:
        rows = report.standings.table()
        known = [v for row in rows for v in (row.low, row.high, row.strength) if math.isfinite(v)]
        scale = linear([0.0, *known], "", "+.0f", language)
        caption = _elo_caption(report, rows, names)
        heads = [Text.literal("Elo"), Text("Score"), Text("Points"), Text("Games"), *results]
    return {
        "name": Text("Ratings"),
        "interval": Text("Interval"),
        "caption": caption,
        "heads": [Text("Player"), *heads],
        "scale": scale,
    }


def _elo_caption(report: Report, rows: Sequence[Row], names: Sequence[str]) -> list[Text]:
    is_bounded = all(math.isfinite(row.low) and math.isfinite(row.high) for row in rows)
    caption = [Text("Elo by Bradley-Terry over all pairings, with 95% intervals.")]
    if report.plan.reference is not None:
        caption.append(Text("{name} has 0.", name=names[report.plan.reference]))
    elif is_bounded:
        caption.append(Text("The mean of all players is 0."))
    else:
        caption.append(
            Text("0 is the mean of those who took points off each other, directly or through others.")
        )
    if not is_bounded:
        caption.append(Text("Who won or lost everything is only bounded on one side."))
    return caption


def _test(report: Report, names: Sequence[str], language: str) -> Section | None:
    chart, test = sprt_chart(report, language), report.plan.sprt
    if chart is None or test is None:
        return None
    question = Text(
        "H0: {first} is {elo0} {unit} stronger than {second}; H1: {elo1} {unit} stronger. "
        "Wrong in at most {alpha} and {beta} of the cases.",
        first=names[0],
        second=names[1],
        elo0=Number(test.elo0, "g"),
        elo1=Number(test.elo1, "g"),
        unit=Text("normalised Elo") if test.normalised else Text.literal("Elo"),
        alpha=Text("{percent}%", percent=Number(100 * test.alpha, "g")),
        beta=Text("{percent}%", percent=Number(100 * test.beta, "g")),
    )
    decisions = {
        None: Text("Not decided yet."),
        "H0": Text("H0 is accepted."),
        "H1": Text("H1 is accepted."),
    }
    return {
        "name": Text("Sequential test"),
        "question": question,
        "decision": decisions[report.standings.accepted],
        "state": sprt_state(report, test),
        "used_up": used_up(report.standings) if report.standings.is_used_up else None,
        "chart": svg(chart, language),
    }


def _cross(report: Report) -> Section:
    """Points and games of each (row) against each (column), best first; columns by rank."""
    caption = (
        Text(
            "Boards that the player in the row won and the one in the column did not, of those that one won."
        )
        if report.plan.alone
        else Text("Points of the player in the row against the one in the column, and games.")
    )
    return {
        "name": Text("Cross table"),
        "player": Text("Player"),
        "caption": [caption],
        "cells": report.standings.cross(),
    }


@dataclass(frozen=True, slots=True)
class _HeadToHead:
    """One player against another, by their own games alone."""

    one: Entry
    two: Entry
    counts: tuple[int, ...]
    found: Estimate
    cell: Cell | None

    def colours(self) -> list[tuple[int, int]]:
        """The counts that are not 0, each with its colour from 0 (bad for the first) to 4."""
        colours = range(5) if len(self.counts) == 5 else (0, 2, 4)
        return [(colour, count) for colour, count in zip(colours, self.counts, strict=True) if count]

    @property
    def elo(self) -> Text:
        return Rating(self.found.elo, self.found.elo_low, self.found.elo_high).words()

    @property
    def normalised(self) -> Text:
        found = self.found
        return Rating(*map(found.normalised, (found.score, found.low, found.high))).words()


def _meeting_heads(alone: bool) -> tuple[list[Text], Text]:
    """What stands above the columns of the pairings, and what is said of them; in a game for one, *alone*."""
    if alone:
        return [Text("Players"), Text("worse, alike, better"), Text("LOS")], Text(
            "On how many boards the first did worse than the second, as well, and better. "
            "LOS: likelihood that the first is stronger."
        )
    heads = [
        Text("Players"),
        Text("won, drawn, lost"),
        Text("pairs by points"),
        Text("Score"),
        Text.literal("Elo"),
        Text("normalised Elo"),
        Text("LOS"),
    ]
    return heads, Text(
        "From the games of these two alone. Pairs by the points of the first: 0, 1/2, 1, 3/2, 2; "
        "repeats count once. LOS: likelihood that the first is stronger."
    )


def _meetings(report: Report) -> Section:
    """Every pairing with its counts, score, Elo, normalised Elo and likelihood of superiority."""
    standings = report.standings
    rank = {row.entry: place for place, row in enumerate(standings.table())}
    ordered = sorted(
        (sorted(both, key=rank.__getitem__) for both in standings.met()),
        key=lambda both: [rank[entry] for entry in both],
    )
    heads, caption = _meeting_heads(report.plan.alone)
    return {
        "name": Text("Head to head"),
        "caption": [caption],
        "heads": heads,
        "against": Text("against"),
        "folded": Text("{n} pairings", n=len(ordered)) if len(ordered) > MOST_SHOWN else None,
        "all": [
            _HeadToHead(
                one, two, standings.pairs(one, two), standings.estimate(one, two), standings.cell(one, two)
            )
            for one, two in ordered
        ],
    }


def _thinking(report: Report, names: Sequence[str], language: str) -> Section | None:
    """Strength against thinking time, where it is known."""
    chart = time_chart(report, names, language)
    if chart is None:
        return None
    unit = Text("boards won") if report.plan.alone else Text.literal("Elo")
    return {
        "name": Text("Strength against thinking time"),
        "caption": [Text("As measured, on the machines that played.")],
        "heads": [Text("Player"), Text("Time for a move"), unit],
        "rows": [(row, seconds(report.pace[row.entry], language)) for row in report.timed_rows()],
        "chart": svg(chart, language),
    }


def _forfeits(report: Report, names: Sequence[str]) -> Section:
    found = sorted(report.standings.forfeits.values(), key=lambda f: (f.entry, -f.number, f.game))
    return {
        "name": Text("Forfeits"),
        "printed": Text("what it printed last"),
        "all": [(forfeited(forfeit, names), forfeit.printed) for forfeit in found],
    }


def _again(report: Report) -> Section:
    same = Text("The same seed gives the same games, on any machine and with any number of processes.")
    other = Text(
        "A limit in seconds means more on a faster machine: the same seed gives the same openings, "
        "but the games may differ. A limit in nodes gives the same games."
    )
    copy = Text(
        "Or copy {file} into an empty folder and type {command}: openings from a file are in it.",
        file=PLAN,
        command="damier arena --resume FOLDER",
    )
    return {
        "name": Text("How to play it again"),
        "command": command(report.plan, report.game),
        "how": other if report.depends_on_time else same,
        "copy": copy,
    }
