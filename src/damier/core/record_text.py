"""A record as text that people read and write by hand, in the manner of PGN but for every game.

    damier record 1
    game: connect4
    option size: 7x6
    players: person, evaluator
    seed: 7
    ending: resigned
    loser: 2
    moves: 4 4 5 3 6

docs/records.md says it in full. Whatever a record holds, its text holds too: it is read back as the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from damier.core.record import FORMAT, Record
from damier.core.text import Refusal, Text, Unreadable

WIDTH = 80
"""Moves are wrapped at so many characters."""

FIELDS: tuple[str, ...] = (
    "game",
    "option",
    "players",
    "seed",
    "start",
    "ending",
    "loser",
    "practice",
    "more",
    "moves",
)
"""The names of the lines, in the order in which they are written."""

LineNumber: TypeAlias = int
"""A line of a file, from 1."""

_NAME = re.compile(r"[A-Za-z]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
"""A word in quotation marks, as JSON writes it: for what would be misunderstood without them."""
_ITEM = re.compile(rf'[ \t]*({_QUOTED.pattern}|[^",][^,]*)[ \t]*(,|$)')
_WHOLE = re.compile(r"-?[0-9]+")


@dataclass(slots=True)
class _Piece:
    """The lines of one record, as far as they are understood."""

    line: LineNumber
    """Where it begins."""
    values: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """What follows the colon and on the indented lines below, by name and option."""
    lines: dict[str, LineNumber] = field(default_factory=dict)
    """Where each name stands."""
    problem: tuple[LineNumber, Refusal] | None = None
    """The first thing that was wrong; the rest of the piece is passed over."""
    last: list[str] | None = None
    """What an indented line goes on with."""


# Writing.


def write_text(record: Record) -> str:
    """The record as text; several of them go into one file with an empty line between."""
    lines = [FORMAT, f"game: {_write_word(record.game)}"]
    for name, value in record.options.items():
        lines.append(f"option {_write_word(name, ':')}: {_write_option(value)}")
    if record.players:
        lines.append("players: " + ", ".join(_write_word(name, ",") for name in record.players))
    lines.append(f"seed: {record.seed}")
    if record.start:
        lines.append(f"start: {_write_word(record.start)}")
    lines.append(f"ending: {record.ending}")
    if record.loser is not None:
        lines.append(f"loser: {record.loser + 1}")
    if record.practice:
        lines.append("practice: yes")
    if record.more:
        lines.append(f"more: {json.dumps(dict(record.more))}")
    return "\n".join([*lines, *_wrap("moves:", record.moves)]) + "\n"


def _wrap(name: str, words: tuple[str, ...]) -> Iterator[str]:
    """*name* and *words* in lines of at most WIDTH, all but the first indented."""
    line = name
    for word in map(_write_word, words):
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line


def _write_word(word: str, without: str = "") -> str:
    """*word* as it is, or in quotation marks where it would not be read as the same."""
    plain = word.isprintable() and word == word.strip() and not word.startswith('"')
    if word and plain and not any(sign in word for sign in without):
        return word
    return json.dumps(word)


def _write_option(value: int | str) -> str:
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return json.dumps(value)  # else it would be read as a number
    return _write_word(str(value))


# Reading.


def read_records(content: str) -> Iterator[tuple[LineNumber, Record | Refusal]]:
    """Every record in *words*, be it record text, a line of JSON for each, or JSON over several lines."""
    content = content.removeprefix("\ufeff")
    if not content.lstrip().startswith("{"):
        yield from read_texts(content)
        return
    lines = [(number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip()]
    try:
        json.loads(content)
        lines = [(lines[0][0], content)]
    except (ValueError, RecursionError):
        pass
    for number, line in lines:
        try:
            yield number, Record.load(line)
        except Refusal as problem:
            yield number, problem


def read_texts(content: str) -> Iterator[tuple[LineNumber, Record | Refusal]]:
    """Every record in record text with the line where it begins, or what is wrong with it and in which line.

    A record that is broken costs none of the others: each begins with a line of its own.
    """
    piece: _Piece | None = None
    for number, line in enumerate(content.split("\n"), 1):
        if line.startswith(FORMAT.rpartition(" ")[0]):
            if piece is not None:
                yield _finish(piece)
            piece = _Piece(number)
            if line.strip() != FORMAT:
                piece.problem = number, _no_record()
        elif line.strip() and not line.startswith("#"):
            if piece is None:
                piece = _Piece(number, problem=(number, _no_record()))
            _take(piece, number, line)
    if piece is not None:
        yield _finish(piece)


def _no_record() -> Unreadable:
    return Unreadable(Text("this is not a record: it does not begin with '{words}'", words=FORMAT))


def _take(piece: _Piece, number: LineNumber, line: str) -> None:
    """Add a line to a record, unless something was wrong before."""
    if piece.problem is not None:
        return
    if line[0] in " \t" and piece.last is not None:
        piece.last.append(line.strip())
        return
    try:
        name, option, value = _split(line)
    except ValueError:
        problem = Text(
            "'{line}' is not a line of a record: each begins with one of {known} and a colon",
            line=line.strip()[:40],
            known=", ".join(FIELDS),
        )
        piece.problem = number, Unreadable(problem)
        return
    if (name, option) in piece.values:
        twice = Text("the line '{line}' is there twice", line=f"{name} {option}".strip())
        piece.problem = number, Unreadable(twice)
        return
    piece.last = piece.values[name, option] = [value.strip()]
    piece.lines[name] = number


def _split(line: str) -> tuple[str, str, str]:
    """The name of a line, the option that it is about, what follows the colon; ValueError for other lines."""
    match = _NAME.match(line)
    name = match[0].lower() if match else ""
    rest = line[len(name) :].strip()
    quoted = _QUOTED.match(rest)
    option = quoted[0] if quoted else rest.partition(":")[0]
    rest = rest[len(option) :].lstrip()
    if name not in FIELDS or not rest.startswith(":") or bool(option.strip()) != (name == "option"):
        raise ValueError(line)
    return name, _read_word(option), rest[1:]


def _finish(piece: _Piece) -> tuple[LineNumber, Record | Refusal]:
    """The record of a piece, or its problem and where that is."""
    if piece.problem is not None:
        return piece.problem
    try:
        return piece.line, Record.of(_content(piece))
    except Unreadable as problem:
        name = str(dict(problem.text.params or ()).get("name", ""))
        return piece.lines.get("option" if name == "options" else name, piece.line), problem


def _content(piece: _Piece) -> dict[str, Any]:
    """What the JSON of the same record holds; a value that cannot be understood is left out."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "options": {},
        "seed": "0",
        "moves": "",
        "ending": "open",
        "loser": None,
        "players": [],
        "practice": False,
        "more": {},
    }
    for (name, option), parts in piece.values.items():
        words = " ".join(parts).strip()
        try:
            value = _read_value(name, words)
        except (ValueError, RecursionError):
            value = None  # what no field may be
        if name == "option":
            content["options"][option] = value
        else:
            content[name] = "" if name == "loser" and value is None else value
    return content


def _read_value(name: str, value: str) -> Any:
    """What stands behind *name*; ValueError for what can be nothing."""
    match name:
        case "game" | "ending" | "start":
            return _read_word(value)
        case "option":
            return int(value) if _WHOLE.fullmatch(value) else _read_word(value)
        case "players":
            return list(_read_list(value))
        case "loser":
            return int(value) - 1 if _WHOLE.fullmatch(value) else None
        case "practice":
            return {"yes": True, "no": False}.get(value.lower())
        case "more":
            return json.loads(value)
        case "moves":
            moves = [_read_word(word) for word in value.split()]
            return " ".join(moves) if " ".join(moves).split() == moves else None
    return value


def _read_word(value: str) -> str:
    """A word, with or without quotation marks."""
    value = value.strip()
    if not value.startswith('"'):
        return value
    word = json.loads(value)
    assert isinstance(word, str)  # what begins with a quotation mark is a string or no JSON
    return word


def _read_list(values: str) -> Iterator[str]:
    """Words with commas between."""
    place = 0
    while values:
        match = _ITEM.match(values, place)
        word = match[1].strip() if match else ""
        if match is None or not word:
            raise ValueError(values)
        yield _read_word(word)
        if not match[2]:
            return
        place = match.end()
