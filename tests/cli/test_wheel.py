"""The wheel, installed in a clean environment, plays a move."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("damier-*.whl"))


def test_the_wheel_holds_all_that_is_needed(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    wanted = [path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(wanted) > 100
    for path in wanted:
        assert path.relative_to(source).as_posix() in names


def test_the_installed_wheel_plays_a_move(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "clean"
    venv.create(place, with_pip=False)
    python = next(
        path for path in (place / "bin" / "python", place / "Scripts" / "python.exe") if path.exists()
    )
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)),
            *("--constraint", str(ROOT / "constraints.txt"), str(wheel)),
        ],
        check=True,
        cwd=tmp_path,
    )
    done = subprocess.run(
        [str(python), "-I", "-m", "damier", "play", "connect4", "--level", "child"],
        input="4\nquit\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "(Child) plays" in done.stdout
