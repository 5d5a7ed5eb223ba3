"""What the README and the docs show is run here, and what they link to is there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


def blocks(language: str) -> list[tuple[str, str]]:
    """Every fenced block in *language*, with the page and its number on it."""
    found = []
    for page in PAGES:
        for i, block in enumerate(
            re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        ):
            found.append((f"{page.relative_to(ROOT)}-{i}", block))
    return found


@pytest.mark.parametrize("block", [pytest.param(block, id=name) for name, block in blocks("python")])
def test_examples_in_python_run(block: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(block, "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "example.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def commands() -> list[tuple[str, list[str]]]:
    """The lines of the README and of some other pages that start damier, block by block, with few games."""
    found = []
    for name, block in blocks("sh"):
        if name.startswith(("README", "docs/arena", "docs/bots", "docs/adapters", "docs/review")):
            lines = [line.partition("#")[0].strip() for line in block.splitlines()]
            lines = [re.sub(r"--games \d+", "--games 2", line) for line in lines if line.startswith("damier")]
            found.append((name, lines))
    return [(name, lines) for name, lines in found if lines]


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in commands()])
def test_commands_of_the_pages_run(lines: list[str], tmp_path: Path) -> None:
    """One after the other, in one folder: a report is of the tournament before it."""
    bots = [block for _, block in blocks("python") if "def move(view)" in block]
    (tmp_path / "mybot.py").write_text(bots[0], "utf-8")
    (tmp_path / "positions.txt").write_text("7422341735647741166133573473242566\n")
    for name in ("game.json", "game.txt"):
        (tmp_path / name).write_text(
            "damier record 1\ngame: tictactoe\nending: rules\nmoves: a1 b1 a2 b2 a3\n"
        )
    for line in lines:
        words = shlex.split(line)[1:]
        if words and words[0] == "watch" and "--delay" not in words:
            words += ["--delay", "0"]
        done = subprocess.run(
            [sys.executable, "-m", "damier", *words], cwd=tmp_path, input="", capture_output=True, text=True
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert done.stdout, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target
