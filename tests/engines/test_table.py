"""The table of exact keys and bounds: an entry is found by its own number, in any part, and by no other."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from damier.core.text import Refusal
from damier.engines.table_memory import empty_table
from damier.jit import specialised


def entries(key_bits: int, value_bits: int = 6) -> Any:
    return specialised("damier.engines.table", KEY_BITS=key_bits, VALUE_BITS=value_bits).entries


def kept(k: Any, log: int, *numbers: int) -> Any:
    """A table in which these are kept, one after the other, each with bounds of its own."""
    table = np.zeros(1 << log, np.int64)
    for order, number in enumerate(numbers):
        k.keep(table, log, number, -order - 1, order + 1, 1)
    return table


def bounds(k: Any, entry: int) -> tuple[int, int]:
    return int(k.low_of(entry)), int(k.high_of(entry))


def signed(number: int) -> int:
    """As a number of 64 bits is in an array."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("key_bits", "value_bits", "log"),
    [(49, 6, 16), (49, 6, 20), (64, 6, 19), (64, 6, 21), (30, 6, 18), (60, 7, 20), (60, 3, 16)],
)
def test_an_entry_is_found_by_its_own_number_only(key_bits: int, value_bits: int, log: int) -> None:
    """Also in the place next to its own, where it once was taken for its neighbour's, and in any part."""
    k = entries(key_bits, value_bits)
    assert key_bits - k.HOME + 1 + k.SHIFT <= 63, "the tag and the bounds fit below the sign"
    chance = random.Random(log)
    pairs = 0
    for _ in range(20):
        number = signed(chance.getrandbits(key_bits))
        same = (signed(number ^ 1 << place) for place in range(key_bits - k.HOME))
        numbers = [
            number,
            *(one for one in same if k.place_of(one, log) == k.place_of(number, log)),
        ][:2]
        pairs += len(numbers) == 2  # the second lies in the place next to its own
        table = kept(k, log, *numbers)
        others = {signed(one ^ 1 << place) for one in numbers for place in range(key_bits)} - set(numbers)
        for part in range(k.HOME, log + 1):
            assert all(k.find(table, part, other) == 0 for other in others)
            for order, one in enumerate(numbers):
                entry = int(k.find(table, part, one))
                assert bounds(k, entry) == (-order - 1, order + 1) or (part < log and entry == 0)
    assert pairs > 10


@pytest.mark.kernel
@pytest.mark.parametrize("key_bits", [49, 64])
def test_no_part_of_the_table_takes_an_entry_for_that_of_another(key_bits: int) -> None:
    """One is kept in a part of some size; others with the same tag are asked for in parts of all sizes."""
    k = entries(key_bits)
    below = int(key_bits - k.HOME)
    for home in range(1, 9):  # small, so that it could be meant wherever places are reckoned in another way
        number = home << below | random.Random(home).getrandbits(below)
        others = [number ^ home << below + 1 for home in range(1, 128)]
        for log in range(k.HOME, k.HOME + 4):
            table = kept(k, log, number)
            for part in range(k.HOME, k.HOME + 4):
                assert part > log or not any(k.find(table, part, other) for other in others)


@pytest.mark.kernel
def test_what_took_more_work_stays_until_it_is_old() -> None:
    k = entries(49)
    log = k.HOME
    a, b, c, d = 1, 2, 3, 4  # all for the first place
    table = np.zeros(1 << log, np.int64)
    k.keep(table, log, a, -9, 9, 1000)
    k.keep(table, log, b, -8, 8, 10)
    k.keep(table, log, c, -7, 7, 1)
    assert k.find(table, log, a) and k.find(table, log, c) and not k.find(table, log, b)
    k.keep(table, log, a, -3, 5, 1000)
    assert bounds(k, int(k.find(table, log, a))) == (-3, 5)
    for _ in range(20):
        k.keep(table, log, d, -1, 1, 2)
        k.keep(table, log, b, -2, 2, 2)
    assert not k.find(table, log, a)


@pytest.mark.parametrize("value_bits", [2, 6, 7])
def test_bounds_of_every_value_fit_in_an_entry(value_bits: int) -> None:
    k = entries(49, value_bits)
    table = np.zeros(1 << 23, np.int64)
    most = 2 ** (value_bits - 1) - 1
    for value in range(-most, most + 1):
        k.keep(table, 23, value + 70, value, value, 2**40)
        assert bounds(k, int(k.find(table, 23, value + 70))) == (value, value)
    for low in (-most, 0, most):
        k.keep(table, 23, 5, low, most, 1)
        assert bounds(k, int(k.find(table, 23, 5))) == (low, most)


@pytest.mark.kernel
def test_keys_have_different_numbers_also_where_they_are_as_long_as_a_word() -> None:
    for key_bits in (20, 49, 64):
        k = entries(key_bits)
        keys = {signed(random.Random(n).getrandbits(key_bits)) for n in range(3000)}
        with np.errstate(over="ignore"):
            numbers = {int(k.scrambled(np.int64(key))) & (1 << key_bits) - 1 for key in keys}
        assert len(numbers) == len(keys)


def test_no_table_takes_more_memory_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places of the longest keys are so many that they need 4 MB, whatever was asked for."""
    monkeypatch.setenv("DAMIER_TABLE", "1")
    assert empty_table(entries(49))[0].nbytes == 2**20
    for megabytes in (None, 1):
        with pytest.raises(Refusal, match=r"takes 4 MB at least: allow that much \(DAMIER_TABLE\)"):
            empty_table(entries(64), megabytes)
    monkeypatch.setenv("DAMIER_TABLE", "4")
    assert empty_table(entries(64), 1)[0].nbytes == empty_table(entries(64))[0].nbytes == 4 * 2**20
