"""What a search has found, so that it is not searched again: bounds of values by position.

An entry is one word, so that threads may share a table: a half-written entry cannot be seen. For values of
six bits it is::

    tag | 5 bits: work, as a power of 2 | 6 bits: lower bound + 32 | 6 bits: upper bound + 32

An entry is never 0, which stands for none: the upper bound plus 32 is at least 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from damier.jit import kernel

from . import KEY_BITS, VALUE_BITS

Array: TypeAlias = Any
"""A numpy array of int64."""

MULTIPLIER = 0x1E3779B97F4A7C15
"""Odd, so that different keys have different products."""

ZERO = 1 << VALUE_BITS - 1
"""What is added to a bound, so that it is positive."""
BOUND = (1 << VALUE_BITS) - 1
"""The bits of a bound."""
WORK = 2 * VALUE_BITS
"""Where the work begins."""
SHIFT = WORK + 5
"""Where the tag begins."""

HOME = min(KEY_BITS, max(16, KEY_BITS - 62 + SHIFT))
"""Bits of a place that the tag does not repeat: the tag must fit above the bounds, below the sign."""
MORE = min(KEY_BITS - HOME, 14)
"""Bits at most by which a place may be longer: a small part of a table is fast, all of it remembers more."""


@kernel
def scrambled(key: int) -> int:
    """A number for the key that no other has: its low bits are the tag, its high bits the home."""
    return key * MULTIPLIER


@kernel
def place_of(number: int, log: int) -> int:
    """Where a position belongs, when only the first 2**log entries are used.

    The low bits are the same for any *log*, so that with the tag they tell the position, whatever part of the
    table was in use when the entry was made.
    """
    more = (number >> (KEY_BITS - HOME - MORE)) & ((1 << (log - HOME)) - 1)
    return ((number >> (KEY_BITS - HOME)) & ((1 << HOME) - 1)) | (more << HOME)


@kernel
def tag_of(number: int) -> int:
    """What is stored of a position: all but the bits of its home, and one of those.

    For an entry may lie in the place next to its own.
    """
    return number & ((2 << (KEY_BITS - HOME)) - 1)


@kernel
def low_of(entry: int) -> int:
    """The lower bound in an entry."""
    return ((entry >> VALUE_BITS) & BOUND) - ZERO


@kernel
def high_of(entry: int) -> int:
    """The upper bound in an entry."""
    return (entry & BOUND) - ZERO


@kernel
def find(table: Array, log: int, number: int) -> int:
    """The entry of a position, or 0."""
    place, tag = place_of(number, log), tag_of(number)
    for tried in (place, place ^ 1):
        entry = table[tried]
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
    entry = (tag << SHIFT) | (power << WORK) | ((low + ZERO) << VALUE_BITS) | (high + ZERO)
    here, there = table[place], table[place ^ 1]
    if here == 0 or here >> SHIFT == tag:
        table[place] = entry
    elif there == 0 or there >> SHIFT == tag:
        table[place ^ 1] = entry
    elif ((here >> WORK) & 31) <= ((there >> WORK) & 31):
        table[place] = entry
        if (there >> WORK) & 31:
            table[place ^ 1] = there - (1 << WORK)
    else:
        table[place ^ 1] = entry
        if (here >> WORK) & 31:
            table[place] = here - (1 << WORK)
