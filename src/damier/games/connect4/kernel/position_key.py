"""The number by which the table knows a position."""

from __future__ import annotations

from damier.jit import kernel, specialised

from . import WIDTH
from .cells import BITS, SPAN

entries = specialised("damier.engines.table", KEY_BITS=BITS, VALUE_BITS=6).entries
"""The table of positions of this size."""
scrambled = entries.scrambled

SYMMETRIC = 16
"""Up to so many discs, a position and its mirror image are one."""


@kernel
def mirrored(key: int) -> int:
    found = 0
    for column in range(WIDTH):
        found |= ((key >> SPAN * column) & ((1 << SPAN) - 1)) << SPAN * (WIDTH - 1 - column)
    return found


@kernel
def hashed(mine: int, taken: int, count: int) -> int:
    """A number for the position that no other has, up to mirror images of early ones."""
    key = mine + taken
    if count < SYMMETRIC:
        key = min(key, mirrored(key))
    return scrambled(key)  # type: ignore[no-any-return]
