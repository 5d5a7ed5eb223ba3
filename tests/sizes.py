"""How much a proof tries: all of it under `make proofs`, a part in `make test`, little on slow kernels.

They are slow as plain Python (``NUMBA_DISABLE_JIT=1``), and with numba's bounds checks
(``NUMBA_BOUNDSCHECK=1``). What a proof asserts is the same at every size. See docs/testing.md.
"""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

WHOLE = "DAMIER_WHOLE_PROOFS"
"""Set by ``pytest --whole``: files of tests ask for their sizes as soon as they are read."""


def is_set(name: str) -> bool:
    """Whether a switch in the environment is on, as numba reads it."""
    return os.environ.get(name, "0") not in ("", "0")


COMPILED = not is_set("NUMBA_DISABLE_JIT")
"""Whether kernels are compiled in this run."""

BOUNDS_CHECKED = is_set("NUMBA_BOUNDSCHECK")
"""Whether a kernel that reads or writes outside an array fails."""


def sized(whole: T, gate: T, small: T) -> T:
    """The size of this run: ``sized(120_000, 30_000, 4_000)`` positions."""
    if not COMPILED or BOUNDS_CHECKED:
        return small
    return whole if is_set(WHOLE) else gate
