"""Whether a page in French or Spanish still says something in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.page.browsing import Visitor

import damier

CATALOGUES = ("web/static/locale", "locale", "games/*/locale")
"""Where the sentences of the page, of the server and of the games are, English beside each other language."""
HOLE = re.compile(r"\{\w+\}")
WORD = re.compile(r"[a-zA-Z]{3}")
LETTER = re.compile(r"[^\W\d_]")

SAID = """() => {
    const shown = one => one.checkVisibility() && !one.closest("[lang]:not(html), textarea, code, pre");
    const words = [...document.querySelectorAll("body *")].filter(shown).flatMap(one => [
        ...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
        ...["aria-label", "title", "placeholder", "alt"].map(name => one.getAttribute(name) ?? ""),
    ]);
    return [document.title, ...words].map(text => text.trim()).filter(text => text);
}"""


@cache
def sentences(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What would be English, and what is the language's own."""
    english, own = set(), set()
    root = Path(damier.__file__).parent
    for pattern in CATALOGUES:
        for path in root.glob(f"{pattern}/{language}.json"):
            for sentence, entry in json.loads(path.read_text()).items():
                english.add(sentence)
                own |= {entry} if isinstance(entry, str) else set(entry.values())
    assert len(english) > 300
    # What is all holes and signs, as "{title}: {words}" is, fits a sentence of any language.
    said = (one for one in own if LETTER.search(HOLE.sub("", one)))
    return any_of(one for one in english if WORD.search(HOLE.sub("", one))), any_of(said)


def any_of(templates: Iterable[str]) -> re.Pattern[str]:
    parts = (".+".join(map(re.escape, HOLE.split(one))) for one in templates)
    return re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE)


def english_left(visitor: Visitor, language: str) -> list[str]:
    """What the page says in English: whole sentences of ours that have another form in *language*."""
    english, own = sentences(language)
    said: list[str] = visitor.page.evaluate(SAID)
    assert len(said) > 5
    return [f"in English: {text}" for text in said if english.fullmatch(text) and not own.fullmatch(text)]
