"""What can be checked on any page in any state: accessibility by axe, and that nothing sticks out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.page.browsing import Visitor

AXE = Path(__file__).parent.parent.parent / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""WCAG 2.2 AA is all of these but the last, and the last costs nothing to keep as well."""


def rest(visitor: Visitor) -> None:
    """Wait until nothing moves: a colour on its way from one to another has any contrast."""
    visitor.page.wait_for_function(
        "document.getAnimations().every(one => one.playState !== 'running')", polling=50
    )


def barriers(visitor: Visitor, colours_only: bool = False) -> list[str]:
    """What keeps somebody out, one line for each rule that is broken."""
    rest(visitor)
    if visitor.page.evaluate("typeof axe") == "undefined":
        assert AXE.exists(), "accessibility is checked by axe: make node"
        visitor.page.evaluate(AXE.read_text())  # not by a script element: the server's policy stays as it is
    colours = {"type": "rule", "values": ["color-contrast"]}
    rules = colours if colours_only else {"type": "tag", "values": TAGS}
    found = visitor.page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", rules
    )
    assert found["passes"], "axe looked at nothing"
    return [line(violation) for violation in found["violations"]]


def line(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"]
    shown = "; ".join(f"{node['html'][:160]} ({summary(node)})" for node in nodes[:4])
    return f"{violation['id']}: {violation['help']} [{len(nodes)}] {shown}"


def summary(node: dict[str, Any]) -> str:
    return " ".join(node.get("failureSummary", "").split())[:200]


def sticks_out(visitor: Visitor) -> list[str]:
    """What makes the page wider than the window, so that it would have to be scrolled sideways."""
    script = """() => {
        const wide = document.documentElement.clientWidth;
        const over = document.documentElement.scrollWidth - wide;
        const out = [...document.querySelectorAll("body *")].filter(one => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && box.right > wide + 1;
        });
        const words = out.slice(0, 4).map(one => one.outerHTML.slice(0, 120));
        return over > 0 ? [`sticks out by ${over}px: ${words}`] : [];
    }"""
    found: list[str] = visitor.page.evaluate(script)
    return found
