"""What the record of a game tells of the tournament it belongs to; whoever wrote it, nothing is believed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from damier.core.record import Record, broken
from damier.core.text import Number, Refusal, Text, Unreadable, catalogue, from_json


def _notes(record: Record) -> dict[str, Any]:
    notes = record.more.get("arena")
    return notes if isinstance(notes, dict) else {}


def number_of(record: Record) -> int | None:
    """Which game of its plan it is, as far as it tells."""
    number = _notes(record).get("game")
    return number if isinstance(number, int) else None


def points_of(record: Record, seats: int) -> tuple[float, ...]:
    """What each seat got; a record that does not tell is refused."""
    points = _notes(record).get("points")
    if not isinstance(points, list) or len(points) != seats or not all(p in (0, 0.5, 1) for p in points):
        raise Unreadable(broken("more"))
    return tuple(float(p) for p in points)


def opening_of(record: Record) -> int:
    """How many moves were made before the engines began."""
    opening = _notes(record).get("opening")
    return opening if isinstance(opening, int) and 0 <= opening <= len(record.moves) else 0


def reason_of(record: Record) -> Text:
    """Why a game was forfeited; only our own sentences are filled in, whoever wrote the file."""
    with suppress(KeyError, TypeError, ValueError, AttributeError, RecursionError):
        text = from_json(record.more["reason"])
        if is_ours(text):
            return text
    return Text("the loser forfeited the game")


def is_ours(text: Text) -> bool:
    """Whether it can be shown: what stands in a file might hold anything."""
    if text.params is None:
        return isinstance(text.message, str)
    are_known = (
        is_ours(value) if isinstance(value, Text) else isinstance(value, str | int | float | Number)
        for _, value in text.params
    )
    if not all(are_known) or text.message not in catalogue("fr"):
        return False
    try:
        return bool(text.show())
    except (KeyError, ValueError, IndexError, Refusal):
        return False
