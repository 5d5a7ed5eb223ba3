"""A chart as SVG inside a page: no library, and colours that follow the page's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

from damier.arena.report.charts import Chart, Dot
from damier.arena.report.templates import environment

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 30, 16, 46

SIGN = 8.2
"""How wide a letter is, about."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


def svg(chart: Chart, language: str = "en") -> Markup:
    """The chart as SVG, with everything in it escaped."""
    template = environment(language).get_template("chart.svg")
    return Markup(
        template.render(
            chart=chart,
            drawing=_Drawing(chart),
            width=WIDTH,
            height=HEIGHT,
            left=LEFT,
            right=WIDTH - RIGHT,
            top=TOP,
            bottom=HEIGHT - BOTTOM,
        )
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Where everything in a chart lies."""

    chart: Chart

    def x(self, value: float) -> float:
        return round(LEFT + self.chart.across.share(value) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        return round(HEIGHT - BOTTOM - self.chart.up.share(value) * (HEIGHT - TOP - BOTTOM), 1)

    def path(self, points: Sequence[tuple[float, float]]) -> str:
        """The points of a line, as SVG writes them."""
        return " ".join(f"{self.x(across)},{self.y(up)}" for across, up in points)

    def end(self, dot: Dot, bound: float) -> float:
        """Where the interval of a dot ends: at the dot, if nothing bounds it there."""
        return self.y(bound if math.isfinite(bound) else dot.y)

    def labels(self) -> Iterator[tuple[Dot, str, tuple[float, float] | None]]:
        """Each dot with its name, and where that is written; None without room."""
        taken = [(self.x(dot.x) - 6, self.y(dot.y) - 6, 12.0, 12.0) for dot in self.chart.dots]
        for dot in self.chart.dots:
            name = dot.name if len(dot.name) <= 22 else dot.name[:21] + "…"
            yield dot, name, _free(self.x(dot.x), self.y(dot.y), SIGN * len(name), taken)


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
