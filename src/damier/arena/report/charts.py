"""The charts of a tournament as data; ``chart_svg.py`` and ``matplotlib_charts.py`` draw them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from damier.arena.report.report import Report
from damier.arena.statistics.sprt import Sprt
from damier.core.text import Number, Text

MOST_POINTS = 400
"""Of a line; more nobody sees."""


@dataclass(frozen=True, slots=True)
class Axis:
    """From where to where, and what is written beside it."""

    low: float
    high: float
    ticks: tuple[float, ...]
    title: str
    show: Callable[[float], str] = lambda value: f"{value:g}"
    is_log: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a value lies, from 0 to 1."""
        low, high, value = (math.log(v) if self.is_log else v for v in (self.low, self.high, value))
        return min(1.0, max(0.0, (value - low) / (high - low)))


def linear(values: Sequence[float], title: str, form: str = "g", language: str = "en") -> Axis:
    """An axis that shows all of these values, with round numbers on it, written in this *form*."""
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(step * number for number in range(first, last + 1))
    return Axis(
        ticks[0], ticks[-1], ticks, title, lambda value: minus(Number(value + 0.0, form).show(language))
    )


def logarithmic(values: Sequence[float], title: str, show: Callable[[float], str]) -> Axis:
    """An axis by powers of ten."""
    first = math.floor(math.log10(min(values)) + 1e-9)
    last = max(math.ceil(math.log10(max(values)) - 1e-9), first + 1)
    ticks = tuple(10.0**power for power in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks, title, show, is_log=True)


def minus(figures: str) -> str:
    """Figures with a minus sign as long as the plus sign, and a real plus-minus."""
    return figures.replace("+/-", "±").replace("-", "−")


def seconds(value: float, language: str = "en") -> str:
    """A time for people: ``3.2 ms``."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= size * 0.9995:
            return f"{Number(value / size, '.3g').show(language)} {unit}"
    return f"{Number(value * 1e6, '.3g').show(language)} µs"


def thinned(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """So many of the points as a chart can show, the last one always."""
    every = max(1, -(-len(points) // MOST_POINTS))
    return [*points[:-1:every], points[-1]]


@dataclass(frozen=True, slots=True)
class Dot:
    """A player in a chart: where, how sure, and with which others a line joins it."""

    name: str
    x: float
    y: float
    low: float
    high: float
    """Infinite where it is not known how far."""
    series: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture as data."""

    title: str
    alt: str
    """What it shows, for people who cannot see it."""
    across: Axis
    up: Axis
    lines: Sequence[Sequence[tuple[float, float]]] = ()
    bounds: Sequence[tuple[float, str]] = ()
    """Named heights: ``(2.94, "H1")``."""
    dots: Sequence[Dot] = ()


def progress_chart(
    points: Sequence[tuple[int, float]],
    bounds: Sequence[tuple[float, str]],
    titles: tuple[str, str],
    alt: str,
    language: str = "en",
    title: str = "",
) -> Chart:
    """A line over a number of pairs, between named bounds."""
    up = linear([value for _, value in points] + [bound for bound, _ in bounds], titles[1], "g", language)
    across = linear([0.0, max(float(points[-1][0]), 1.0)], titles[0], "g", language)
    return Chart(title=title, alt=alt, across=across, up=up, lines=[thinned(points)], bounds=bounds)


def dot_chart(
    dots: Sequence[Dot],
    titles: tuple[str, str],
    alt: str,
    form: str = "g",
    language: str = "en",
    title: str = "",
) -> Chart:
    """Strength over time: a dot with its interval for each player, lines between those of one engine."""
    known = [v for dot in dots for v in (dot.y, dot.low, dot.high) if math.isfinite(v)]
    up = linear(known, titles[1], form, language)
    across = logarithmic([dot.x for dot in dots], titles[0], lambda value: seconds(value, language))
    of_one = [
        [(dot.x, dot.y) for dot in dots if dot.series == name] for name in {dot.series: 0 for dot in dots}
    ]
    lines = [sorted(points) for points in of_one if len(points) > 1]
    return Chart(title=title, alt=alt, across=across, up=up, lines=lines, dots=dots)


def sprt_chart(report: Report, language: str) -> Chart | None:
    """How far the sequential test has got, if there is one."""
    test = report.plan.sprt
    if test is None:
        return None
    return progress_chart(
        report.progress,
        [(test.upper, "H1"), (test.lower, "H0")],
        (Text("pairs").show(language), Text("log-likelihood ratio").show(language)),
        sprt_state(report, test).show(language),
        language,
        Text("Sequential test").show(language),
    )


def sprt_state(report: Report, test: Sprt) -> Text:
    """Where the sequential test of a report stands."""
    return Text(
        "LLR {llr} between {lower} and {upper} after {n} different pairs",
        llr=Number(report.standings.llr, "+.2f"),
        lower=Number(test.lower, "+.2f"),
        upper=Number(test.upper, "+.2f"),
        n=report.progress[-1][0],
    )


def time_chart(report: Report, names: Sequence[str], language: str) -> Chart | None:
    """Strength against thinking time, where it is known; *names* by entry."""
    alone = report.plan.alone
    unit = Text("boards won") if alone else Text.literal("Elo")
    dots = [
        Dot(
            names[row.entry],
            report.pace[row.entry],
            row.strength,
            row.low,
            row.high,
            report.plan.entrants[row.entry].spec,
        )
        for row in report.timed_rows()
    ]
    if not dots:
        return None
    return dot_chart(
        dots,
        (Text("mean time for a move").show(language), unit.show(language)),
        Text("strength of each player over its mean time for a move; the table tells the same").show(
            language
        ),
        ".0%" if alone else "g",
        language,
        Text("Strength against thinking time").show(language),
    )
