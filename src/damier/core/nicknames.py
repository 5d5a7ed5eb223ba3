"""The names that people give themselves, which a record keeps beside its players."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from damier.core.game import Seat
from damier.core.record import Record
from damier.core.text import Text, Unreadable

MOST_LETTERS = 20
"""Characters of a nickname: it stands beside a clock on a phone."""

MOST_MARKS = 2
"""Accents on one letter: more of them reach into the lines above and below."""


def read_nickname(written: str) -> str:
    """A nickname as it is kept, or nothing; refuses what would be misread on a screen."""
    name = " ".join(part for part in unicodedata.normalize("NFC", written).split(" ") if part)
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if not letter.isprintable() or marks > MOST_MARKS:
            raise Unreadable(Text("a nickname is of letters, digits and signs that can be seen"))
    if len(name) > MOST_LETTERS:
        raise Unreadable(Text("a nickname has {n} letters at most", n=MOST_LETTERS))
    return name


def nicknames_of(record: Record) -> dict[Seat, str]:
    """The nicknames in a record by seat; what could not have been given here is left out."""
    listed = record.more.get("names")
    found: dict[Seat, str] = {}
    for seat, name in enumerate(listed if isinstance(listed, list) else ()):
        if seat < len(record.players) and isinstance(name, str):
            try:
                found[seat] = read_nickname(name)
            except Unreadable:
                continue
    return {seat: name for seat, name in found.items() if name}


def write_nicknames(names: Mapping[Seat, str], seats: int) -> list[str | None]:
    """What :func:`nicknames_of` reads: ``["Ada", None]``."""
    return [names.get(seat) for seat in range(seats)]
