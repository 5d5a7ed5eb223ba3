"""The door to numba: a cache that is found again, keyed by sources, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import toy
print(toy.twice(21))
"""

TOY = """
from damier.jit import kernel
from other import factor

@kernel
def twice(n):
    return factor() * n
"""

OTHER = """
from damier.jit import kernel

@kernel
def factor():
    return {factor}
"""


def run(folder: Path, cache: Path, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0", **more},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write(folder: Path, factor: int) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "toy.py").write_text(TOY)
    (folder / "other.py").write_text(OTHER.format(factor=factor))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "toys", 2)
    return tmp_path / "toys"


def compiled(cache: Path) -> set[Path]:
    return set(cache.rglob("*.nbc"))


def test_compiled_code_is_found_again_and_an_edit_elsewhere_in_the_folder_is_noticed(
    toy: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    assert run(toy, cache) == "42"
    first = compiled(cache)
    assert first
    assert run(toy, cache) == "42"
    assert compiled(cache) == first
    write(toy, 3)
    assert run(toy, cache) == "63"  # numba alone would answer 42: toy.py itself has not changed
    assert compiled(cache) > first


def test_without_a_writable_place_it_only_compiles_again(toy: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(toy, blocked) == "42"


def test_without_jit_it_is_plain_python(toy: Path, tmp_path: Path) -> None:
    assert run(toy, tmp_path / "cache", NUMBA_DISABLE_JIT="1") == "42"
    assert not compiled(tmp_path / "cache")
