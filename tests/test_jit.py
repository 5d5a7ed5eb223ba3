"""The door to numba: a cache that is found again, keyed by sources, checked, and never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from damier.games.connect4 import solve
from damier.games.connect4.kernel import search
from damier.jit import SUFFIX, is_warm, note_warm

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import toy
print(toy.twice(21), toy.thrice(14))
"""

TOY = """
from damier.jit import kernel
from other import factor

@kernel
def twice(n):
    return factor() * n

@kernel
def thrice(n):
    return 3 * n
"""

OTHER = """
from damier.jit import kernel

@kernel
def factor():
    return {factor}
"""


def run(folder: Path, cache: Path, before: str = "", program: str = PROGRAM, **more: str) -> str:
    """What the toy answers in a process of its own, that does *before* first."""
    with start(folder, cache, before + program, **more) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    return out.strip()


def start(folder: Path, cache: Path, program: str = PROGRAM, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0", **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def write(folder: Path, factor: int) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "toy.py").write_text(TOY)
    (folder / "other.py").write_text(OTHER.format(factor=factor))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "toys", 2)
    return tmp_path / "toys"


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of the toy, for copies: nobody changes this one."""
    folder = tmp_path_factory.mktemp("once")
    write(folder / "toys", 2)
    assert run(folder / "toys", folder / "cache") == "42 42"
    return folder / "cache"


@pytest.fixture
def cache(compiled_once: Path, tmp_path: Path) -> Path:
    """As the toy has left it after a first run."""
    shutil.copytree(compiled_once, tmp_path / "cache")
    assert len(compiled(tmp_path / "cache")) == 3
    return tmp_path / "cache"


def compiled(cache: Path) -> set[Path]:
    return set(cache.rglob("*.nbc"))


def written(cache: Path) -> dict[Path, tuple[int, bytes]]:
    """The files of a cache, with what tells that one was written again."""
    return {path: (path.stat().st_ino, path.read_bytes()) for path in sorted(compiled(cache))}


def test_compiled_code_is_found_again_and_an_edit_elsewhere_in_the_folder_is_noticed(
    toy: Path, cache: Path
) -> None:
    first = written(cache)
    assert run(toy, cache) == "42 42"
    assert written(cache) == first
    write(toy, 3)
    assert run(toy, cache) == "63 42"  # numba alone would answer 42: toy.py itself has not changed
    assert compiled(cache) > first.keys()


def test_without_a_writable_place_it_only_compiles_again(toy: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(toy, blocked) == "42 42"


def test_without_jit_it_is_plain_python(toy: Path, tmp_path: Path) -> None:
    assert run(toy, tmp_path / "cache", NUMBA_DISABLE_JIT="1") == "42 42"
    assert not compiled(tmp_path / "cache")


SIZED = """
import sys
sys.path.insert(0, sys.argv[1])
from damier.jit import specialised
usual, small = specialised("sized", SIDE=7, STEP=1), specialised("sized", SIDE=4)
import sized
assert usual is sized and specialised("sized", SIDE=4) is small and sized.area.area() == 50
other = specialised("sized", SIDE=4, STEP=3)
assert specialised("sized", STEP=3, SIDE=4) is other
print(small.area.area(), small.STEP, other.area.area())
"""


def test_kernels_are_specialised_for_constants_and_each_kind_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "sized"
    folder.mkdir()
    (folder / "__init__.py").write_text("SIDE, STEP = 7, 1\n")
    (folder / "square.py").write_text(
        "from damier.jit import kernel\nfrom . import SIDE\n@kernel\ndef square():\n    return SIDE * SIDE\n"
    )
    (folder / "area.py").write_text(
        "from damier.jit import kernel\nfrom . import STEP\nfrom .square import square\n"
        "@kernel\ndef area():\n    return square() + STEP\n"
    )

    def answers() -> str:
        done = subprocess.run(
            [sys.executable, "-c", SIZED, str(tmp_path)],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert answers() == "17 1 19"
    before = written(tmp_path / "cache")
    assert len(before) == 6
    assert answers() == "17 1 19"
    assert written(tmp_path / "cache") == before
    (folder / "__init__.py").write_text("SIDE, STEP = 7, 2\n")
    assert "AssertionError" in failure(tmp_path)  # 7 * 7 + 2: the edit of a usual constant is noticed


def failure(folder: Path) -> str:
    """What goes wrong where a usual constant was edited: the package itself is of another size then."""
    return subprocess.run(
        [sys.executable, "-c", SIZED, str(folder)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
    ).stderr


def empty(path: Path) -> None:
    path.write_bytes(b"")


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def lengthen(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1000] ^= 1
    path.write_bytes(content)


def garble(path: Path) -> None:
    path.write_bytes(b"goodbye!" * 1000)


def strip(path: Path) -> None:
    """As numba writes it, and older versions of damier did: without length and hash."""
    path.write_bytes(path.read_bytes()[40:])


def remove(path: Path) -> None:
    path.unlink()


DAMAGES = {
    damage.__name__: damage for damage in (empty, zero, truncate, lengthen, flip, garble, strip, remove)
}


def test_a_damaged_file_is_compiled_and_written_again(tmp_path: Path) -> None:
    """A module for each damage, all in one process: numba takes longer to begin than to compile them."""
    toys, cache = tmp_path / "toys", tmp_path / "cache"
    toys.mkdir()
    for name in DAMAGES:
        (toys / f"{name}.py").write_text(OTHER.format(factor=2) + TOY.replace("from other import factor", ""))
    program = "import sys\nsys.path.insert(0, sys.argv[1])\n" + "".join(
        f"import {name}\nprint('{name}', {name}.twice(21), {name}.thrice(14), flush=True)\n"
        for name in DAMAGES
    )
    right = "\n".join(f"{name} 42 42" for name in DAMAGES)
    assert run(toys, cache, program=program) == right
    whole = written(cache)
    for name, damage in DAMAGES.items():
        files = [path for path in whole if path.parent.name == name]
        assert len(files) == 3
        for path in files:
            damage(path)
    damaged = written(cache)
    assert run(toys, cache, program=program) == right
    mended = written(cache)
    assert mended.keys() == whole.keys()
    assert all(mended[path][1] != content for path, (_, content) in damaged.items())
    assert run(toys, cache, program=program) == right
    assert written(cache) == mended  # found again: nothing was compiled


def test_files_that_changed_places_are_not_believed(toy: Path, cache: Path) -> None:
    twice, thrice = (next(cache.rglob(f"{name}-*.nbc")) for name in ("twice", "thrice"))
    content = twice.read_bytes(), thrice.read_bytes()
    thrice.write_bytes(content[0])
    twice.write_bytes(content[1])
    assert run(toy, cache) == "42 42"  # believed, it would be 63 and 28
    before = written(cache)
    assert run(toy, cache) == "42 42"
    assert written(cache) == before


def test_a_kernel_is_not_called_warm_while_a_file_is_damaged(
    toy: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    assert not is_warm(toy, "easy-3x3")
    note_warm(toy, "easy-3x3")
    assert is_warm(toy, "easy-3x3") and not is_warm(toy, "easy-4x4")
    empty(sorted(compiled(cache))[-1])
    assert not is_warm(toy, "easy-3x3")
    assert not is_warm(toy, "easy-3x3"), "what was damaged is deleted, which makes nothing warm"


def test_a_damaged_file_that_nobody_needs_keeps_nothing_cold(
    toy: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    needed = compiled(cache)
    stray = next(iter(needed)).with_name(f"of-another-board-0123{SUFFIX}")
    stray.write_bytes(b"half of it")
    note_warm(toy, "easy-3x3")
    assert not is_warm(toy, "easy-3x3")
    run(toy, cache)  # it thinks once more, and says so
    note_warm(toy, "easy-3x3")
    assert is_warm(toy, "easy-3x3") and compiled(cache) == needed


def test_a_kill_while_a_file_is_written_costs_nothing_but_that_file(toy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    die = "import os, signal\nos.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)\n"
    with start(toy, cache, die + PROGRAM) as process:
        process.communicate()
    assert process.returncode == -9
    assert not compiled(cache)
    assert run(toy, cache) == "42 42"
    before = written(cache)
    assert len(before) == 3
    assert run(toy, cache) == "42 42"
    assert written(cache) == before


def test_processes_may_compile_at_the_same_time(toy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    processes = [start(toy, cache) for _ in range(3)]
    assert [process.communicate()[0].strip() for process in processes] == ["42 42"] * 3
    before = written(cache)
    assert len(before) == 3
    assert not list(cache.rglob("*.tmp"))
    assert run(toy, cache) == "42 42"
    assert written(cache) == before


def test_a_full_disk_does_not_stop_it(toy: Path, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    cache = tmp_path / "cache"
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    assert run(toy, cache, full) == "42 42"
    assert not compiled(cache)
    assert not list(cache.rglob("*.tmp"))


def test_a_cache_that_cannot_be_written_is_read(toy: Path, cache: Path) -> None:
    blocked = "import os\nos.replace = os.mkdir = None\n"  # whoever writes would fail
    assert run(toy, cache, blocked) == "42 42"


def test_connect_four_plays_on_with_a_damaged_cache(tmp_path: Path) -> None:
    """It begins with a copy of what this machine has compiled, and every other file has another damage."""
    right = str(solve("444444325", book=False))
    own = Path(search.search.stats.cache_path).parent  # type: ignore[attr-defined]
    shutil.copytree(own, tmp_path / own.name)

    def score() -> str:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                "from damier.games.connect4 import solve; print(solve('444444325', book=False))",
            ],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert len(compiled(tmp_path)) > 1
    for path, damage in zip(sorted(compiled(tmp_path)), cycle([empty, zero]), strict=False):
        damage(path)
    damaged = written(tmp_path)
    assert score() == right
    before = written(tmp_path)
    assert before != damaged
    assert score() == right
    assert written(tmp_path) == before
