"""Spaces and numbers as French, Spanish and English print them, in every sentence of every catalogue."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from tests.core.test_text_catalogues import messages

import damier
from damier.core.engine import Reason
from damier.core.text import BEFORE_PERCENT, LANGUAGES, Number, Text, catalogue
from damier.terminal.screen import Screen

ROOT = Path(damier.__file__).parent

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

NARROW_RULE = "a narrow no-break space before ; ! and ?"

FRENCH = {
    "a no-break space before a colon, but in the command 'exec:'": rf"(?<!{NO_BREAK})(?<!exec):(?=\s|$)",
    NARROW_RULE: rf"(?<![{NARROW}(])(?<!«{NO_BREAK})[;!?](?=[\s.,)]|$)",
    "a no-break space after «": rf"«(?!{NO_BREAK})",
    "a no-break space before »": rf"(?<!{NO_BREAK})»",
}
"""What a French sentence needs, and where it is missing."""

HOLE = re.compile(r"\{\w+(![rs])?\}")


def entries(language: str) -> Iterator[tuple[str, str]]:
    """Where each sentence of a language stands, and the sentence; a hole is an x."""
    count = 0
    for path in sorted(ROOT.rglob(f"locale/{language}.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")).values():
            for form in [entry] if isinstance(entry, str) else entry.values():
                count += 1
                yield str(path.relative_to(ROOT)), HOLE.sub("0", form)
    assert count > (900 if language != "en" else 50)


def english() -> Iterator[tuple[str, str]]:
    """What is said in English: the templates, or what stands in its catalogue for them."""
    for message in messages():
        entry = catalogue("en").get(message, message)
        for form in [entry] if isinstance(entry, str) else entry.values():
            yield message, HOLE.sub("0", form)
    page = json.loads((ROOT / "web/static/locale/fr.json").read_text(encoding="utf-8"))
    for message in page:
        yield message, HOLE.sub("0", message)


@pytest.mark.parametrize("rule", FRENCH)
def test_french_spaces(rule: str) -> None:
    wrong = [f"{where}: {words}" for where, words in entries("fr") if re.search(FRENCH[rule], words)]
    assert not wrong, rule + "\n" + "\n".join(wrong)


@pytest.mark.parametrize("language", ["fr", "es"])
def test_what_is_quoted_stands_between_guillemets(language: str) -> None:
    wrong = [f"{where}: {words}" for where, words in entries(language) if re.search(r"'0'|\"", words)]
    assert not wrong, "\n".join(wrong)


def test_what_click_adds_to_a_french_help_has_french_spaces() -> None:
    words = [sys.executable, "-m", "damier", "serve", "--help", "--lang", "fr"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    assert f"[par défaut{NO_BREAK}: 8000{NARROW}; 0<=x<=65535]" in shown
    assert not [line for line in shown.splitlines() if re.search(FRENCH[NARROW_RULE], line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_per_cent_is_written_one_way(language: str) -> None:
    space = BEFORE_PERCENT.get(language, "")
    sentences = list(english() if language == "en" else entries(language))
    wrong = [
        f"{where}: {words}"
        for where, words in sentences
        for found in re.finditer(r"[0-9](\s*)%", words)
        if found[1] != space
    ]
    assert not wrong, f"write 37{space!r}%\n" + "\n".join(wrong)
    assert any(f"0{space}%" in words for _, words in sentences)
    assert Number(0.37, ".0%").show(language) == f"37{space}%"


def test_sentences_hold_no_number_that_python_wrote() -> None:
    """It would have a decimal point in every language: a hole is filled with a Number."""
    formatted = re.compile(r"\w+=f\"\{[^{}]*:[^{}]*[%efg]\}\"|Text\.literal\(f\"\{[^{}]*:[^{}]*[%efg]\}\"")
    wrong = [
        f"{path.relative_to(ROOT)}: {found}"
        for path in sorted(set(ROOT.rglob("*.py")))
        for found in formatted.findall(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_name_stands_after_a_word_that_would_lose_its_e() -> None:
    """``plus que Expert`` is no French: names stand where nothing needs to be elided."""
    elided = re.compile(
        r"\b(que|de|lorsque|puisque|jusque) \{(level|first|second|name|player|bot|winner)\}", re.I
    )
    wrong = []
    for path in sorted(ROOT.rglob("locale/fr.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")).values():
            forms = [entry] if isinstance(entry, str) else entry.values()
            wrong += [form for form in forms if elided.search(form)]
    assert not wrong, "\n".join(wrong)


WORDS = Text("{game}: type a move such as {move}, or '{help}'", game="ab", move="c", help="aide")


def test_no_line_is_broken_at_a_no_break_space() -> None:
    whole = WORDS.show("fr")
    assert NO_BREAK in whole
    for width in range(12, len(whole) + 2):
        paper = io.StringIO()
        console = Console(file=paper, width=width, force_terminal=True, color_system=None, highlight=False)
        screen = Screen("fr", ascii=True, console=console)
        screen.say(WORDS)
        screen.reasons([Reason(WORDS)], None)
        lines = [line.strip(" ") for line in paper.getvalue().splitlines()]
        assert " ".join(lines).split(" ").count("ou") == 2
        for line in lines:
            assert not line.startswith((":", "»", NO_BREAK)) and not line.endswith(("«", NO_BREAK)), lines


@pytest.mark.parametrize(("encoding", "colon"), [("utf-8", NO_BREAK), ("cp1252", NO_BREAK), ("ascii", " ")])
def test_a_space_that_an_encoding_does_not_know_is_a_plain_one(encoding: str, colon: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "damier", "exam", "tictactoe", "easy", "--count", "2", "--lang", "fr"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    percent = NARROW if encoding == "utf-8" else " "
    first = done.stdout.decode(encoding).splitlines()[0]
    assert first.startswith(f"Morpion{colon}: Facile") and f",0{percent}%" in first
