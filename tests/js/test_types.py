"""The types of the page's scripts, which are comments, checked strictly by TypeScript."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def tsc(*words: str) -> subprocess.CompletedProcess[str]:
    assert COMPILER.exists(), "the types of the page are checked by TypeScript: make node"
    node = str(compute_driver_executable()[0])
    return subprocess.run([node, str(COMPILER), *words], capture_output=True, text=True, cwd=ROOT)


def test_the_scripts_agree_with_their_types() -> None:
    done = tsc("--project", "tsconfig.json", "--pretty", "false")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_script_is_checked() -> None:
    done = tsc("--project", "tsconfig.json", "--listFilesOnly")
    checked = {Path(line) for line in done.stdout.splitlines()}
    scripts = set((ROOT / "src" / "damier" / "web" / "static" / "js").rglob("*.js"))
    assert scripts and scripts <= checked


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text('/** @type {number} */\nexport const many = "none";\n')
    ours = {"extends": str(ROOT / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(ours))
    done = tsc("--project", str(tmp_path / "tsconfig.json"))
    assert done.returncode != 0 and "TS2322" in done.stdout
