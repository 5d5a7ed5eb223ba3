"""Each against each, in the page of a tournament."""

from __future__ import annotations

import math
from html import escape
from typing import Protocol

from damier.arena.charts import minus
from damier.arena.elo import Estimate
from damier.arena.plan import Entry
from damier.arena.report import Report
from damier.core.text import Number, Text


class Say(Protocol):
    """Says something in one language, safe inside a page."""

    def __call__(self, text: Text | str) -> str: ...
    def name(self, name: str) -> str:
        """What people call a player."""


LONG = 48
"""Signs of a name that are shown; a browser tells the rest of it."""


def name_of(name: str, say: Say) -> str:
    """A player's name: not too long, and broken before its limit rather than within a word."""
    shown = say(name if len(name) <= LONG else name[: LONG - 1] + "…").replace("@", "<wbr>@")
    return shown if len(name) <= LONG else f'<span title="{say(name)}">{shown}</span>'


def table_of(name: str, caption: str, heads: str, body: str, kind: str = "") -> str:
    """A table that scrolls by itself where it is wider than the page."""
    return (
        f'<div class=scroll tabindex=0 role=region aria-label="{name}"><table class="{kind}">'
        f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cross_table(report: Report, say: Say) -> str:
    """Points and games of each (row) against each (column), best first; columns by rank."""
    rows, cells = report.standings.table(), report.standings.cross()
    heads = f"<th scope=col>{say(Text('Player'))}</th>" + "".join(
        f'<th scope=col><abbr title="{say(say.name(row.name))}">{place}</abbr></th>'
        for place, row in enumerate(rows, 1)
    )
    body = []
    for place, row in enumerate(rows, 1):
        line = [f"<th scope=row><span class=rank>{place}</span> {name_of(say.name(row.name), say)}</th>"]
        for other in rows:
            cell = cells[row.entry][other.entry]
            if cell is None or not cell.games:
                line.append(f"<td class=self>{'' if row is other else '-'}</td>")
            else:
                share, points = cell.points / cell.games, say(Text.number(cell.points, "g"))
                line.append(f'<td style="--share:{share:.2f}">{points}<small> / {cell.games}</small></td>')
        body.append(f"<tr>{''.join(line)}</tr>")
    caption = (
        Text(
            "Boards that the player in the row won and the one in the column did not, of those that one won."
        )
        if report.plan.alone
        else Text("Points of the player in the row against the one in the column, and games.")
    )
    return table_of(say(Text("Cross table")), say(caption), heads, "".join(body), "cross")


def meetings_table(report: Report, say: Say) -> str:
    """Every pairing with its counts, score, Elo, normalised Elo and likelihood of superiority."""
    rank = {row.entry: place for place, row in enumerate(report.standings.table())}
    ordered = sorted(
        (tuple(sorted(both, key=rank.__getitem__)) for both in report.standings.met()),
        key=lambda both: [rank[entry] for entry in both],
    )
    alone = report.plan.alone
    if alone:
        heads = [Text("Players"), Text("worse, alike, better"), Text("LOS")]
    else:
        heads = [Text("Players"), Text("won, drawn, lost"), Text("pairs by points"), Text("Score")]
        heads += [Text.literal("Elo"), Text("normalised Elo"), Text("LOS")]
    body = "".join(_meeting(report, one, two, say) for one, two in ordered)
    caption = (
        Text(
            "On how many boards the first did worse than the second, as well, and better. "
            "LOS: likelihood that the first is stronger."
        )
        if alone
        else Text(
            "From the games of these two alone. Pairs by the points of the first: 0, 1/2, 1, 3/2, 2; "
            "repeats count once. LOS: likelihood that the first is stronger."
        )
    )
    names = "".join(f"<th scope=col>{say(head)}</th>" for head in heads)
    return table_of(say(Text("Head to head")), say(caption), names, body, "meetings")


def _meeting(report: Report, one: Entry, two: Entry, say: Say) -> str:
    standings, entrants = report.standings, report.plan.entrants
    counts, found = standings.pairs(one, two), standings.estimate(one, two)
    cell = standings.cell(one, two)
    names = [name_of(say.name(entrants[entry].name), say) for entry in (one, two)]
    first = f"<th scope=row>{names[0]}<br><small>{say(Text('against'))}</small> {names[1]}</th>"
    cells = [pentanomial(counts), say(Text.number(found.los, ".1%"))]
    if not report.plan.alone and cell is not None:
        cells.insert(0, f"{cell.wins} {cell.draws} {cell.losses}")
        cells[2:2] = [say(Text.number(found.score, ".1%")), _elo(found, say), _normalised(found, say)]
    return f"<tr>{first}{''.join(f'<td>{words}</td>' for words in cells)}</tr>"


def pentanomial(counts: tuple[int, ...]) -> str:
    """The counts as a bar of five (or three) parts, and in figures below it."""
    number = sum(counts)
    kinds = range(len(counts)) if len(counts) == 5 else (0, 2, 4)
    parts = "".join(
        f'<i class="p{kind}" style="width:{100 * count / number:.2f}%"></i>'
        for kind, count in zip(kinds, counts, strict=True)
        if count
    )
    return f"<div class=stack aria-hidden=true>{parts}</div>{escape(' '.join(map(str, counts)))}"


def _elo(found: Estimate, say: Say) -> str:
    return _between(found.elo, found.elo_low, found.elo_high, say)


def _normalised(found: Estimate, say: Say) -> str:
    low, high = found.normalised(found.low), found.normalised(found.high)
    return _between(found.normalised(), low, high, say)


def _between(middle: float, low: float, high: float, say: Say) -> str:
    """``+53 ± 41``, or the one bound that is known."""
    if math.isfinite(low) and math.isfinite(high):
        return minus(f"{middle:+.0f} ± {(high - low) / 2:.0f}")
    if math.isfinite(low):
        return minus(say(Text("above {bound}", bound=Number(low, "+.0f"))))
    if math.isfinite(high):
        return minus(say(Text("below {bound}", bound=Number(high, "+.0f"))))
    return say(Text("unknown"))
