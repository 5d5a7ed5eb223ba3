"""The page's ES modules, joined: one script for the start, one for each module that is fetched later.

A browser has six connections to a server; forty modules would be seven rounds of a slow network. A module
becomes a function in a registry, so that one that stands in two scripts lives once. What is joined has the
lines of its sources, without comments and spaces that only readers need.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

MAIN = "main.js"
"""The module that the document starts."""
FIRST_PAGE = "pages/start/start_page.js"
"""Most visits begin there: it comes with the main script."""

IMPORT = re.compile(r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]*)\}) from "(?P<path>[^"]+)";', re.M)
LAZY = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
EXPORT = re.compile(r"^export (?P<kind>async function|function|class|const) (?P<name>\w+)", re.M)
LEFT = re.compile(r"^(import|export)\b.*", re.M)
"""A line of a form that is not known here."""
COMMENT = re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*|[ \t]+// [^\n'\"`]*$", re.M | re.S)
BLANK = re.compile(r"^\s+", re.M)
STRING = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""")
SPACED = re.compile(rf"{STRING.pattern}| ?([{{}}()\[\];,:?=<>&|]) ?")
"""A string, which stays as it is, or a sign that needs no space on either side."""

REGISTRY = """\
const modules = new Map();
const scripts = {scripts};
export const define = (name, make) => modules.has(name) || modules.set(name, make());
export const use = (name) => modules.get(name);
export const load = async (name) => {{
if (!modules.has(name)) await import(scripts[name]);
return use(name);
}};
export const place = (name) => new URL(`../js/${{name}}`, import.meta.url).href;
"""


@dataclass(frozen=True, slots=True)
class Module:
    """One ES module."""

    name: str
    """Its path below ``js/``: ``board/board.js``."""
    code: str
    """Without comments and indentation."""
    needs: tuple[str, ...]
    """What it imports."""
    fetches: tuple[str, ...]
    """What it imports when it is needed: ``await import("./pages/table/table_page.js")``."""


def stripped(code: str) -> str:
    """A script without what only its readers need: comments, and white space at the beginning of a line."""
    return BLANK.sub("", COMMENT.sub("", code))


def squeezed(code: str) -> str:
    """A script without spaces around signs; a line with a template or perhaps a pattern stays as it is."""
    return "\n".join(
        line
        if "`" in line or "/" in STRING.sub("", line)
        else SPACED.sub(lambda found: found[1] or found[0], line)
        for line in code.split("\n")
    )


def read_modules(folder: Path) -> dict[str, Module]:
    """Every module below *folder*, by name."""
    found = {}
    for path in sorted(folder.rglob("*.js")):
        name = path.relative_to(folder).as_posix()
        code = stripped(path.read_text("utf-8"))
        needs = (_resolved(name, found["path"]) for found in IMPORT.finditer(code))
        fetches = (_resolved(name, found["path"]) for found in LAZY.finditer(code))
        found[name] = Module(name, code, tuple(needs), tuple(fetches))
    return found


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def closure(modules: Mapping[str, Module], *names: str) -> list[str]:
    """Modules and all that they import, what is needed first standing first."""
    order: list[str] = []
    above: list[str] = []

    def visit(name: str) -> None:
        if name in above:
            raise ValueError(f"modules import each other: {' > '.join([*above, name])}")
        if name in order:
            return
        above.append(name)
        for needed in modules[name].needs:
            visit(needed)
        above.pop()
        order.append(name)

    for name in names:
        visit(name)
    return order


def join_scripts(modules: Mapping[str, Module]) -> dict[str, str]:
    """The scripts by name: that of MAIN, and that of each module which is fetched when it is needed."""
    core = closure(modules, FIRST_PAGE, MAIN)
    lazy = {name for module in modules.values() for name in module.fetches} - set(core)
    addresses = ",".join(f'"{name}":"./{script_name(name)}"' for name in sorted(lazy))
    start = REGISTRY.format(scripts=f"{{{addresses}}}")
    joined = {script_name(MAIN): start + _defined(modules, core)}
    for name in sorted(lazy):
        own = [one for one in closure(modules, name) if one not in core]
        head = f'import {{ define, load, place, use }} from "./{script_name(MAIN)}";\n'
        joined[script_name(name)] = head + _defined(modules, own)
    return joined


def script_name(name: str) -> str:
    """The name of the script that begins with a module: ``pages-table-table_page.js``."""
    return name.replace("/", "-")


def _defined(modules: Mapping[str, Module], names: Iterable[str]) -> str:
    return "\n".join(squeezed(_define(modules[name])) for name in names)


def _define(module: Module) -> str:
    """A module as an entry of the registry."""
    code = IMPORT.sub(lambda found: _taken(module.name, found), module.code)
    code = LAZY.sub(lambda found: f'load("{_resolved(module.name, found["path"])}")', code)
    code = code.replace("import.meta.url", f'place("{module.name}")')
    exported = ", ".join(found["name"] for found in EXPORT.finditer(code))
    code = EXPORT.sub(r"\g<kind> \g<name>", code)
    if left := LEFT.search(code):
        raise ValueError(f"{module.name}: write this import or export as the others do: {left[0]}")
    # Only the main module waits at its top level, and nobody waits for it.
    make = "async () =>" if module.name == MAIN else "() =>"
    return f'define("{module.name}", {make} {{\n{code}return {{ {exported} }};\n}});\n'


def _taken(name: str, found: re.Match[str]) -> str:
    what = found["whole"] or f"{{{found['names'].replace(' as ', ': ')}}}"
    return f'const {what} = use("{_resolved(name, found["path"])}");'
