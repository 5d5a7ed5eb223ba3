"""Pages from templates: every value is translated, made harmless and escaped where it is shown."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from damier.arena.report.charts import minus
from damier.core.text import Text, printable


def environment(language: str) -> Environment:
    """The templates of this folder; sentences are shown in *language*."""

    def shown(value: object) -> str:
        if isinstance(value, Markup):
            return value
        return printable(value.show(language) if isinstance(value, Text) else str(value))

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["number"] = Text.number
    found.filters["sentences"] = lambda texts: " ".join(map(shown, texts))
    found.filters["minus"] = lambda value: minus(shown(value))
    # A name is broken before its limit rather than within a word.
    found.filters["breakable"] = lambda name: escape(shown(name)).replace("@", Markup("<wbr>@"))
    return found
