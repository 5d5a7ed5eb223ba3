"""Charts as SVG inside a page: no library, and colours that follow the page's."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from damier.core.text import Number

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 30, 16, 46

SIGN = 8.2
"""How wide a letter is, about."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

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


def minus(words: str) -> str:
    """Figures with a minus sign as long as the plus sign, and a real plus-minus."""
    return words.replace("+/-", "±").replace("-", "−")


def seconds(value: float, language: str = "en") -> str:
    """A time for people: ``3.2 ms``."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= size * 0.9995:
            return f"{Number(value / size, '.3g').show(language)} {unit}"
    return f"{Number(value * 1e6, '.3g').show(language)} µs"


def _x(axis: Axis, value: float) -> float:
    return round(LEFT + axis.share(value) * (WIDTH - LEFT - RIGHT), 1)


def _y(axis: Axis, value: float) -> float:
    return round(HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM), 1)


def frame(across: Axis, up: Axis, inside: str, alt: str) -> str:
    """A chart with its two axes; *alt* tells it to who cannot see it."""
    parts = [f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(alt)}">']
    for tick in up.ticks:
        y = _y(up, tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{escape(up.show(tick))}</text>')
    for tick in across.ticks:
        x = _x(across, tick)
        parts.append(
            f'<line class="grid" x1="{x}" x2="{x}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM + 4}"/>'
        )
        words = escape(across.show(tick))
        parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{words}</text>')
    middle, height = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle" class="axis">{escape(across.title)}</text>'
    )
    parts.append(
        f'<text transform="translate(14 {height}) rotate(-90)" text-anchor="middle" class="axis">'
        f"{escape(up.title)}</text>"
    )
    return "".join([*parts, inside, "</svg>"])


def thinned(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """So many of the points as a chart can show, the last one always."""
    every = max(1, -(-len(points) // MOST_POINTS))
    return [*points[:-1:every], points[-1]]


def progress_chart(
    points: Sequence[tuple[int, float]],
    bounds: Sequence[tuple[float, str]],
    titles: tuple[str, str],
    alt: str,
    language: str = "en",
) -> str:
    """A line over a number of pairs, between named bounds."""
    up = linear([value for _, value in points] + [bound for bound, _ in bounds], titles[1], "g", language)
    across = linear([0.0, max(float(points[-1][0]), 1.0)], titles[0], "g", language)
    inside = []
    for bound, name in bounds:
        y = _y(up, bound)
        inside.append(f'<line class="bound" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        inside.append(f'<text x="{LEFT + 6}" y="{y - 5}">{escape(name)}</text>')
    path = " ".join(f"{_x(across, number)},{_y(up, value)}" for number, value in thinned(points))
    inside.append(f'<polyline class="line" points="{path}"/>')
    return frame(across, up, "".join(inside), alt)


@dataclass(frozen=True, slots=True)
class Dot:
    """A player in a chart: where, how sure, and whose line it is on."""

    name: str
    x: float
    y: float
    low: float
    high: float
    """Infinite where it is not known how far."""
    series: str


def dot_chart(
    dots: Sequence[Dot], titles: tuple[str, str], alt: str, form: str = "g", language: str = "en"
) -> str:
    """Strength over time: a dot with its interval for each player, lines between those of one engine."""
    known = [v for dot in dots for v in (dot.y, dot.low, dot.high) if math.isfinite(v)]
    up = linear(known, titles[1], form, language)
    across = logarithmic([dot.x for dot in dots], titles[0], lambda value: seconds(value, language))
    inside = []
    for series in dict.fromkeys(dot.series for dot in dots):
        path = sorted((dot.x, dot.y) for dot in dots if dot.series == series)
        if len(path) > 1:
            words = " ".join(f"{_x(across, x)},{_y(up, y)}" for x, y in path)
            inside.append(f'<polyline class="line thin" points="{words}"/>')
    taken = [(_x(across, dot.x) - 6, _y(up, dot.y) - 6, 12.0, 12.0) for dot in dots]
    for dot in dots:
        x, y = _x(across, dot.x), _y(up, dot.y)
        top, bottom = (_y(up, v) if math.isfinite(v) else y for v in (dot.high, dot.low))
        inside.append(f'<line class="error" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
        inside.append(
            f'<circle class="dot" cx="{x}" cy="{y}" r="5"><title>{escape(dot.name)}</title></circle>'
        )
        free = _free(x, y, SIGN * len(_short(dot.name)), taken)
        if free is not None:
            left, low = free
            inside.append(f'<text class="name" x="{left}" y="{low}">{escape(_short(dot.name))}</text>')
    return frame(across, up, "".join(inside), alt)


def _free(x: float, y: float, width: float, taken: list[Box]) -> tuple[float, float] | None:
    """Where the name of a dot begins so that it lies on no other dot and no other name; None without room."""
    for down in (0, 17, -17, 31, -31):
        for left in (x + 9, x - 9 - width):
            box = (left, y + down - 7, width, 14.0)
            fits = LEFT <= left <= WIDTH - 2 - width and TOP <= y + down + 4 <= HEIGHT - BOTTOM
            if fits and not any(_meet(box, other) for other in taken):
                taken.append(box)
                return round(left, 1), round(y + down + 4, 1)
    return None


def _meet(one: Box, two: Box) -> bool:
    return all(
        a < b + length and b < a + other
        for a, other, b, length in ((one[0], one[2], two[0], two[2]), (one[1], one[3], two[1], two[3]))
    )


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
