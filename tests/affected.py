"""The tests of what has changed since a branch, for `make quick`: ``python -m tests.affected main``.

Near tests only: those that import a changed module, or if there are none those that import what imports it,
and the folder of tests that mirrors the module's own. `make test` runs the others.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePath

import grimp

TESTS = Path("tests")

KINDS = {
    "src/damier/web/static/*": ["tests/js", "tests/page"],
    "src/damier/games/*": ["tests/games/test_every_game.py"],
    "src/*/locale/*": ["tests/core/test_text_catalogues.py", "tests/core/test_typography.py"],
    "*.md": ["tests/docs"],
    "examples/*": ["tests/docs/test_examples.py"],
    "tests/js/*": ["tests/js"],
}
"""What else belongs to a file, by a pattern of its path."""


def changed(base: str) -> list[PurePath]:
    """Files that differ from where this branch left *base*, committed or not."""
    fork = git("merge-base", base, "HEAD")[0]
    names = [*git("diff", "--name-only", fork), *git("ls-files", "--others", "--exclude-standard")]
    return [PurePath(name) for name in names]


def git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.splitlines()


def module_of(path: PurePath) -> str:
    """``src/damier/core/text.py`` is ``damier.core.text``, and ``tests/sizes.py`` is ``tests.sizes``."""
    parts = path.with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file of tests imports; of ``from a import b`` both ``a`` and ``a.b``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return frozenset(found)


def importing(modules: Iterable[str]) -> set[str]:
    """The files of tests that import one of these, themselves or by what tests share."""
    wanted, found = set(modules), set[Path]()
    files = {path for path in TESTS.rglob("*.py") if "data" not in path.parts}
    while more := {path for path in files - found if imports(path) & wanted}:
        found |= more
        wanted = {module_of(path) for path in more}
    return {str(path) for path in found if path.name.startswith("test_")}


def nearest(module: str, graph: grimp.ImportGraph) -> set[str]:
    """The tests that import a module of damier, or the fewest steps away from it."""
    modules, seen = {module}, set[str]()
    while modules and not (found := importing(modules)):
        seen |= modules
        modules = {up for one in modules for up in graph.find_modules_that_directly_import(one)} - seen
    return found if modules else set()


def mirrored(path: PurePath) -> set[str]:
    """The folder of tests that mirrors the folder of a module, or a folder around it."""
    folder = TESTS.joinpath(*path.parts[2:-1])
    while folder != TESTS and not folder.exists():
        folder = folder.parent
    return {str(folder)} - {str(TESTS)}


def affected_by(path: PurePath, graph: grimp.ImportGraph) -> set[str]:
    found = {name for pattern, names in KINDS.items() if fnmatch(str(path), pattern) for name in names}
    if path.parts[:2] == ("src", "damier"):
        found |= mirrored(path)
        if module_of(path) in graph.modules:
            found |= nearest(module_of(path), graph)
    elif path.parts[0] == "tests" and path.suffix == ".py" and Path(path).exists():
        found |= importing([module_of(path)])
        if path.name.startswith("test_"):
            found.add(str(path))
        elif path.name == "conftest.py" and path.parent != TESTS:
            found.add(str(path.parent))
    return found


def main(base: str) -> None:
    graph = grimp.build_graph("damier")
    found = {test for path in changed(base) for test in affected_by(path, graph)}
    within = {test for test in found if any(str(up) in found for up in PurePath(test).parents)}
    print("\n".join(sorted(found - within)))


if __name__ == "__main__":
    main(sys.argv[1])
