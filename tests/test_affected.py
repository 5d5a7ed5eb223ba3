"""`make quick` runs the tests that a change may break, and not all of them."""

from __future__ import annotations

from pathlib import Path, PurePath

import grimp
import pytest
from tests.affected import affected_by, changed, git, nearest

GRAPH = grimp.build_graph("damier")


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        (
            "src/damier/arena/statistics/sprt.py",
            {"tests/arena/statistics", "tests/arena/statistics/test_sprt.py"},
        ),
        ("src/damier/games/dots/locale/fr.json", {"tests/games/dots", "tests/core/test_text_catalogues.py"}),
        ("src/damier/games/dots/rules.py", {"tests/games/dots", "tests/games/test_every_game.py"}),
        ("src/damier/web/static/css/base.css", {"tests/page", "tests/js"}),
        ("tests/sizes.py", {"tests/games/connect4/test_kernel.py"}),
        ("tests/page/conftest.py", {"tests/page"}),
        ("docs/arena.md", {"tests/docs"}),
        ("tests/test_jit.py", {"tests/test_jit.py"}),
    ],
)
def test_a_change_has_its_tests(path: str, tests: set[str]) -> None:
    found = affected_by(PurePath(path), GRAPH)
    assert tests <= found
    assert all(Path(test).exists() for test in found)
    assert len(found) < 40 and "tests" not in found


def test_what_no_test_imports_is_tested_by_what_imports_it() -> None:
    """Which module that is changes; there is always one."""
    hidden = [module for module in sorted(GRAPH.modules) if module.startswith("damier.web.thinking")]
    assert all(nearest(module, GRAPH) for module in hidden if GRAPH.find_modules_that_directly_import(module))


def test_files_that_nobody_committed_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git("init", "--initial-branch", "main")
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"]
    git(*who, "commit", "--allow-empty", "--message", "first")
    git("checkout", "-b", "other")
    (tmp_path / "committed.py").write_text("")
    git("add", "committed.py")
    git(*who, "commit", "--message", "second")
    (tmp_path / "new.py").write_text("")
    assert changed("main") == [PurePath("committed.py"), PurePath("new.py")]
