"""How much memory a table may take, and what of it a search begins with."""

from __future__ import annotations

import math
import os
import re
from types import ModuleType
from typing import Any

from damier.core.text import Refusal, Text

MEGABYTES = 64
"""The usual size of a table."""

MOST_MEGABYTES = 8192
"""A larger table would not be used."""

TABLE = "DAMIER_TABLE"
"""The variable of the environment with which a user allows another size."""

CROWDED = 16
"""Nodes for each entry in use, after which a search takes twice as many: few stay in fast memory."""

LARGE_TABLE_BITS = 20
"""From 2**20 entries on it takes four times as many nodes: what lies further away costs more time."""


def allowed() -> int:
    """Megabytes of a table where nobody says: what the environment allows, else the usual size."""
    word = os.environ.get(TABLE) or str(MEGABYTES)
    return checked(int(word) if re.fullmatch("[0-9]{1,9}", word, re.ASCII) else word)


def checked(megabytes: int | str) -> int:
    """The size of a table, if it is one."""
    if isinstance(megabytes, str) or not 1 <= megabytes <= MOST_MEGABYTES:
        raise Refusal(
            Text(
                "'{word}' is no size of a table ({name}): choose from 1 to {most} MB",
                word=str(megabytes)[:40],
                name=TABLE,
                most=MOST_MEGABYTES,
            )
        )
    return megabytes


def empty_table(entries: ModuleType, megabytes: int | None = None) -> tuple[Any, int]:
    """A table of such *entries* (``table/entries.py``, specialised), and its length as a power of two.

    It has the *megabytes* asked for, or what is allowed, as far as its places go. The least that they need
    may be more than was asked for, and is refused where it is more than is allowed.
    """
    import numpy as np

    least = (8 << entries.HOME) / 2**20
    if least > allowed():
        raise Refusal(
            Text(
                "a table for this board takes {n} MB at least: allow that much ({name})",
                n=math.ceil(least),
                name=TABLE,
            )
        )
    megabytes = allowed() if megabytes is None else checked(megabytes)
    words = megabytes * 2**20 // 8
    log = max(entries.HOME, min(words.bit_length() - 1, entries.HOME + entries.MORE))
    try:
        return np.zeros(1 << log, np.int64), log
    except MemoryError:
        raise Refusal(
            Text("there is not enough memory for a table of {n} MB: allow less", n=megabytes)
        ) from None


def crowded(room: int) -> int:
    """After how many nodes a part of the table of 2**room entries is doubled."""
    return (CROWDED if room < LARGE_TABLE_BITS else 4 * CROWDED) << room
