"""Whether a program says rightly who it is, what it plays and what can be set, before ``damierok``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from damier.core.text import Text
from damier.games import names as game_names
from damier.protocol.compliance.engine_lines import check_signs
from damier.protocol.compliance.findings import Finding, doubtful, wrong
from damier.protocol.lines import HELLO_BACK, after_first, first_word, split_keys
from damier.protocol.process import clean

LONGEST_NAME = 100
"""Characters of a name that people can read."""

OPTION = ("name", "type", "default", "min", "max", "var")
"""The words of an option line that are followed by something."""

_WHOLE = re.compile(r"-?[0-9]{1,15}", re.ASCII)


def check_introduction(lines: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the lines from the first one to ``damierok``."""
    for line in lines:
        yield from check_signs(line)
    said = [(first_word(line), after_first(line), line) for line in lines]
    for word, _, line in said:
        if word not in ("id", "games", "option", HELLO_BACK) and line.split()[:2] != ["info", "string"]:
            yield doubtful(
                Text(
                    "'{line}' does not belong to an introduction: say id, games, option and {word} there",
                    line=clean(line, 80),
                    word=HELLO_BACK,
                )
            )
    yield from _names([rest for word, rest, _ in said if word == "id"])
    yield from _games([key for word, rest, _ in said if word == "games" for key in rest.split()])
    yield from _options([line for word, _, line in said if word == "option"])


def _names(said: Sequence[str]) -> Iterator[Finding]:
    """``id name …`` and ``id author …``."""
    names = [(first_word(words), after_first(words)) for words in said]
    if not any(what == "name" and name for what, name in names):
        yield doubtful(Text("it does not tell its name: say 'id name …' before '{word}'", word=HELLO_BACK))
    for what, name in names:
        if what not in ("name", "author"):
            yield doubtful(
                Text("'id {what}' is not known: say 'id name …' or 'id author …'", what=clean(what, 40))
            )
        elif len(name) > LONGEST_NAME:
            yield doubtful(
                Text("its {what} has more than {n} characters: say less", what=what, n=LONGEST_NAME)
            )
    for what in sorted({what for what, _ in names if [w for w, _ in names].count(what) > 1}):
        yield doubtful(Text("it says 'id {what}' more than once: the last one counts", what=clean(what, 40)))


def _games(keys: Sequence[str]) -> Iterator[Finding]:
    """``games connect4 tictactoe``."""
    for key in dict.fromkeys(keys):
        if key not in game_names():
            yield wrong(
                Text(
                    "'{word}' is not a game: choose one of {choices}",
                    word=clean(key, 40),
                    choices=", ".join(game_names()),
                )
            )
        elif keys.count(key) > 1:
            yield doubtful(Text("it says more than once that it plays {game}", game=key))


def _options(lines: Sequence[str]) -> Iterator[Finding]:
    """Every ``option …``, and that no two have one name."""
    names: set[str] = set()
    for line in lines:
        name = dict(split_keys(line.split(), OPTION)).get("name", "")
        yield from check_option(line)
        if name and name.lower() in names:
            yield wrong(
                Text("there are two options '{name}': give each a name of its own", name=clean(name, 40))
            )
        names.add(name.lower())


def check_option(line: str) -> Iterator[Finding]:
    """What is wrong with one line ``option name NAME type TYPE default VALUE …``."""
    shown = clean(line, 80)
    words = after_first(line).split()
    said = list(split_keys(words, OPTION))
    values = dict(said)
    kind = values.get("type", "")
    if words and words[0] not in OPTION:
        yield doubtful(
            Text(
                "'{word}' in '{line}' is not known: use {keys}",
                word=clean(words[0], 40),
                line=shown,
                keys=", ".join(OPTION),
            )
        )
    if not values.get("name"):
        yield wrong(Text("'{line}' has no name: write option name NAME type TYPE default VALUE", line=shown))
    if kind not in _KINDS:
        yield wrong(
            Text("'{line}' has no type: choose one of {choices}", line=shown, choices=", ".join(_KINDS))
        )
        return
    check, allowed = _KINDS[kind]
    for key in OPTION:
        count = sum(1 for known, _ in said if known == key)
        if count > 1 and key != "var":
            yield wrong(Text("'{line}' says '{key}' more than once", line=shown, key=key))
        elif count and key not in ("name", "type", "default", *allowed):
            yield doubtful(
                Text("'{line}' says '{key}', which a {kind} does not have", line=shown, key=key, kind=kind)
            )
    if "default" not in values and kind != "string":
        yield wrong(Text("'{line}' has no default: say what holds if nobody sets it", line=shown))
        return
    yield from check(shown, values, [value for key, value in said if key == "var"])


def _check(line: str, values: dict[str, str], choices: Sequence[str]) -> Iterator[Finding]:
    if values["default"] not in ("true", "false"):
        yield wrong(
            Text(
                "the default '{value}' in '{line}' is neither true nor false",
                value=clean(values["default"], 40),
                line=line,
            )
        )


def _spin(line: str, values: dict[str, str], choices: Sequence[str]) -> Iterator[Finding]:
    numbers: dict[str, int] = {}
    for key in ("min", "max", "default"):
        if not _WHOLE.fullmatch(values.get(key, "")):
            yield wrong(
                Text(
                    "'{key} {value}' in '{line}' is not a whole number: a spin has a default, min and max",
                    key=key,
                    value=clean(values.get(key, ""), 40),
                    line=line,
                )
            )
        else:
            numbers[key] = int(values[key])
    if len(numbers) == 3 and numbers["min"] > numbers["max"]:
        yield wrong(Text("the min of '{line}' is more than its max", line=line))
    elif len(numbers) == 3 and not numbers["min"] <= numbers["default"] <= numbers["max"]:
        yield wrong(
            Text(
                "the default {value} of '{line}' is not from {low} to {high}",
                value=numbers["default"],
                line=line,
                low=numbers["min"],
                high=numbers["max"],
            )
        )


def _combo(line: str, values: dict[str, str], choices: Sequence[str]) -> Iterator[Finding]:
    if not choices or "" in choices:
        yield wrong(Text("'{line}' lacks a choice: say var VALUE for each", line=line))
    elif values["default"] not in choices:
        yield wrong(
            Text(
                "the default '{value}' of '{line}' is not one of its choices: {choices}",
                value=clean(values["default"], 40),
                line=line,
                choices=clean(", ".join(choices), 80),
            )
        )
    if len(set(choices)) < len(choices):
        yield doubtful(Text("'{line}' names one choice more than once", line=line))


_Check = Callable[[str, dict[str, str], Sequence[str]], Iterator[Finding]]

_KINDS: dict[str, tuple[_Check, tuple[str, ...]]] = {
    "check": (_check, ()),
    "spin": (_spin, ("min", "max")),
    "combo": (_combo, ("var",)),
    "string": (lambda line, values, choices: iter(()), ()),  # any text will do
}
"""By type: what looks at its default, and the words that only it may have."""
