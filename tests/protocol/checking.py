"""What the tests of ``damier check-engine`` share: an engine is checked, and findings come by grade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.protocol.programs import CALM_PACE, write_engine

from damier.protocol.compliance import DOUBTFUL, GOOD, WRONG, Pace, check_engine

HURRY = Pace(idle=2.0, ready=3.0, leaving=0.5, slack=1.0)
"""For what never comes: nobody wants to wait for it."""

STRICT = replace(CALM_PACE, stopping=0.5, slack=0.0, leaving=0.5)
"""For what comes too late."""


def findings(command: Sequence[str], *keys: str, pace: Pace = CALM_PACE) -> dict[str, list[str]]:
    """What is found, by grade."""
    found: dict[str, list[str]] = {GOOD: [], DOUBTFUL: [], WRONG: []}
    for finding in check_engine(command, keys, pace):
        found[finding.grade].append(str(finding.text))
        for language in ("fr", "es"):
            assert finding.text.show(language) != str(finding.text), "it is said in three languages"
    return found


def check(tmp_path: Path, changed: str, grade: str, said: str, pace: Pace = CALM_PACE) -> None:
    found = findings(write_engine(tmp_path, changed), pace=pace)
    assert any(said in line for line in found[grade]), found
