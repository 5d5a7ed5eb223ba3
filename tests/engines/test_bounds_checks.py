"""With numba's bounds checks, a kernel that reads outside an array fails; without them it reads on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sizes import BOUNDS_CHECKED, COMPILED

PLANTED = """
import numpy as np
from damier.jit import kernel

@kernel
def total(numbers, count):
    found = 0
    for place in range(count):
        found += numbers[place]
    return found

print(total(np.arange(4), 4))
print(total(np.arange(4), 5))
"""
"""Reads one number too many the second time."""


@pytest.mark.kernel
def test_a_planted_read_out_of_bounds_fails(tmp_path: Path) -> None:
    """In `make check-bounds` as that has set it up: its own checks must be on."""
    program = tmp_path / "planted.py"
    program.write_text(PLANTED)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    if COMPILED and not BOUNDS_CHECKED:
        environment["NUMBA_BOUNDSCHECK"] = "1"
    done = subprocess.run(
        [sys.executable, str(program)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "6\n" and done.returncode == 1
    assert done.stderr.rstrip().splitlines()[-1].startswith("IndexError: ")
