"""Why a game was forfeited, as far as its record tells it in sentences of ours."""

from __future__ import annotations

from damier.core.record import Record
from damier.core.text import Number, Refusal, Text, catalogue, from_json


def reason_of(record: Record) -> Text:
    """Why a game was forfeited; only our own sentences are filled in, whoever wrote the file."""
    try:
        text = from_json(record.more["reason"])
        if is_ours(text):
            return text
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        pass
    return Text("the loser forfeited the game")


def is_ours(text: Text) -> bool:
    """Whether it can be shown: what stands in a file might hold anything."""
    if text.params is None:
        return isinstance(text.message, str)
    for _, value in text.params:
        if not (is_ours(value) if isinstance(value, Text) else isinstance(value, str | int | float | Number)):
            return False
    if text.message not in catalogue("fr"):
        return False
    try:
        return bool(text.show())
    except (KeyError, ValueError, IndexError, Refusal):
        return False
