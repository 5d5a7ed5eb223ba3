"""The page's own unit tests, run by the Node.js that comes with playwright."""

from __future__ import annotations

import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

TESTS = Path(__file__).parent


def test_the_scripts_of_the_page() -> None:
    node = str(compute_driver_executable()[0])
    files = sorted(map(str, TESTS.rglob("*.test.js")))
    assert files
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, cwd=TESTS.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
