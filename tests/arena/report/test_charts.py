"""Charts as data: their axes, their points and their names."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from damier.arena.report.chart_svg import svg
from damier.arena.report.charts import (
    Dot,
    dot_chart,
    linear,
    logarithmic,
    progress_chart,
    seconds,
    thinned,
)


def test_axes_show_all_values_with_round_numbers() -> None:
    for low, high in ((0.0, 43.0), (-2.94, 2.97), (-761.0, 555.0), (0.0, 1e-3), (5.0, 5.0), (-0.3, 1e6)):
        axis = linear([low, high], "x")
        assert axis.low <= low <= high <= axis.high and 3 <= len(axis.ticks) <= 9
        assert axis.share(axis.low) == 0 and axis.share(axis.high) == 1
    assert linear([0.0, 1.0], "", ".0%").show(0.2) == "20%"
    assert linear([-40.0, 40.0], "").show(-0.0) == "0" and linear([-40.0, 40.0], "").show(-20) == "−20"
    times = logarithmic([2e-4, 0.07], "t", seconds)
    assert [times.show(tick) for tick in times.ticks] == ["100 µs", "1 ms", "10 ms", "100 ms"]
    assert times.share(1e-3) == pytest.approx(1 / 3)
    assert len(logarithmic([1.0], "t", seconds).ticks) == 2


def test_charts_of_a_great_many_points_stay_small() -> None:
    points = [(number, 0.001 * number) for number in range(100_001)]
    assert (
        len(thinned(points)) <= 402
        and thinned(points)[-1] == points[-1]
        and thinned(points[:3]) == points[:3]
    )
    chart = svg(progress_chart(points, [(2.94, "H1"), (-2.94, "H0")], ("pairs", "LLR"), "alt & <more>"))
    root = ElementTree.fromstring(chart)
    assert root.attrib["aria-label"] == "alt & <more>" and len(chart) < 20_000


def test_names_in_a_chart_do_not_cover_each_other() -> None:
    dots = [
        Dot(f"player number {n}", 0.01 * (1 + n / 50), 10.0 * n, -50.0, float("inf"), "e") for n in range(5)
    ]
    root = ElementTree.fromstring(svg(dot_chart(dots, ("time", "Elo"), "alt")))
    places = [
        (float(t.attrib["x"]), float(t.attrib["y"])) for t in root.iter("text") if t.get("class") == "name"
    ]
    assert len(places) == 5
    for number, (x, y) in enumerate(places):
        for left, low in places[:number]:
            assert abs(x - left) > 100 or abs(y - low) >= 14
