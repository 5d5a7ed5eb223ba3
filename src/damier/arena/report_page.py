"""The page of a tournament: one HTML file that needs nothing else.

Names, reasons and printed lines come from engines: whatever is shown goes through ``escape``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from damier import __version__
from damier.arena.charts import Dot, dot_chart, minus, progress_chart, seconds
from damier.arena.cross_table import cross_table, meetings_table, name_of, table_of
from damier.arena.plan import GAUNTLET, LADDER, ROUND_ROBIN
from damier.arena.player_names import callings
from damier.arena.report import MARK, Report, command
from damier.arena.result_sentences import used_up
from damier.arena.standings import Forfeit, Row
from damier.core.text import Number, Text, printable

MOST_SHOWN = 60
"""More pairings than this are folded away: they would hide what comes below."""


class Words:
    """Sentences in one language, safe inside a page."""

    def __init__(self, language: str, titles: Mapping[str, str]) -> None:
        self.language = language
        self.titles = titles
        """What people call players, by their names in the plan."""

    def __call__(self, text: Text | str) -> str:
        """Escaped; what would steer a terminal or is half a character shows as a question mark."""
        return escape(self.plain(text))

    def name(self, name: str) -> str:
        """What people call a player."""
        return self.titles.get(name, name)

    def plain(self, text: Text | str) -> str:
        return printable(text if isinstance(text, str) else text.show(self.language))


def page(report: Report, language: str) -> str:
    """The whole page."""
    called = callings(report.plan, report.game, language)
    titles = {one.name: text.show(language) for one, text in zip(report.plan.entrants, called, strict=True)}
    say = Words(language, titles)
    title = say(Text("Tournament: {game}", game=report.game.title))
    sections = [
        _facts(report, say),
        _ratings(report, say),
        _test(report, say),
        _cross(report, say),
        _meetings(report, say),
        _thinking(report, say),
        _forfeits(report, say),
        _again(report, say),
    ]
    css = (Path(__file__).parent / "report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n{MARK}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{css}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        + "\n".join(filter(None, sections))
        + f"\n</main>\n<footer>damier {escape(__version__)}</footer>\n</body>\n</html>\n"
    )


def section(heading: str, *parts: str) -> str:
    """A part of the page under its heading."""
    return f"<section>\n<h2>{heading}</h2>\n" + "\n".join(filter(None, parts)) + "\n</section>"


def _facts(report: Report, say: Words) -> str:
    plan, standings = report.plan, report.standings
    options = ", ".join(f"{name} {value}" for name, value in sorted(plan.options.items()))
    modes = {
        ROUND_ROBIN: Text("everybody against everybody"),
        GAUNTLET: Text("the first against all others"),
        LADDER: Text("each against the next three"),
    }
    mode = Text("all on the same boards") if plan.alone else modes[plan.mode]
    facts: list[tuple[Text, Text | str]] = [
        (Text("Board"), options or "-"),
        (Text("Players"), str(len(plan.entrants))),
        (Text("Who meets whom"), mode),
        (Text("Games"), Text("{n} of {total} games played", n=standings.games, total=plan.total)),
        (Text("Limit"), plan.limit or Text("as long as each usually thinks")),
        (Text("Seed"), str(plan.seed)),
    ]
    if plan.openings:
        facts.insert(4, (Text("Openings"), Text("{n} different openings", n=len(set(plan.openings)))))
    cells = "".join(f"<div><dt>{say(name)}</dt><dd>{say(value)}</dd></div>" for name, value in facts)
    remarks = "".join(f"<p class=note>{say(remark)}</p>" for remark in _remarks(report))
    return f"<dl>{cells}</dl>\n{remarks}"


def _remarks(report: Report) -> list[Text]:
    """What somebody who trusts the numbers should know."""
    plan, standings = report.plan, report.standings
    said = []
    if standings.games < plan.total and not standings.is_over:
        said.append(Text("not all games have been played: only whole pairs are counted"))
    if standings.capped:
        said.append(Text("{n} games were stopped because they went on for too long", n=standings.capped))
    said += standings.evidence.warnings(plan.alone)
    return said


def _ratings(report: Report, say: Words) -> str:
    rows = report.standings.table()
    alone = report.plan.alone
    low, high, ends = _scale(rows, alone, say)
    scale = "".join(f"<span>{end}</span>" for end in ends)
    heads = [Text("Player"), Text("Boards won") if alone else Text.literal("Elo")]
    if not alone:
        heads += [Text("Score"), Text("Points")]
    heads += [Text("Games"), Text("Won"), Text("Drawn"), Text("Lost"), Text("Forfeits")]
    heads += [Text("3BV a second")] if alone else []
    if alone:
        heads.remove(Text("Drawn"))
    names = [f"<th scope=col>{say(head)}</th>" for head in heads]
    hidden = f"<span class=hidden>{say(Text('Interval'))}</span>"
    names.insert(2, f"<th scope=col class=scale>{hidden}{scale}</th>")
    body = "".join(_rating_row(place, row, low, high, say) for place, row in enumerate(rows, 1))
    name = say(Text("Ratings"))
    table = table_of(name, _rating_caption(report, say), "".join(names), body, "ratings")
    return section(name, table)


def _scale(rows: Sequence[Row], alone: bool, say: Words) -> tuple[float, float, tuple[str, str]]:
    """From where to where the bars go, and what is written above their ends."""
    if alone:
        return 0.0, 1.0, (say(Text.number(0, ".0%")), say(Text.number(1, ".0%")))
    known = [0.0, *(v for row in rows for v in (row.low, row.high, _middle(row)) if math.isfinite(v))]
    low, high = 50.0 * math.floor(min(known) / 50 - 0.2), 50.0 * math.ceil(max(known) / 50 + 0.2)
    return low, high, (minus(f"{low:+.0f}"), minus(f"{high:+.0f}"))


def _rating_caption(report: Report, say: Words) -> str:
    if report.plan.alone:
        won = Text(
            "Share of the common boards that each player won, with Wilson's 95% interval. "
            "3BV a second counts won boards only: the moves they needed at least, by thinking time."
        )
        return say(won)
    standings = report.standings
    is_bounded = all(math.isfinite(row.low) and math.isfinite(row.high) for row in standings.table())
    said = [Text("Elo by Bradley-Terry over all pairings, with 95% intervals.")]
    if report.plan.reference is not None:
        said.append(Text("{name} has 0.", name=say.name(report.plan.entrants[report.plan.reference].name)))
    elif is_bounded:
        said.append(Text("The mean of all players is 0."))
    else:
        said.append(
            Text("0 is the mean of those who took points off each other, directly or through others.")
        )
    if not is_bounded:
        said.append(Text("Who won or lost everything is only bounded on one side."))
    return " ".join(map(say, said))


def _middle(row: Row) -> float:
    return row.elo if row.elo is not None else row.score


def _rating_row(place: int, row: Row, low: float, high: float, say: Words) -> str:
    words = say(row.words())
    shown = minus(words) if row.rating is not None else words
    numbers: list[str] = []
    if row.rating is not None:
        numbers += [say(Text.number(row.score, ".1%")), say(Text.number(row.points, "g"))]
    numbers += [say(row.played()), str(row.wins)]
    numbers += [str(row.draws)] if row.rating is not None else []
    numbers += [str(row.losses), str(row.forfeits)]
    if row.rating is None:
        numbers.append(say(Text.number(row.speed, ".2f")) if row.speed is not None else "-")
    cells = "".join(f"<td>{number}</td>" for number in numbers)
    bar = _bar(row, low, high)
    name = f"<th scope=row><span class=rank>{place}</span> {name_of(say.name(row.name), say)}</th>"
    kind = "elo" if row.rating is not None else "rate"
    return f"<tr>{name}<td class={kind}>{shown}</td><td>{bar}</td>{cells}</tr>"


def _bar(row: Row, low: float, high: float) -> str:
    """The interval on the common scale, for the eye: the same numbers stand beside it."""

    def share(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - low) / (high - low)))

    left, right = share(row.low), share(row.high)
    kinds = " open-left" * math.isinf(row.low) + " open-right" * math.isinf(row.high)
    one_sided = math.isinf(row.low) or math.isinf(row.high)
    dot = "" if one_sided else f'<b style="left:{share(_middle(row)):.1f}%"></b>'
    zero = f'<u style="left:{share(0.0):.1f}%"></u>'
    return (
        f'<div class=bar aria-hidden=true>{zero}<i class="range{kinds}" '
        f'style="left:{left:.1f}%;width:{right - left:.1f}%"></i>{dot}</div>'
    )


def _test(report: Report, say: Words) -> str:
    test, plan = report.standings.sprt(), report.plan.sprt
    if test is None or plan is None:
        return ""
    names = [say.name(entrant.name) for entrant in report.plan.entrants]
    unit = Text("normalised Elo") if plan.normalised else Text.literal("Elo")
    question = Text(
        "H0: {first} is {elo0} {unit} stronger than {second}; H1: {elo1} {unit} stronger. "
        "Wrong in at most {alpha} and {beta} of the cases.",
        first=names[0],
        second=names[1],
        elo0=Number(plan.elo0, "g"),
        elo1=Number(plan.elo1, "g"),
        unit=unit,
        alpha=Text("{percent}%", percent=Number(100 * plan.alpha, "g")),
        beta=Text("{percent}%", percent=Number(100 * plan.beta, "g")),
    )
    shown = Text(
        "LLR {llr} between {lower} and {upper} after {n} different pairs",
        llr=Number(test.llr, "+.2f"),
        lower=Number(test.lower, "+.2f"),
        upper=Number(test.upper, "+.2f"),
        n=report.progress[-1][0],
    )
    verdict = {
        None: Text("Not decided yet."),
        "H0": Text("H0 is accepted."),
        "H1": Text("H1 is accepted."),
    }[test.verdict]
    chart = progress_chart(
        report.progress,
        [(test.upper, "H1"), (test.lower, "H0")],
        (say.plain(Text("pairs")), say.plain(Text("log-likelihood ratio"))),
        say.plain(shown),
        say.language,
    )
    ended = f"<p class=note>{say(used_up(report.standings))}</p>" if report.standings.is_used_up else ""
    told = f"<p><strong>{say(verdict)}</strong> {minus(say(shown))}.</p>"
    return section(say(Text("Sequential test")), f"<p>{say(question)}</p>", told, ended, chart)


def _cross(report: Report, say: Words) -> str:
    if len(report.plan.entrants) < 2:
        return ""
    return section(say(Text("Cross table")), cross_table(report, say))


def _meetings(report: Report, say: Words) -> str:
    number = len(report.standings.met())
    if not number:
        return ""
    table = meetings_table(report, say)
    if number > MOST_SHOWN:
        table = f"<details><summary>{say(Text('{n} pairings', n=number))}</summary>{table}</details>"
    return section(say(Text("Head to head")), table)


def _thinking(report: Report, say: Words) -> str:
    """Strength against thinking time, where it is known."""
    rows = [row for row in report.standings.table() if report.pace.get(row.entry, 0.0) > 0]
    if not rows:
        return ""
    unit = Text("boards won") if report.plan.alone else Text.literal("Elo")
    dots = [
        Dot(
            say.plain(say.name(row.name)),
            report.pace[row.entry],
            _middle(row),
            row.low,
            row.high,
            report.plan.entrants[row.entry].words,
        )
        for row in rows
    ]
    titles = (say.plain(Text("mean time for a move")), say.plain(unit))
    lines = "".join(
        f"<tr><th scope=row>{name_of(say.name(row.name), say)}</th>"
        f"<td>{escape(seconds(report.pace[row.entry], say.language))}</td>"
        f"<td class=elo>{_strength(row, say)}</td></tr>"
        for row in rows
    )
    heads = "".join(f"<th scope=col>{say(h)}</th>" for h in (Text("Player"), Text("Time for a move"), unit))
    name = say(Text("Strength against thinking time"))
    table = table_of(name, say(Text("As measured, on the machines that played.")), heads, lines)
    alt = say.plain(Text("strength of each player over its mean time for a move; the table tells the same"))
    chart = dot_chart(dots, titles, alt, ".0%" if report.plan.alone else "g", say.language)
    return section(name, f"<div class=beside>{chart}{table}</div>")


def _strength(row: Row, say: Words) -> str:
    return minus(say(row.words())) if row.rating is not None else say(Text.number(row.score, ".1%"))


def _forfeits(report: Report, say: Words) -> str:
    found = sorted(report.standings.forfeits.values(), key=lambda f: (f.entry, -f.number, f.game))
    if not found:
        return ""
    return section(say(Text("Forfeits")), *(_forfeit(report, forfeit, say) for forfeit in found))


def _forfeit(report: Report, forfeit: Forfeit, say: Words) -> str:
    name = say.name(report.plan.entrants[forfeit.entry].name)
    line = Text(
        "{name} forfeited {n} games: {reason} (first in game {game})",
        name=name,
        n=forfeit.number,
        game=forfeit.game,
        reason=forfeit.reason,
    )
    printed = "".join(f"{say(line)}\n" for line in forfeit.printed)
    told = f"<details><summary>{say(Text('what it printed last'))}</summary><pre>{printed}</pre></details>"
    return f"<p>{say(line)}</p>{told if printed else ''}"


def _again(report: Report, say: Words) -> str:
    same = Text("The same seed gives the same games, on any machine and with any number of processes.")
    other = Text(
        "A limit in seconds means more on a faster machine: the same seed gives the same openings, "
        "but the games may differ. A limit in nodes gives the same games."
    )
    copy = Text(
        "Or copy {file} into an empty folder and type {command}: openings from a file are in it.",
        file="run.json",
        command="damier arena --resume FOLDER",
    )
    said = other if report.depends_on_time else same
    return section(
        say(Text("How to play it again")),
        f"<pre>{say(command(report.plan, report.game))}</pre>",
        f"<p>{say(said)}</p>",
        f"<p>{say(copy)}</p>",
    )
