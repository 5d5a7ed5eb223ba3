"""What a search has found, so that it is not searched again: bounds of scores by position.

An entry is one word, so that threads may share a table: a half-written entry cannot be seen::

    tag | 5 bits: work, as a power of 2 | 6 bits: lower bound + 32 | 6 bits: upper bound + 32
"""

from __future__ import annotations

from typing import Any, TypeAlias

from damier.jit import kernel

from .cells import BITS, SPAN, WIDTH

Array: TypeAlias = Any
"""A numpy array of int64."""

SYMMETRIC = 16
"""Up to so many discs, a position and its mirror image are one."""

MULTIPLIER = 0x1E3779B97F4A7C15
"""Odd, so that different keys have different products."""

SHIFT = 17
"""Where the tag begins."""

HOME = min(BITS, max(16, BITS - 45))
"""Bits of a place that the tag does not repeat: the tag must fit above the bounds."""
MORE = min(BITS - HOME, 14)
"""Bits at most by which a place may be longer: a small part of a table is fast, all of it remembers more."""


@kernel
def mirrored(key: int) -> int:
    found = 0
    for column in range(WIDTH):
        found |= ((key >> SPAN * column) & ((1 << SPAN) - 1)) << SPAN * (WIDTH - 1 - column)
    return found


@kernel
def hashed(mine: int, taken: int, count: int) -> int:
    """A number for the position that no other has: its low bits are the tag, its high bits the home."""
    key = mine + taken
    if count < SYMMETRIC:
        key = min(key, mirrored(key))
    return key * MULTIPLIER


@kernel
def place_of(number: int, log: int) -> int:
    """Where a position belongs, when only the first 2**log entries are used.

    The low bits are the same for any *log*, so that with the tag they tell the position, whatever part of the
    table was in use when the entry was made.
    """
    more = (number >> (BITS - HOME - MORE)) & ((1 << (log - HOME)) - 1)
    return ((number >> (BITS - HOME)) & ((1 << HOME) - 1)) | (more << HOME)


@kernel
def tag_of(number: int) -> int:
    """What is stored of a position: all but the bits of its home, and one of those.

    For an entry may lie in the place next to its own.
    """
    return number & ((2 << (BITS - HOME)) - 1)


@kernel
def find(table: Array, log: int, number: int) -> int:
    """The entry of a position, or 0."""
    place, tag = place_of(number, log), tag_of(number)
    entry = table[place]
    if entry >> SHIFT == tag and entry:
        return int(entry)
    entry = table[place ^ 1]
    if entry >> SHIFT == tag and entry:
        return int(entry)
    return 0


@kernel
def keep(table: Array, log: int, number: int, low: int, high: int, work: int) -> None:
    """Store bounds in the one of two places that took less work; the other is held in less regard then."""
    place, tag = place_of(number, log), tag_of(number)
    power = 0
    while work > 1 and power < 31:
        work >>= 1
        power += 1
    entry = (tag << SHIFT) | (power << 12) | ((low + 32) << 6) | (high + 32)
    here, there = table[place], table[place ^ 1]
    if here == 0 or here >> SHIFT == tag:
        table[place] = entry
    elif there == 0 or there >> SHIFT == tag:
        table[place ^ 1] = entry
    elif ((here >> 12) & 31) <= ((there >> 12) & 31):
        table[place] = entry
        if (there >> 12) & 31:
            table[place ^ 1] = there - (1 << 12)
    else:
        table[place ^ 1] = entry
        if (here >> 12) & 31:
            table[place] = here - (1 << 12)
