"""The charts of a tournament as PNG and SVG files, by matplotlib; the page needs none of them."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

from damier.arena.charts import minus, seconds
from damier.arena.report import Report
from damier.arena.standings import Row
from damier.core.os_errors import trouble
from damier.core.record_files import write_whole
from damier.core.text import Number, Refusal, Text, printable

ACCENT, WARM, SOFT = "#1f4bb8", "#b3420f", "#c9d6f5"


def write_plots(report: Report, folder: Path, language: str) -> list[Path]:
    """Write what there is to draw, each as PNG and as SVG; returns the files."""
    try:
        import matplotlib as library
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Refusal(Text("plots need matplotlib: pip install 'damier[plots]'")) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Refusal(Text("cannot write {path}: {error}", path=str(folder), error=trouble(error))) from error
    written = []
    # Without the settings of the person who runs it: the same files for everybody.
    with library.rc_context({"text.usetex": False, "svg.hashsalt": "damier", "text.parse_math": False}):
        for name, draw in (("ratings", _ratings), ("sprt", _test), ("time", _thinking)):
            height = max(4.5, 1 + 0.28 * len(report.plan.entrants)) if name == "ratings" else 4.5
            figure = Figure(figsize=(8, height), layout="constrained")
            FigureCanvasAgg(figure)
            if not draw(figure.add_subplot(), report, language):
                continue
            for kind in ("png", "svg"):
                path = folder / f"damier-{name}.{kind}"
                write_whole(path, _drawn(figure, kind))
                written.append(path)
    return written


def _drawn(figure: Any, kind: str) -> bytes:
    paper = io.BytesIO()
    # No date: the same run gives the same file.
    more = {"Date": None} if kind == "svg" else {"Software": "damier"}
    figure.savefig(paper, format=kind, dpi=150, metadata=more)
    return paper.getvalue()


def _middle(row: Row) -> float:
    return row.elo if row.elo is not None else row.score


def _ratings(axes: Any, report: Report, language: str) -> bool:
    """Each player with its interval, best on top; an arrow where it is not known how far."""
    rows = report.standings.table()
    for place, row in enumerate(rows):
        low, high = (v if math.isfinite(v) else _middle(row) for v in (row.low, row.high))
        axes.plot([low, high], [place, place], color=SOFT, linewidth=6, solid_capstyle="round", zorder=1)
        marker = ">" if math.isinf(row.high) else "<" if math.isinf(row.low) else "o"
        axes.plot([_middle(row)], [place], marker, color=ACCENT, zorder=2)
    axes.set_yticks(range(len(rows)), [printable(row.name)[:40] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.axvline(0, color="#888888", linewidth=0.8, linestyle="--", zorder=0)
    alone = report.plan.alone
    axes.set_xlabel((Text("boards won, 95%") if alone else Text("Elo, 95%")).show(language))
    axes.set_title(_title(report, language))
    return bool(rows)


def _title(report: Report, language: str) -> str:
    return Text("Tournament: {game}", game=report.game.title).show(language)


def _test(axes: Any, report: Report, language: str) -> bool:
    test = report.standings.sprt()
    if test is None:
        return False
    axes.plot([pairs for pairs, _ in report.progress], [llr for _, llr in report.progress], color=ACCENT)
    for bound, name in ((test.upper, "H1"), (test.lower, "H0")):
        axes.axhline(bound, color=WARM, linestyle="--", label=name)
        axes.annotate(name, (0, bound), xytext=(4, 3), textcoords="offset points", color=WARM)
    axes.set_xlabel(Text("pairs").show(language))
    axes.set_ylabel(Text("log-likelihood ratio").show(language))
    axes.yaxis.set_major_formatter(lambda value, place: minus(Number(value, "g").show(language)))
    axes.set_title(Text("Sequential test").show(language))
    return True


def _thinking(axes: Any, report: Report, language: str) -> bool:
    rows = [row for row in report.standings.table() if report.pace.get(row.entry, 0.0) > 0]
    if not rows:
        return False
    series: dict[str, list[tuple[float, float]]] = {}
    for place, row in enumerate(sorted(rows, key=lambda row: report.pace[row.entry])):
        x, y = report.pace[row.entry], _middle(row)
        low, high = (v if math.isfinite(v) else y for v in (row.low, row.high))
        axes.errorbar([x], [y], [[max(0.0, y - low)], [max(0.0, high - y)]], fmt="o", color=ACCENT, capsize=3)
        late = 2 * place >= len(rows)  # names of the slower ones go to the left, each at another height
        where = {"xytext": (-7 if late else 7, (-14, 5)[place % 2]), "ha": "right" if late else "left"}
        axes.annotate(printable(row.name)[:40], (x, y), textcoords="offset points", **where)
        series.setdefault(report.plan.entrants[row.entry].words, []).append((x, y))
    for points in series.values():
        axes.plot(*zip(*sorted(points), strict=True), color=ACCENT, alpha=0.5)
    axes.set_xscale("log")
    axes.margins(x=0.2)
    axes.xaxis.set_major_formatter(lambda value, place: seconds(value, language))
    axes.set_xlabel(Text("mean time for a move").show(language))
    if report.plan.alone:
        axes.yaxis.set_major_formatter(lambda value, place: Number(value, ".0%").show(language))
    axes.set_ylabel((Text("boards won") if report.plan.alone else Text.literal("Elo")).show(language))
    axes.set_title(Text("Strength against thinking time").show(language))
    return True
