"""The charts of a tournament as PNG and SVG files, by matplotlib; the page needs none of them."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from damier.arena.report.charts import Chart, sprt_chart, time_chart
from damier.arena.report.report import Report
from damier.core.os_errors import writing
from damier.core.record_files import write_whole
from damier.core.text import Refusal, Text

ACCENT, WARM, SOFT = "#1f4bb8", "#b3420f", "#c9d6f5"


def write_plots(report: Report, folder: Path, language: str) -> list[Path]:
    """Write what there is to draw, each as PNG and as SVG; returns the files."""
    try:
        import matplotlib as library
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Refusal(Text("plots need matplotlib: pip install 'damier[plots]'")) from None
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    names = report.plan.display_names(report.game, language)
    pictures: list[tuple[str, float, Callable[[Any], None]]] = [
        ("ratings", max(4.5, 1 + 0.28 * len(names)), lambda axes: _ratings(axes, report, names, language))
    ]
    for name, chart in (
        ("sprt", sprt_chart(report, language)),
        ("time", time_chart(report, names, language)),
    ):
        if chart is not None:
            pictures.append((name, 4.5, partial(_draw, chart)))
    written = []
    # Without the settings of the person who runs it: the same files for everybody.
    with library.rc_context({"text.usetex": False, "svg.hashsalt": "damier", "text.parse_math": False}):
        for name, height, draw in pictures:
            figure = Figure(figsize=(8, height), layout="constrained")
            FigureCanvasAgg(figure)
            draw(figure.add_subplot())
            for kind in ("png", "svg"):
                path = folder / f"damier-{name}.{kind}"
                write_whole(path, _saved(figure, kind))
                written.append(path)
    return written


def _saved(figure: Any, kind: str) -> bytes:
    file = io.BytesIO()
    # No date: the same run gives the same file.
    more = {"Date": None} if kind == "svg" else {"Software": "damier"}
    figure.savefig(file, format=kind, dpi=150, metadata=more)
    return file.getvalue()


def _ratings(axes: Any, report: Report, names: Sequence[str], language: str) -> None:
    """Each player with its interval, best on top; an arrow where it is not known how far."""
    rows = report.standings.table()
    for place, row in enumerate(rows):
        low, high = (v if math.isfinite(v) else row.strength for v in (row.low, row.high))
        axes.plot([low, high], [place, place], color=SOFT, linewidth=6, solid_capstyle="round", zorder=1)
        marker = ">" if math.isinf(row.high) else "<" if math.isinf(row.low) else "o"
        axes.plot([row.strength], [place], marker, color=ACCENT, zorder=2)
    axes.set_yticks(range(len(rows)), [names[row.entry][:40] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.axvline(0, color="#888888", linewidth=0.8, linestyle="--", zorder=0)
    axes.set_xlabel((Text("boards won, 95%") if report.plan.alone else Text("Elo, 95%")).show(language))
    axes.set_title(Text("Tournament: {game}", game=report.game.title).show(language))


def _draw(chart: Chart, axes: Any) -> None:
    """A chart as it is in the page."""
    for line in chart.lines:
        axes.plot(*zip(*line, strict=True), color=ACCENT, alpha=0.5 if chart.dots else 1.0)
    for bound, name in chart.bounds:
        axes.axhline(bound, color=WARM, linestyle="--")
        axes.annotate(name, (0, bound), xytext=(4, 3), textcoords="offset points", color=WARM)
    for place, dot in enumerate(sorted(chart.dots, key=lambda dot: dot.x)):
        low, high = (v if math.isfinite(v) else dot.y for v in (dot.low, dot.high))
        error = [[max(0.0, dot.y - low)], [max(0.0, high - dot.y)]]
        axes.errorbar([dot.x], [dot.y], error, fmt="o", color=ACCENT, capsize=3)
        late = 2 * place >= len(chart.dots)  # names of the slower ones go to the left, each at another height
        where = {"xytext": (-7 if late else 7, (-14, 5)[place % 2]), "ha": "right" if late else "left"}
        axes.annotate(dot.name[:40], (dot.x, dot.y), textcoords="offset points", **where)
    if chart.across.is_log:
        axes.set_xscale("log")
        axes.margins(x=0.2)
    axes.xaxis.set_major_formatter(lambda value, place: chart.across.show(value))
    axes.yaxis.set_major_formatter(lambda value, place: chart.up.show(value))
    axes.set_xlabel(chart.across.title)
    axes.set_ylabel(chart.up.title)
    axes.set_title(chart.title)
