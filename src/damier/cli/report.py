"""The report of a tournament."""

from __future__ import annotations

from pathlib import Path

import click

from damier.cli.commands import cli, language_options, screen_for, words
from damier.core.text import Text


@cli.command(help=words(Text("Write the report of a tournament: a page, and plots if they are wanted.")))
@click.argument("run", type=click.Path(file_okay=False))
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help=words(Text("the file to write; by default report.html in the folder of the tournament")),
)
@click.option(
    "--plots",
    type=click.Path(file_okay=False),
    help=words(Text("a folder for plots as PNG and SVG; needs matplotlib")),
)
@language_options
def report(run: str, out: str | None, plots: str | None, lang: str | None, ascii: bool) -> None:
    from damier.arena.report.report import write_report

    screen = screen_for(lang, ascii)
    told, path = write_report(Path(run), Path(out) if out is not None else None, screen.language)
    screen.say(Text("the report is in {path}", path=str(path)))
    if plots is not None:
        from damier.arena.report.matplotlib_charts import write_plots

        for file in write_plots(told, Path(plots), screen.language):
            screen.line(str(file))
