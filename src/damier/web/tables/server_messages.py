"""What servers that share a database say to each other of people at tables; nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from damier.core.game import Seat
from damier.store.table_search import is_id

MOST_IN_ONE = 100
"""Places in one message: PostgreSQL takes 8,000 bytes."""


class Place(NamedTuple):
    """A seat at a table."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Here:
    """These people are connected to the server that says it."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """These people have closed their last connection to it."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Who:
    """Who is at this table?"""

    table: str


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody has said one of the set phrases."""

    place: Place
    phrase: str
    """Its key: ``hello``."""


ServerMessage: TypeAlias = Here | Gone | Who | Said


def write_message(message: ServerMessage) -> Iterator[str]:
    """The message as lines that are short enough to be sent: ``here Jx3/0 Jx3/1``."""
    match message:
        case Here(places) | Gone(places):
            name = "here" if isinstance(message, Here) else "gone"
            for first in range(0, len(places), MOST_IN_ONE):
                yield " ".join([name, *map(_write_place, places[first : first + MOST_IN_ONE])])
        case Who(table):
            yield f"who {table}"
        case Said(place, phrase):
            yield f"said {_write_place(place)} {phrase}"


def read_message(line: str) -> ServerMessage | None:
    """The message that a line holds; None for what another version may say."""
    match line.split(" "):
        case ["here", *words]:
            return Here(_read_places(words))
        case ["gone", *words]:
            return Gone(_read_places(words))
        case ["who", table] if is_id(table):
            return Who(table)
        case ["said", word, phrase]:
            places = _read_places([word])
            return Said(places[0], phrase) if places else None
    return None


def _write_place(place: Place) -> str:
    return f"{place.table}/{place.seat}"


def _read_places(words: Sequence[str]) -> tuple[Place, ...]:
    parts = (word.rpartition("/") for word in words)
    return tuple(
        Place(table, int(seat)) for table, _, seat in parts if is_id(table) and seat in ("0", "1", "2", "3")
    )
