"""Every sentence in the sources has its twin in French and in Spanish, and no twin is left over."""

from __future__ import annotations

import ast
import json
import string
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "damier"


def folder_of(path: Path) -> Path:
    """The catalogue folder that is responsible for a source file: its game's, or the package's own."""
    parts = path.relative_to(SOURCE).parts
    if parts[0] == "games" and len(parts) > 2:
        return SOURCE / "games" / parts[1] / "locale"
    return SOURCE / "locale"


def messages() -> dict[str, set[Path]]:
    """Every template given to Text(...), with the catalogue folders that must hold it."""
    found: dict[str, set[Path]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                first = node.args[0]
                assert isinstance(first, ast.Constant) and isinstance(first.value, str), (
                    f"{path}:{node.lineno}: write the sentence itself, so that it can be found"
                )
                found.setdefault(first.value, set()).add(folder_of(path))
    return found


def entries(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    path = folder / f"{language}.json"
    found: dict[str, str | dict[str, str]] = (
        json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    )
    return found


def holes(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", ["fr", "es"])
def test_no_message_is_missing(language: str) -> None:
    common = entries(SOURCE / "locale", language)
    missing = [
        f"{folder.parent.name}: {message}"
        for message, folders in messages().items()
        for folder in folders
        if message not in common and message not in entries(folder, language)
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_no_message_is_left_over_or_has_other_holes(language: str) -> None:
    known = messages()
    for folder in [SOURCE / "locale", *sorted(SOURCE.glob("games/*/locale"))]:
        for message, entry in entries(folder, language).items():
            assert message in known, f"{folder.parent.name}/{language}: nobody says '{message}'"
            assert folder in known[message] or folder == SOURCE / "locale", (
                f"{folder}: '{message}' is said elsewhere"
            )
            forms = [entry] if isinstance(entry, str) else list(entry.values())
            if isinstance(entry, dict):
                assert set(entry) == {"one", "other"} and "n" in holes(message), message
            for form in forms:
                assert holes(form) <= holes(message), f"{language}: {form}"


@pytest.mark.parametrize("language", ["fr", "es"])
def test_no_message_is_in_two_catalogues_with_two_meanings(language: str) -> None:
    seen: dict[str, str | dict[str, str]] = {}
    for folder in [SOURCE / "locale", *sorted(SOURCE.glob("games/*/locale"))]:
        for message, entry in entries(folder, language).items():
            assert seen.setdefault(message, entry) == entry, message
