"""Words for people, kept apart from the language that they are shown in.

A :class:`Text` is an English sentence with holes and what goes into them. The sentence is also the key
under which a catalogue (``locale/fr.json``) holds the same sentence in another language, so code reads
as English and nothing has to be looked up to understand it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias, Union

LANGUAGES: tuple[str, ...] = ("en", "fr", "es")
"""The languages that damier speaks; the first needs no catalogue but for plurals."""

DECIMAL_COMMA = ("fr", "es")
"""The languages that write ``0,5``."""

BEFORE_PERCENT = {"fr": "\N{NARROW NO-BREAK SPACE}", "es": "\N{NO-BREAK SPACE}"}
"""What stands between a number and its per cent sign, nothing in English; the page does the same."""

_folders: list[Path] = [Path(__file__).parent.parent / "locale"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number that each language writes its own way: ``37.5%`` in English, ``37,5 %`` in French."""

    value: float
    """``0.375``."""
    form: str
    """How many figures, in Python's words: ``.2f``, ``+.0f`` with its sign, ``.1%`` for a share, ``g``."""

    def __post_init__(self) -> None:
        if re.fullmatch(r"\+?(\.[0-9])?[efg%]", self.form) is None:
            raise ValueError(
                f"'{self.form}' is not a form of a number: write for example .1f, +.0f, .0% or g"
            )

    def show(self, language: str = "en") -> str:
        """The number as *language* writes it."""
        sign = "+" if self.form.startswith("+") else ""
        words = format(self.value, f"{sign}z{self.form.removeprefix('+')}")  # z: never a minus before zero
        if language in DECIMAL_COMMA:
            words = words.replace(".", ",")
        return words.replace("%", f"{BEFORE_PERCENT.get(language, '')}%")


Param: TypeAlias = Union[str, int, Number, "Text"]
"""What may fill a hole; a Text and a Number are shown in the language of the sentence around them."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Text:
    """A message and its parameters: ``Text("column {column} is full", column=1)``.

    Where the wording depends on a number, that parameter is called ``n`` and the catalogues hold both
    forms: ``{"{n} boxes": {"one": "{n} box", "other": "{n} boxes"}}``.
    """

    message: str
    """The English template, and the key in every catalogue: ``column {column} is full``."""
    params: tuple[tuple[str, Param], ...] | None
    """What fills the holes, sorted by name; None for a literal, which is shown as it stands."""

    def __init__(self, message: str, /, **params: Param) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "params", tuple(sorted(params.items())))

    @classmethod
    def literal(cls, words: str) -> Text:
        """Words that are the same in every language: a name, or what an external engine said itself."""
        return _build(words, None)

    @classmethod
    def number(cls, value: float, form: str) -> Text:
        """A number alone, as a label: ``Text.number(0.37, ".0%")``."""
        return Text("{number}", number=Number(value, form))

    def show(self, language: str = "en") -> str:
        """The sentence in *language*, in English where its catalogue has no entry."""
        if self.params is None:
            return self.message
        filled = {k: v.show(language) if isinstance(v, Text | Number) else v for k, v in self.params}
        entry = catalogue(language).get(self.message, self.message)
        if isinstance(entry, dict):
            entry = entry["one" if _is_one(dict(self.params).get("n"), language) else "other"]
        return entry.format(**filled)

    def replaced(self, old: Text, new: Text) -> Text:
        """The same with *new* in every hole that *old* fills, also in what fills other holes."""
        if self.params is None:
            return self
        return _build(self.message, tuple((name, _replaced(value, old, new)) for name, value in self.params))

    def __str__(self) -> str:
        return self.show("en")

    def __repr__(self) -> str:
        if self.params is None:
            return f"Text.literal({self.message!r})"
        return f"Text({', '.join([repr(self.message), *(f'{k}={v!r}' for k, v in self.params)])})"


def _build(message: str, params: tuple[tuple[str, Param], ...] | None) -> Text:
    """A Text from its two parts."""
    text = Text.__new__(Text)
    object.__setattr__(text, "message", message)
    object.__setattr__(text, "params", params)
    return text


def _replaced(value: Param, old: Text, new: Text) -> Param:
    if not isinstance(value, Text):
        return value
    return new if value == old else value.replaced(old, new)


def to_json(text: Text) -> dict[str, Any]:
    """*text* as JSON: template and what fills its holes, to be shown in any language later."""
    if text.params is None:
        return {"literal": text.message}
    return {"message": text.message, "params": {name: _param_to_json(value) for name, value in text.params}}


def _param_to_json(value: Param) -> object:
    if isinstance(value, Number):
        return {"number": value.value, "form": value.form}
    return to_json(value) if isinstance(value, Text) else value


def from_json(content: dict[str, Any]) -> Text:
    """The Text that :func:`to_json` wrote; numbers that older ones hold as words are shown as they stand."""
    if "literal" in content:
        return Text.literal(content["literal"])
    params = {k: _param_from_json(v) if isinstance(v, dict) else v for k, v in content["params"].items()}
    return _build(content["message"], tuple(sorted(params.items())))


def _param_from_json(content: dict[str, Any]) -> Param:
    if "number" not in content:
        return from_json(content)
    value = content["number"]
    if not isinstance(value, int | float):
        raise ValueError(f"{value!r:.40} is not a number")
    try:
        return Number(float(value), content["form"])
    except OverflowError:
        raise ValueError("a number of too many figures") from None


def _is_one(n: object, language: str) -> bool:
    """Whether *n* takes the singular; French says it of 0 and 1.5 too."""
    if isinstance(n, Number):
        n = n.value
    if not isinstance(n, int | float):
        return False
    return abs(n) < 2 if language == "fr" else abs(n) == 1


def printable(words: str) -> str:
    """*words* with a question mark for whatever would steer a terminal, or is only half a character."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" or unicodedata.category(sign) == "Zs" else "?"
        for sign in words
    )


def add_catalogues(folder: Path) -> None:
    """Let the catalogues in *folder* (``fr.json``, ``es.json``) be found: a game brings its own."""
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """Every known sentence in *language*, by its English template."""
    entries: dict[str, str | dict[str, str]] = {}
    for folder in _folders:
        # What older versions said stands in what they stored, and is still shown in every language.
        for path in (folder / "older" / f"{language}.json", folder / f"{language}.json"):
            if path.is_file():
                entries.update(json.loads(path.read_text(encoding="utf-8")))
    return entries


def plain(words: str) -> str:
    """*words* as people type them in a hurry: no capitals, no accents, no space around: ``dificil``."""
    apart = unicodedata.normalize("NFKD", words.strip().casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def said(text: Text) -> set[str]:
    """How *text* may be typed, in any language."""
    return {plain(text.show(language)) for language in LANGUAGES}


def key_meant(name: str, keys: Iterable[tuple[str, Iterable[str]]], refusal: Text) -> str:
    """The key that *name* means: one of *keys*, by itself or by the other names that come with it."""
    wanted = plain(name)
    for key, others in keys:
        if wanted in {key, *map(plain, others)}:
            return key
    raise Unreadable(refusal)


class Refusal(ValueError):
    """Something asked for that cannot be done; it says what was wrong and what would be right."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Unreadable(Refusal):
    """What was written is not a move, a position, an option or a file of ours."""


class IllegalMove(Refusal):
    """The move was understood, and the rules forbid it here."""


class Speaker(Protocol):
    """Says one sentence at a time, in its own language: a terminal, or whatever else a server starts from."""

    def say(self, text: Text, style: str = "") -> None: ...
